internal import Testing

/// The engines a test runs on.
enum EngineKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case sqlite
  case postgresql

  var testDescription: String { rawValue }

  /// All of them; a test on PostgreSQL fails where there is no server.
  static var available: [EngineKind] { allCases }
}
