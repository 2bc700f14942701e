internal import FieldhouseKit

// Calls of functions.
extension StatementReader {
  mutating func call(_ name: String) throws(End) -> SQLType {
    guard SharedSQL.functions.contains(name) else { throw .unread }
    at += 1
    if name == "cast" { return try cast() }
    _ = take("distinct") || take("all")
    let types = try arguments(of: name)
    let type = try result(name, types)
    try window()
    return type
  }

  private mutating func arguments(of name: String) throws(End) -> [SQLType] {
    let before = innermost
    innermost = nil
    var types: [SQLType] = []
    if takeSign("*") {
      types.append(.unknown)
    } else if !isSymbol(")") {
      repeat { types.append(try expression()) } while takeSign(",")
    }
    try expectSign(")")
    if let depth = innermost, depth < scopes.count - 1, SharedSQL.aggregates.contains(name), !isWord("over") {
      throw refused("'\(name)' is of columns of the query around it, to which it belongs: write it there.")
    }
    innermost = [before, innermost].compactMap(\.self).max()
    return types
  }

  private mutating func window() throws(End) {
    if take("filter") {
      try expectSign("(")
      try expect("where")
      try condition()
      try expectSign(")")
    }
    guard take("over") else { return }
    if isSymbol("(") { try windowDefinition() } else { _ = try name() }
  }

  /// The window in parentheses.
  mutating func windowDefinition() throws(End) {
    guard let close = tokens[...].closing(at) else { throw .unread }
    at += 1
    if !isWord("partition"), !isWord("order"), !isWord("rows"), !isWord("range"), !isWord("groups"), at < close {
      _ = try name()
    }
    if take("partition", "by") { repeat { _ = try expression() } while takeSign(",") }
    if take("order", "by") {
      repeat {
        _ = try expression()
        takeDirection()
      } while takeSign(",")
    }
    at = close + 1
  }

  mutating func takeDirection() {
    _ = take("asc") || take("desc")
    _ = take("nulls", "first") || take("nulls", "last")
  }

  private mutating func result(_ name: String, _ types: [SQLType]) throws(End) -> SQLType {
    let first = types.first ?? .unknown
    switch name {
    case "count", "row_number", "rank", "dense_rank": return .whole
    case "percent_rank", "cume_dist": return .real
    case "ntile":
      try checkShort(first, of: name)
      return .short
    case "sum", "avg": return try total(name, first)
    case "min", "max":
      if first == .truth || first == .blob { throw refused("'\(name)' takes numbers or texts, not \(first.name).") }
      return first.resolved
    case "abs":
      try checkNumber(first, of: name)
      return first == .null ? .real : first.isOpen ? .real : first
    case "coalesce": return try together(types) { "'coalesce' chooses between \($0) and \($1). Give it one type." }
    case "nullif": return try without(types)
    case "lag", "lead", "nth_value", "first_value", "last_value": return try neighbour(name, types)
    default: return try textual(name, types)
    }
  }

  private func total(_ name: String, _ type: SQLType) throws(End) -> SQLType {
    if type.isOpen { throw refused("'\(name)' takes a number, not a literal or null.") }
    try checkNumber(type, of: name)
    switch type {
    case .short where name == "sum": return .whole
    case .short, .whole: return .exact
    default: return type
    }
  }

  private mutating func without(_ types: [SQLType]) throws(End) -> SQLType {
    guard types.count == 2 else { throw .unread }
    try compare(types[0], types[1])
    switch types[0] {
    case .null: return types[1].resolved
    case .literal: return types[1].isOpen ? .text : types[1]
    default: return types[0]
    }
  }

  private mutating func neighbour(_ name: String, _ types: [SQLType]) throws(End) -> SQLType {
    let first = types.first ?? .unknown
    if types.count > 1 { try checkShort(types[1], of: name) }
    guard types.count > 2 else {
      if first.isOpen { throw refused("'\(name)' is given a literal or null, of which nothing tells the type.") }
      return first
    }
    return try together([first, types[2]]) { "'\(name)' gives \($0), or \($1). Give it one type." }
  }

  /// The functions of texts.
  private func textual(_ name: String, _ types: [SQLType]) throws(End) -> SQLType {
    let first = types.first ?? .unknown
    let takesBlob = name == "length" || name == "substr"
    if !(takesBlob && first == .blob) { try checkText(first, of: name) }
    for type in types.dropFirst() {
      if name == "substr" { try checkShort(type, of: name) } else { try checkText(type, of: name) }
    }
    if name == "length" { return .short }
    return name == "substr" && first == .blob ? .blob : first == .unknown && takesBlob ? .unknown : .text
  }

  private func checkNumber(_ type: SQLType, of name: String) throws(End) {
    switch type {
    case .short, .whole, .exact, .real, .null, .unknown: return
    case .literal(let content, _) where SQLType.real.reads(content): return
    default: throw refused("'\(name)' takes a number and is given \(type.name).")
    }
  }

  /// A number that PostgreSQL takes in 32 bits only.
  private func checkShort(_ type: SQLType, of name: String) throws(End) {
    switch type {
    case .short, .null, .unknown: return
    case .literal(let content, _) where SQLType.short.reads(content): return
    case .whole: throw refused("'\(name)' counts with a number that is written in the statement, or with length(…).")
    default: throw refused("'\(name)' takes a whole number and is given \(type.name).")
    }
  }

  private mutating func cast() throws(End) -> SQLType {
    let value = at
    let found = try expression()
    // What a bound value is, it is told by `cast`.
    let type = if at == value + 1, case .placeholder = tokens[value].kind { SQLType.unknown } else { found }
    try expect("as")
    let start = at
    while at < tokens.count, !isSymbol(")") { at += 1 }
    let words = tokens[start..<at].map(\.text).joined(separator: " ")
    try expectSign(")")
    guard let target = Self.castTypes[words] else { return .unknown }
    try checkCast(type, to: target)
    return target
  }

  private static let castTypes: [String: SQLType] = [
    "integer": .whole, "bigint": .whole, "real": .real, "double precision": .real, "text": .text, "blob": .blob,
  ]

  private func checkCast(_ type: SQLType, to target: SQLType) throws(End) {
    switch type {
    case .null, .unknown: return
    case .literal(let content, _): if target == .blob || target.reads(content) { return }
    case .short, .whole, .exact, .real: if target.isNumber || target == .text { return }
    default: if type == target { return }
    }
    throw refused("'cast' makes no \(target.name.dropFirst(2)) of \(type.name). Work it out in Swift.")
  }
}
