import Foundation

/// A figure that follows from others, such as `Goals / Games` or `(Goals + Assists) / Games * 100`: fields by their names, numbers,
/// `+`, `-`, `*`, `/` and parentheses.
struct Formula: Sendable {
  private indirect enum Term: Sendable {
    case number(Double)
    case field(String)
    case sum(Term, Term)
    case difference(Term, Term)
    case product(Term, Term)
    case quotient(Term, Term)
  }

  private let term: Term

  /// How deep parentheses lie in one another at most.
  private static let deepest = 20

  /// - Parameters:
  ///   - text: the formula.
  ///   - fields: the names that it may use; of those that fit the longest counts, letter case aside.
  /// - Returns: nil for what is none.
  init?(_ text: String, fields: [String]) {
    var reader = Reader(rest: text[...], fields: fields.sorted { $0.count > $1.count })
    guard let term = reader.sum(depth: 0), reader.isAtEnd else { return nil }
    self.term = term
  }

  /// - Parameter values: by the names of the fields.
  /// - Returns: nil where a value is missing, or nothing can be divided by.
  func value(of values: [String: Double]) -> Double? {
    let value = Self.value(term, values)
    return value?.isFinite == true ? value : nil
  }

  private static func value(_ term: Term, _ values: [String: Double]) -> Double? {
    switch term {
    case .number(let number): number
    case .field(let name): values[name]
    case .sum(let one, let other): both(one, other, values, +)
    case .difference(let one, let other): both(one, other, values, -)
    case .product(let one, let other): both(one, other, values, *)
    case .quotient(let one, let other): both(one, other, values) { $1 == 0 ? .nan : $0 / $1 }
    }
  }

  private static func both(
    _ one: Term, _ other: Term, _ values: [String: Double], _ join: (Double, Double) -> Double
  ) -> Double? {
    guard let one = value(one, values), let other = value(other, values) else { return nil }
    return join(one, other)
  }

  /// Reads a formula from left to right.
  private struct Reader {
    var rest: Substring
    let fields: [String]

    var isAtEnd: Bool {
      mutating get {
        skip()
        return rest.isEmpty
      }
    }

    mutating func sum(depth: Int) -> Term? {
      guard depth <= Formula.deepest, var term = product(depth: depth) else { return nil }
      while let sign = take(anyOf: "+-") {
        guard let other = product(depth: depth) else { return nil }
        term = sign == "+" ? .sum(term, other) : .difference(term, other)
      }
      return term
    }

    private mutating func product(depth: Int) -> Term? {
      guard var term = single(depth: depth) else { return nil }
      while let sign = take(anyOf: "*/") {
        guard let other = single(depth: depth) else { return nil }
        term = sign == "*" ? .product(term, other) : .quotient(term, other)
      }
      return term
    }

    private mutating func single(depth: Int) -> Term? {
      if take(anyOf: "(") != nil {
        guard let term = sum(depth: depth + 1), take(anyOf: ")") != nil else { return nil }
        return term
      }
      skip()
      if let field = fields.first(where: { rest.lowercased().hasPrefix($0.lowercased()) }) {
        rest = rest.dropFirst(field.count)
        return .field(field)
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard let number = Double(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      return .number(number)
    }

    private mutating func take(anyOf signs: String) -> Character? {
      skip()
      guard let sign = rest.first, signs.contains(sign) else { return nil }
      rest = rest.dropFirst()
      return sign
    }

    private mutating func skip() { rest = rest.drop { $0.isWhitespace } }
  }
}
