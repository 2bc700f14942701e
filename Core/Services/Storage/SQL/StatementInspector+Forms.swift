internal import FieldhouseKit

// What one engine reads and the other does not, or otherwise: functions, and forms of several tokens.
extension StatementInspector {
  /// A name before a parenthesis is a function of the shared SQL, unless it is a table or a common table expression.
  func checkCall(_ token: SQLToken, at index: Int) throws(StorageError) {
    guard index + 1 < tokens.count, tokens[index + 1].isSymbol("("),
      !SharedSQL.beforeParentheses.contains(token.text),
      !(index > 0 && SharedSQL.beforeNames.contains(tokens[index - 1].text)), !isCommonTable(at: index),
      !isOtherName(at: index)
    else { return }
    guard SharedSQL.functions.contains(token.text) else {
      throw .malformed("The function '\(token.text)' is not part of the shared SQL. Work it out in Swift.")
    }
    guard ["min", "max"].contains(token.text), let close = tokens[...].closing(index + 1) else { return }
    guard !tokens[(index + 2)..<close].split(atTopLevel: ",").dropFirst().isEmpty else { return }
    throw .malformed("'\(token.text)' of several values is not part of the shared SQL. Write case when.")
  }

  /// Whether it is the second name of the table of an insert: `insert into scores as s (…)`.
  private func isOtherName(at index: Int) -> Bool {
    index == 4 && tokens[0].isWord("insert") && tokens[3].isWord("as")
  }

  private func isCommonTable(at index: Int) -> Bool {
    guard let close = tokens[...].closing(index + 1), close + 2 < tokens.count, tokens[close + 1].isWord("as") else {
      return false
    }
    return tokens[close + 2].isSymbol("(") || tokens[close + 2].isWord("materialized")
      || tokens[close + 2].isWord("not")
  }

  func checkForm(at index: Int) throws(StorageError) {
    let token = tokens[index]
    if case .number = token.kind, token.text.contains(where: { "x_ob".contains($0) }) {
      throw .malformed("Write numbers in decimal digits.")
    }
    if adjoin("-", then: ">", at: index) { throw .malformed("JSON is kept as text: read it in Swift, not with '->'.") }
    if adjoin("=", then: "=", at: index) { throw .malformed("Compare with '=', not with '=='.") }
    if case .string = token.kind { return try checkLiteral(at: index) }
    if token.isWord { try checkPlace(of: token, at: index) }
    switch token.text {
    case "or" where token.isWord && index == 1:
      throw .malformed("Write 'on conflict (…) do …' instead of '\(tokens[0].text) or …'.")
    case "is" where token.isWord: try checkIs(at: index)
    case "limit" where token.isWord: try checkLimit(at: index)
    case "conflict" where token.isWord && words(after: index, are: ["do", "update"]):
      throw .malformed("Name the columns: 'on conflict (…) do update'.")
    case "distinct" where token.isWord && words(after: index, are: ["on"]):
      throw .malformed("'distinct on' is known to one engine only. Use row_number().")
    default: return
    }
  }

  /// SQLite takes a text behind a value for a name that is given to it, PostgreSQL for more of a text, or for a value of a
  /// type of that name.
  private func checkLiteral(at index: Int) throws(StorageError) {
    guard index > 0, tokens[index - 1].endsValue || tokens[index - 1].isWord("as") else { return }
    throw .malformed("A text stands behind a value. Join texts with '||', and give names in double quotes.")
  }

  /// What PostgreSQL alone takes in this place.
  private func checkPlace(of token: SQLToken, at index: Int) throws(StorageError) {
    guard index > 0 else { return }
    let before = tokens[index - 1]
    switch token.text {
    case "into" where !before.isWord("insert"):
      throw .malformed("'select … into' makes a table. Put 'create table' into a migration.")
    case "insert" where before.isSymbol("("), "update" where before.isSymbol("("), "delete" where before.isSymbol("("):
      throw .malformed("'\(token.text)' stands inside of parentheses. Run it as a statement of its own.")
    case "all" where before.isWord("except") || before.isWord("intersect"):
      throw .malformed("'\(before.text) all' is known to one engine only. Leave 'all' out, or use row_number().")
    case "all" where ["=", "<", ">"].contains(where: before.isSymbol):
      throw .malformed("A comparison with 'all (…)' is known to one engine only. Use max, min or not exists.")
    default: return
    }
  }

  /// The new name that an `alter table` gives.
  func checkRenaming() throws(StorageError) {
    guard tokens[0].isWord("alter"), tokens.contains(where: { $0.isWord("rename") }) else { return }
    try checkDefined(tokens.last)
  }

  /// The name of a table or a column that is made.
  func checkDefined(_ name: SQLToken?) throws(StorageError) {
    guard let name else { return }
    if name.isWord, SharedSQL.reservedNames.contains(name.text) {
      throw .malformed("'\(name.text)' names no table or column on every engine. Take another name.")
    }
    guard name.hasCapitals else { return }
    throw .malformed(
      "'\(name.text.lowercased())' is written with capital letters, which engines keep or do not. Use small ones.")
  }

  private func checkIs(at index: Int) throws(StorageError) {
    let forms = [["null"], ["not", "null"], ["distinct", "from"], ["not", "distinct", "from"]]
    guard !forms.contains(where: { words(after: index, are: $0) }) else { return }
    throw .malformed("'is' stands before null, not null, distinct from and not distinct from only; compare with '='.")
  }

  private func checkLimit(at index: Int) throws(StorageError) {
    let ends: Set = ["offset", "union", "except", "intersect"]
    let rest = tokens[(index + 1)...].prefix { !($0.isWord && ends.contains($0.text)) }.upToClosing
    guard !rest.split(atTopLevel: ",").dropFirst().isEmpty else { return }
    throw .malformed("Write 'limit … offset …' instead of 'limit …, …'.")
  }

  private func words(after index: Int, are words: [String]) -> Bool {
    let next = tokens[(index + 1)...].prefix(words.count)
    return next.count == words.count && zip(next, words).allSatisfy { $0.isWord($1) }
  }

  private func adjoin(_ first: Unicode.Scalar, then second: Unicode.Scalar, at index: Int) -> Bool {
    guard index + 1 < tokens.count, tokens[index].isSymbol(first), tokens[index + 1].isSymbol(second) else {
      return false
    }
    return tokens[index].range.upperBound == tokens[index + 1].range.lowerBound
  }
}
