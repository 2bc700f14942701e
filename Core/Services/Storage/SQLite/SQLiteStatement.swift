internal import CSQLite
internal import FieldhouseKit
internal import FieldhouseMachine

/// A prepared statement of one connection.
final class SQLiteStatement {
  let handle: OpaquePointer
  let authority: Authority
  /// Counts up with each use, for the cache.
  var lastUse = 0
  /// The place on a board that is bound, for statements that apply scores.
  var place: BoardPosition?
  /// What its placeholders must be.
  var expected: [ExpectedValue] = []
  /// A plugin's text, of whose bound values the types are looked at.
  var text: String?
  /// The types of bound values that go with the statement, see ``SQLiteConnection/checkTypes(_:_:)``.
  var fitting: Set<UInt64> = []
  private var names: RowColumns?

  init(_ handle: OpaquePointer, authority: Authority) {
    self.handle = handle
    self.authority = authority
  }

  deinit { sqlite3_finalize(handle) }

  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The columns of the result; looked up anew when the schema has changed their count.
  var columns: RowColumns {
    let count = Int(sqlite3_column_count(handle))
    if let names, names.names.count == count { return names }
    let fresh = RowColumns(names: (0..<count).map { String(cString: sqlite3_column_name(handle, CInt($0))) })
    names = fresh
    return fresh
  }

  /// Binds the values of `?1`, `?2`, …
  /// - Returns: a result code.
  func bind(_ values: [SQLValue]) throws(StorageError) -> CInt {
    guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
      throw .malformed(
        "The statement has \(counted(sqlite3_bind_parameter_count(handle), "placeholder")) and "
          + "\(counted(values.count, "value")).")
    }
    for value in expected { try value.check(values) }
    for index in values.indices {
      let code = try bind(values[index], at: CInt(index + 1))
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  /// Binds one value.
  /// - Returns: a result code.
  func bind(_ value: SQLValue, at index: CInt) throws(StorageError) -> CInt {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      guard !text.utf8.contains(0) else { throw .malformed("A text must not hold the character NUL.") }
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(handle, index, $0.baseAddress ?? Self.empty, CInt($0.count), Self.copied)
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes { sqlite3_bind_blob(handle, index, $0.baseAddress, CInt($0.count), Self.copied) }
    }
  }

  /// The value in a column of the row the statement stands on.
  func value(_ column: CInt) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
      return .blob(Array(bytes))
    default: return .null
    }
  }

  /// The text in a column that holds text.
  func text(_ column: CInt) -> String {
    let start = sqlite3_column_text(handle, column)
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
  }

  /// The row the statement stands on.
  func row(_ columns: RowColumns) -> Row {
    let count = columns.names.count
    let values = [SQLValue](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer.initializeElement(at: index, to: value(CInt(index))) }
      initialized = count
    }
    return Row(columns: columns, values: values)
  }

  /// Makes it ready for the next use and lets go of the values.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return UnsafePointer(pointer)
  }()
}
