/// A row of a result.
public struct Row: Sendable {
  /// The names of the columns, shared by all rows of a result.
  public let columns: RowColumns
  /// The values, in the order of the columns.
  public let values: [SQLValue]

  /// A row of these columns; both have the same count.
  public init(columns: RowColumns, values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of a column.
  /// - Throws: ``StorageError`` `row-column-missing` or `row-column-type`, naming the column.
  public subscript<Value: SQLConvertible>(_ column: String) -> Value {
    get throws { try self[columns.index(of: column)] }
  }

  /// The value of a column by its position, from 0.
  /// - Throws: ``StorageError`` `row-column-missing` or `row-column-type`.
  public subscript<Value: SQLConvertible>(_ index: Int) -> Value {
    get throws {
      guard values.indices.contains(index) else { throw StorageError.columnMissing("#\(index)") }
      guard let value = Value(sqlValue: values[index]) else {
        throw StorageError.columnType(columns.names[index], found: values[index], expected: "\(Value.self)")
      }
      return value
    }
  }
}

/// The column names of a result.
public final class RowColumns: Sendable {
  /// The names, as the statement gives them.
  public let names: [String]
  private let indices: [String: Int]

  /// Columns with these names; of equal names the first counts.
  public init(names: [String]) {
    self.names = names
    indices = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of a column.
  /// - Throws: ``StorageError`` `row-column-missing`.
  public func index(of name: String) throws -> Int {
    guard let index = indices[name] else { throw StorageError.columnMissing(name) }
    return index
  }
}
