internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G6: PostgreSQL in trouble", .storageWorld)
struct ServerTroubleTests {
  private let space = Namespace(
    id: "club",
    migrations: [
      Migration(
        id: "1",
        sql: """
          create table counter (id integer not null primary key, n integer not null);
          insert into counter values (1, 0);
          create table done (id integer not null primary key);
          create table texts (text text not null)
          """)
    ])

  private func address(through port: UInt16? = nil) throws -> (String, UInt16) {
    let text = try TestPostgreSQL.address()
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
    let times = Guarantee.size(60, full: 4_000)
    try await count(6, times: times, on: storage)
    #expect(proxy.cuts > 10)
    #expect(try await storage.value("select n from counter") == 6 * times)
    #expect(try await storage.value("select count(*) from done") == 6 * times)
    Guarantee.report("G6", "\(proxy.cuts) connections cut in \(6 * times) transactions, 0 lost, 0 double effects")
  }

  @Test func `commits of which a third fail for serialization are repeated until they succeed`() async throws {
    let world = StorageWorld.current
    let storage = try await world.engine(.postgresql).open(space)
    try await storage.migrate()
    Superuser(try TestPostgreSQL.address()).run(
      """
      set search_path = "\(world.prefix)_club";
      create function unlucky() returns trigger language plpgsql as $$ begin
        if random() < 0.3 then raise exception 'unlucky' using errcode = '40001'; end if; return null; end $$;
      create constraint trigger t after insert on done deferrable initially deferred
        for each row execute function unlucky()
      """)
    let times = Guarantee.size(50, full: 6_500)
    try await count(4, times: times, on: storage)
    #expect(try await storage.value("select n from counter") == 4 * times)
    Guarantee.report("G6", "\(4 * times) transactions of which 30 % failed to commit at each try, 0 double effects")
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

  @Test func `a connection that is cut while a large value is on its way fails that write alone`() async throws {
    let world = StorageWorld.current
    let proxy = CuttingProxy(to: try address().1, cutPercent: 0, seed: 1)
    defer { proxy.close() }
    let storage = try await world.engine(.postgresql, address: address(through: proxy.port).0).open(space)
    try await storage.migrate()
    let text = String(repeating: "x", count: 16 << 20)
    for round in 0..<12 {
      proxy.cut(after: 1 + round * 1_300_000)
      await expectStorageError(.unavailable) {
        try await storage.execute("insert into texts (text) values (\(text))")
      }
      #expect(!proxy.isOpen)
      proxy.setOpen(true)
      #expect(try await storage.value("select count(*) from counter") == 1)
    }
    #expect(try await storage.value("select count(*) from texts") == 0)
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
      for _ in 0..<2 { #expect(try await storage.wasCommitted(record) == false) }
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

  @Test func `a count of changed rows that was known before is not taken for granted`() async throws {
    let storage = try await StorageWorld.current.engine(.postgresql).open(space)
    try await storage.migrate()
    let runs = Counter()
    @Sendable func update(_ id: Int) async throws -> Int {
      try await storage.write { transaction in
        runs.next()
        return try await transaction.execute("update counter set n = n + 1 where id = \(id)")
      }
    }
    for _ in 0..<20 { #expect(try await update(1) == 1) }
    #expect(runs.count == 20)
    #expect(try await update(7) == 0)
    #expect(runs.count == 22)
    #expect(try await storage.value("select n from counter where id = 1") == 20)
    for number in 0..<20 { try await storage.execute("insert into done values (\(number))") }
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        do {
          try await transaction.execute("insert into done values (\(5))")
        } catch let error as StorageError where error.code == .constraint {
          throw Deliberate()
        }
      }
    }
    #expect(try await storage.value("select count(*) from done") == 20)
  }

  @Test func `transactions of one statement that fail to commit are repeated, too`() async throws {
    let world = StorageWorld.current
    let storage = try await world.engine(.postgresql).open(space)
    try await storage.migrate()
    Superuser(try TestPostgreSQL.address()).run(
      """
      set search_path = "\(world.prefix)_club";
      create function unlucky() returns trigger language plpgsql as $$ begin
        if random() < 0.3 then raise exception 'unlucky' using errcode = '40001'; end if; return null; end $$;
      create constraint trigger t after insert on done deferrable initially deferred
        for each row execute function unlucky()
      """)
    try await withThrowingTaskGroup { group in
      for client in 0..<4 {
        group.addTask {
          for number in 0..<50 { try await storage.execute("insert into done values (\(client * 1_000 + number))") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await storage.value("select count(*) from done") == 200)
  }

  @Test func `connections cut around transactions of one statement cost no effect and double none`() async throws {
    let world = StorageWorld.current
    let proxy = CuttingProxy(to: try address().1, cutPercent: 4, seed: 7)
    defer { proxy.close() }
    try await world.open(.postgresql, space.migrations[0].sql).acknowledge([])
    let storage = try await world.engine(.postgresql, address: address(through: proxy.port).0).open(space)
    let times = Guarantee.size(60, full: 2_000)
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 {
        group.addTask {
          for _ in 0..<times { try await storage.execute("update counter set n = n + 1 where id = 1") }
        }
      }
      try await group.waitForAll()
    }
    #expect(proxy.cuts > 5)
    #expect(try await storage.value("select n from counter") == 6 * times)
  }

  @Test func `the server's health is told`() async throws {
    let health = await (try StorageWorld.current.engine(.postgresql)).health()
    #expect(health.isHealthy)
    #expect(health.version.hasPrefix("1"))
  }
}
