internal import FieldhouseKit

extension PostgreSQLEngine {
  /// A role that other databases of the server use stays.
  public func remove(_ id: String) async throws -> Bool {
    try Namespace(id: id).checkID()
    guard !isOpen(id) else { throw StorageError(.namespace, "The namespace '\(id)' is open.") }
    let (schema, prefix) = (schema(of: id), options.prefix)
    let isThere = try await whileAlone { try await $0.removeNamespace(schema, of: prefix) }
    try? await withHostConnection { try await $0.removeRole(schema) }
    return isThere
  }
}

// Whether anybody else works on the database: every host keeps a connection to it, which ends with its process.
extension PostgreSQLEngine {
  /// - Throws: ``StorageError`` `storage-unavailable` when another process has the database open.
  public func checkUnused() async throws { try await whileAlone { _ in } }

  /// Ends the sessions of the hosts that work on the database, as an administrator of the server would: what they were
  /// doing is rolled back.
  package func endSessions() async throws {
    let session = Self.session(of: options.prefix)
    try await withHostConnection { try await $0.endSessions(named: session) }
  }

  /// Runs `body` on a connection that is no host's, when no other process has the database open. Who opens a namespace
  /// later waits where `body` holds the lock of its schema.
  /// - Throws: ``StorageError`` `storage-unavailable` when another process has the database open; what `body` throws.
  func whileAlone<Value: Sendable>(
    _ body: @escaping @Sendable (ServerConnection) async throws -> Value
  ) async throws -> Value {
    let prefix = options.prefix
    return try await withHostConnection { [pool] connection in
      pool.closeIdle()
      try connection.queueOnce("select set_config('application_name', 'fieldhouse-alone', false)")
      try await connection.waitUntilAlone(prefix)
      let value = try await body(connection)
      // It is named as what it is not.
      connection.close()
      return value
    }
  }
}

extension ServerConnection {
  /// Ends other sessions in this database, and waits until they have ended, five seconds for each at most.
  /// - Parameter pattern: a regular expression for their whole names.
  func endSessions(named pattern: String) async throws {
    try queueOnce(
      """
      select pg_terminate_backend(pid, 5000) from pg_catalog.pg_stat_activity
      where datname = current_database() and application_name ~ ?1 and pid <> pg_backend_pid()
      """, [.text("^(?:\(pattern))$")])
    _ = try await exchange()
  }

  /// - Throws: ``StorageError`` `storage-unavailable` when another process has the database open.
  func checkAlone(_ prefix: String) async throws {
    try queueOnce(
      """
      select count(*) from pg_catalog.pg_stat_activity
      where datname = current_database() and application_name = ?1 and pid <> pg_backend_pid()
      """, [.text(PostgreSQLEngine.session(of: prefix))])
    guard try await exchange().last?.rows.first?.values.first == .integer(0) else {
      throw StorageError(.unavailable, "A host is connected to the database. Stop it first.")
    }
  }

  /// A session whose process was killed ends a moment later.
  /// - Throws: as ``checkAlone(_:)``.
  fileprivate func waitUntilAlone(_ prefix: String) async throws {
    for _ in 0..<20 {
      do { return try await checkAlone(prefix) } catch is StorageError { await loop.pause(100_000_000) }
    }
    try await checkAlone(prefix)
  }

  /// - Returns: whether it was there.
  fileprivate func removeNamespace(_ schema: String, of prefix: String) async throws -> Bool {
    try queueOnce("select 1 from pg_namespace where nspname = ?1", [.text(schema)])
    guard try await !exchange()[0].rows.isEmpty else { return false }
    try queueOnce("begin isolation level read committed")
    try queueOnce("set local statement_timeout = 0")
    try queueOnce("select pg_advisory_xact_lock(hashtext(?1))", [.text(schema)])
    try await checkAlone(prefix)
    try queueOnce("drop schema \"\(schema)\" cascade")
    try queueOnce("commit")
    _ = try await exchange()
    return true
  }

  fileprivate func removeRole(_ name: String) async throws {
    try queueOnce("drop role if exists \"\(name)\"")
    _ = try await exchange()
  }
}
