internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A namespace that is removed", .storageWorld)
struct RemovalTests {
  private static let table = "create table t (id integer primary key, name text not null)"

  @Test(arguments: EngineKind.available)
  func `is gone with all it held, and can be made anew`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let before = try world.engine(kind)
    for id in ["club", "walks"] {
      let storage = try await before.open(Namespace(id: id, migrations: [Migration(id: "1", sql: Self.table)]))
      try await storage.migrate()
      try await storage.write { try await $0.execute("insert into t (name) values ('x')") }
    }
    await before.close()
    let engine = try world.engine(kind)
    #expect(try await engine.remove("club"))
    #expect(try await !engine.remove("club"))
    #expect(try await engine.namespaces() == ["walks"])
    let again = try await engine.open(Namespace(id: "club", migrations: [Migration(id: "1", sql: Self.table)]))
    #expect(try await again.migrate() == ["1"])
    #expect(try await again.value("select count(*) from t") == 0)
    let other = try await engine.open(Namespace(id: "walks", migrations: [Migration(id: "1", sql: Self.table)]))
    #expect(try await other.value("select count(*) from t") == 1)
  }

  @Test func `is not while a process has its file open`() async throws {
    let world = StorageWorld.current
    let storage = try await world.open(.sqlite, Self.table)
    let error = await #expect(throws: StorageError.self) { try await world.engine(.sqlite).remove("club") }
    #expect(error?.code == .unavailable)
    #expect(error?.message.hasSuffix("club.sqlite open. Stop it first.") == true)
    try await storage.write { try await $0.execute("insert into t (name) values ('x')") }
    #expect(try await storage.value("select count(*) from t") == 1)
  }

  @Test(arguments: EngineKind.available)
  func `is not while this engine has it open`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let storage = try await world.open(kind, Self.table)
    let error = await #expect(throws: StorageError.self) { try await world.openEngines[0].remove("club") }
    #expect(error?.code == .namespace)
    try await storage.write { try await $0.execute("insert into t (name) values ('x')") }
  }

  @Test func `is not while a host is connected to the server's database, and is when that has ended`() async throws {
    let world = StorageWorld.current
    let storage = try await world.open(.postgresql, Self.table)
    let other = try world.engine(.postgresql)
    for attempt in [{ try await other.checkUnused() }, { _ = try await other.remove("club") }] {
      let error = await #expect(throws: StorageError.self) { try await attempt() }
      #expect(error?.code == .unavailable)
      #expect(error?.message == "A host is connected to the database. Stop it first.")
    }
    try await storage.write { try await $0.execute("insert into t (name) values ('x')") }
    #expect(try await storage.value("select count(*) from t") == 1)
    await world.openEngines[0].close()
    #expect(try await other.remove("club"))
    #expect(try await other.namespaces() == [])
  }

  @Test(arguments: EngineKind.available)
  func `has the name of one`(on kind: EngineKind) async throws {
    await expectStorageError(.namespace) { try await StorageWorld.current.engine(kind).remove("../club") }
  }
}
