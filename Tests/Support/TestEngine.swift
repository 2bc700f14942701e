public import FieldhouseKit
public import FieldhouseStorage
internal import Foundation
public import Testing

/// The engines that every store's test runs on.
public enum TestEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case sqlite
  case postgresql

  public var testDescription: String { rawValue }

  /// Runs a test on a database of its own, which is closed afterwards and, where it is a folder, removed.
  /// - Throws: what `body` throws; ``TestPostgreSQL/Missing`` where there is no server to test on.
  public func run(_ body: (TestDatabase) async throws -> Void) async throws {
    let database = try TestDatabase(self)
    do {
      try await body(database)
    } catch {
      await database.end()
      throw error
    }
    await database.end()
  }
}

/// A database that one test has for itself.
public struct TestDatabase: Sendable {
  /// What it runs on.
  public let kind: TestEngine
  private let name = "test" + String(UInt64.random(in: .min ... .max), radix: 36)
  private let engine: any StorageEngine

  fileprivate init(_ kind: TestEngine) throws {
    self.kind = kind
    engine =
      switch kind {
      case .sqlite: try SQLiteEngine(directory: Self.folder(name))
      case .postgresql:
        PostgreSQLEngine(
          address: try TestPostgreSQL.address(), options: PostgreSQLOptions(connections: 3, prefix: name))
      }
  }

  /// A namespace with these migrations, which have run.
  public func open(
    _ id: String, _ migrations: [Migration], boards: [BoardDeclaration] = []
  ) async throws -> any NamespaceStorage {
    let storage = try await engine.open(Namespace(id: id, migrations: migrations, boards: boards))
    try await storage.migrate()
    return storage
  }

  fileprivate func end() async {
    await engine.close()
    try? FileManager.default.removeItem(atPath: Self.folder(name))
  }

  private static func folder(_ name: String) -> String { NSTemporaryDirectory() + "fieldhouse-" + name }
}
