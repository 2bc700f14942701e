internal import FieldhouseKit

extension PostgreSQLEngine {
  public func health() async -> StorageHealth {
    do {
      let settings = try await withHostConnection { try await $0.settings() }
      let findings = Self.rules.compactMap { setting, isGood, finding in
        settings[setting].map(isGood) == false ? finding : nil
      }
      return StorageHealth(engine: name, version: settings["server_version"] ?? "unknown", findings: findings)
    } catch {
      let finding = StorageHealth.Finding(
        namespace: nil, severity: .problem, code: "storage-unavailable", message: "\(error)")
      return StorageHealth(engine: name, version: "unknown", findings: [finding])
    }
  }

  private static let rules: [(String, @Sendable (String) -> Bool, StorageHealth.Finding)] = [
    (
      "server_version_num", { (Int($0) ?? 0) >= 150_000 },
      .init(
        namespace: nil, severity: .problem, code: "postgresql-version",
        message: "The server is older than PostgreSQL 15. Upgrade it.")
    ),
    (
      "fsync", { $0 == "on" },
      .init(
        namespace: nil, severity: .warning, code: "postgresql-fsync",
        message: "The server runs with fsync = off: a power loss may destroy the database. Switch it on.")
    ),
    (
      "full_page_writes", { $0 == "on" },
      .init(
        namespace: nil, severity: .warning, code: "postgresql-full-page-writes",
        message: "The server runs with full_page_writes = off: a power loss may damage pages. Switch it on.")
    ),
    (
      "server_encoding", { $0 == "UTF8" },
      .init(
        namespace: nil, severity: .problem, code: "postgresql-encoding",
        message: "The database is not encoded in UTF-8. Create it with encoding 'UTF8'.")
    ),
  ]
}

extension ServerConnection {
  fileprivate func settings() async throws -> [String: String] {
    try queueOnce(
      """
      select name, setting from pg_settings
      where name in ('server_version', 'server_version_num', 'fsync', 'full_page_writes', 'server_encoding')
      """)
    let rows = try await exchange()[0].rows
    return Dictionary(uniqueKeysWithValues: try rows.map { (try $0[0], try $0[1]) })
  }
}
