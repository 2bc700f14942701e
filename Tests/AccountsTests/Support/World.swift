import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import Foundation
import Synchronization

/// An installation of its own for one test: a database file, a clock that stands still, deliveries into a file.
final class World: Sendable {
  let folder: URL
  let clock: StandingClock
  let engine: SQLiteEngine
  let storage: any NamespaceStorage
  let accounts: Accounts
  let log = MemoryLog()
  private let table: [Route]

  private init(
    folder: URL, clock: StandingClock, engine: SQLiteEngine, storage: any NamespaceStorage, settings: AccountsSettings
  ) throws {
    self.folder = folder
    self.clock = clock
    self.engine = engine
    self.storage = storage
    accounts = Accounts(
      storage: storage, clock: clock, secret: try InstallationSecret.load(path: folder.path + "/accounts.key"),
      deliveries: FileDeliveries(path: folder.path + "/deliveries.jsonl", clock: clock), texts: try Strings.load(),
      log: log, settings: settings)
    var routes = Routes()
    accounts.routes(&routes)
    table = routes.all
  }

  /// A new installation, or another process on the folder of one.
  static func make(
    in folder: URL? = nil, clock: StandingClock = StandingClock(), settings: AccountsSettings = AccountsSettings()
  ) async throws -> World {
    let folder = folder ?? FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID())")
    let engine = try SQLiteEngine(directory: folder.path)
    let storage = try await engine.open(
      Namespace(
        id: AccountsSchema.namespace, migrations: AccountsSchema.steps.map { Migration(id: $0.id, sql: $0.sql) }))
    try await storage.migrate()
    return try World(folder: folder, clock: clock, engine: engine, storage: storage, settings: settings)
  }

  /// Runs a test in a new installation and clears it away.
  static func with(
    settings: AccountsSettings = AccountsSettings(), _ body: (World) async throws -> Void
  ) async throws {
    let world = try await make(settings: settings)
    do {
      try await body(world)
    } catch {
      await world.close()
      throw error
    }
    await world.close()
    try? FileManager.default.removeItem(at: world.folder)
  }

  /// The same installation after a restart.
  func restarted(settings: AccountsSettings = AccountsSettings()) async throws -> World {
    await close()
    return try await World.make(in: folder, clock: clock, settings: settings)
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

  init(_ start: Date = Date(timeIntervalSince1970: 1_755_259_200)) { instant = Mutex(start) }

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
