internal import Foundation
internal import Testing

/// The engines a test runs on.
enum EngineKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case sqlite
  case postgresql

  var testDescription: String { rawValue }

  /// SQLite always, PostgreSQL when `FIELDHOUSE_TEST_POSTGRESQL` holds a connection string.
  static var available: [EngineKind] { PostgreSQLServer.address == nil ? [.sqlite] : allCases }
}

/// The server that the tests may use.
enum PostgreSQLServer {
  static let address = ProcessInfo.processInfo.environment["FIELDHOUSE_TEST_POSTGRESQL"].flatMap {
    $0.isEmpty ? nil : $0
  }

  static let isRequired = ProcessInfo.processInfo.environment["FIELDHOUSE_REQUIRE_POSTGRESQL"] == "1"
}

/// Engines that were asked for.
@Suite("The engines under test")
struct EnginesUnderTest {
  @Test func `a run that must include PostgreSQL has a server to run on`() {
    #expect(!PostgreSQLServer.isRequired || PostgreSQLServer.address != nil)
  }
}
