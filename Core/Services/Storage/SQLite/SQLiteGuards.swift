internal import CSQLite

/// The functions by which SQLite ends a statement where PostgreSQL does, see ``SQLGuard``.
enum SQLiteGuards {
  /// Not called deterministic: SQLite would call them before it knows whether their value is asked for.
  private static let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS

  static func install(on connection: OpaquePointer) {
    sqlite3_create_function_v2(
      connection, "fieldhouse_divisor", 1, flags, nil,
      { context, _, values in
        guard let value = values?[0] else { return }
        let isNull = sqlite3_value_type(value) == SQLITE_NULL
        if !isNull, sqlite3_value_double(value) == 0 {
          sqlite3_result_error(context, "division by zero", -1)
        } else {
          sqlite3_result_value(context, value)
        }
      }, nil, nil, nil)
    sqlite3_create_function_v2(
      connection, "fieldhouse_single", 1, flags, nil, nil,
      { context, _, values in
        guard let held = sqlite3_aggregate_context(context, CInt(MemoryLayout<OpaquePointer?>.size)) else { return }
        let place = held.assumingMemoryBound(to: OpaquePointer?.self)
        if place.pointee == nil {
          place.pointee = sqlite3_value_dup(values?[0])
        } else {
          sqlite3_result_error(context, "more than one row returned by a subquery used as an expression", -1)
        }
      },
      { context in
        guard let held = sqlite3_aggregate_context(context, 0) else { return sqlite3_result_null(context) }
        let place = held.assumingMemoryBound(to: OpaquePointer?.self)
        guard let value = place.pointee else { return }
        sqlite3_result_value(context, value)
        sqlite3_value_free(value)
        place.pointee = nil
      }, nil)
  }
}
