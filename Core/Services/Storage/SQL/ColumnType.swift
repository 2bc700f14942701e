internal import FieldhouseKit

/// The types of the shared SQL.
enum ColumnType: String, Sendable {
  case integer, real, text, blob

  /// The type that a definition or SQLite's schema names.
  init?(declared type: String) {
    switch type.lowercased() {
    case "integer", "int": self = .integer
    case let name: self.init(rawValue: name)
    }
  }

  var kind: ValueKind {
    switch self {
    case .integer, .real: .number
    case .text: .text
    case .blob: .blob
    }
  }
}

/// The kinds of values that are not compared with each other.
enum ValueKind: String, Sendable {
  case number, text, blob

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

/// What a column of a type takes, and what it is compared with.
struct ColumnRule: Sendable, Hashable {
  let column: String
  let type: ColumnType
  /// Whether the column is written; else it is compared.
  let isWritten: Bool

  /// - Throws: ``StorageError`` `storage-statement` for what PostgreSQL refuses there, or would round or write as a text.
  func check(_ operand: SQLOperand, typeOf: (SQLOperand) -> ColumnType?) throws(StorageError) {
    switch operand {
    case .number(let text):
      try check(kind: .number)
      if isWritten, type == .integer, !Self.isWhole(text) { throw fraction(text) }
    case .text(let text):
      guard type.kind == .number else { return try check(kind: .text) }
      guard !isNumber(text) else { return }
      throw refused("the text '\(text.prefix(40))'")
    case .kind(let kind): try check(kind: kind)
    case .column: if let other = typeOf(operand) { try check(kind: other.kind) }
    case .placeholder: return
    }
  }

  /// Looks at a value that is bound.
  /// - Throws: as ``check(_:typeOf:)``.
  func check(_ value: SQLValue, at placeholder: Int) throws(StorageError) {
    if case .real(let number) = value, isWritten, type == .integer, !number.isNaN, number.rounded() != number {
      throw fraction("\(number)")
    }
    guard let found = ValueKind(value), found != type.kind else { return }
    throw .malformed("'\(column)' holds a \(type.kind.rawValue), and ?\(placeholder) is a \(found.rawValue).")
  }

  private func check(kind: ValueKind) throws(StorageError) {
    if kind != type.kind { throw refused("a \(kind.rawValue)") }
  }

  private func refused(_ found: String) -> StorageError {
    .malformed("'\(column)' holds a \(type.kind.rawValue) and is \(isWritten ? "given" : "compared with") \(found).")
  }

  private func fraction(_ number: String) -> StorageError {
    .malformed("'\(column)' holds whole numbers and is given \(number). Round it before.")
  }

  /// A text that PostgreSQL reads as a number of the column's type.
  private func isNumber(_ text: String) -> Bool {
    let blanks = text.prefix { $0 == " " }.count
    let text = text.dropFirst(blanks).reversed().drop { $0 == " " }.reversed()
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    return isPlain && (type == .integer ? Int64(String(text)) != nil : Double(String(text)) != nil)
  }

  private static func isWhole(_ text: String) -> Bool {
    Int64(text) != nil || Double(text).map { $0.rounded() == $0 } ?? true
  }
}

/// A placeholder whose value has to be of some kind.
struct ExpectedValue: Sendable {
  enum Rule: Sendable {
    /// What a column takes or is compared with.
    case column(ColumnRule)
    /// What `limit` and `offset` take.
    case count
  }

  let placeholder: Int
  let rule: Rule

  /// - Throws: ``StorageError`` `storage-statement` for a value of another kind.
  func check(_ values: [SQLValue]) throws(StorageError) {
    guard placeholder <= values.count else { return }
    switch rule {
    case .column(let rule): try rule.check(values[placeholder - 1], at: placeholder)
    case .count:
      if case .integer(let number) = values[placeholder - 1], number >= 0 { return }
      throw .malformed("'limit' and 'offset' take a whole number from 0, and ?\(placeholder) is none.")
    }
  }
}
