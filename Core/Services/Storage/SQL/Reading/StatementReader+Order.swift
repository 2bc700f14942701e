internal import FieldhouseKit

// The order of a query's rows.
extension StatementReader {
  /// - Parameter first: the columns of the first of several parts.
  mutating func order(_ part: SelectedPart, _ first: [SelectedColumn]?) throws(End) {
    guard take("order", "by") else { return }
    scopes.append(part.scope)
    defer { scopes.removeLast() }
    repeat {
      let start = at
      if try !isNumberedOrGiven(part) {
        try checkKey("order by")
        if let first {
          try unitedKey(first)
        } else {
          _ = try expression()
        }
        if part.isDistinct, first == nil { try checkSelected(tokens[start..<at], part) }
      }
      takeDirection()
    } while takeSign(",")
  }

  /// Goes behind a key that is a number, or a name that the query gives.
  private mutating func isNumberedOrGiven(_ part: SelectedPart) throws(End) -> Bool {
    guard let token, endsKey(at + 1) else { return false }
    if case .number = token.kind, Int32(token.text) != nil {
      at += 1
      return true
    }
    guard token.isName, part.scope.given.contains(token.text.lowercased()) else { return false }
    at += 1
    return true
  }

  /// A key of several parts is a column of the first.
  private mutating func unitedKey(_ first: [SelectedColumn]) throws(End) {
    let start = at
    guard let token, token.isName, endsKey(at + 1) else {
      throw refused("'union' and the like are ordered by names of columns, not by expressions.")
    }
    at += 1
    guard first.contains(where: { $0.name == tokens[start].text.lowercased() }) else {
      throw refused("'\(tokens[start].text)' is no column of the first part, by which they are ordered.")
    }
  }

  /// Where each row is told once, it is ordered by what is told.
  private func checkSelected(_ key: ArraySlice<SQLToken>, _ part: SelectedPart) throws(End) {
    let words = plain(key)
    let isColumn = Self.columnName(key) != nil
    let isTold = part.items.contains { item in
      item.last?.isSymbol("*") == true && isColumn || plain(item).elementsEqual(words, by: Self.isSame)
    }
    guard !isTold else { return }
    throw refused("'select distinct' is ordered by what it selects: select what it is ordered by, too.")
  }

  /// Without the names of tables.
  private func plain(_ words: ArraySlice<SQLToken>) -> [SQLToken] {
    words.indices.filter { index in
      let isTable = index + 1 < words.endIndex && words[index].isName && words[index + 1].isSymbol(".")
      return !isTable && !words[index].isSymbol(".")
    }.map { words[$0] }
  }

  private static func isSame(_ one: SQLToken, _ other: SQLToken) -> Bool {
    SQLGrouping.isSame([one], [other])
      || one.isName && other.isName && one.text.lowercased() == other.text.lowercased()
  }
}
