import FieldhouseStorage
import FieldhouseTestSupport
import Foundation

/// The engines that every test runs on.
enum EngineKind: Sendable {
  case sqlite
  case postgresql

  /// All of them; a test on PostgreSQL fails where there is no server.
  static var available: [EngineKind] { [.sqlite, .postgresql] }

  /// A name that no other test has.
  static func uniqueName() -> String { "accounts" + String(UInt64.random(in: .min ... .max), radix: 36) }

  /// An engine on what belongs to a folder.
  func engine(in folder: URL) throws -> any StorageEngine {
    switch self {
    case .sqlite: try SQLiteEngine(directory: folder.path)
    case .postgresql:
      PostgreSQLEngine(
        address: try TestPostgreSQL.address(),
        options: PostgreSQLOptions(connections: 6, prefix: folder.lastPathComponent))
    }
  }
}
