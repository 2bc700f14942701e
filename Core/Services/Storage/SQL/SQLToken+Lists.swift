// Parts of a statement between its parentheses and commas.
extension ArraySlice<SQLToken> {
  /// The place of the parenthesis that closes the one at a place; nil when there is none.
  func closing(_ open: Int) -> Int? {
    var depth = 0
    for index in open..<endIndex {
      if self[index].isSymbol("(") { depth += 1 }
      if self[index].isSymbol(")") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  /// The tokens before a parenthesis that closes one before them.
  var upToClosing: ArraySlice<SQLToken> {
    var depth = 0
    for index in indices {
      if self[index].isSymbol("(") { depth += 1 }
      if self[index].isSymbol(")") { depth -= 1 }
      if depth < 0 { return self[..<index] }
    }
    return self
  }

  /// The tokens before `on conflict` and `returning`, which follow the query of an insert.
  var upToConflict: ArraySlice<SQLToken> {
    guard let end = topLevel(where: { $0.isWord("returning") || $0.isWord("conflict") }).first else { return self }
    return self[..<(self[end].isWord("conflict") ? end - 1 : end)]
  }

  /// The places of tokens outside of parentheses for which something holds.
  func topLevel(where holds: (SQLToken) -> Bool) -> [Int] {
    var depth = 0
    return indices.filter { index in
      if self[index].isSymbol(")") { depth -= 1 }
      defer { if self[index].isSymbol("(") { depth += 1 } }
      return depth == 0 && holds(self[index])
    }
  }

  /// The parts between the symbols outside of parentheses; one where there is none.
  func split(atTopLevel symbol: Unicode.Scalar) -> [ArraySlice<SQLToken>] {
    var start = startIndex
    var parts: [ArraySlice<SQLToken>] = []
    for index in topLevel(where: { $0.isSymbol(symbol) }) {
      parts.append(self[start..<index])
      start = index + 1
    }
    return parts + [self[start...]]
  }
}
