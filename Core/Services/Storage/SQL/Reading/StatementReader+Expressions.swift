internal import FieldhouseKit

// Expressions, from those that bind least.
extension StatementReader {
  /// A condition, such as behind `where`.
  mutating func condition() throws(End) { try checkTruth(try expression()) }

  func checkTruth(_ type: SQLType) throws(End) {
    switch type {
    case .truth, .unknown, .null: return
    default: throw refused("A condition is a comparison and here is \(type.name). Write '… = 1', or the like.")
    }
  }

  mutating func expression() throws(End) -> SQLType {
    var left = try conjunction()
    while take("or") {
      try checkTruth(left)
      try checkTruth(try conjunction())
      left = .truth
    }
    return left
  }

  private mutating func conjunction() throws(End) -> SQLType {
    var left = try negation()
    while take("and") {
      try checkTruth(left)
      try checkTruth(try negation())
      left = .truth
    }
    return left
  }

  private mutating func negation() throws(End) -> SQLType {
    guard take("not") else { return try comparison() }
    try checkTruth(try negation())
    return .truth
  }

  private mutating func comparison() throws(End) -> SQLType {
    var left = try joining()
    var isCompared = false
    while let isOfNull = try compared(left) {
      if isCompared, !isOfNull { throw refused("A comparison is compared with another: use parentheses.") }
      (left, isCompared) = (.truth, true)
    }
    return left
  }

  /// Reads one comparison behind a value.
  /// - Returns: whether it is one with null, which stands behind others, too; nil where there is none.
  private mutating func compared(_ left: SQLType) throws(End) -> Bool? {
    if takeComparisonSign() {
      try compare(left, try joining())
    } else if take("is") {
      _ = take("not")
      if take("null") {
        if case .row = left { throw refused("'is null' stands behind one value, not behind several.") }
        return true
      }
      guard take("distinct", "from") else { throw .unread }
      try compare(left, try joining())
    } else if isWord("not") || ["in", "like", "between"].contains(where: { isWord($0) }) {
      _ = take("not")
      try found(left)
    } else {
      return nil
    }
    return false
  }

  private mutating func found(_ left: SQLType) throws(End) {
    if isWord("null") { throw refused("Write 'is not null' instead of 'not null'.") }
    if take("between") {
      try compare(left, try joining())
      try expect("and")
      try compare(left, try joining())
    } else if take("like") {
      for type in [left, try joining()] { try checkText(type, of: "like") }
      if take("escape") { try escape() }
    } else {
      try expect("in")
      try among(left)
    }
  }

  private mutating func escape() throws(End) {
    let type = try primary()
    try checkText(type, of: "escape")
    guard case .literal(let sign, _) = type, sign.unicodeScalars.count != 1 else { return }
    throw refused("'escape' names one character.")
  }

  private mutating func among(_ left: SQLType) throws(End) {
    try expectSign("(")
    if isSymbol(")") { throw refused("'in ()' is known to one engine only. Write 'in (null)' for no values.") }
    if isQuery() {
      if let types = try query()?.map(\.type) { try compare(left, types.count == 1 ? types[0] : .row(types)) }
    } else {
      repeat { try compare(left, try expression()) } while takeSign(",")
    }
    try expectSign(")")
  }

  private mutating func takeComparisonSign() -> Bool {
    let isSign = ["=", "<", ">", "!"].contains { isSymbol($0) }
    let isShift = isSymbol("<") && isSymbol("<", ahead: 1) || isSymbol(">") && isSymbol(">", ahead: 1)
    guard isSign, !isShift else { return false }
    at += isSymbol("=", ahead: 1) || isSymbol("<") && isSymbol(">", ahead: 1) ? 2 : 1
    return true
  }

  mutating func compare(_ left: SQLType, _ right: SQLType) throws(End) {
    guard left.joined(with: right) != nil else {
      throw refused("\(left.name.capitalizedFirst) is compared with \(right.name).")
    }
    settle(left, beside: right)
    settle(right, beside: left)
  }

  func checkText(_ type: SQLType, of place: String) throws(End) {
    switch type {
    case .text, .literal, .null, .unknown: return
    default: throw refused("'\(place)' takes a text and is given \(type.name).")
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
