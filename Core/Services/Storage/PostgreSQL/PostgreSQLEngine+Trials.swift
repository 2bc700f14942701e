internal import FieldhouseKit

// Copies of namespaces that something is tried on: schemas and roles named `<prefix>try<8 digits>_<namespace>`.
extension PostgreSQLEngine {
  private static let digits = 8

  private var startOfTrials: String { options.prefix + "try" }

  /// An engine for a new copy.
  func trying() -> PostgreSQLEngine {
    var own = options
    let number = String(UInt32.random(in: 0 ... .max), radix: 16)
    own.prefix = startOfTrials + String(repeating: "0", count: Self.digits - number.count) + number
    return PostgreSQLEngine(address: address, options: own)
  }

  /// Removes a copy; who still works on it is thrown out.
  func forgetTrial(_ prefix: String) async throws {
    try await withHostConnection { connection in
      try await connection.endSessions(named: PostgreSQLEngine.session(of: prefix))
      for schema in try await connection.schemas(prefix) { try await connection.removeWithRole(schema) }
    }
  }

  /// Removes the copies that nobody works on any more.
  func forgetTrials() async throws {
    let start = startOfTrials
    let prefixes = try await withHostConnection { connection in
      var abandoned: Set<String> = []
      for schema in try await connection.schemas(start) {
        let prefix = String(schema.prefix(start.count + Self.digits))
        guard schema.dropFirst(prefix.count).hasPrefix("_"), !abandoned.contains(prefix) else { continue }
        if try await !connection.isSession(PostgreSQLEngine.session(of: prefix)) { abandoned.insert(prefix) }
      }
      return abandoned
    }
    for prefix in prefixes { try await forgetTrial(prefix) }
  }
}

extension ServerConnection {
  /// Whether anybody is connected to the server under that name.
  fileprivate func isSession(_ name: String) async throws -> Bool {
    try queueOnce("select 1 from pg_catalog.pg_stat_activity where application_name = ?1 limit 1", [.text(name)])
    return try await exchange().last?.rows.isEmpty == false
  }
}
