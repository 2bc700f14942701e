internal import FieldhouseKit

/// What an expression gives, as far as its words tell. Numbers are those of PostgreSQL, which tells four of them apart.
indirect enum SQLType: Sendable, Equatable {
  /// A number in the statement, `length(…)`.
  case short
  /// A column of the type `integer`, `count(…)`.
  case whole
  /// A decimal number in the statement, a sum or an average of whole numbers.
  case exact
  case real
  case text, blob
  /// What a comparison gives.
  case truth
  /// A literal in quotes, which is read as what stands beside it, and the place of its token.
  case literal(String, at: Int)
  case null
  case row([SQLType])
  /// Not known: goes with everything.
  case unknown

  init(_ type: ColumnType) {
    switch type {
    case .integer: self = .whole
    case .real: self = .real
    case .text: self = .text
    case .blob: self = .blob
    }
  }

  /// The type of a bound value.
  init(_ value: SQLValue) {
    switch value {
    case .null: self = .unknown
    case .integer: self = .whole
    case .real: self = .real
    case .text: self = .text
    case .blob: self = .blob
    }
  }

  /// The type of a number that is written in a statement.
  init(number text: String) {
    self = Int32(text) != nil ? .short : Int64(text) != nil ? .whole : .exact
  }

  /// What it is called in problems.
  var name: String {
    switch self {
    case .short, .whole, .exact, .real: "a number"
    case .text, .literal: "a text"
    case .blob: "a blob"
    case .truth: "a comparison"
    case .row: "a row"
    case .null, .unknown: "a value"
    }
  }

  /// The place among the numbers, the widest last; nil for what is no number.
  var rank: Int? {
    switch self {
    case .short: 0
    case .whole: 1
    case .exact: 2
    case .real: 3
    default: nil
    }
  }

  var isNumber: Bool { rank != nil }

  /// Whether it takes the type of what stands beside it.
  var isOpen: Bool {
    switch self {
    case .literal, .null: true
    default: false
    }
  }

  /// What is left of it where nothing stands beside it.
  var resolved: SQLType { isOpen ? .text : self }

  /// Whether a literal with this content is read as one of the type.
  func reads(_ content: String) -> Bool {
    let text = content.split(separator: " ", omittingEmptySubsequences: true)
    switch self {
    case .short: return text.count == 1 && Int32(text[0]) != nil
    case .whole: return text.count == 1 && Int64(text[0]) != nil
    case .exact, .real:
      return text.count == 1 && text[0].allSatisfy { $0.isNumber || "+-.eE".contains($0) } && Double(text[0]) != nil
    case .blob, .truth, .row: return false
    case .text, .literal, .null, .unknown: return true
    }
  }

  /// What both are; nil where they do not go together.
  func joined(with other: SQLType) -> SQLType? {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): return .unknown
    case (.null, _): return other
    case (_, .null): return self
    case (.literal(let content, _), _): return other.reads(content) ? other : nil
    case (_, .literal(let content, _)): return reads(content) ? self : nil
    case (.row(let left), .row(let right)):
      guard left.count == right.count else { return nil }
      return zip(left, right).allSatisfy { $0.joined(with: $1) != nil } ? self : nil
    default: break
    }
    guard let rank, let otherRank = other.rank else { return self == other ? self : nil }
    return rank >= otherRank ? self : other
  }
}
