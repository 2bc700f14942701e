internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

/// SQLite stores `-0.0` in a column of reals as 0; PostgreSQL keeps the sign.
@Suite("A zero with a sign", .storageWorld)
struct ZeroTests {
  private let space = Namespace(
    id: "club",
    migrations: [
      Migration(id: "1", sql: "create table points (id integer not null primary key, east real, north real)")
    ])

  private func fill(_ storage: any NamespaceStorage) async throws {
    try await storage.migrate()
    try await storage.execute("insert into points values (1, \(-0.0), \(0.0))")
    try await storage.execute("insert into points values (2, cast(0 as real) * -1, \(-1.5))")
  }

  @Test(arguments: EngineKind.available)
  func `loses it on its way into a table`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.engine(kind).open(space)
    try await fill(storage)
    let east: Double = try await storage.value("select east from points where id = 1")
    #expect(east == 0 && east.sign == .plus)
    #expect(try await storage.column("select id from points where east = 0 order by id") == [1, 2])
  }

  @Test func `keeps no database from being moved, nor from being backed up and restored`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.postgresql)
    try await fill(engine.open(space))
    await engine.close()
    try FileManager.default.createDirectory(atPath: world.directory, withIntermediateDirectories: true)
    let file = world.directory + "-backup"
    _ = try await StorageBackup(path: file).make(
      of: world.engine(.postgresql), in: world.directory, namespaces: [space])
    try await StorageWorld.another { other in
      let files = try other.engine(.sqlite)
      let report = try await DatabaseTransfer([space]).run(from: world.engine(.postgresql), to: files)
      #expect(report.tables.first { $0.name == "points" }?.rows == 2)
      await files.close()
      let moved = try await other.engine(.sqlite).open(space)
      let east: [Double] = try await moved.column("select east from points order by id")
      #expect(east == [0, 0])
    }
    try await StorageWorld.another { other in
      let target = try other.engine(.postgresql)
      var options = RestoreOptions()
      options.known = [space]
      _ = try await StorageRestore(into: other.directory, engine: target, options: options).run(file)
      await target.close()
      let north: [Double] = try await other.engine(.postgresql).open(space).column(
        "select north from points order by id")
      #expect(north == [0, -1.5])
    }
  }

  @Test(arguments: EngineKind.available, EngineKind.available)
  func `and an empty table that was moved begins with 1, one with rows behind the last`(
    from source: EngineKind, to target: EngineKind
  ) async throws {
    let space = Namespace(
      id: "club",
      migrations: [
        Migration(
          id: "1",
          sql: """
            create table none (id integer primary key, name text);
            create table few (id integer, name text, primary key (id));
            insert into few (id, name) values (1, 'a'), (41, 'b')
            """)
      ])
    let world = StorageWorld.current
    let engine = try world.engine(source)
    try await engine.open(space).migrate()
    await engine.close()
    try await StorageWorld.another { other in
      let to = try other.engine(target)
      _ = try await DatabaseTransfer([space]).run(from: world.engine(source), to: to)
      await to.close()
      let moved = try await other.engine(target).open(space)
      for (table, id) in [("none", 1), ("none", 2), ("few", 42)] {
        let sql = SQL(text: "insert into \(table) (name) values ('new') returning id", values: [])
        #expect(try await moved.write { try await $0.query(sql)[0][0] as Int } == id)
      }
    }
  }
}
