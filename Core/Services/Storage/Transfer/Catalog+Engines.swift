internal import FieldhouseKit

extension Catalog {
  static let sqlite = Catalog(
    tables: "select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'",
    columns: "select name from pragma_table_info(?1)",
    loosen: { _ = try await $0.query("pragma defer_foreign_keys = on") },
    finish: { _, _ in })

  static let postgreSQL = Catalog(
    tables: "select tablename from pg_tables where schemaname = current_schema()",
    columns: """
      select column_name::text from information_schema.columns
      where table_schema = current_schema() and table_name = ?1
      """,
    loosen: { try await setReferences($0, "deferrable initially deferred") },
    finish: { transaction, tables in
      try await transaction.add("set constraints all immediate")
      try await setReferences(transaction, "not deferrable")
      try await raiseNumbers(transaction, tables)
    })

  private static func setReferences(_ transaction: any HostTransaction, _ mode: String) async throws {
    let rows = try await transaction.query(
      """
      select t.relname::text, c.conname::text from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace
      """)
    for row in rows {
      let (table, name): (String, String) = (try row[0], try row[1])
      try await transaction.add(SQL(text: "alter table \"\(table)\" alter constraint \"\(name)\" \(mode)", values: []))
    }
  }

  private static func raiseNumbers(_ transaction: any HostTransaction, _ tables: [TableShape]) async throws {
    for table in tables where !table.name.hasPrefix("fieldhouse_") {
      let identities = try await transaction.query(
        """
        select column_name::text from information_schema.columns
        where table_schema = current_schema() and table_name = \(table.name) and is_identity = 'YES'
        """)
      for row in identities {
        let column: String = try row[0]
        let sequence = "pg_get_serial_sequence('\"\(table.name)\"', '\(column)')"
        let largest = "(select coalesce(max(\"\(column)\"), 0) as largest from \"\(table.name)\") as rows"
        // Where there is no row with a number yet, the first one is 1.
        try await transaction.add(
          SQL(text: "select setval(\(sequence), greatest(1, largest), largest > 0) from \(largest)", values: []))
      }
    }
    try await transaction.add(
      """
      select setval('fieldhouse_effects', greatest(1, (select max(sequence) from fieldhouse_outbox),
        (select max(value) from fieldhouse_state where key = 'sequence')))
      """)
  }
}
