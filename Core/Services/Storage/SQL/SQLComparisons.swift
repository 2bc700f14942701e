internal import FieldhouseKit

/// What a statement compares with a column, where both sides are single values: there PostgreSQL refuses a text beside
/// a number, which SQLite takes and finds unequal, or converts.
struct SQLComparisons {
  /// One side.
  enum Operand: Equatable {
    case column(String)
    case placeholder(Int)
    case number
    case text(String)
  }

  private(set) var pairs: [(column: String, other: Operand)] = []

  private static let before: Set = [
    "where", "and", "or", "not", "on", "when", "having", "set", "then", "else", "select",
  ]
  private static let after: Set = [
    "and", "or", "then", "else", "end", "group", "order", "limit", "having", "returning", "where", "union", "from",
    "as", "except", "intersect", "left", "join", "inner",
  ]

  init(_ tokens: [SQLToken]) {
    let aliases = Set(zip(tokens, tokens.dropFirst()).filter { $0.0.isWord("as") }.map(\.1.text))
    for index in tokens.indices {
      guard let end = Self.operatorEnd(tokens, index), index > 0, end < tokens.count else { continue }
      var start = index - 1
      if start >= 2, tokens[start - 1].isSymbol(".") { start -= 2 }
      var last = end
      if last + 2 < tokens.count, tokens[last + 1].isSymbol(".") { last += 2 }
      guard start == 0 || Self.isBorder(tokens[start - 1], ["(", ","], Self.before),
        last + 1 == tokens.count || Self.isBorder(tokens[last + 1], [")", ","], Self.after),
        let left = Self.operand(tokens[index - 1]), let right = Self.operand(tokens[last])
      else { continue }
      for case (.column(let name), let other) in [(left, right), (right, left)] where !aliases.contains(name) {
        pairs.append((name, other))
      }
    }
  }

  /// The place behind a comparison that begins at a place; nil where none does.
  private static func operatorEnd(_ tokens: [SQLToken], _ index: Int) -> Int? {
    func isSign(_ place: Int) -> Bool {
      place < tokens.count && place >= 0 && ["=", "<", ">", "!"].contains { tokens[place].isSymbol($0) }
    }
    guard isSign(index), !isSign(index - 1) else { return nil }
    return isSign(index + 1) ? index + 2 : index + 1
  }

  private static func isBorder(_ token: SQLToken, _ symbols: [Unicode.Scalar], _ words: Set<String>) -> Bool {
    symbols.contains { token.isSymbol($0) } || (token.isWord && words.contains(token.text))
  }

  private static func operand(_ token: SQLToken) -> Operand? {
    switch token.kind {
    case .word: token.text == "null" ? nil : .column(token.text)
    case .quotedName: .column(token.text.lowercased())
    case .placeholder(let number): .placeholder(number)
    case .number: .number
    case .string: .text(token.text)
    case .symbol: nil
    }
  }
}
