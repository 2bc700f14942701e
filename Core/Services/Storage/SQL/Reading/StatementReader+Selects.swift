internal import FieldhouseKit

/// A `select` without its order.
struct SelectedPart {
  var scope = SQLScope()
  var columns: [SelectedColumn]?
  /// The words of what it selects; nil where that is not told one by one.
  var items: [ArraySlice<SQLToken>] = []
  var isDistinct = false
  /// Whether its rows stand in the statement.
  var isWritten = false
}

// The parts of a query.
extension StatementReader {
  mutating func part() throws(End) -> SelectedPart {
    if take("values") { return SelectedPart(columns: try rows(), isWritten: true) }
    guard take("select") else { throw .unread }
    var part = SelectedPart(isDistinct: take("distinct"))
    _ = take("all")
    let list = at
    let end = endOfPart()
    let from = clause("from", end)
    if let from {
      at = from + 1
      part.scope = try sources(until: end)
    }
    let rest = at
    let listEnd = from ?? firstClause(end)
    (at, part.columns) = (list, [])
    scopes.append(part.scope)
    defer { scopes.removeLast() }
    try items(&part, until: listEnd)
    scopes[scopes.count - 1] = part.scope
    at = from == nil ? listEnd : rest
    try clauses()
    guard at == end else { throw .unread }
    return part
  }

  /// The place behind the last clause of the part.
  private func endOfPart() -> Int {
    let rest = tokens[at...].upToClosing
    let ends: Set = ["union", "except", "intersect", "order", "limit", "offset", "returning"]
    return rest.topLevel { $0.isWord && ends.contains($0.text) || $0.isWord("on") }.first { place in
      !tokens[place].isWord("on") || place + 1 < tokens.count && tokens[place + 1].isWord("conflict")
    } ?? rest.endIndex
  }

  private func clause(_ word: String, _ end: Int) -> Int? {
    tokens[at..<end].topLevel { $0.isWord(word) }.first { $0 == at || !tokens[$0 - 1].isWord("distinct") }
  }

  private func firstClause(_ end: Int) -> Int {
    tokens[at..<end].topLevel { token in ["where", "group", "having", "window"].contains(where: token.isWord) }.first
      ?? end
  }

  private mutating func clauses() throws(End) {
    if take("where") { try condition() }
    if take("group", "by") {
      repeat { try groupingKey() } while takeSign(",")
    }
    if take("having") { try condition() }
    guard take("window") else { return }
    repeat {
      _ = try name()
      try expect("as")
      try windowDefinition()
    } while takeSign(",")
  }

  private mutating func groupingKey() throws(End) {
    if let token, token.isName, scopes.last?.given.contains(token.text.lowercased()) == true, endsKey(at + 1) {
      if scopes.last?.ambiguous.contains(token.text.lowercased()) == true {
        throw refused("'\(token.text)' is a column and the name of something else. Give that another name.")
      }
      at += 1
      return
    }
    try checkKey("group by")
    _ = try expression()
  }

  /// A literal is no key; a number is that of a column.
  func checkKey(_ place: String) throws(End) {
    guard let token, endsKey(at + 1) else { return }
    switch token.kind {
    case .string: break
    case .number where Int32(token.text) == nil: break
    case .word where token.text == "null": break
    default: return
    }
    throw refused("'\(place)' takes columns and expressions, not a literal.")
  }

  /// Whether a key of an order or a group ends before a place.
  func endsKey(_ place: Int) -> Bool {
    guard place < tokens.count else { return true }
    let ends = [
      "asc", "desc", "nulls", "limit", "offset", "having", "order", "union", "except", "intersect", "window", "on",
      "returning",
    ]
    return tokens[place].isSymbol(",") || tokens[place].isSymbol(")") || ends.contains(where: tokens[place].isWord)
  }

  private mutating func items(_ part: inout SelectedPart, until end: Int) throws(End) {
    repeat {
      let start = at
      if takeSign("*") {
        add(part.scope.sources, to: &part)
      } else if let token, token.isName, isSymbol(".", ahead: 1), isSymbol("*", ahead: 2) {
        at += 3
        add(part.scope.sources.filter { $0.name == token.text.lowercased() }, to: &part)
      } else {
        let type = try expression()
        if case .row = type { throw refused("Several values in parentheses are selected. Select them one by one.") }
        let words = tokens[start..<at]
        let given = try givenName(until: end)
        if let given { part.scope.give(given, to: Self.columnName(words)) }
        part.columns?.append(SelectedColumn(name: given ?? Self.columnName(words), type: type))
        part.items.append(words)
        continue
      }
      part.items.append(tokens[start..<at])
    } while at < end && takeSign(",")
    if at != end { throw .unread }
  }

  private func add(_ sources: [SelectedSource], to part: inout SelectedPart) {
    for source in sources {
      if let columns = source.columns { part.columns? += columns } else { part.columns = nil }
    }
  }

  /// The name that is given to what was selected, if one is.
  mutating func givenName(until end: Int) throws(End) -> String? {
    let isTold = take("as")
    guard at < end, isTold || tokens[at].isName else { return nil }
    let token = tokens[at]
    at += 1
    if token.isWord, token.hasCapitals {
      throw refused("'\(token.text)' has capital letters, which one engine keeps. Use small ones, or double quotes.")
    }
    if !isTold, token.isWord, SharedSQL.namesBehindAs.contains(token.text) {
      throw refused("'\(token.text)' is a name behind 'as' only. Write 'as \(token.text)'.")
    }
    return token.text.lowercased()
  }

  static func columnName(_ words: ArraySlice<SQLToken>) -> String? {
    guard let last = words.last, last.isName,
      words.count == 1 || words.count == 3 && words[words.startIndex + 1].isSymbol(".")
    else { return nil }
    return last.text.lowercased()
  }

  /// The rows of `values`.
  private mutating func rows() throws(End) -> [SelectedColumn] {
    var rows: [[SQLType]] = []
    repeat {
      try expectSign("(")
      var row: [SQLType] = []
      repeat { row.append(try expression()) } while takeSign(",")
      try expectSign(")")
      rows.append(row)
    } while takeSign(",")
    let width = rows[0].count
    guard rows.allSatisfy({ $0.count == width }) else { throw refused("The rows of 'values' are of other lengths.") }
    var columns: [SelectedColumn] = []
    for index in 0..<width {
      let types = rows.map { $0[index] }
      let type = try together(types) { "Column \(index + 1) of 'values' is \($0) in one row and \($1) in another." }
      columns.append(SelectedColumn(name: "column\(index + 1)", type: rows.count == 1 ? types[0] : type))
    }
    return columns
  }
}
