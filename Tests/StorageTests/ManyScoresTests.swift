internal import CSQLite
internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Many scores in a transaction", .storageWorld)
struct ManyScoresTests {
  private static let boards = [
    BoardDeclaration(id: "best", title: "Best", tieBreaks: [.init(column: "exact", order: .ascending)]),
    BoardDeclaration(id: "latest", title: "Latest", operator: .latest),
    BoardDeclaration(id: "sum", title: "Sum", operator: .sum),
  ]

  private func open(_ kind: EngineKind, _ id: String, limits: TransactionLimits? = nil) async throws
    -> any NamespaceStorage
  {
    try await StorageWorld.current.open(
      kind, "create table t (id integer)", id: id, boards: Self.boards, limits: limits ?? StorageWorld.limits)
  }

  /// Attempts of few people, so that most meet an entry; some are withdrawals, some have no details.
  private func attempts(_ count: Int) -> [ScoreChange] {
    var random = SeededRandom(seed: 42)
    return (0..<count).map { number in
      let board = Self.boards[random.next(below: 3)]
      return ScoreChange(
        board: board.id, account: AccountID("p\(random.next(below: 300))"), score: Int64(random.next(below: 50)) - 25,
        achievedAt: Date(millisecondsSince1970: Int64(random.next(below: 40))),
        partitions: number % 5 == 0 ? ["", "de"] : [""],
        tieBreaks: board.id == "best" ? [Int64(random.next(below: 3))] : [],
        details: number % 3 == 0 ? nil : ["attempt": .integer(Int64(number % 4))],
        isWithdrawal: random.next(below: 20) == 0)
    }
  }

  private func content(_ storage: any NamespaceStorage) async throws -> [String] {
    let collector = Collector<String>()
    try await storage.boardEntries(BoardFilter()) { collector.add("\($0) \($1)") }
    return collector.items
  }

  /// What a listener that keeps the last change of each entry has in the end.
  private func follow(_ storage: any NamespaceStorage) -> Collector<[String: String?]> {
    let heard = Collector<[String: String?]>()
    storage.onCommit { effects in
      for effect in effects {
        switch effect {
        case .score(let score): heard.add(["\(score.position) \(score.account)": score.entry.map { "\($0)" }])
        case .scores(let run):
          for index in 0..<run.count {
            let attempt = BoardAttempt(run, index, tieBreakCount: run.columns.position.board == "best" ? 1 : 0)
            heard.add(["\(attempt.position) \(attempt.entry.account)": attempt.isWithdrawal ? nil : "\(attempt.entry)"])
          }
        case .event, .notification, .grants, .published: continue
        }
      }
    }
    return heard
  }

  @Test(arguments: EngineKind.available)
  func `end as they do in many small transactions`(on kind: EngineKind) async throws {
    let (large, small) = (try await open(kind, "large"), try await open(kind, "small"))
    let (heardLarge, heardSmall) = (follow(large), follow(small))
    let attempts = attempts(9_000)
    try await large.write { transaction in
      for (number, attempt) in attempts.enumerated() {
        try await transaction.submit(attempt)
        if number % 2_500 == 0 { try await transaction.execute("insert into t (id) values (\(number))") }
      }
    }
    for start in stride(from: 0, to: attempts.count, by: 50) {
      try await small.write { for attempt in attempts[start..<start + 50] { try await $0.submit(attempt) } }
    }
    let expected = try await content(small)
    #expect(expected.count > 500)
    #expect(try await content(large) == expected)
    #expect(try await large.value("select count(*) from t") == 4)
    let last = { (heard: Collector<[String: String?]>) in
      heard.items.reduce(into: [:]) { $0.merge($1) { $1 } }.compactMapValues { $0 }
    }
    #expect(last(heardLarge) == last(heardSmall))
    #expect(Set(last(heardLarge).values).count > 100)
  }

  @Test(arguments: EngineKind.available)
  func `of people who are new, who are known, and of both end as they do in many small transactions`(
    on kind: EngineKind
  ) async throws {
    let (large, small) = (try await open(kind, "large"), try await open(kind, "small"))
    let (heardLarge, heardSmall) = (follow(large), follow(small))
    for (round, people) in [0..<2_400, 2_400..<4_800, 0..<2_400, 1_600..<5_600, 5_600..<8_000].enumerated() {
      let attempts = people.map { person in
        ScoreChange(
          board: "sum", account: AccountID("p\(person)"), score: Int64(round + person % 7 + 1),
          achievedAt: Date(millisecondsSince1970: Int64(round)), partitions: ["", "de"],
          details: round == 1 ? ["round": 1] : nil)
      }
      try await large.write { transaction in
        try await transaction.execute("insert into t (id) values (\(round))")
        for attempt in attempts { try await transaction.submit(attempt) }
      }
      for start in stride(from: 0, to: attempts.count, by: 50) {
        try await small.write { for attempt in attempts[start..<start + 50] { try await $0.submit(attempt) } }
      }
    }
    let expected = try await content(small)
    #expect(expected.count == 2 * 8_000)
    #expect(try await content(large) == expected)
    let last = { (heard: Collector<[String: String?]>) in heard.items.reduce(into: [:]) { $0.merge($1) { $1 } } }
    #expect(last(heardLarge) == last(heardSmall))
  }

  @Test(arguments: EngineKind.available)
  func `one that cannot be stored fails them all`(on kind: EngineKind) async throws {
    let storage = try await open(kind, "plugin")
    let attempts = attempts(6_000)
    await expectStorageError(.statement) {
      try await storage.write { transaction in
        for (number, attempt) in attempts.enumerated() {
          try await transaction.submit(attempt)
          guard number == 3_000 else { continue }
          try await transaction.submit(
            ScoreChange(board: "best", account: AccountID("a\0b"), score: 1, achievedAt: attempt.achievedAt))
        }
      }
    }
    #expect(try await content(storage).isEmpty)
    try await storage.write { try await $0.submit(attempts[1]) }
    #expect(try await content(storage).count == 1)
  }

  @Test(arguments: EngineKind.available)
  func `may take longer to store than a transaction may last`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(60), total: .seconds(6))
    let storage = try await open(kind, "plugin", limits: limits)
    for row in 0..<128 { try await storage.execute("insert into t (id) values (\(row))") }
    try slowDown(kind)
    let start = Monotonic.now
    let patience = limits.total.nanoseconds &+ 1_000_000_000
    let people = try await storage.write { transaction in
      var number = 0
      // A fast machine stores more of them.
      while number < 28_000 || Monotonic.now &- start < patience {
        try await transaction.submit(
          ScoreChange(
            board: "latest", account: AccountID("person \(number)"), score: 1,
            achievedAt: Date(millisecondsSince1970: 1)))
        if number.isMultiple(of: 200) { await Task.yield() }
        number += 1
      }
      return number
    }
    #expect(try await storage.boardParts(BoardFilter()).map(\.size) == [people])
  }

  /// Makes storing scores take long: a second for a set on the server, some tenths of a millisecond for each in a file.
  private func slowDown(_ kind: EngineKind) throws {
    let world = StorageWorld.current
    switch kind {
    case .postgresql:
      Superuser(try TestPostgreSQL.address()).run(
        """
        set search_path to "\(world.prefix)_plugin";
        create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(1); return null; end';
        create trigger slow after insert on fieldhouse_board_entries for each statement execute function slow()
        """)
    case .sqlite:
      var file: OpaquePointer?
      defer { sqlite3_close(file) }
      try #require(sqlite3_open(world.directory + "/plugin.sqlite", &file) == SQLITE_OK)
      let trigger = """
        create trigger slow after insert on fieldhouse_board_entries begin select count(*) from t a, t b; end
        """
      try #require(sqlite3_exec(file, trigger, nil, nil, nil) == SQLITE_OK)
    }
  }

  @Test(arguments: EngineKind.available)
  func `without end run into the limit, and the next transaction does not`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(60), total: .milliseconds(500))
    let storage = try await open(kind, "plugin", limits: limits)
    let attempts = attempts(1_000)
    await expectStorageError(.timeout) {
      try await storage.write { transaction in
        while true { for attempt in attempts { try await transaction.submit(attempt) } }
      }
    }
    #expect(try await content(storage).isEmpty)
    try await storage.write { try await $0.submit(attempts[1]) }
    #expect(try await content(storage).count == 1)
  }
}
