import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// A database that an older host has left.
enum OlderDatabase {
  /// Opens a new database with the first steps of the schema, closes it, and opens it again with all of them.
  /// - Parameters:
  ///   - leave: writes what the older host left.
  ///   - look: looks at what has become of it.
  static func bringUp(
    _ kind: EngineKind, from steps: Int, leave: (any NamespaceStorage) async throws -> Void,
    look: (any NamespaceStorage) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: EngineKind.uniqueName())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try kind.engine(in: folder)
    try await leave(try await open(before, steps: steps))
    await before.close()
    let engine = try kind.engine(in: folder)
    try await look(try await open(engine, steps: AccountsSchema.steps.count))
    await engine.close()
  }

  private static func open(_ engine: any StorageEngine, steps: Int) async throws -> any NamespaceStorage {
    let migrations = AccountsSchema.steps.prefix(steps).map { Migration(id: $0.id, sql: $0.sql) }
    let storage = try await engine.open(Namespace(id: AccountsSchema.namespace, migrations: Array(migrations)))
    try await storage.migrate()
    return storage
  }
}
