internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Scores that a query gives", .storageWorld)
struct QueriedScoreTests {
  private static let boards = [
    BoardDeclaration(
      id: "best", title: "Best", tieBreaks: [.init(column: "exact"), .init(column: "misses", order: .ascending)]),
    BoardDeclaration(id: "latest", title: "Latest", operator: .latest),
    BoardDeclaration(id: "sum", title: "Sum", operator: .sum, tieBreaks: [.init(column: "exact")]),
    BoardDeclaration(id: "manual", title: "Manual", seasons: .manual),
  ]

  private static let table =
    """
    create table results (
      round integer not null, who text not null, points integer, exact integer, misses integer, word text, note text)
    """

  private func open(_ kind: EngineKind, _ id: String = "plugin") async throws -> any NamespaceStorage {
    try await StorageWorld.current.open(kind, Self.table, id: id, boards: Self.boards)
  }

  /// Scores of a board from the results of a round.
  private func scores(_ board: BoardDeclaration, _ round: Int, details: [String] = []) -> ScoreQuery {
    ScoreQuery(
      board: board.id,
      query: """
        select who as account, points as score, exact, misses, word, note, round as "the 'round'" from results
        where round = \(round) and word <> \("none;)") order by who;
        """,
      achievedAt: Date(millisecondsSince1970: Int64(100 - round)), partition: "de",
      tieBreaks: Array(["exact", "misses"].prefix(board.tieBreaks.count)), details: details,
      season: board.seasons == .manual ? "first" : nil)
  }

  /// Results of which some are better than those of the round before, some are worse, and some of people who are new.
  private func fill(_ storage: any NamespaceStorage, _ people: Int) async throws {
    try await storage.write { transaction in
      for round in 0..<4 {
        let rows = (0..<people * (round + 1) / 4).map { number -> SQL in
          let word = number % 3 == 0 ? "né \"\(number % 2)\"" : "word"
          let (who, points) = ("p\(number * 7 % people)", number * (round + 3) % 11 - 5)
          let note = number % 5 == 0 ? nil : "a"
          return "(\(round), \(who), \(points), \(number % 3), \(number % 2), \(word), \(note))"
        }
        for start in stride(from: 0, to: rows.count, by: 500) {
          let some = rows[start..<min(start + 500, rows.count)]
          try await transaction.execute(
            "insert into results (round, who, points, exact, misses, word, note) values \(rows: some)")
        }
      }
    }
  }

  private func content(_ storage: any NamespaceStorage) async throws -> [String] {
    let collector = Collector<String>()
    try await storage.boardEntries(BoardFilter()) { collector.add("\($0) \($1)") }
    return collector.items
  }

  /// What a listener that keeps the last change of each entry has.
  private func follow(_ storage: any NamespaceStorage) -> Collector<[String: String]> {
    let heard = Collector<[String: String]>()
    storage.onCommit { effects in
      for effect in effects {
        switch effect {
        case .score(let score):
          heard.add(["\(score.position) \(score.account)": score.entry.map { "\(score.position) \($0)" } ?? ""])
        case .scores(let run):
          for index in 0..<run.count {
            let count = Self.boards.first { $0.id == run.columns.position.board }?.tieBreaks.count ?? 0
            let entry = BoardAttempt(run, index, tieBreakCount: count).entry
            heard.add(["\(run.columns.position) \(entry.account)": "\(run.columns.position) \(entry)"])
          }
        case .event, .notification, .grants, .published: continue
        }
      }
    }
    return heard
  }

  /// What a row of the query does.
  private func change(_ row: Row, of scores: ScoreQuery) throws -> ScoreChange {
    let details = try scores.details.map { name -> (String, JSON) in
      if name == "note" { return (name, try (row[name] as String?).map { .string($0) } ?? .null) }
      return (name, name == "word" ? .string(try row[name]) : .integer(try row[name]))
    }
    return ScoreChange(
      board: scores.board, account: try row["account"], score: try row["score"], achievedAt: scores.achievedAt,
      partitions: [scores.partition], tieBreaks: try scores.tieBreaks.map { try row[$0] },
      details: details.isEmpty ? nil : .object(JSONObject(details)), season: scores.season)
  }

  @Test(arguments: EngineKind.available, [40, 5_000])
  func `are the scores that its rows are one by one`(on kind: EngineKind, people: Int) async throws {
    let (queried, single) = (try await open(kind, "queried"), try await open(kind, "single"))
    for storage in [queried, single] { try await fill(storage, people) }
    let heard = follow(queried)
    for round in 0..<4 {
      for board in Self.boards {
        let scores = scores(board, round, details: round == 2 ? [] : ["word", "misses", "the 'round'", "note"])
        // What was submitted before counts before.
        let before = ScoreChange(
          board: board.id, account: AccountID("p1"), score: 2, achievedAt: scores.achievedAt, partitions: ["de"],
          season: "first")
        try await queried.write { transaction in
          try await transaction.submit(before)
          try await transaction.submit(scores)
        }
        try await single.write { transaction in
          try await transaction.submit(before)
          for row in try await transaction.query(scores.query) { try await transaction.submit(change(row, of: scores)) }
        }
      }
    }
    let expected = try await content(single)
    #expect(expected.count == Self.boards.count * people)
    #expect(expected.contains { $0.contains("round") && $0.contains("null") })
    #expect(try await content(queried) == expected)
    let last = heard.items.reduce(into: [:]) { $0.merge($1) { $1 } }
    #expect(last.values.sorted() == expected.sorted())
  }

  @Test(arguments: EngineKind.available)
  func `nothing of them is kept when the transaction fails`(on kind: EngineKind) async throws {
    struct Change: Error {}
    let storage = try await open(kind)
    try await fill(storage, 2_000)
    await #expect(throws: Change.self) {
      try await storage.write { transaction in
        try await transaction.submit(scores(Self.boards[1], 3))
        throw Change()
      }
    }
    #expect(try await content(storage).isEmpty)
  }

  @Test(arguments: EngineKind.available)
  func `an empty answer changes nothing`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let heard = follow(storage)
    try await storage.write { try await $0.submit(scores(Self.boards[0], 17)) }
    #expect(try await content(storage).isEmpty && heard.items.isEmpty)
  }

  @Test(
    arguments: EngineKind.available,
    [
      // Nobody may be there twice, wherever the second stands.
      "select who as account, points as score from results union all select 'p3' as account, 1 as score",
      "select 'p0' as account, 1 as score union all select who as account, points as score from results",
      // Columns that are missing, and such that hold something else.
      "select who, points as score from results", "select who as account, points from results",
      "select round as account, points as score from results", "select who as account, word as score from results",
      "select who as account, cast(null as integer) as score from results",
      // Only one query of the plugin's own tables.
      "delete from results returning who as account, points as score",
      "select who as account, points as score from results; select 1",
      "select account, score from fieldhouse_board_entries",
      "select who as account, points as score from results) select 1 as account",
      "select who as account, points as score from results), x as (delete from results returning 1",
      "select (who as account, points as score from results", "select who as account, ?1 as score from results",
    ])
  func `of a query that gives none are refused`(on kind: EngineKind, text: String) async throws {
    let storage = try await open(kind)
    try await fill(storage, 40)
    await #expect(throws: StorageError.self) {
      try await storage.write { transaction in
        try await transaction.submit(
          ScoreQuery(
            board: "latest", query: SQL(text: text, values: []), achievedAt: Date(millisecondsSince1970: 0)))
      }
    }
    #expect(try await content(storage).isEmpty)
    #expect(try await storage.value("select count(*) from results") == 100)
  }

  @Test(arguments: EngineKind.available)
  func `on a board that is not declared, or has fewer tie-breaks, are refused`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    var unknown = scores(Self.boards[1], 0)
    unknown.board = "other"
    #expect(await refusal(of: unknown, by: storage) == "board-unknown")
    var seasonless = scores(Self.boards[3], 0)
    seasonless.season = nil
    #expect(await refusal(of: seasonless, by: storage) == "season-missing")
    var many = scores(Self.boards[1], 0)
    many.tieBreaks = ["exact"]
    #expect(await refusal(of: many, by: storage) == "storage-statement")
  }

  private func refusal(of scores: ScoreQuery, by storage: any NamespaceStorage) async -> String? {
    do {
      try await storage.write { try await $0.submit(scores) }
      return nil
    } catch {
      return (error as? Problem)?.code ?? (error as? StorageError)?.code.name
    }
  }
}
