import FieldhouseStorage
import Foundation

/// The engines that every test runs on.
enum EngineKind: Sendable {
  case sqlite
  case postgresql

  private static let server = ProcessInfo.processInfo.environment["FIELDHOUSE_TEST_POSTGRESQL"] ?? ""

  /// SQLite always, PostgreSQL when `FIELDHOUSE_TEST_POSTGRESQL` holds a connection string.
  static var available: [EngineKind] { server.isEmpty ? [.sqlite] : [.sqlite, .postgresql] }

  /// A name that no other test has.
  static func uniqueName() -> String { "accounts" + String(UInt64.random(in: .min ... .max), radix: 36) }

  /// An engine on what belongs to a folder.
  func engine(in folder: URL) throws -> any StorageEngine {
    switch self {
    case .sqlite: try SQLiteEngine(directory: folder.path)
    case .postgresql:
      PostgreSQLEngine(
        address: Self.server, options: PostgreSQLOptions(connections: 6, prefix: folder.lastPathComponent))
    }
  }
}
