internal import FieldhouseKit

extension ServerConnection {
  /// Has the server look at the tables of a schema that it has never looked at. Until it has, it plans as for
  /// tables with little in them, and goes through all rows of a match for each of hundreds of people. By itself it looks a minute
  /// after rows have come, where that is not switched off.
  /// - Parameter least: what takes fewer bytes is left as it is.
  func analyse(_ schema: String, least: Int64 = 65_536) async throws {
    try queueOnce(
      """
      select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ?1 and c.relkind = 'r' and c.reltuples < 0 and pg_relation_size(c.oid) >= ?2 order by 1
      """, [.text(schema), .integer(least)])
    let tables: [String] = try await exchange()[0].rows.map { try $0[0] }
    for table in tables { try queueOnce("analyze \"\(schema)\".\"\(table)\"") }
    if !tables.isEmpty { _ = try await exchange() }
  }
}

extension ServerNamespace {
  /// Has the server look at tables with much in them that it has never looked at.
  func analyse() async throws {
    try await pool.withHostConnection { [schema] in try await $0.analyse(schema) }
  }
}
