/// What a statement writes into which columns of its table.
struct SQLWrites {
  /// The table; nil for a statement that writes none.
  private(set) var table: String?
  /// The columns with what they are given.
  private(set) var values: [(column: String, operand: SQLOperand)] = []

  /// - Parameter columns: those of a table, in order; nil where it is not known.
  init(_ tokens: [SQLToken], columns: (String) -> [DeclaredColumn]?) {
    guard let verb = tokens[...].topLevel(where: { ["insert", "update", "delete"].contains(where: $0.isWord) }).first
    else { return }
    if tokens[verb].isWord("insert"), verb + 2 < tokens.count, tokens[verb + 1].isWord("into") {
      table = tokens[verb + 2].text.lowercased()
      addInsert(tokens[(verb + 3)...], columns(tokens[verb + 2].text.lowercased()))
    } else if tokens[verb].isWord("update"), verb + 1 < tokens.count {
      table = tokens[verb + 1].text.lowercased()
    }
    for index in tokens[verb...].topLevel(where: { $0.isWord("set") }) { addAssignments(tokens[(index + 1)...]) }
  }

  private mutating func addInsert(_ tokens: ArraySlice<SQLToken>, _ declared: [DeclaredColumn]?) {
    var rest = tokens.first?.isWord("as") == true ? tokens.dropFirst(2) : tokens
    var names = declared?.map(\.name)
    if rest.first?.isSymbol("(") == true, let close = rest.closing(rest.startIndex) {
      names = rest[(rest.startIndex + 1)..<close].split(atTopLevel: ",").compactMap { $0.first?.text.lowercased() }
      rest = rest[(close + 1)...]
    }
    guard let names else { return }
    for items in SelectedItems.parts(of: rest.upToConflict) where items.count <= names.count {
      for (name, item) in zip(names, items) { add(name, item) }
    }
  }

  private mutating func addAssignments(_ tokens: ArraySlice<SQLToken>) {
    let end = tokens.topLevel { ["where", "from", "returning"].contains(where: $0.isWord) }.first
    for assignment in tokens[..<(end ?? tokens.endIndex)].split(atTopLevel: ",") {
      guard let sign = assignment.topLevel(where: { $0.isSymbol("=") }).first else { continue }
      let (target, value) = (assignment[..<sign], assignment[(sign + 1)...])
      guard target.first?.isSymbol("(") == true else {
        if let name = target.last?.text.lowercased() { add(name, value) }
        continue
      }
      guard let items = SelectedItems.rows(value).first else { continue }
      let names = target.dropFirst().dropLast().split(atTopLevel: ",").compactMap { $0.last?.text.lowercased() }
      for (name, item) in zip(names, items) { add(name, item) }
    }
  }

  private mutating func add(_ column: String, _ item: ArraySlice<SQLToken>) {
    values += SQLOperand.operands(of: item).map { (column, $0) }
  }
}
