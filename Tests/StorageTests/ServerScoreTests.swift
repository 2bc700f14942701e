internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Scores on PostgreSQL", .storageWorld)
struct ServerScoreTests {
  private static let boards = [
    BoardDeclaration(id: "best", title: "Best"), BoardDeclaration(id: "sum", title: "Sum", operator: .sum),
  ]

  private func open(_ world: StorageWorld = .current) async throws -> any NamespaceStorage {
    try await world.open(.postgresql, id: "club", boards: Self.boards)
  }

  private func score(_ person: Int, _ score: Int64, on board: String = "sum", in parts: [String] = [""]) -> ScoreChange
  {
    ScoreChange(
      board: board, account: AccountID("p\(person)"), score: score, achievedAt: Date(millisecondsSince1970: score),
      partitions: parts)
  }

  /// Where a reader stands, and what it may be told again from there.
  private struct Mark {
    let number: Int64
    let known: Set<Int64>
  }

  private func mark(_ storage: any NamespaceStorage) async throws -> Mark {
    let number = try #require(try await storage.boardChanges(since: nil)).mark
    let known = try #require(try await storage.boardChanges(since: number)).changes.map(\.sequence)
    return Mark(number: number, known: Set(known))
  }

  private func changes(_ storage: any NamespaceStorage, since mark: Mark) async throws -> [String: Int64?] {
    let found = try #require(try await storage.boardChanges(since: mark.number)).changes
    return Dictionary(
      found.filter { !mark.known.contains($0.sequence) }
        .map { ("\($0.position.board)/\($0.position.partition)/\($0.account)", $0.entry?.score) },
      uniquingKeysWith: { $1 })
  }

  @Test(arguments: [1, 2, 2_000, 4_500])
  func `are told to other processes once for each entry, however many go together`(count: Int) async throws {
    let storage = try await open()
    let start = try await mark(storage)
    try await storage.write { transaction in
      for person in 0..<count { try await transaction.submit(self.score(person, 5, in: ["", "de"])) }
      try await transaction.submit(self.score(0, 2))
    }
    let told = try await changes(storage, since: start)
    #expect(told.count == 2 * count)
    #expect(told["sum//p0"] == .some(7))
    #expect(told["sum/de/p0"] == .some(5))
    #expect(told.values.filter { $0 == 5 }.count == 2 * count - 1)
  }

  @Test func `that do not count tell nothing`() async throws {
    let storage = try await open()
    try await storage.write { transaction in
      for person in 0..<3 { try await transaction.submit(self.score(person, 10, on: "best")) }
    }
    let between = try await mark(storage)
    try await storage.write { transaction in
      for person in 0..<3 { try await transaction.submit(self.score(person, Int64(9 + person), on: "best")) }
    }
    #expect(try await changes(storage, since: between) == ["best//p2": 11])
  }

  @Test func `withdrawn and erased are told too`() async throws {
    let storage = try await open()
    try await storage.write { transaction in
      for person in 0..<4 { try await transaction.submit(self.score(person, 1, in: ["", "de"])) }
    }
    let between = try await mark(storage)
    try await storage.write { transaction in
      try await transaction.submit(self.score(1, 4))
      try await transaction.submit(
        ScoreChange(
          board: "sum", account: AccountID("p1"), score: 0, achievedAt: Date(), partitions: [""], isWithdrawal: true))
    }
    #expect(try await storage.eraseBoardEntries(of: AccountID("p2")) == 2)
    #expect(
      try await changes(storage, since: between) == ["sum//p1": Int64?.none, "sum//p2": nil, "sum/de/p2": nil])
  }

  @Test func `texts of every kind arrive as they are`() async throws {
    let storage = try await open()
    let texts = [#"quote " and \ backslash"#, "line\nbreak\ttab", "Ünïcode 🏆", "'; drop table x; --", "\u{7f}\u{1}"]
    try await storage.write { transaction in
      for (number, text) in texts.enumerated() {
        try await transaction.submit(
          ScoreChange(
            board: "best", account: AccountID("p\(number)"), score: 1, achievedAt: Date(millisecondsSince1970: 0),
            partitions: [""], details: ["text": .string(text)]))
      }
    }
    let position = BoardPosition(board: "best", season: "all")
    let entries = try await storage.boardEntries(at: position, of: texts.indices.map { AccountID("p\($0)") })
    let found = try entries.sorted { $0.account.text < $1.account.text }.map { entry in
      try JSON(parsing: try #require(entry.detailsText))["text"]?.string
    }
    #expect(found == texts)
  }

  @Test func `of two batches over the same people in opposite order, none is lost`() async throws {
    let storage = try await open()
    try await withThrowingTaskGroup { group in
      for batch in 0..<6 {
        group.addTask {
          try await storage.write { transaction in
            let people = batch.isMultiple(of: 2) ? Array(0..<300) : (0..<300).reversed()
            for person in people { try await transaction.submit(self.score(person, 1)) }
          }
        }
      }
      try await group.waitForAll()
    }
    let position = BoardPosition(board: "sum", season: "all")
    let entries = try await storage.boardEntries(at: position, of: (0..<300).map { AccountID("p\($0)") })
    #expect(entries.count == 300)
    #expect(entries.allSatisfy { $0.score == 6 })
  }

  @Test func `a schema of before loses the triggers that noted changes, and notes them all the same`() async throws {
    let world = StorageWorld.current
    var storage = try await open()
    let engine = try #require(world.openEngines.last as? PostgreSQLEngine)
    let schema = engine.schema(of: "club")
    let server = Superuser(try TestPostgreSQL.address())
    server.run(
      """
      set search_path to "\(schema)";
      create function fieldhouse_note_board_changes() returns trigger language plpgsql as
        'begin raise exception ''still there''; end';
      create trigger fieldhouse_board_inserted after insert on fieldhouse_board_entries
        for each statement execute function fieldhouse_note_board_changes()
      """)
    await engine.close()
    storage = try await open()
    let start = try await mark(storage)
    try await storage.write { try await $0.submit(self.score(1, 3)) }
    #expect(try await changes(storage, since: start) == ["sum//p1": 3])
  }
}
