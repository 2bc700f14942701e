/// A value in a statement, as far as its words tell what it is.
enum SQLOperand: Equatable {
  case column(String, of: String?)
  case placeholder(Int)
  case number(String)
  case text(String)
  /// The value of an expression.
  case kind(ValueKind)

  /// What an expression may give: one operand, several where it chooses between them, none where it cannot be told.
  static func operands(of tokens: ArraySlice<SQLToken>) -> [SQLOperand] {
    if let simple = simple(tokens) { return [simple] }
    guard let first = tokens.first else { return [] }
    if first.isSymbol("("), tokens.closing(tokens.startIndex) == tokens.endIndex - 1 {
      let inner = tokens.dropFirst().dropLast()
      return inner.first?.isWord("select") == true ? selected(inner) : operands(of: inner)
    }
    if first.isWord("case"), tokens.last?.isWord("end") == true { return chosen(branches(tokens)) }
    if let call = call(tokens) { return call }
    return arithmetic(tokens).map { [.kind($0)] } ?? []
  }

  private static func simple(_ tokens: ArraySlice<SQLToken>) -> SQLOperand? {
    guard let last = tokens.last else { return nil }
    switch (tokens.count, last.kind) {
    case (1, .placeholder(let number)): return .placeholder(number)
    case (1, .number): return .number(last.text)
    case (1, .string): return .text(last.text)
    case (1, .word) where last.text == "null": return nil
    case (1, .word): return .column(last.text, of: nil)
    case (1, .quotedName): return .column(last.text.lowercased(), of: nil)
    case (2, .number) where tokens.first?.isSymbol("-") == true: return .number("-" + last.text)
    case (2, .number) where tokens.first?.isSymbol("+") == true: return .number(last.text)
    case (3, .word), (3, .quotedName):
      guard tokens.dropFirst().first?.isSymbol(".") == true, let table = tokens.first else { return nil }
      return .column(last.text.lowercased(), of: table.text.lowercased())
    default: return nil
    }
  }

  /// What a subquery of one column selects, where it is one `select`.
  static func selected(_ query: ArraySlice<SQLToken>) -> [SQLOperand] {
    let parts = SelectedItems.parts(of: query)
    guard parts.count == 1, parts[0].count == 1 else { return [] }
    return operands(of: parts[0][0])
  }

  /// The values between which `case` chooses.
  private static func branches(_ tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var branches: [ArraySlice<SQLToken>] = []
    var (depth, start) = (0, nil as Int?)
    for index in tokens.indices {
      let token = tokens[index]
      if token.isSymbol("(") || token.isWord("case") { depth += 1 }
      if depth == 1, let begun = start, ["when", "else", "end"].contains(where: token.isWord) {
        branches.append(tokens[begun..<index])
        start = nil
      }
      if depth == 1, token.isWord("then") || token.isWord("else") { start = index + 1 }
      if token.isSymbol(")") || token.isWord("end") { depth -= 1 }
    }
    return branches
  }

  /// Texts between which alone an expression chooses are texts; beside a number they are read as one.
  private static func chosen(_ parts: [ArraySlice<SQLToken>]) -> [SQLOperand] {
    let operands = parts.flatMap(operands(of:))
    let areTexts = operands.allSatisfy { if case .text = $0 { true } else { false } }
    return areTexts && !operands.isEmpty ? [.kind(.text)] : operands
  }

  private static func call(_ tokens: ArraySlice<SQLToken>) -> [SQLOperand]? {
    let open = tokens.startIndex + 1
    guard tokens.count > 2, let name = tokens.first, name.isWord, tokens[open].isSymbol("("),
      let close = tokens.closing(open), ends(tokens[(close + 1)...])
    else { return nil }
    let arguments = tokens[(open + 1)..<close].split(atTopLevel: ",")
    switch name.text {
    case "cast":
      return tokens[close - 1].isWord ? ColumnType(declared: tokens[close - 1].text).map { [.kind($0.kind)] } : nil
    case "coalesce": return chosen(arguments)
    case "min", "max", "nullif", "lag", "lead", "first_value", "last_value", "nth_value":
      return chosen(Array(arguments.prefix(1)))
    case "substr", "replace", "trim", "ltrim", "rtrim": return [.kind(.text)]
    case let name: return SharedSQL.functions.contains(name) ? [.kind(.number)] : nil
    }
  }

  /// What may follow the call of a function and belongs to it.
  private static func ends(_ rest: ArraySlice<SQLToken>) -> Bool {
    guard let first = rest.first else { return true }
    guard first.isWord("filter") || first.isWord("over"), rest.count > 1 else { return false }
    guard rest[rest.startIndex + 1].isSymbol("(") else { return first.isWord("over") && rest.count == 2 }
    return rest.closing(rest.startIndex + 1).map { ends(rest[($0 + 1)...]) } ?? false
  }

  private static func arithmetic(_ tokens: ArraySlice<SQLToken>) -> ValueKind? {
    let isOne = tokens.topLevel { token in
      token.isWord && SQLComparisons.keywords.contains(token.text)
        || ["=", "<", ">", "!"].contains { token.isSymbol($0) }
    }.isEmpty
    guard isOne else { return nil }
    let signs = tokens.topLevel { token in ["|", "+", "-", "*", "/", "%", "&"].contains { token.isSymbol($0) } }
    if zip(signs, signs.dropFirst()).contains(where: {
      tokens[$0].isSymbol("|") && tokens[$1].isSymbol("|") && $1 == $0 + 1
    }) {
      return .text
    }
    return signs.contains { $0 > tokens.startIndex } ? .number : nil
  }
}

/// The lists of what queries select.
enum SelectedItems {
  private static let clauses: Set = ["from", "where", "group", "having", "window", "order", "limit", "offset"]

  /// The items of each part of a compound query, without their names; none of a part that selects `*`.
  static func parts(of query: ArraySlice<SQLToken>) -> [[ArraySlice<SQLToken>]] {
    var parts: [ArraySlice<SQLToken>] = []
    var start = query.startIndex
    for index in query.topLevel(where: { ["union", "except", "intersect"].contains(where: $0.isWord) }) {
      parts.append(query[start..<index])
      start = index + 1
    }
    return (parts + [query[start...]]).flatMap(items)
  }

  private static func items(_ part: ArraySlice<SQLToken>) -> [[ArraySlice<SQLToken>]] {
    let part = part.drop { $0.isWord("all") }
    if part.first?.isWord("values") == true { return rows(part.dropFirst()) }
    guard let start = part.topLevel(where: { $0.isWord("select") }).first else { return [] }
    let list = part[(start + 1)...].drop { $0.isWord("distinct") || $0.isWord("all") }
    let end = list.topLevel { $0.isWord && clauses.contains($0.text) }.first ?? list.endIndex
    let items = list[..<end].split(atTopLevel: ",")
    guard !items.contains(where: { $0.last?.isSymbol("*") == true }) else { return [] }
    return [items.map { item in item[..<(item.topLevel { $0.isWord("as") }.last ?? item.endIndex)] }]
  }

  /// The rows of `values (…), (…)`.
  static func rows(_ tokens: ArraySlice<SQLToken>) -> [[ArraySlice<SQLToken>]] {
    var rows: [[ArraySlice<SQLToken>]] = []
    var index = tokens.startIndex
    while index < tokens.endIndex, tokens[index].isSymbol("("), let close = tokens.closing(index) {
      rows.append(tokens[(index + 1)..<close].split(atTopLevel: ","))
      index = close + 1
      guard index < tokens.endIndex, tokens[index].isSymbol(",") else { break }
      index += 1
    }
    return rows
  }
}
