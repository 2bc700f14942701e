@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Synchronization
import Testing

/// An installation of its own for one test: a database, a clock that stands still, deliveries into a file.
final class World: Sendable {
  let folder: URL
  let clock: StandingClock
  let kind: EngineKind
  let engine: any StorageEngine
  let storage: any NamespaceStorage
  let accounts: Accounts
  let log = MemoryLog()
  /// Where pictures are kept; every process of the installation has the same.
  let media: any Media
  private let table: [Route]

  /// The way to providers on this machine.
  static let http = CurlHTTP(origins: nil, allowsPrivate: true, pool: OutgoingPool())

  private init(
    folder: URL, clock: StandingClock, kind: EngineKind, engine: any StorageEngine, storage: any NamespaceStorage,
    settings: AccountsSettings, uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) throws {
    self.folder = folder
    self.clock = clock
    self.kind = kind
    self.engine = engine
    self.storage = storage
    media = try MediaFolder(folder: folder.path + "/pictures") { bytes in
      String(repeating: "0", count: 60)
        + String(bytes.reduce(into: UInt16(0)) { $0 = $0 &* 31 &+ UInt16($1) } | 0x8000, radix: 16)
    }
    accounts = Accounts(
      tables: AccountsTables(storage), clock: clock,
      secret: try InstallationSecret.load(path: folder.path + "/accounts.key"),
      deliveries: FileDeliveries(path: folder.path + "/deliveries.jsonl", clock: clock), texts: try Strings.load(),
      log: log, pictures: Pictures(media: media) { $0 }, erasures: ErasureJournal(path: folder.path + "/erased.ids"),
      http: Self.http, settings: settings, draw: { "<svg>\($0)</svg>" }, uptime: uptime)
    var routes = Routes()
    accounts.routes(&routes)
    table = routes.all
  }

  /// An installation in a folder, new or as it was left.
  private static func make(
    _ kind: EngineKind, in folder: URL, clock: StandingClock = StandingClock(), settings: AccountsSettings
  ) async throws -> World {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let engine = try kind.engine(in: folder)
    let migrations = AccountsSchema.steps.map { Migration(id: $0.id, sql: $0.sql) }
    let storage = try await engine.open(Namespace(id: AccountsSchema.namespace, migrations: migrations))
    try await storage.migrate()
    return try World(
      folder: folder, clock: clock, kind: kind, engine: engine, storage: storage, settings: settings)
  }

  /// Runs a test in a new installation on every engine there is, and clears it away.
  static func with(
    settings: AccountsSettings = AccountsSettings(), clock: @autoclosure () -> StandingClock = StandingClock(),
    _ body: (World) async throws -> Void
  ) async throws {
    for kind in EngineKind.available {
      let folder = FileManager.default.temporaryDirectory.appending(path: EngineKind.uniqueName())
      let world = try await make(kind, in: folder, clock: clock(), settings: settings)
      do {
        try await body(world)
      } catch {
        Issue.record(error, "on \(kind)")
      }
      await world.close()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  /// The same installation after a restart.
  func restarted(settings: AccountsSettings = AccountsSettings()) async throws -> World {
    await close()
    return try await World.make(kind, in: folder, clock: clock, settings: settings)
  }

  /// Another process on the same database: it shares nothing in memory.
  /// - Parameter uptime: its real time, by which what it remembers grows old.
  func anotherProcess(
    settings: AccountsSettings = AccountsSettings(),
    uptime: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) throws -> World {
    try World(
      folder: folder, clock: clock, kind: kind, engine: engine, storage: storage, settings: settings, uptime: uptime)
  }

  func close() async { await engine.close() }

  /// The file with the installation's secret.
  var keyPath: String { folder.path + "/accounts.key" }

  /// The route of a call and its path parameters.
  func route(_ method: FieldhouseKit.Method, _ path: String) -> (Route, [String: String])? {
    for route in table where route.method == method {
      if let parameters = PathTemplate.match(route.path, path) { return (route, parameters) }
    }
    return nil
  }
}

/// A clock that moves when the test says so.
final class StandingClock: HostClock {
  private let instant: Mutex<Date>

  let isSimulated: Bool

  init(_ start: Date = Date(timeIntervalSince1970: 1_755_259_200), isSimulated: Bool = false) {
    instant = Mutex(start)
    self.isSimulated = isSimulated
  }

  var now: Date { instant.withLock { $0 } }
  func advance(_ seconds: Double) { instant.withLock { $0.addTimeInterval(seconds) } }
}

/// A log that keeps its lines.
final class MemoryLog: Log {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {
    kept.withLock { $0.append("\(level.name) \(message) \(fields)") }
  }
}
