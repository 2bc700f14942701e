internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Board scores in a transaction", .storageWorld)
struct BoardLedgerTests {
  private static let boards = [
    BoardDeclaration(
      id: "best", title: "Best", tieBreaks: [.init(column: "exact"), .init(column: "misses", order: .ascending)]),
    BoardDeclaration(id: "fewest", title: "Fewest", order: .ascending),
    BoardDeclaration(id: "latest", title: "Latest", operator: .latest, tieBreaks: [.init(column: "x")]),
    BoardDeclaration(id: "sum", title: "Sum", operator: .sum, tieBreaks: [.init(column: "x")]),
    BoardDeclaration(id: "weekly", title: "Weekly", seasons: .init("weekly")),
    BoardDeclaration(id: "manual", title: "Manual", seasons: .manual),
  ]
  private let ada = AccountID("ada")

  private func open(_ kind: EngineKind) async throws -> any NamespaceStorage {
    try await StorageWorld.current.open(kind, "create table t (id integer)", boards: Self.boards)
  }

  private func at(_ milliseconds: Int64) -> Date { Date(millisecondsSince1970: milliseconds) }

  private func submit(_ change: ScoreChange, to storage: any NamespaceStorage) async throws {
    try await storage.write { try await $0.submit(change) }
  }

  private func entries(_ storage: any NamespaceStorage, _ filter: BoardFilter = BoardFilter()) async throws
    -> [LedgerEntry]
  {
    let collector = Collector<LedgerEntry>()
    try await storage.boardEntries(filter) { collector.add($1) }
    return collector.items
  }

  @Test(arguments: EngineKind.available)
  func `a better attempt replaces score and tie-breaks, a worse one neither`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let attempts: [(Int64, [Int64], Int64, [Int64])] = [
      (-5, [1, 1], -5, [1, 1]), (10, [0, 9], 10, [0, 9]), (9, [7, 0], 10, [0, 9]), (10, [1, 9], 10, [1, 9]),
      (10, [1, 8], 10, [1, 8]), (10, [1, 9], 10, [1, 8]), (11, [0, 99], 11, [0, 99]),
    ]
    for (number, attempt) in attempts.enumerated() {
      let change = ScoreChange(
        board: "best", account: ada, score: attempt.0, achievedAt: at(Int64(number)), tieBreaks: attempt.1)
      try await submit(change, to: storage)
      let entry = try #require(try await entries(storage).first)
      #expect(entry.score == attempt.2 && entry.tieBreaks == attempt.3)
    }
  }

  /// The entries as columns are those that come one by one.
  private func expectColumns(_ storage: any NamespaceStorage) async throws {
    let rows = Collector<String>()
    try await storage.boardEntries(BoardFilter()) { position, entry in
      let ties = entry.tieBreaks + Array(repeating: 0, count: 3 - entry.tieBreaks.count)
      rows.add("\(position) \(entry.account) \([entry.score] + ties + [entry.achievedAt.millisecondsSince1970])")
    }
    let columns = Collector<LedgerColumns>()
    try await storage.boardColumns { columns.add($0) }
    let found = columns.items.flatMap { part in
      var start = 0
      return part.ends.indices.map { entry in
        defer { start = part.ends[entry] }
        let account = String(decoding: part.accounts[start..<part.ends[entry]], as: UTF8.self)
        return "\(part.position) \(account) \(Array(part.numbers[entry * 5..<entry * 5 + 5]))"
      }
    }
    #expect(found == rows.items)
    #expect(columns.items.allSatisfy { $0.count > 0 && !$0.hasDetails })
  }

  @Test(arguments: EngineKind.available)
  func `of equal attempts the earlier stays`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for (instant, expected) in [(50, 50), (60, 50), (40, 40)] as [(Int64, Int64)] {
      try await submit(ScoreChange(board: "best", account: ada, score: 1, achievedAt: at(instant)), to: storage)
      #expect(try await entries(storage).map(\.achievedAt) == [at(expected)])
    }
  }

  @Test(arguments: EngineKind.available)
  func `on an ascending board less is better, to the ends of the range`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for (score, expected) in [(Int64.max, Int64.max), (0, 0), (3, 0), (-1, -1), (.min, .min), (.max, .min)] {
      try await submit(ScoreChange(board: "fewest", account: ada, score: score, achievedAt: at(0)), to: storage)
      #expect(try await entries(storage).map(\.score) == [expected])
    }
  }

  @Test(arguments: EngineKind.available)
  func `a newer attempt replaces on a latest board, an older one does not`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for (score, instant, expected) in [(5, 10, 5), (3, 20, 3), (9, 15, 3), (4, 20, 4)] as [(Int64, Int64, Int64)] {
      try await submit(
        ScoreChange(board: "latest", account: ada, score: score, achievedAt: at(instant), tieBreaks: [score]),
        to: storage)
      let entry = try #require(try await entries(storage).first)
      #expect(entry.score == expected && entry.tieBreaks == [expected])
    }
  }

  @Test(arguments: EngineKind.available)
  func `a sum board adds score and tie-breaks and keeps the last instant`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for (score, instant) in [(5, 10), (-7, 30), (1, 20)] as [(Int64, Int64)] {
      try await submit(
        ScoreChange(board: "sum", account: ada, score: score, achievedAt: at(instant), tieBreaks: [2]), to: storage)
    }
    #expect(
      try await entries(storage)
        == [LedgerEntry(account: ada, score: -1, tieBreaks: [6], achievedAt: at(30))])
    await expectStorageError(.statement) {
      for _ in 0..<2 {
        try await submit(ScoreChange(board: "sum", account: ada, score: .max, achievedAt: at(0)), to: storage)
      }
    }
    #expect(try await entries(storage).map(\.score) == [.max - 1])
  }

  @Test(arguments: EngineKind.available)
  func `details are replaced when they are given, also by an attempt that does not count`(on kind: EngineKind)
    async throws
  {
    let storage = try await open(kind)
    let changes: [(Int64, JSON?, Int64, String?)] = [
      (5, nil, 5, nil), (4, ["predictions": 1], 5, #"{"predictions":1}"#), (6, nil, 6, #"{"predictions":1}"#),
      (7, ["b": 1, "a": "ä"], 7, #"{"a":"ä","b":1}"#),
    ]
    for (score, details, expected, text) in changes {
      try await submit(
        ScoreChange(board: "best", account: ada, score: score, achievedAt: at(0), details: details), to: storage)
      let entry = try #require(try await entries(storage).first)
      #expect(entry.score == expected && entry.detailsText == text)
    }
  }

  @Test(arguments: EngineKind.available)
  func `a withdrawal takes the entry off every partition it names`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await submit(
      ScoreChange(board: "best", account: ada, score: 1, achievedAt: at(0), partitions: ["", "de", "fr"]), to: storage)
    try await submit(
      ScoreChange(
        board: "best", account: ada, score: 0, achievedAt: at(0), partitions: ["", "fr"], isWithdrawal: true),
      to: storage)
    #expect(
      try await storage.boardParts(BoardFilter())
        == [BoardPart(position: BoardPosition(board: "best", season: "all", partition: "de"), size: 1)])
  }

  @Test(arguments: EngineKind.available)
  func `each attempt goes into the season of its instant, or the one it names`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let newYear = try #require(RFC3339.date(from: "2027-01-03T23:59:59Z"))
    try await submit(ScoreChange(board: "weekly", account: ada, score: 1, achievedAt: newYear), to: storage)
    try await submit(ScoreChange(board: "weekly", account: ada, score: 1, achievedAt: newYear + 1), to: storage)
    try await submit(
      ScoreChange(board: "manual", account: ada, score: 1, achievedAt: at(0), season: "cup"), to: storage)
    let seasons = try await storage.boardParts(BoardFilter()).map(\.position.season)
    #expect(seasons == ["cup", "2026-W53", "2027-W01"])
    await #expect(throws: Problem.self) {
      try await submit(ScoreChange(board: "manual", account: ada, score: 1, achievedAt: at(0)), to: storage)
    }
  }

  @Test(arguments: EngineKind.available)
  func `an undeclared board and too many tie-breaks are refused`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let problem = await #expect(throws: Problem.self) {
      try await submit(ScoreChange(board: "none", account: ada, score: 1, achievedAt: at(0)), to: storage)
    }
    #expect(problem?.code == "board-unknown")
    await expectStorageError(.statement) {
      try await submit(
        ScoreChange(board: "fewest", account: ada, score: 1, achievedAt: at(0), tieBreaks: [1]), to: storage)
    }
  }

  @Test(arguments: EngineKind.available)
  func `the hook hears of every change that happened, in order, and of no other`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let heard = Collector<AppliedScore>()
    storage.onCommit { effects in
      for case .score(let score) in effects { heard.add(score) }
    }
    for score in [3, 2, 5] as [Int64] {
      try await submit(ScoreChange(board: "best", account: ada, score: score, achievedAt: at(0)), to: storage)
    }
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        try await transaction.submit(ScoreChange(board: "best", account: AccountID("bo"), score: 1, achievedAt: at(0)))
        throw Deliberate()
      }
    }
    let withdrawal = ScoreChange(board: "best", account: ada, score: 0, achievedAt: at(0), isWithdrawal: true)
    try await submit(withdrawal, to: storage)
    try await submit(withdrawal, to: storage)
    #expect(heard.items.map { $0.entry?.score } == [3, 5, nil])
    #expect(heard.items.map(\.sequence) == heard.items.map(\.sequence).sorted())
    #expect(Set(heard.items.map(\.sequence)).count == 3)
  }

  @Test(arguments: EngineKind.available)
  func `many changes in one transaction arrive in order and can be read part by part`(on kind: EngineKind) async throws
  {
    let storage = try await open(kind)
    try await storage.write { transaction in
      for number in 0..<3_000 {
        let name = String(10_000 + number)
        try await transaction.submit(
          ScoreChange(
            board: "best", account: AccountID(name), score: Int64(number), achievedAt: at(0),
            partitions: ["", "p\(number % 3)"]))
      }
    }
    let part = try await entries(storage, BoardFilter(board: "best", season: "all", partition: "p1"))
    #expect(part.map(\.score) == Array(stride(from: 1, to: 3_000, by: 3)))
    #expect(try await entries(storage, BoardFilter(board: "best")).count == 6_000)
    try await expectColumns(storage)
    #expect(try await entries(storage, BoardFilter(board: "sum")).isEmpty)
  }
}
