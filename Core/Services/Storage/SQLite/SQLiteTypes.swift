internal import CSQLite
internal import FieldhouseKit

/// The kinds of values that PostgreSQL does not compare with each other.
enum ValueKind: String, Sendable {
  case number, text, blob

  /// The kind of a column of this type.
  init?(column type: String) {
    switch type.lowercased() {
    case "integer", "real", "int": self = .number
    case "text": self = .text
    case "blob": self = .blob
    default: return nil
    }
  }

  /// The kind of a value; nil for null, which goes with all.
  init?(_ value: SQLValue) {
    switch value {
    case .null: return nil
    case .integer, .real: self = .number
    case .text: self = .text
    case .blob: self = .blob
    }
  }
}

/// A placeholder whose value is compared with a column.
struct ExpectedValue: Sendable {
  let placeholder: Int
  let column: String
  let kind: ValueKind

  /// - Throws: ``StorageError`` `storage-statement` for a value of another kind.
  func check(_ values: [SQLValue]) throws(StorageError) {
    guard placeholder <= values.count, let found = ValueKind(values[placeholder - 1]), found != kind else { return }
    throw .malformed("'\(column)' holds a \(kind.rawValue), and ?\(placeholder) is a \(found.rawValue).")
  }
}

extension SQLiteConnection {
  /// Compares what a statement compares with the types of the columns it reads.
  /// - Parameter columns: those that it touches, as SQLite has told.
  /// - Returns: what its placeholders must be.
  /// - Throws: ``StorageError`` `storage-statement` for a text beside a number.
  func expectedValues(of text: String, touching columns: Set<TouchedColumn>) throws(StorageError) -> [ExpectedValue] {
    let pairs = SQLComparisons(try SQLScanner.tokens(of: text)).pairs
    guard !pairs.isEmpty else { return [] }
    let kinds = kinds(of: columns)
    var expected: [ExpectedValue] = []
    for (column, other) in pairs {
      guard let kind = kinds[column] ?? nil else { continue }
      let found: ValueKind?
      switch other {
      case .placeholder(let number):
        expected.append(ExpectedValue(placeholder: number, column: column, kind: kind))
        found = nil
      case .column(let name): found = kinds[name] ?? nil
      case .number: found = .number
      case .text(let text): found = kind == .number && Double(text) == nil ? .text : nil
      }
      if let found, found != kind {
        throw .malformed("'\(column)' holds a \(kind.rawValue) and is compared with a \(found.rawValue).")
      }
    }
    return expected
  }

  /// What columns of a name hold; nil where tables differ or it is not known.
  private func kinds(of columns: Set<TouchedColumn>) -> [String: ValueKind?] {
    var kinds: [String: ValueKind?] = [:]
    for column in columns {
      var type: UnsafePointer<CChar>?
      let code = sqlite3_table_column_metadata(handle, nil, column.table, column.name, &type, nil, nil, nil, nil)
      let kind = code == SQLITE_OK ? type.flatMap { ValueKind(column: String(cString: $0)) } : nil
      let name = column.name.lowercased()
      kinds[name] = kinds[name].map { $0 == kind ? kind : nil } ?? kind
    }
    return kinds
  }
}
