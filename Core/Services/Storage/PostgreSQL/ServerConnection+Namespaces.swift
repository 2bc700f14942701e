internal import FieldhouseKit

extension ServerConnection {
  /// Goes back to the rights of the user it connected as.
  func unbind() async throws {
    try queueOnce("select set_config('role', 'none', false), set_config('search_path', 'pg_catalog', false)")
    _ = try await exchange()
    namespace = nil
  }

  /// Creates schema, role and the host's tables of a namespace where they are missing.
  func createNamespace(_ schema: String, for ledger: RightsLedger) async throws {
    try queueOnce("begin isolation level read committed")
    try queueOnce("set local statement_timeout = 0")
    try queueOnce("select pg_advisory_xact_lock(hashtext(?1))", [.text(schema)])
    try await makeRole(schema)
    try queueOnce("create schema if not exists \"\(schema)\"")
    try queueOnce("select set_config('search_path', ?1, true)", [.text("\"\(schema)\"")])
    for statement in Self.reservedTables(of: ledger) + Self.grants(schema) { try queueOnce(statement) }
    try queueOnce("commit")
    _ = try await exchange()
  }

  /// Sends what is queued, and queues what makes a role that is missing. Roles are the server's: a host in another
  /// database of it may create the same one just now.
  func makeRole(_ name: String) async throws {
    try queueOnce("select 1 from pg_catalog.pg_roles where rolname = ?1", [.text(name)])
    try queueOnce("select usesuper from pg_catalog.pg_user where usename = current_user")
    let replies = try await exchange().suffix(2).map(\.rows)
    if replies[0].isEmpty {
      try queueOnce(
        """
        do $$ begin create role "\(name)" nologin; exception when duplicate_object or unique_violation then null; end $$
        """)
    }
    if replies[1].first?.values.first != .integer(1) { try queueOnce("grant \"\(name)\" to current_user") }
  }

  /// The migrations that have run in a schema; none when it does not exist.
  func appliedMigrations(_ schema: String) async throws -> [Row] {
    try queueOnce(
      "select 1 from pg_tables where schemaname = ?1 and tablename = 'fieldhouse_migrations'", [.text(schema)])
    guard try await !exchange()[0].rows.isEmpty else { return [] }
    try queueOnce("select id, checksum from \"\(schema)\".fieldhouse_migrations order by position")
    return try await exchange()[0].rows
  }

  private static func reservedTables(of ledger: RightsLedger) -> [String] {
    ReservedSchema.definitions(of: ledger).map(\.sql) + [
      "create sequence if not exists fieldhouse_effects",
      """
      create table if not exists fieldhouse_commits (
        slot text not null, number integer not null, at integer not null, primary key (slot, number))
      """,
    ] + ScoreNotes.definitions + [LiveStatements.mark]
  }

  static func grants(_ schema: String) -> [String] {
    [
      "grant select, insert, update, delete on all tables in schema \"\(schema)\" to \"\(schema)\"",
      "grant usage, create on schema \"\(schema)\" to \"\(schema)\"",
      "grant usage, update on sequence fieldhouse_effects to \"\(schema)\"",
    ]
  }
}
