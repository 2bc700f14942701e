internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

/// The databases of one server share its roles.
@Suite("Two databases of one server", .storageWorld)
struct TwoDatabasesTests {
  private static let club = Namespace(
    id: "club", migrations: [Migration(id: "1", sql: "create table texts (text text not null)")])

  /// Runs a body with engines in two new databases, which name everything alike.
  private func withEngines(_ body: (PostgreSQLEngine, PostgreSQLEngine) async throws -> Void) async throws {
    let world = StorageWorld.current
    let server = PostgreSQLEngine(address: try TestPostgreSQL.address(), options: PostgreSQLOptions(connections: 1))
    world.add(server)
    /// Removing a database waits until the server has synced every file of every test that runs beside this one.
    func order(_ statement: String) async throws {
      try await server.withHostConnection { connection in
        for text in ["set statement_timeout = 0", statement] {
          try connection.queueOnce(text)
          _ = try await connection.exchange()
        }
      }
    }
    let names = [world.prefix + "_one", world.prefix + "_two"]
    for name in names { try await order("create database \"\(name)\"") }
    let engines = try names.map { name in
      var parts = try #require(URLComponents(string: try TestPostgreSQL.address()))
      parts.path = "/" + name
      return PostgreSQLEngine(
        address: try #require(parts.string), options: PostgreSQLOptions(connections: 2, prefix: world.prefix))
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(engines[0], engines[1])) } catch { result = .failure(error) }
    for engine in engines {
      await engine.close()
      let cleaner = PostgreSQLEngine(address: engine.address, options: engine.options)
      for id in try await cleaner.namespaces() { _ = try await cleaner.remove(id) }
      await cleaner.close()
    }
    for name in names { try await order("drop database \"\(name)\" with (force)") }
    try result.get()
  }

  private func roles(_ engine: PostgreSQLEngine, _ beginning: String) async throws -> [String] {
    try await engine.withHostConnection { connection in
      try connection.queueOnce(
        "select rolname::text from pg_catalog.pg_roles where starts_with(rolname, ?1)", [.text(beginning)])
      return try await connection.exchange()[0].rows.map { try $0[0] }
    }
  }

  @Test func `a restore into one leaves what another restores into the other, and removes its own`() async throws {
    try await withEngines { one, two in
      let staging = one.staging("abcdefgh")
      let coming = try await staging.open(Self.club)
      try await coming.migrate()
      let role = staging.schema(of: "club")
      try await two.forgetStaged()
      #expect(try await roles(two, role) == [role])
      try await coming.write { try await $0.execute("insert into texts values ('kept')") }
      await staging.close()
      try await one.forgetStaged()
      #expect(try await roles(one, role) == [])
      #expect(try await one.withHostConnection { try await $0.schemas(role) } == [])
      try await one.forgetStaged()
    }
  }

  @Test func `hosts that start for the first time at once make one role`() async throws {
    try await withEngines { one, two in
      for number in 0..<10 {
        let namespace = Namespace(id: "club\(number)", migrations: Self.club.migrations)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for engine in [one, two] {
            group.addTask {
              let storage = try await engine.open(namespace)
              try await storage.migrate()
              try await storage.write { try await $0.execute("insert into texts values ('here')") }
            }
          }
          try await group.waitForAll()
        }
      }
      #expect(try await roles(one, StorageWorld.current.prefix + "_club").count == 10)
    }
  }

  /// Runs a body with an engine of its own on the same database.
  private static func withFresh<Value: Sendable>(
    _ engine: PostgreSQLEngine, _ body: (PostgreSQLEngine) async throws -> Value
  ) async throws -> Value {
    let fresh = PostgreSQLEngine(address: engine.address, options: engine.options)
    let result: Result<Value, any Error>
    do { result = .success(try await body(fresh)) } catch { result = .failure(error) }
    await fresh.close()
    return try result.get()
  }

  private static func work(_ engine: PostgreSQLEngine) async throws {
    let storage = try await engine.open(club)
    try await storage.migrate()
    try await storage.write { try await $0.execute("insert into texts values ('here')") }
  }

  @Test func `what one removes, the other makes at the same moment and works with`() async throws {
    try await withEngines { one, two in
      for _ in 0..<40 {
        try await Self.withFresh(one, Self.work)
        async let isRemoved = Self.withFresh(one) { try await $0.remove("club") }
        try await Self.withFresh(two, Self.work)
        #expect(try await isRemoved)
        #expect(try await Self.withFresh(two) { try await $0.remove("club") })
      }
    }
  }
}
