internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G18: migrations under way", .storageWorld)
struct MigrationKillTests {
  /// What `storage-ledger migrate` runs: two migrations of several statements and a repeated one, 14 stops in all.
  private static let stops = 1...16

  private func place(_ kind: EngineKind) throws -> [String] {
    let world = StorageWorld.current
    return kind == .sqlite
      ? ["sqlite", world.directory] : ["postgresql", try TestPostgreSQL.address(), world.prefix]
  }

  /// Tables, columns and rows after the migrations.
  private func contents(_ kind: EngineKind, _ world: StorageWorld) async throws -> [String] {
    let engine = try world.engine(kind)
    let storage = try #require(try await engine.open(Namespace(id: "ledger")) as? any NamespaceEngine)
    let lines = try await storage.inspect { [catalog = storage.catalog] transaction in
      var lines: [String] = []
      for table in try await TableShape.all(transaction, catalog) {
        lines.append("\(table.name) \(table.columns)")
        lines += try await transaction.query(table.select).map { "\($0.values)" }.sorted()
      }
      lines += try await transaction.run(HostStatements.appliedMigrations, []).map { "\($0.values)" }
      return lines
    }
    await engine.close()
    return lines
  }

  @Test(arguments: EngineKind.available)
  func `that are killed at any statement run again and end the same`(on kind: EngineKind) async throws {
    try await LedgerProcess(["migrate"] + place(kind) + ["0"]).end()
    let expected = try await contents(kind, StorageWorld.current)
    #expect(expected.contains { $0.contains("people") })
    var killed = 0
    for stop in Self.stops {
      let world = StorageWorld()
      try await StorageWorld.$current.withValue(world) {
        if try await LedgerProcess(["migrate"] + place(kind) + ["\(stop)"]).end() != 0 { killed += 1 }
        #expect(try await LedgerProcess(["migrate"] + place(kind) + ["0"]).end() == 0)
        #expect(try await contents(kind, world) == expected)
      }
      await world.end()
    }
    #expect(killed == Self.stops.count)
    Guarantee.report("G18", "\(kind): killed at \(killed) statements, the same schema and rows each time")
  }

  @Test(arguments: EngineKind.available)
  func `of very many rows let others write in between`(on kind: EngineKind) async throws {
    let rows = Guarantee.size(30_000, full: 1_000_000)
    let world = StorageWorld.current
    let first = Migration(
      id: "1", sql: "create table people (id integer not null primary key, name text not null)")
    let steps = [
      first, Migration(id: "2", sql: "alter table people add column shirt integer"),
      Migration(
        id: "3",
        sql: """
          update people set shirt = id % 99
          where id in (select id from people where shirt is null order by id limit ?1)
          """),
    ]
    let old = try await world.engine(kind).open(Namespace(id: "club", migrations: [first]))
    try await old.migrate()
    try await old.execute(
      """
      with recursive n (i) as (select 1 union all select i + 1 from n where i < \(rows))
      insert into people (id, name) select i, 'somebody' from n
      """)
    let new = try await world.engine(kind).open(Namespace(id: "club", migrations: steps))
    let isOver = Mutex(false)
    let writing = Task {
      var (longest, count) = (Duration.zero, 0)
      while !isOver.withLock({ $0 }) {
        let start = ContinuousClock.now
        try await old.execute("update people set name = 'renamed' where id = \(count % rows + 1)")
        longest = max(longest, .now - start)
        count += 1
      }
      return (longest, count)
    }
    try await new.migrate()
    isOver.withLock { $0 = true }
    let (longest, count) = try await writing.value
    #expect(count >= Guarantee.size(4, full: 50))
    if Guarantee.isFull { #expect(longest < .seconds(1)) }
    #expect(try await new.value("select count(*) from people where shirt = id % 99") == rows)
    #expect(try await new.value("select count(*) from people where name = 'renamed'") == min(count, rows))
    Guarantee.report("G18", "\(kind): \(count) writes during a migration of \(rows) rows, the longest took \(longest)")
  }

  @Test func `that repeat a statement have no other, and each statement that fails is named`() async throws {
    let world = StorageWorld.current
    for sql in [
      "create table a (id integer); update a set id = 1 where id in (select id from a limit ?1)",
      "update nowhere set id = 1 where id in (select id from nowhere limit ?1)",
    ] {
      let engine = try world.engine(.sqlite)
      let storage = try await engine.open(Namespace(id: "club", migrations: [Migration(id: "1", sql: sql)]))
      await expectStorageError(.migrationFailed) { try await storage.migrate() }
      await engine.close()
    }
  }
}
