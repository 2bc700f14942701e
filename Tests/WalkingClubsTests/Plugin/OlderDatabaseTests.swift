import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `A database of walking clubs that an older version has filled` {
  private static let (day, end) = (20_315, Date(timeIntervalSince1970: 20_316 * 86_400))
  private static let season = "2025-26"
  /// Clubs by how many people have walked for them; more of them are open than one slice closes.
  private static let clubs = ["ajax": 70, "nec": 1, "psv": 40]

  private static func engine(_ kind: TestEngine, _ folder: URL) throws -> any StorageEngine {
    switch kind {
    case .sqlite: try SQLiteEngine(directory: folder.path)
    case .postgresql:
      PostgreSQLEngine(
        address: try TestPostgreSQL.address(),
        options: PostgreSQLOptions(connections: 2, prefix: folder.lastPathComponent))
    }
  }

  /// Opens the plugin's namespace with some migrations, which run, and closes it behind `body`.
  private static func opened<Value>(
    _ kind: TestEngine, _ folder: URL, _ migrations: some Sequence<Migration>,
    _ body: (any NamespaceStorage) async throws -> Value
  ) async throws -> Value {
    let engine = try engine(kind, folder)
    let result: Result<Value, any Error>
    do {
      let storage = try await engine.open(
        Namespace(id: "walking-clubs", migrations: Array(migrations), boards: [WalkingStore.board]))
      try await storage.migrate()
      result = .success(try await body(storage))
    } catch { result = .failure(error) }
    await engine.close()
    return try result.get()
  }

  /// What a host of before leaves when it is killed as a day is closed: the first slice is committed, the rest is open.
  private static func leave(in storage: any NamespaceStorage) async throws {
    try await storage.write { transaction in
      let text = try JSONText.encode(SeasonRules())
      try await transaction.execute(
        """
        insert into seasons (season, title, first_day, last_day, rules) values
        (\(season), \(season), \(day - 30), \(day + 300), \(text))
        """)
      for (club, people) in clubs.sorted(by: { $0.key < $1.key }) {
        try await transaction.execute("insert into clubs (club, name, country) values (\(club), \(club), 'NL')")
        let sessions = (0..<people).map { index in
          Session(
            account: AccountID("walker\(index)-\(club)"), day: day, club: club, crew: "walkers-\(club)", endsAt: end,
            content: DaySession([.walk { $0.steps = 5_000 }], .sample()), version: 1, reckonedAt: end)
        }
        try await SessionStore.put(sessions, in: transaction)
        try await ClosingStore.add(club, day: day, endsAt: end, at: end.addingTimeInterval(-1), in: transaction)
      }
    }
    try await close(in: storage, slices: 1)
  }

  /// Closes what is due, some slices of it.
  private static func close(in storage: any NamespaceStorage, slices: Int) async throws {
    let now = end.addingTimeInterval(1)
    let due = try await storage.read { try await ClosingStore.due(at: now, limit: 10, in: $0) }
    let company = try await Company.read(of: due.map(\.club), day: day, from: storage)
    var slice = ClosingSlice(day: day, closings: due[...], after: nil, company: company)
    for _ in 0..<slices where !slice.closings.isEmpty {
      let some = slice
      slice = try await storage.write { try await some.close(limit: 50, at: now, in: $0) }
    }
  }

  /// All rows of all tables that have something in them, by table.
  private static func content(of storage: any NamespaceStorage) async throws -> [String: Set<[SQLValue]>] {
    var content: [String: Set<[SQLValue]>] = [:]
    for table in [
      "seasons", "clubs", "sessions", "closings", "day_points", "member_seasons", "club_seasons", "crew_seasons",
      "club_days",
    ] {
      let rows = try await storage.read { try await $0.query(SQL(stringLiteral: "select * from \(table)")) }
      content[table] = Set(rows.map(\.values))
    }
    return content
  }

  private static func run(_ kind: TestEngine, from steps: Int, in folder: URL) async throws {
    let migrations = try WalkingStore.migrations()
    let before = try await opened(kind, folder, migrations.prefix(steps)) { storage in
      try await leave(in: storage)
      return try await content(of: storage)
    }
    #expect(before["sessions"]?.count == 111 && before["day_points"]?.count == 50 && before["closings"]?.count == 3)
    try await opened(kind, folder, migrations) { storage in
      #expect(try await storage.plan().applied == migrations.map(\.id))
      #expect(try await content(of: storage) == before, "nothing is lost by it")
      try await close(in: storage, slices: 10)
      let row = try await storage.read { transaction in
        try await transaction.first(
          """
          select (select count(*) from day_points) as n, (select sum(points) from day_points) as days,
            (select sum(points) from member_seasons) as members, (select sum(points) from club_seasons) as clubs,
            (select sum(points) from club_days) as club_days, (select count(*) from closings) as closings
          """)
      }
      let sums = try ["n", "days", "members", "clubs", "club_days", "closings"].map { try row?[$0] as Int? }
      #expect(sums == [111, 555, 555, 555, 555, 0])
      let parts = try await storage.boardParts(BoardFilter(board: "points", season: season, partition: ""))
      #expect(parts.map(\.size) == [111])
    }
    // The indexes are there that are to be, and those are gone that others do the work of.
    let indexes = Migration(
      id: "9999-indexes.sql",
      sql: """
        drop index closings_by_day;
        create index closings_by_due on closings (due_at);
        create index day_points_of_season on day_points (season);
        create index member_seasons_of_account on member_seasons (account)
        """)
    try await opened(kind, folder, migrations + [indexes]) { storage in
      let plan = try await storage.plan()
      #expect(plan.pending.isEmpty && plan.applied.last == indexes.id)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `goes on as it is, whichever version that was, and a day is closed to its end that was begun before`(
    on kind: TestEngine
  ) async throws {
    for steps in 1..<(try WalkingStore.migrations().count) {
      let name = "walk" + String(UInt32.random(in: .min ... .max), radix: 36)
      let folder = FileManager.default.temporaryDirectory.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let result: Result<Void, any Error>
      do { result = .success(try await Self.run(kind, from: steps, in: folder)) } catch { result = .failure(error) }
      try FileManager.default.removeItem(at: folder)
      if kind == .postgresql {
        let engine = try Self.engine(kind, folder)
        _ = try await engine.remove("walking-clubs")
        await engine.close()
      }
      try result.get()
    }
  }
}
