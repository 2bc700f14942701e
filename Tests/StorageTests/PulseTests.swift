internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The pulse of an engine", .storageWorld)
struct PulseTests {
  private static let table = "create table t (id integer not null primary key)"
  private let space = Namespace(id: "host", migrations: [Migration(id: "1", sql: Self.table)])

  @Test(arguments: EngineKind.available)
  func `is fine where a row can be read and written, and really writes it`(on kind: EngineKind) async throws {
    let instant = Date(millisecondsSince1970: 1_700_000_000_000)
    let engine = try StorageWorld.current.engine(kind, now: { instant })
    let storage = try #require(try await engine.open(space) as? any NamespaceEngine)
    try await storage.migrate()
    let parts = await engine.pulse()
    #expect(parts == [StoragePart(namespace: kind == .sqlite ? "host" : nil, health: .ok)])
    let beat = try await storage.rows(HostStatements.lastBeat, [])
    #expect(try beat.first?[0] == 1_700_000_000_000)
    #expect(await engine.pulse() == parts)
  }

  @Test(arguments: EngineKind.available)
  func `says nothing of an engine that has nothing open`(on kind: EngineKind) async throws {
    #expect(await (try StorageWorld.current.engine(kind)).pulse() == [])
  }

  @Test func `tells of each file for itself`() async throws {
    let engine = try StorageWorld.current.engine(.sqlite)
    for id in ["host", "club", "accounts"] { try await engine.open(Namespace(id: id)).migrate() }
    try FileManager.default.removeItem(atPath: "\(StorageWorld.current.directory)/club.sqlite")
    let parts = await engine.pulse()
    #expect(parts.map(\.namespace) == ["accounts", "club", "host"])
    #expect(parts.map(\.health.state) == [.ok, .down, .ok])
  }

  private func through(_ proxy: CuttingProxy) throws -> String {
    let address = try TestPostgreSQL.address()
    var parts = try #require(URLComponents(string: address))
    (parts.host, parts.port) = ("127.0.0.1", Int(proxy.port))
    return try #require(parts.string)
  }

  private func proxy() throws -> CuttingProxy {
    let address = try TestPostgreSQL.address()
    let parts = try #require(URLComponents(string: address))
    return CuttingProxy(to: UInt16(parts.port ?? 5_432), cutPercent: 0, seed: 1)
  }

  @Test
  func `of a server that is gone is down, and fine when it is back`() async throws {
    let proxy = try proxy()
    defer { proxy.close() }
    let engine = try StorageWorld.current.engine(.postgresql, address: through(proxy))
    try await engine.open(space).migrate()
    #expect(await engine.pulse().map(\.health) == [.ok])
    proxy.setOpen(false)
    let health = try #require(await engine.pulse().first?.health)
    #expect(health.state == .down)
    #expect(health.reason.hasSuffix("Check that it runs."))
    #expect(health.remedy == "See that the database runs and can be reached; work goes on by itself then.")
    proxy.setOpen(true)
    #expect(await engine.pulse().map(\.health) == [.ok])
  }

  @Test
  func `of a server that hangs is down; nobody waits for it then, and work goes on when it answers`() async throws {
    let proxy = try proxy()
    defer { proxy.close() }
    let engine = try StorageWorld.current.engine(.postgresql, address: through(proxy))
    let storage = try await engine.open(space)
    try await storage.migrate()
    #expect(await engine.pulse().map(\.health) == [.ok])
    proxy.setFrozen(true)
    let hanging = (0..<3).map { id in Task { try await storage.execute("insert into t values (\(id))") } }
    let health = try #require(await engine.pulse().first?.health)
    #expect(health.state == .down)
    await expectStorageError(.unavailable) { try await storage.value("select count(*) from t") as Int }
    proxy.setFrozen(false)
    try await eventually { await engine.pulse().first?.health == .ok }
    for (id, task) in hanging.enumerated() {
      let result = await task.result
      let isThere: Int = try await storage.value("select count(*) from t where id = \(id)")
      if case .success = result { #expect(isThere == 1) }
    }
    try await storage.execute("insert into t values (100)")
    #expect(try await storage.value("select count(*) from t where id = 100") == 1)
  }

  @Test
  func `of a server that can only be read is degraded`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.postgresql)
    try await engine.open(space).migrate()
    await engine.close()
    let address = try TestPostgreSQL.address()
    let other = try #require(try world.engine(.postgresql) as? PostgreSQLEngine)
    let pulse = ServerPulse(
      address: "\(address)?options=-c%20default_transaction_read_only%3Don", session: "fieldhouse/\(world.prefix)",
      limits: TransactionLimits(), pool: other.pool)
    defer { pulse.close() }
    let health = await pulse.take(in: "\(world.prefix)_host", at: 1)
    #expect(health.state == .degraded)
    #expect(health.remedy == "Let the host write the database: its files and folder, or the primary server.")
  }

  private static let codes: [(StorageError.Code, reading: Health.State, writing: Health.State)] = [
    (.fileLost, .down, .down), (.missing, .down, .down), (.corrupt, .down, .down), (.unavailable, .down, .down),
    (.full, .down, .degraded), (.readOnly, .down, .degraded), (.disk, .down, .degraded), (.timeout, .down, .degraded),
    (.statement, .down, .degraded),
  ]

  @Test(arguments: codes.map(\.0.name))
  func `what a failure means`(_ name: String) throws {
    let expected = try #require(Self.codes.first { $0.0.name == name })
    let error = StorageError(.init(name), "It is so.")
    #expect(error.health(isReading: true).state == expected.reading)
    #expect(error.health(isReading: false).state == expected.writing)
    #expect(error.health(isReading: true).reason == "It is so.")
    #expect(!error.remedy.isEmpty)
    #expect(error.remedy.hasSuffix("."))
  }
}
