internal import CPQ
internal import Testing

/// Statements on the test server beside the engine, with all rights.
struct Superuser {
  private let address: String

  init(_ address: String) { self.address = address }

  /// Runs statements and returns the first column of the last one's rows.
  @discardableResult
  func run(_ sql: String) -> [String] {
    let connection = PQconnectdb(address)
    defer { PQfinish(connection) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    if status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK {
      Issue.record("\(String(cString: PQerrorMessage(connection))) in \(sql)")
    }
    return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
  }

  /// Drops everything whose name begins with a test's prefix, once those are gone who still work on it, the server's own
  /// vacuum among them: it may hold a table that has to be dropped while it waits for another.
  func forget(_ prefix: String) {
    run(
      """
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where query like '%\(prefix)%' and pid <> pg_backend_pid()
      """)
    for kind in ["kept", "new", "mark", "void"] {
      for schema in run("select nspname from pg_namespace where starts_with(nspname, '\(prefix)\(kind)')") {
        run("set client_min_messages = error; drop schema \"\(schema)\" cascade")
      }
      for role in run("select rolname from pg_roles where starts_with(rolname, '\(prefix)\(kind)')") {
        run("drop owned by \"\(role)\"; drop role \"\(role)\"")
      }
    }
    for schema in run("select nspname from pg_namespace where starts_with(nspname, '\(prefix)_')") {
      run("set client_min_messages = error; drop schema \"\(schema)\" cascade; drop role \"\(schema)\"")
    }
  }
}
