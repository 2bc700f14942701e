internal import FieldhouseKit

// Whole statements.
extension StatementReader {
  mutating func statement() throws(End) {
    if isWord("create") { return try definition() }
    if isWord("alter") || isWord("drop") { throw .unread }
    try commonTables()
    if take("insert", "into") {
      try insertion()
    } else if take("update") {
      try update()
    } else if take("delete", "from") {
      scopes = [SQLScope(sources: [try table()])]
      if take("where") { try condition() }
      try returning()
    } else {
      _ = try query()
    }
  }

  private mutating func insertion() throws(End) {
    let start = at
    let table = try insertTable(start)
    let targets = try isSymbol("(") ? names() : table.columns?.compactMap(\.name)
    if take("default") {
      try expect("values")
    } else if isWord("values") {
      at += 1
      try writtenRows(table, targets)
    } else {
      let columns = try query(isWritten: true)
      for (target, column) in zip(targets ?? [], columns ?? []) { try assign(column.type, to: target, of: table) }
    }
    scopes = [SQLScope(sources: [table])]
    if take("on", "conflict") { try conflict(table) }
    try returning()
  }

  /// The table that is inserted into: a name before a parenthesis is a table's here.
  private mutating func insertTable(_ start: Int) throws(End) -> SelectedSource {
    let name = try name()
    let other = try take("as") ? self.name() : name
    let known = columns(name)?.map { SelectedColumn(name: $0.name, type: SQLType($0.type)) }
    return SelectedSource(name: other, columns: known)
  }

  private mutating func writtenRows(_ table: SelectedSource, _ targets: [String]?) throws(End) {
    repeat {
      try expectSign("(")
      var index = 0
      repeat {
        let type = try expression()
        if let targets, index < targets.count { try assign(type, to: targets[index], of: table) }
        index += 1
      } while takeSign(",")
      try expectSign(")")
    } while takeSign(",")
  }

  private func assign(_ type: SQLType, to name: String, of table: SelectedSource) throws(End) {
    guard let column = table.columns?.first(where: { $0.name == name })?.type else { return }
    if case .text = type, column == .text { return }
    guard column.joined(with: type) == nil else { return }
    throw refused("'\(name)' holds \(column.name) and is given \(type.name).")
  }

  private mutating func conflict(_ table: SelectedSource) throws(End) {
    if isSymbol("(") { try skipParentheses() }
    if take("where") { try condition() }
    try expect("do")
    if take("nothing") { return }
    try expect("update")
    scopes = [
      SQLScope(sources: [table, SelectedSource(name: "excluded", columns: table.columns)], isDouble: true)
    ]
    try assignments(table)
    if take("where") { try condition() }
    scopes = [SQLScope(sources: [table])]
  }

  private mutating func update() throws(End) {
    let table = try table()
    let start = at
    var scope = SQLScope(sources: [table])
    let rest = tokens[at...]
    let from = rest.topLevel { $0.isWord("from") }.first { !tokens[$0 - 1].isWord("distinct") }
    if let from {
      at = from + 1
      scope.sources += try sources(until: tokens.count).sources
    }
    let end = at
    at = start
    scopes = [scope]
    try assignments(table)
    if from != nil { at = end }
    if take("where") { try condition() }
    try returning()
  }

  private mutating func assignments(_ table: SelectedSource) throws(End) {
    try expect("set")
    repeat {
      let names = try isSymbol("(") ? self.names() : [name()]
      try expectSign("=")
      let isRow = names.count > 1
      let type = try expression()
      if case .row(let types) = type, isRow {
        for (name, type) in zip(names, types) { try assign(type, to: name, of: table) }
      } else if !isRow {
        try assign(type, to: names[0], of: table)
      }
    } while takeSign(",")
  }

  private mutating func returning() throws(End) {
    guard take("returning") else { return }
    repeat {
      if takeSign("*") { continue }
      _ = try expression()
      _ = try givenName(until: tokens.count)
    } while takeSign(",")
  }
}

// Definitions, of which conditions and queries are read.
extension StatementReader {
  private mutating func definition() throws(End) {
    let isTable = isWord("table", ahead: 1)
    guard let start = tokens.indices.first(where: { isTable ? tokens[$0].isSymbol("(") : isQueryOrCondition($0) })
    else { throw .unread }
    at = start
    if isTable { return try checks() }
    let isIndex = isWord("where")
    if isIndex {
      at += 1
      scopes = [SQLScope(sources: [try indexed(start)])]
      try condition()
    } else {
      _ = try query()
    }
  }

  private func isQueryOrCondition(_ place: Int) -> Bool {
    if tokens[1].isWord("view") { return place > 0 && tokens[place - 1].isWord("as") }
    return tokens[place].isWord("where")
  }

  private func indexed(_ end: Int) throws(End) -> SelectedSource {
    guard let on = tokens[..<end].firstIndex(where: { $0.isWord("on") }), on + 1 < end else { throw .unread }
    let known = columns(tokens[on + 1].text.lowercased())
    return SelectedSource(
      name: tokens[on + 1].text.lowercased(),
      columns: known?.map { SelectedColumn(name: $0.name, type: SQLType($0.type)) })
  }

  /// The conditions of a table.
  private mutating func checks() throws(End) {
    guard let table = try? TableDefinition(tokens), tokens.count > 2 else { throw .unread }
    let columns = table.columns.compactMap { column in
      ColumnType(declared: column.type.text).map {
        SelectedColumn(name: column.name.text.lowercased(), type: SQLType($0))
      }
    }
    scopes = [SQLScope(sources: [SelectedSource(name: nil, columns: columns)])]
    for place in tokens.indices where tokens[place].isWord("check") && place + 1 < tokens.count {
      at = place + 2
      guard tokens[place + 1].isSymbol("(") else { continue }
      try condition()
      guard isSymbol(")") else { throw .unread }
    }
    (at, report) = (tokens.count, Report())
  }
}
