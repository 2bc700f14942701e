internal import FieldhouseKit

// Operators between values.
extension StatementReader {
  /// Values joined by `||` or by the operators of bits, which PostgreSQL reads after sums.
  mutating func joining() throws(End) -> SQLType {
    let start = at
    var left = try sum()
    var isMixed = isSum(start, at)
    var joins: Bool?
    while let sign = takeJoiningSign() {
      let begin = at
      let right = try sum()
      isMixed = isMixed || isSum(begin, at) || joins != nil && joins != (sign == "||")
      joins = sign == "||"
      if joins == true, isMixed {
        throw refused("'||' stands beside other operators, which engines read in different orders: use parentheses.")
      }
      left = try sign == "||" ? joined(left, right) : bits(left, right, sign)
    }
    return left
  }

  /// Whether what stands between two places is more than one value.
  private func isSum(_ start: Int, _ end: Int) -> Bool {
    tokens[start..<end].topLevel { token in ["+", "-", "*", "/", "%"].contains { token.isSymbol($0) } }
      .contains { $0 > start && !(tokens[$0].isSymbol("*") && tokens[$0 - 1].isSymbol(".")) }
  }

  private mutating func takeJoiningSign() -> String? {
    let signs: [(String, Unicode.Scalar, Unicode.Scalar?)] = [
      ("||", "|", "|"), ("<<", "<", "<"), (">>", ">", ">"), ("&", "&", nil), ("|", "|", nil),
    ]
    for (sign, first, second) in signs where isSymbol(first) && second.map({ isSymbol($0, ahead: 1) }) ?? true {
      at += second == nil ? 1 : 2
      return sign
    }
    return nil
  }

  private func joined(_ left: SQLType, _ right: SQLType) throws(End) -> SQLType {
    let both = [left, right]
    if let wrong = both.first(where: { $0 == .truth }) { throw refused("'||' joins texts and is given \(wrong.name).") }
    if both.contains(.unknown) { return .unknown }
    if both.contains(.blob) {
      if left == .blob && (right == .blob || right == .null) || left == .null { return .blob }
      throw refused("'||' joins a blob with \(left == .blob ? right.name : left.name).")
    }
    if both.allSatisfy(\.isNumber) { throw refused("'||' joins texts and is given numbers.") }
    return .text
  }

  private func bits(_ left: SQLType, _ right: SQLType, _ sign: String) throws(End) -> SQLType {
    let type = try arithmetic(left, right, sign)
    if let rank = type.rank, rank > 1 { throw refused("'\(sign)' takes whole numbers.") }
    guard sign == "<<" || sign == ">>" else { return type }
    if right == .whole { throw refused("'\(sign)' is given a number of digits that is written in the statement.") }
    return left.isNumber ? left : type
  }

  private mutating func sum() throws(End) -> SQLType {
    var left = try product()
    while isSymbol("+") || isSymbol("-") && !isSymbol(">", ahead: 1) {
      let sign = isSymbol("+") ? "+" : "-"
      at += 1
      left = try arithmetic(left, try product(), sign)
    }
    return left
  }

  private mutating func product() throws(End) -> SQLType {
    let begin = at
    var left = try primary()
    while let sign = ["*", "/", "%"].first(where: { isSymbol(Unicode.Scalar($0) ?? " ") }) {
      let isPartial = left == .exact && hasFraction(begin..<at)
      at += 1
      let start = at
      let right = try primary()
      left = try arithmetic(left, right, sign)
      let isWhole = left != .real && !isPartial && !hasFraction(start..<at)
      if sign == "%", !isWhole { throw refused("'%' takes whole numbers.") }
      if sign != "*" { try divide(by: start..<at) }
    }
    return left
  }

  /// Whether a number with decimals is written there, or an average.
  private func hasFraction(_ range: Range<Int>) -> Bool {
    tokens[range].contains { token in
      if case .number = token.kind { Int64(token.text) == nil } else { token.isWord("avg") }
    }
  }

  /// What is divided by is not 0: refused where it is written, looked after by SQLite elsewhere.
  private mutating func divide(by divisor: Range<Int>) throws(End) {
    let value = tokens[divisor]
    if value.count == 1, case .number = value[divisor.lowerBound].kind {
      if Double(value[divisor.lowerBound].text) == 0 { throw refused("What is divided by is 0.") }
      return
    }
    report.guards.append(SQLGuard(kind: .divisor, range: bytes(of: divisor)))
  }

  func bytes(of range: Range<Int>) -> Range<Int> {
    tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
  }

  func arithmetic(_ left: SQLType, _ right: SQLType, _ sign: String) throws(End) -> SQLType {
    for type in [left, right] where !type.isNumber && !type.isOpen && type != .unknown {
      throw refused("'\(sign)' takes numbers and is given \(type.name).")
    }
    if left.isOpen, right.isOpen { throw refused("'\(sign)' is given two texts, or null: at least one is a number.") }
    guard let type = left.joined(with: right) else { throw refused("'\(sign)' takes numbers and is given a text.") }
    return type
  }

  /// What stands behind a sign.
  mutating func signed() throws(End) -> SQLType {
    let type = try primary()
    guard type.isNumber || type == .unknown else { throw refused("A sign stands before \(type.name).") }
    return type
  }
}
