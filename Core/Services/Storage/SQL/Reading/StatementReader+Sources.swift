internal import FieldhouseKit

// What a query reads from.
extension StatementReader {
  /// The sources behind `from`.
  mutating func sources(until end: Int) throws(End) -> SQLScope {
    var scope = SQLScope()
    scope.sources.append(try source())
    while at < end {
      if takeSign(",") {
        scope.sources.append(try source())
      } else if takeJoin() {
        scope.sources.append(try source())
        try joinCondition(scope)
      } else {
        break
      }
    }
    return scope
  }

  private mutating func takeJoin() -> Bool {
    let start = at
    _ = take("natural")
    _ = take("left") || take("right") || take("full") || take("inner") || take("cross")
    _ = take("outer")
    if take("join") { return true }
    at = start
    return false
  }

  private mutating func joinCondition(_ scope: SQLScope) throws(End) {
    if isWord("using") {
      at += 1
      _ = try names()
    } else if isWord("on"), !isWord("conflict", ahead: 1) {
      at += 1
      scopes.append(scope)
      defer { scopes.removeLast() }
      try condition()
    }
  }

  private mutating func source() throws(End) -> SelectedSource {
    guard isSymbol("(") else { return try table() }
    guard isQuery(ahead: 1) else { throw .unread }
    at += 1
    let columns = try query()
    try expectSign(")")
    guard let name = try otherName() else { throw refused("A subquery behind 'from' needs a name: '(select …) as x'.") }
    return SelectedSource(name: name, columns: columns)
  }

  /// A table with its other name.
  mutating func table() throws(End) -> SelectedSource {
    let name = try name()
    if isSymbol("(") || isSymbol(".") { throw .unread }
    let found = common[name] ?? columns(name).map(Self.selected)
    return SelectedSource(name: try otherName() ?? name, columns: found)
  }

  private static func selected(_ columns: [DeclaredColumn]) -> [SelectedColumn] {
    columns.map { SelectedColumn(name: $0.name, type: SQLType($0.type)) }
  }

  private mutating func otherName() throws(End) -> String? {
    if take("as") { return try name() }
    guard let token, token.isName, !["right", "full", "returning"].contains(where: token.isWord) else { return nil }
    return try name()
  }
}
