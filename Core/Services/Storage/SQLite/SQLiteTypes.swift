internal import CSQLite
internal import FieldhouseKit

extension SQLiteConnection {
  /// Compares what a plugin's statement writes and compares with the types of the columns.
  /// - Parameter touched: the columns that it touches, as SQLite has told.
  /// - Returns: what its placeholders must be.
  /// - Throws: ``StorageError`` `storage-statement` for a text beside a number.
  func expectedValues(of text: String, touching touched: Set<TouchedColumn>) throws(StorageError) -> [ExpectedValue] {
    let types = touched.compactMap { column in
      type(of: column).map { (name: column.name.lowercased(), type: $0) }
    }
    return try StatementTypes.expectedValues(
      of: try SQLScanner.tokens(of: text), columns: columns, touched: types)
  }

  private func type(of column: TouchedColumn) -> ColumnType? {
    var type: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(handle, nil, column.table, column.name, &type, nil, nil, nil, nil)
    return code == SQLITE_OK ? type.flatMap { ColumnType(declared: String(cString: $0)) } : nil
  }

  /// The columns of a table; nil when there is none.
  private func columns(of table: String) -> [DeclaredColumn]? {
    guard sqlite3_table_column_metadata(handle, nil, table, nil, nil, nil, nil, nil, nil) == SQLITE_OK else {
      return nil
    }
    let before = authority
    defer { authority = before }
    authority = .host
    var statement: OpaquePointer?
    let quoted = table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    guard sqlite3_prepare_v2(handle, "select * from \"\(quoted)\"", -1, &statement, nil) == SQLITE_OK else {
      return nil
    }
    defer { sqlite3_finalize(statement) }
    return (0..<sqlite3_column_count(statement)).compactMap { index in
      guard let type = sqlite3_column_decltype(statement, index) else { return nil }
      return ColumnType(declared: String(cString: type)).map {
        DeclaredColumn(name: String(cString: sqlite3_column_name(statement, index)).lowercased(), type: $0)
      }
    }
  }
}
