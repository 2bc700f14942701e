/// What went wrong in storage.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kinds a caller may want to tell apart.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The stable name, e.g. `storage-constraint`.
    public let name: String
    /// A code of this name.
    public init(_ name: String) { self.name = name }
    public var description: String { name }

    /// A unique, check, not-null or foreign-key constraint refused the change.
    public static var constraint: Code { Code("storage-constraint") }
    /// The statement cannot be prepared: a mistake in the plugin.
    public static var statement: Code { Code("storage-statement") }
    /// The database cannot be reached or is locked for too long; trying again later may work.
    public static var unavailable: Code { Code("storage-unavailable") }
    /// No space is left on the disk.
    public static var full: Code { Code("storage-full") }
    /// The file is read-only or may not be written.
    public static var readOnly: Code { Code("storage-read-only") }
    /// The database is damaged; `fieldhouse doctor` says what to do.
    public static var corrupt: Code { Code("storage-corrupt") }
    /// The statement tried to leave the plugin's namespace or to use what plugins may not use.
    public static var forbidden: Code { Code("storage-forbidden") }
    /// A result row has no such column.
    public static var columnMissing: Code { Code("row-column-missing") }
    /// A result row's column is of another type.
    public static var columnType: Code { Code("row-column-type") }
    /// The transaction took longer than allowed and was rolled back.
    public static var timeout: Code { Code("storage-timeout") }
  }

  /// The kind.
  public let code: Code
  /// A sentence for the operator, with the remedy where there is one.
  public let message: String

  /// An error of that kind.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code.name): \(message)" }

  static func columnMissing(_ name: String) -> StorageError {
    StorageError(.columnMissing, "The result has no column '\(name)'. Name it in the select list.")
  }

  static func columnType(_ name: String, found: SQLValue, expected: String) -> StorageError {
    StorageError(.columnType, "Column '\(name)' holds \(found.kind), which is no \(expected).")
  }
}

extension SQLValue {
  /// The name of the value's kind, without the value.
  var kind: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real"
    case .text: "text"
    case .blob: "a blob"
    }
  }
}
