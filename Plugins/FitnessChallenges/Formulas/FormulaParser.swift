/// Reads a formula by its grammar (`GRAMMAR.md`), one level of binding in each function.
struct FormulaParser {
  private let tokens: [FormulaToken]
  private var place = 0
  private var depth = 0
  private var count = 0

  private init(_ tokens: [FormulaToken]) { self.tokens = tokens }

  /// - Throws: ``FormulaMistake``.
  static func parse(_ text: String) throws -> FormulaNode {
    var parser = FormulaParser(try FormulaToken.read(text))
    let node = try parser.formula()
    guard parser.token.kind == .end else { throw parser.mistake("Here the formula should end.") }
    return node
  }

  private var token: FormulaToken { tokens[place] }

  private func mistake(_ text: String, at position: Int? = nil) -> FormulaMistake {
    FormulaMistake(position: position ?? token.position, text: text)
  }

  /// Takes a sign or a word when it is the next one.
  private mutating func take(_ kinds: FormulaToken.Kind...) -> FormulaToken.Kind? {
    guard kinds.contains(token.kind) else { return nil }
    defer { place += 1 }
    return token.kind
  }

  private mutating func made(_ node: FormulaNode) throws -> FormulaNode {
    count += 1
    guard count <= Formula.mostParts else { throw mistake("A formula has at most \(Formula.mostParts) parts.") }
    return node
  }

  private func check(_ node: FormulaNode, _ kind: FormulaNode.Kind, at position: Int) throws {
    guard node.kind != kind else { return }
    throw mistake(kind == .number ? "Here a number is needed." : "Here a condition is needed.", at: position)
  }

  private mutating func formula() throws -> FormulaNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Formula.deepest else { throw mistake("A formula lies at most \(Formula.deepest) deep.") }
    return try joined([.name("or")], FormulaNode.any) { try $0.both() }
  }

  private mutating func both() throws -> FormulaNode {
    try joined([.name("and")], FormulaNode.all) { try $0.clause() }
  }

  /// Parts that are all conditions where there is more than one.
  private mutating func joined(
    _ words: [FormulaToken.Kind], _ join: (FormulaNode, FormulaNode) -> FormulaNode,
    _ part: (inout FormulaParser) throws -> FormulaNode
  ) throws -> FormulaNode {
    let position = token.position
    var node = try part(&self)
    while words.contains(token.kind) {
      place += 1
      try check(node, .condition, at: position)
      let behind = token.position
      let other = try part(&self)
      try check(other, .condition, at: behind)
      node = try made(join(node, other))
    }
    return node
  }

  private mutating func clause() throws -> FormulaNode {
    let position = token.position
    if take(.name("not")) != nil {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Formula.deepest else { throw mistake("A formula lies at most \(Formula.deepest) deep.") }
      let behind = token.position
      let node = try clause()
      try check(node, .condition, at: behind)
      return try made(.not(node))
    }
    let left = try sum()
    guard case .sign(let sign) = token.kind, let comparison = FormulaNode.Comparison(rawValue: sign) else {
      return left
    }
    place += 1
    let behind = token.position
    let right = try sum()
    try check(left, .number, at: position)
    try check(right, .number, at: behind)
    return try made(.comparison(comparison, left, right))
  }

  private mutating func sum() throws -> FormulaNode {
    try reckoned([.sign("+"), .sign("-")]) { try $0.product() }
  }

  private mutating func product() throws -> FormulaNode {
    try reckoned([.sign("*"), .sign("/")]) { try $0.factor() }
  }

  private mutating func reckoned(
    _ signs: [FormulaToken.Kind], _ part: (inout FormulaParser) throws -> FormulaNode
  ) throws -> FormulaNode {
    let position = token.position
    var node = try part(&self)
    while signs.contains(token.kind), case .sign(let sign) = token.kind {
      place += 1
      let behind = token.position
      let other = try part(&self)
      try check(node, .number, at: position)
      try check(other, .number, at: behind)
      guard let kind = FormulaNode.Arithmetic(rawValue: sign) else { break }
      node = try made(.arithmetic(kind, node, other))
    }
    return node
  }

  private mutating func factor() throws -> FormulaNode {
    let position = token.position
    switch token.kind {
    case .number(let value):
      place += 1
      return try made(.number(value))
    case .name(let name):
      place += 1
      return try named(name, at: position)
    case .sign("-"):
      place += 1
      depth += 1
      defer { depth -= 1 }
      guard depth <= Formula.deepest else { throw mistake("A formula lies at most \(Formula.deepest) deep.") }
      let behind = token.position
      let node = try factor()
      try check(node, .number, at: behind)
      return try made(.negated(node))
    case .sign("("):
      place += 1
      let node = try formula()
      try close()
      return node
    case .sign, .end: throw mistake("Here a number, a name or a bracket is missing.")
    }
  }

  private mutating func close() throws {
    guard take(.sign(")")) != nil else { throw mistake("Here a closing bracket is missing.") }
  }

  private mutating func named(_ name: String, at position: Int) throws -> FormulaNode {
    guard take(.sign("(")) != nil else {
      guard let quantity = FormulaNode.Quantity(rawValue: name) else { throw unknown(name, at: position) }
      return try made(.quantity(quantity))
    }
    let counting = FormulaNode.Counting(rawValue: name)
    let chosen = ["min", "max"].contains(name) ? FormulaNode.Arithmetic(rawValue: name) : nil
    guard counting != nil || chosen != nil else { throw unknown(name, at: position) }
    var values: [FormulaNode] = []
    repeat {
      let behind = token.position
      values.append(try formula())
      try check(values[values.count - 1], .number, at: behind)
    } while take(.sign(",")) != nil
    try close()
    if let counting {
      guard values.count == 1 else { throw mistake("'\(name)' takes one number.", at: position) }
      return try made(.counted(counting, values[0]))
    }
    guard let chosen, values.count == 2 else { throw mistake("'\(name)' takes two numbers.", at: position) }
    return try made(.arithmetic(chosen, values[0], values[1]))
  }

  private func unknown(_ name: String, at position: Int) -> FormulaMistake {
    mistake("Formulas know no '\(name)'.", at: position)
  }
}
