internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Connections to PostgreSQL", .storageWorld)
struct ServerConnectionsTests {
  private func storage(linger: Duration) async throws -> (PostgreSQLEngine, any NamespaceStorage) {
    let world = StorageWorld.current
    let engine = PostgreSQLEngine(
      address: try TestPostgreSQL.address(),
      options: PostgreSQLOptions(connections: 8, linger: linger, prefix: world.prefix, limits: StorageWorld.limits))
    world.add(engine)
    let storage = try await engine.open(
      Namespace(id: "club", migrations: [Migration(id: "1", sql: "create table texts (text text not null)")]))
    try await storage.migrate()
    return (engine, storage)
  }

  /// Holds so many transactions open at once.
  /// - Returns: the connections there were while all were open.
  private func burst(_ count: Int, on storage: any NamespaceStorage, of engine: PostgreSQLEngine) async throws -> Int {
    let gate = Gate(count) { engine.pool.size }
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          try await storage.write { transaction in
            try await transaction.execute("insert into texts values (\("text \(number)"))")
            _ = try await transaction.query("select count(*) from texts")
            await gate.pass()
          }
        }
      }
      try await group.waitForAll()
    }
    return await gate.found
  }

  @Test func `grow with need, go when nobody needs them, and come back`() async throws {
    let (engine, storage) = try await storage(linger: .milliseconds(200))
    #expect(try await burst(6, on: storage, of: engine) >= 6)
    try await eventually { engine.pool.size == 1 }
    #expect(try await burst(6, on: storage, of: engine) >= 6)
    #expect(try await storage.value("select count(*) from texts") == 12)
    try await eventually { engine.pool.size == 1 }
  }

  /// A host in which nothing happens kept a connection for each namespace, for the looks at them.
  @Test(.timeLimit(.minutes(1)))
  func `are one for the looks of upkeep at all namespaces, also at once and within one another`() async throws {
    let (engine, storage) = try await storage(linger: .milliseconds(200))
    var all = [storage]
    for number in 0..<5 { all.append(try await engine.open(Namespace(id: "club-\(number)"))) }
    for other in all.dropFirst() { try await other.migrate() }
    try await eventually { engine.pool.size == 1 }
    @Sendable func look(_ other: any NamespaceStorage) async throws -> Int64 {
      try await StorageUpkeep.look {
        _ = try await other.pendingEffects(after: 0, limit: 1)
        return try await other.read { transaction in
          // What a look reads elsewhere waits for nobody.
          _ = try await storage.nextReminder()
          return try await transaction.first("select 1 as one")?["one"] ?? 0
        }
      }
    }
    for round in 0..<3 {
      for storage in all { #expect(try await look(storage) == 1, "\(round)") }
      #expect(engine.pool.size <= 3, "one for the looks, one for what they read elsewhere, and the last one of before")
    }
    let found = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<10 { for storage in all { group.addTask { try await look(storage) } } }
      return try await group.reduce(0, +)
    }
    #expect(found == 60)
  }

  @Test func `forget statements of one namespace where the other one begins a transaction`() async throws {
    let (engine, _) = try await storage(linger: .seconds(10))
    _ = try await engine.open(Namespace(id: "league"))
    let found = try await engine.withHostConnection { connection in
      try await connection.bind(to: engine.schema(of: "club"))
      // More than a connection keeps.
      for number in 0..<300 {
        try connection.queue("select \(number) as n", [], as: .reading)
        _ = try await connection.exchange()
      }
      try await connection.bind(to: engine.schema(of: "league"))
      for text in ["begin isolation level read committed", "select current_setting('transaction_isolation')", "commit"]
      {
        try connection.queue(text, [], as: .host)
      }
      return try await connection.exchange().flatMap(\.rows).flatMap(\.values)
    }
    #expect(found == [.text("read committed")])
  }

  @Test func `stay while they are used`() async throws {
    let (engine, storage) = try await storage(linger: .seconds(3_600))
    #expect(try await burst(6, on: storage, of: engine) >= 6)
    #expect(engine.pool.size >= 6)
  }

  @Test func `are watched no more when they have broken, so that the loop of a host without a server sleeps`()
    async throws
  {
    let loop = EventLoop(name: "broken")
    defer { loop.stop() }
    let address = try TestPostgreSQL.address()
    let watched = try await Task(executorPreference: loop) {
      let connection = try await ServerConnection.open(address, limits: StorageWorld.limits, on: loop)
      let before = loop.watched
      // As if the server were gone from one moment to the next: nothing more is to be read.
      for descriptor in before { shutdown(descriptor, CInt(SHUT_RDWR)) }
      try await eventually { connection.loss != nil }
      return (before, loop.watched)
    }.value
    #expect(watched.0.count == 1)
    #expect(watched.1.isEmpty)
  }

  @Test func `that the server ended for a transaction that did nothing tell the next one that they are lost`()
    async throws
  {
    let loop = EventLoop(name: "late")
    defer { loop.stop() }
    let address = try TestPostgreSQL.address()
    let limits = TransactionLimits(idle: .milliseconds(50), total: .seconds(60))
    let outcome = await Task(executorPreference: loop) { () -> Result<[ServerReply], any Error> in
      do {
        let connection = try await ServerConnection.open(address, limits: limits, on: loop)
        try connection.queueOnce("begin")
        _ = try await connection.exchange()
        // The loop is held up until the server has said its last word, so that nothing of it was read.
        var descriptor = pollfd(fd: loop.watched[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 60_000) == 1)
        try connection.queueOnce("rollback")
        connection.exchangeLater()
        try connection.queueOnce("select 1")
        return .success(try await connection.exchange())
      } catch {
        return .failure(error)
      }
    }.value
    #expect(throws: ConnectionLost.self) { try outcome.get() }
  }

  /// A command that ended while the upkeep had a connection left a session behind, and the next restore was refused.
  @Test(.timeLimit(.minutes(1)))
  func `that are in use when the engine closes do their work, and end when they come back`() async throws {
    let (engine, _) = try await storage(linger: .seconds(30))
    let pool = engine.pool
    let connection = try await pool.acquire(for: "")
    await engine.close()
    let found = try await Task(executorPreference: connection.loop) {
      defer { pool.release(connection) }
      try connection.queueOnce("select 1")
      return try await connection.exchange()[0].rows.count
    }.value
    #expect(found == 1)
    let sessions = "select 1 from pg_stat_activity where application_name = 'fieldhouse/\(engine.options.prefix)'"
    let superuser = Superuser(try TestPostgreSQL.address())
    try await eventually { superuser.run(sessions) == [] }
    try await eventually { connection.loop.hasEnded }
    await #expect(throws: StorageError.self) { _ = try await pool.acquire(for: "") }
    // Nobody waits on in a pool that is closed.
    await pool.pause(3_600_000_000_000)
  }

  @Test(.timeLimit(.minutes(1)))
  func `let those go on who pause when the engine closes`() async throws {
    let (engine, _) = try await storage(linger: .seconds(30))
    let pool = engine.pool
    let pause = Task { await pool.pause(3_600_000_000_000) }
    await pool.pause(1)
    await engine.close()
    await pause.value
  }

  @Test func `that are being opened when their loop ends fail, and nobody waits for them for ever`() async throws {
    var server = try #require(URLComponents(string: try TestPostgreSQL.address()))
    let proxy = CuttingProxy(to: UInt16(server.port ?? 5_432), cutPercent: 0, seed: 1)
    defer { proxy.close() }
    proxy.setFrozen(true)
    server.port = Int(proxy.port)
    let address = try #require(server.string)
    let loop = EventLoop(name: "ending")
    let failures = Counter()
    Task(executorPreference: loop) {
      do {
        _ = try await ServerConnection.open(address, limits: StorageWorld.limits, on: loop, patience: 3_600_000_000_000)
      } catch is ConnectionLost {
        failures.next()
      }
    }
    try await eventually { await Task(executorPreference: loop) { !loop.watched.isEmpty }.value }
    loop.stop()
    try await eventually { failures.count == 1 }
  }

  @Test func `never compile a statement`() async throws {
    let (engine, _) = try await storage(linger: .seconds(30))
    let found = try await engine.withHostConnection { connection in
      try connection.queueOnce("select current_setting('jit')")
      return try await connection.exchange()[0].rows.first?.values
    }
    #expect(found == [.text("off")])
  }

  @Test func `of a plugin whose reads all wait leave some to others, and the plugin is named`() async throws {
    let (engine, storage) = try await storage(linger: .seconds(30))
    let other = try await engine.open(Namespace(id: "cards"))
    try await other.migrate()
    let (latch, begun) = (Latch(), Counter())
    // Far more than there are connections, beyond those that are opened while others are held for long.
    let sleepers = (0..<40).map { _ in
      Task {
        try await storage.read { _ in
          begun.next()
          await latch.wait()
        }
      }
    }
    try await eventually { begun.count == 10 }
    #expect(try await other.value("select 1") == 1)
    try await eventually {
      let parts = await engine.pulse()
      return parts.map(\.namespace) == [nil, "club"] && parts.map(\.health.state) == [.ok, .degraded]
    }
    let reason = await engine.pulse().last?.health.reason
    #expect(reason?.hasPrefix("It holds 10 connections to the database, one of them for ") == true)
    #expect(reason?.hasSuffix(" s; 30 more of its reads and writes wait.") == true)
    latch.open()
    for sleeper in sleepers { try await sleeper.value }
    #expect(begun.count == 40)
    #expect(await engine.pulse().map(\.namespace) == [nil])
  }

  @Test func `records of ended sessions are removed by the upkeep, not when a connection changes its namespace`()
    async throws
  {
    let (engine, storage) = try await storage(linger: .seconds(30))
    let schema = engine.schema(of: "club")
    let server = Superuser(try TestPostgreSQL.address())
    server.run(
      "insert into \"\(schema)\".fieldhouse_commits values ('ended', 1, 1000), ('fence', 1, -1000), ('new', 1, "
        + "(extract(epoch from clock_timestamp()) * 1000)::bigint)")
    let slots = { server.run("select slot from \"\(schema)\".fieldhouse_commits where number = 1 order by slot") }
    _ = try await engine.namespaces()
    try await storage.execute("insert into texts values ('one more')")
    #expect(slots() == ["ended", "fence", "new"])
    await (storage as? ServerNamespace)?.forgetEndedSessions()
    #expect(slots() == ["new"])
  }
}

/// Lets everybody pass once so many have come.
private actor Gate {
  private let look: @Sendable () -> Int
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// What there was when the last one came.
  private(set) var found = 0

  init(_ count: Int, _ look: @escaping @Sendable () -> Int) {
    missing = count
    self.look = look
  }

  func pass() async {
    missing -= 1
    guard missing > 0 else {
      found = max(found, look())
      for continuation in waiting { continuation.resume() }
      waiting = []
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }
}
