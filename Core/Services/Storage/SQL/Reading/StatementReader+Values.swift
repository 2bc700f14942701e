internal import FieldhouseKit

// Single values.
extension StatementReader {
  mutating func primary() throws(End) -> SQLType {
    guard let token else { throw .unread }
    if token.isSymbol("(") { return try inParentheses() }
    at += 1
    switch token.kind {
    case .number: return SQLType(number: token.text)
    case .string: return .literal(token.text, at: at - 1)
    case .placeholder(let number): return number <= bound.count ? bound[number - 1] : .unknown
    case .symbol: if token.isSymbol("-") || token.isSymbol("+") { return try signed() }
    case .word where token.text == "null": return .null
    case .word where token.text == "default": throw refused("'default' is no value. Leave the column out.")
    case .word where token.text == "case": return try choice()
    case .word where token.text == "exists": return try existence()
    case .word where isSymbol("("): return try call(token.text)
    case .word, .quotedName:
      guard token.isName else { throw .unread }
      return try column(token)
    }
    throw .unread
  }

  private mutating func column(_ token: SQLToken) throws(End) -> SQLType {
    let name = token.text.lowercased()
    return try takeSign(".") ? type(of: self.name(), of: name) : type(of: name, of: nil)
  }

  mutating func type(of name: String, of table: String?) throws(End) -> SQLType {
    for (depth, scope) in scopes.enumerated().reversed() {
      guard case .type(let type) = scope.find(name, of: table) else { continue }
      innermost = max(innermost ?? 0, depth)
      if scope.isDouble, table == nil {
        throw refused("'\(name)' is that of two rows here: write 'excluded.\(name)', or the table's name before it.")
      }
      return type
    }
    if table == nil, scopes.contains(where: { $0.given.contains(name) }) {
      throw refused("'\(name)' is the name of what is selected. Repeat the expression, or select from a subquery.")
    }
    return .unknown
  }

  private mutating func inParentheses() throws(End) -> SQLType {
    guard !isQuery(ahead: 1) else { return try subquery() }
    at += 1
    var types: [SQLType] = []
    repeat { types.append(try expression()) } while takeSign(",")
    try expectSign(")")
    return types.count == 1 ? types[0] : .row(types)
  }

  /// A subquery that is a value, of one row.
  private mutating func subquery() throws(End) -> SQLType {
    let start = at + 1
    at = start
    let columns = try query()
    if !isSingle(tokens[start..<at]), let columns {
      report.guards.append(SQLGuard(kind: .single(columns.count), range: bytes(of: start..<at)))
    }
    try expectSign(")")
    return columns.map { $0.count == 1 ? $0[0].type : .row($0.map(\.type)) } ?? .unknown
  }

  /// Whether a query gives one row at most by its form.
  private func isSingle(_ query: ArraySlice<SQLToken>) -> Bool {
    let words = query.topLevel {
      ["union", "except", "intersect", "group", "from", "values"].contains(where: $0.isWord)
    }
    if query.count > 1, query.suffix(2).first?.isWord("limit") == true, query.last?.text == "1" { return true }
    if words.isEmpty { return true }
    let parts = SelectedItems.parts(of: query)
    return words.count == 1 && parts.count == 1
      && parts[0].contains { item in
        SQLGrouping.hasAggregate(item) && item.topLevel { $0.isWord("over") }.isEmpty
      }
  }

  private mutating func existence() throws(End) -> SQLType {
    try expectSign("(")
    _ = try query()
    try expectSign(")")
    return .truth
  }

  private mutating func choice() throws(End) -> SQLType {
    let subject = try isWord("when") ? nil : expression().resolved
    var types: [SQLType] = []
    while take("when") {
      if let subject { try compare(subject, try expression()) } else { try condition() }
      try expect("then")
      types.append(try expression())
    }
    if take("else") { types.append(try expression()) }
    try expect("end")
    return try together(types) { "'case' chooses between \($0) and \($1). Let it give one type." }
  }

  /// What all of some values are.
  mutating func together(_ types: [SQLType], _ message: (String, String) -> String) throws(End) -> SQLType {
    let open = types.filter(\.isOpen)
    var all = types.first { !$0.isOpen } ?? .text
    for type in types.filter({ !$0.isOpen }).dropFirst() where all != .unknown {
      guard let next = all.joined(with: type) else { throw refused(message(all.name, type.name)) }
      all = next
    }
    if let known = types.first(where: { !$0.isOpen && $0 != .unknown }), all == .unknown {
      for type in types where known.joined(with: type) == nil && !type.isOpen {
        throw refused(message(known.name, type.name))
      }
    }
    for type in open {
      guard all.joined(with: type) != nil else { throw refused(message(all.name, type.name)) }
      settle(type, beside: all)
    }
    return all
  }

  /// A literal beside a number is one.
  mutating func settle(_ type: SQLType, beside other: SQLType) {
    switch (type, other) {
    case (.literal(_, let place), _) where other.isNumber:
      report.guards.append(SQLGuard(kind: .number, range: tokens[place].range))
    case (.row(let left), .row(let right)): for (one, other) in zip(left, right) { settle(one, beside: other) }
    default: return
    }
  }
}
