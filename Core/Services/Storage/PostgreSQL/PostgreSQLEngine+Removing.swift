internal import FieldhouseKit

extension PostgreSQLEngine {
  /// A role that other databases of the server use stays. Whether other hosts have the namespace open cannot be told.
  public func remove(_ id: String) async throws -> Bool {
    try Namespace(id: id).checkID()
    let schema = schema(of: id)
    let isThere = try await withHostConnection { try await $0.removeNamespace(schema) }
    try? await withHostConnection { try await $0.removeRole(schema) }
    return isThere
  }
}

extension ServerConnection {
  /// - Returns: whether it was there.
  fileprivate func removeNamespace(_ schema: String) async throws -> Bool {
    try queueOnce("select 1 from pg_namespace where nspname = ?1", [.text(schema)])
    guard try await !exchange()[0].rows.isEmpty else { return false }
    try queueOnce("begin isolation level read committed")
    try queueOnce("set local statement_timeout = 0")
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
