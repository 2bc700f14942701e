internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("PostgreSQL in trouble", .storageWorld, .enabled(if: PostgreSQLServer.address != nil))
struct ServerTroubleTests {
  private let space = Namespace(
    id: "club",
    migrations: [
      Migration(
        id: "1",
        sql: """
          create table counter (id integer not null primary key, n integer not null);
          insert into counter values (1, 0);
          create table done (id integer not null primary key)
          """)
    ])

  private func address(through port: UInt16? = nil) throws -> (String, UInt16) {
    let text = try #require(PostgreSQLServer.address)
    var parts = try #require(URLComponents(string: text))
    let target = UInt16(parts.port ?? 5_432)
    parts.host = "127.0.0.1"
    parts.port = Int(port ?? target)
    return (try #require(parts.string), target)
  }

  private func count(_ clients: Int, times: Int, on storage: any NamespaceStorage) async throws {
    try await withThrowingTaskGroup { group in
      for client in 0..<clients {
        group.addTask {
          for number in 0..<times {
            try await storage.write { transaction in
              try await transaction.execute("insert into done values (\(client * 100_000 + number))")
              try await transaction.execute("update counter set n = n + 1 where id = 1")
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `connections cut before, during and after commits cost no effect and double none`() async throws {
    let world = StorageWorld.current
    let (_, target) = try address()
    let proxy = CuttingProxy(to: target, cutPercent: 4, seed: 6)
    defer { proxy.close() }
    try await world.open(.postgresql, space.migrations[0].sql).acknowledge([])
    let engine = try world.engine(.postgresql, address: address(through: proxy.port).0)
    let storage = try await engine.open(space)
    try await count(6, times: 60, on: storage)
    #expect(proxy.cuts > 10)
    #expect(try await storage.value("select n from counter") == 360)
    #expect(try await storage.value("select count(*) from done") == 360)
  }

  @Test func `commits of which a third fail for serialization are repeated until they succeed`() async throws {
    let world = StorageWorld.current
    let storage = try await world.engine(.postgresql).open(space)
    try await storage.migrate()
    Superuser(try #require(PostgreSQLServer.address)).run(
      """
      set search_path = "\(world.prefix)_club";
      create function unlucky() returns trigger language plpgsql as $$ begin
        if random() < 0.3 then raise exception 'unlucky' using errcode = '40001'; end if; return null; end $$;
      create constraint trigger t after insert on done deferrable initially deferred
        for each row execute function unlucky()
      """)
    try await count(4, times: 50, on: storage)
    #expect(try await storage.value("select n from counter") == 200)
  }

  @Test func `a server that is gone is unavailable, and work goes on when it is back`() async throws {
    let world = StorageWorld.current
    let proxy = CuttingProxy(to: try address().1, cutPercent: 0, seed: 1)
    defer { proxy.close() }
    let storage = try await world.engine(.postgresql, address: address(through: proxy.port).0).open(space)
    try await storage.migrate()
    proxy.setOpen(false)
    await expectStorageError(.unavailable) { try await count(1, times: 1, on: storage) }
    await expectStorageError(.unavailable) { try await storage.value("select n from counter") as Int }
    proxy.setOpen(true)
    try await count(2, times: 5, on: storage)
    #expect(try await storage.value("select n from counter") == 10)
  }

  @Test func `nobody at the address is said within seconds, also to doctor`() async throws {
    let engine = PostgreSQLEngine(address: "postgresql://nobody@127.0.0.1:9/none")
    await expectStorageError(.unavailable) { try await engine.open(space) }
    let health = await engine.health()
    #expect(health.findings.map(\.code) == ["storage-unavailable"])
    await engine.close()
  }

  @Test func `fewer connections than writers make them wait, not fail`() async throws {
    let world = StorageWorld.current
    let storage = try await world.engine(.postgresql, connections: 2).open(space)
    try await storage.migrate()
    try await count(20, times: 3, on: storage)
    #expect(try await storage.value("select n from counter") == 60)
  }

  @Test func `a commit that is fenced off can no longer happen`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.postgresql)
    let storage = try #require(try await engine.open(space) as? ServerNamespace)
    try await storage.migrate()
    let late = try await storage.pool.acquire(for: storage.schema)
    try await withTaskExecutorPreference(late.loop) {
      try await late.bind(to: storage.schema)
      let values = late.nextCommit()
      let record = CommitRecord(slot: late.slot, number: late.commitNumber)
      #expect(try await storage.wasCommitted(record) == false)
      try late.queue("begin isolation level serializable", [], as: .host)
      try late.queue("insert into done values (1)", [], as: .host)
      try late.queue(ServerStatements.recordCommit, values, as: .host)
      try late.queue("commit", [], as: .host)
      await #expect(throws: ServerError.self) { try await late.exchange() }
      late.close()
      storage.pool.release(late)
    }
    #expect(try await storage.value("select count(*) from done") == 0)
  }

  @Test func `the server's health is told`() async throws {
    let health = await (try StorageWorld.current.engine(.postgresql)).health()
    #expect(health.isHealthy)
    #expect(health.version.hasPrefix("1"))
  }
}
