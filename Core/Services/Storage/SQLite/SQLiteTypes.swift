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

  /// What the text of a plugin's statement tells; a refusal is for after it is prepared.
  func report(on text: String) -> Result<StatementReader.Report, StorageError> {
    Result { () throws(StorageError) in
      let tokens = try SQLScanner.tokens(of: text)
      guard !(tokens.first.map { SharedSQL.definitions.contains($0.text) } ?? true) else { return .init() }
      return try StatementReader.read(tokens, columns: columns)
    }
  }

  /// Looks once at each set of types of bound values that a statement is given.
  /// - Throws: ``StorageError`` `storage-statement` for what PostgreSQL refuses.
  func checkTypes(_ statement: SQLiteStatement, _ values: [SQLValue]) throws(StorageError) {
    guard let text = statement.text, !values.isEmpty else { return }
    let key = Self.key(values)
    guard !statement.fitting.contains(key) else { return }
    try StatementReader.read(try SQLScanner.tokens(of: text), bound: values.map { SQLType($0) }, columns: columns)
    if statement.fitting.count >= Self.mostSets { statement.fitting = [] }
    statement.fitting.insert(key)
  }

  /// How many sets of types a statement keeps in mind; one that is given ever other ones is looked at again.
  private static let mostSets = 256

  /// Tells the types of values apart.
  private static func key(_ values: [SQLValue]) -> UInt64 {
    values.reduce(UInt64(1)) { key, value in
      switch value {
      case .null: key &* 5
      case .integer: key &* 5 &+ 1
      case .real: key &* 5 &+ 2
      case .text: key &* 5 &+ 3
      case .blob: key &* 5 &+ 4
      }
    }
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
    guard sqlite3_prepare_v2(handle, "select * from \(table.asSQLName)", -1, &statement, nil) == SQLITE_OK else {
      return nil
    }
    defer { sqlite3_finalize(statement) }
    let count = sqlite3_column_count(statement)
    let columns: [DeclaredColumn] = (0..<count).compactMap { index in
      guard let type = sqlite3_column_decltype(statement, index) else { return nil }
      return ColumnType(declared: String(cString: type)).map {
        DeclaredColumn(name: String(cString: sqlite3_column_name(statement, index)).lowercased(), type: $0)
      }
    }
    // A view may give what is no column.
    return columns.count == Int(count) ? columns : nil
  }
}
