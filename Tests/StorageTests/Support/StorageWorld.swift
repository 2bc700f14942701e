internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

/// What one test has for itself: a directory for files and names of its own on the server. Ends with the test.
final class StorageWorld: Sendable {
  /// The world of the test that runs.
  @TaskLocal static var current = StorageWorld()
  /// Long, because many tests at once keep each other waiting; tests of the limits have their own.
  static let limits = TransactionLimits(idle: .seconds(60), total: .seconds(300))

  let directory: String
  /// Begins the names of schemas and roles.
  let prefix: String
  private let engines = Mutex<[any StorageEngine]>([])

  init() {
    let id = String(UInt32.random(in: .min ... .max), radix: 36)
    directory = NSTemporaryDirectory() + "fieldhouse-storage-" + id
    prefix = "t" + id
  }

  /// An engine on the test's own data. A second one is another process as far as the data is concerned.
  func engine(
    _ kind: EngineKind, limits: TransactionLimits = StorageWorld.limits, address: String? = nil,
    connections: Int = 8, now: @escaping @Sendable () -> Date = { Date() }
  ) throws -> any StorageEngine {
    let engine: any StorageEngine =
      switch kind {
      case .sqlite: try SQLiteEngine(directory: directory, options: SQLiteOptions(limits: limits, now: now))
      case .postgresql:
        PostgreSQLEngine(
          address: try address ?? TestPostgreSQL.address(),
          options: PostgreSQLOptions(connections: connections, prefix: prefix, limits: limits, now: now))
      }
    engines.withLock { $0.append(engine) }
    return engine
  }

  /// Closes an engine that a test has made itself when the test ends.
  func add(_ engine: any StorageEngine) { engines.withLock { $0.append(engine) } }

  /// The engines the test has made so far.
  var openEngines: [any StorageEngine] { engines.withLock { $0 } }

  /// A namespace that has been migrated.
  func open(
    _ kind: EngineKind, _ migrations: String..., id: String = "club", boards: [BoardDeclaration] = [],
    limits: TransactionLimits = StorageWorld.limits, now: @escaping @Sendable () -> Date = { Date() }
  ) async throws -> any NamespaceStorage {
    let steps = migrations.enumerated().map { Migration(id: "\($0 + 1)", sql: $1) }
    let storage = try await engine(kind, limits: limits, now: now)
      .open(Namespace(id: id, migrations: steps, boards: boards))
    try await storage.migrate()
    return storage
  }

  /// Closes the engines and removes the data.
  func end() async {
    for engine in engines.withLock({ $0 }) { await engine.close() }
    try? FileManager.default.removeItem(atPath: directory)
    let (folder, start) = (NSTemporaryDirectory(), URL(filePath: directory).lastPathComponent + "-")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(start) {
      try? FileManager.default.removeItem(atPath: folder + name)
    }
    if let address = try? TestPostgreSQL.address() { Superuser(address).forget(prefix) }
  }
}

/// Gives each test, and each case of a parameterised one, a world of its own.
struct StorageWorldTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let world = StorageWorld()
    do {
      try await StorageWorld.$current.withValue(world) { try await function() }
    } catch {
      await world.end()
      throw error
    }
    await world.end()
  }
}

extension Trait where Self == StorageWorldTrait {
  /// See ``StorageWorldTrait``.
  static var storageWorld: Self { Self() }
}
