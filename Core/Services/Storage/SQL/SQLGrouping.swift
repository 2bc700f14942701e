internal import FieldhouseKit

/// Where rows are grouped, whatever is selected is grouped by or inside an aggregate: another column has no one value.
/// SQLite would take the value of any row.
enum SQLGrouping {
  private static let clauses: Set = [
    "from", "where", "group", "having", "window", "order", "limit", "offset", "union", "except", "intersect",
  ]
  private static let keywords: Set = [
    "case", "when", "then", "else", "end", "and", "or", "not", "null", "is", "in", "like", "between", "escape", "as",
    "distinct", "all", "from", "exists",
  ]

  /// - Throws: ``StorageError`` `storage-statement` naming the column.
  static func check(_ tokens: ArraySlice<SQLToken>) throws(StorageError) {
    for index in tokens.indices where tokens[index].isWord("select") {
      try check(select: tokens[(index + 1)...].upToClosing.upToConflict)
    }
  }

  private static func check(select tokens: ArraySlice<SQLToken>) throws(StorageError) {
    let starts = tokens.topLevel { $0.isWord && clauses.contains($0.text) }
    let list = tokens[..<(starts.first ?? tokens.endIndex)].drop { $0.isWord("distinct") || $0.isWord("all") }
    let items = list.split(atTopLevel: ",")
    let keys = keys(tokens, starts).map { $0.flatMap { meant(by: $0, items) } }
    guard keys != nil || items.contains(where: hasAggregate) else { return }
    let given = Set(items.compactMap(alias))
    for item in items.map(withoutAlias) + conditions(tokens, starts) { try check(item, keys ?? [], []) }
    for item in order(tokens, starts) { try check(item, keys ?? [], given) }
  }

  private static func check(
    _ item: ArraySlice<SQLToken>, _ keys: [ArraySlice<SQLToken>], _ given: Set<String>
  ) throws(StorageError) {
    if keys.contains(where: { isSame($0, item) }) { return }
    if item.count == 1, let name = simpleName(item), given.contains(name) { return }
    let names = Set(keys.compactMap(simpleName))
    guard let bare = bareNames(item).first(where: { !names.contains($0) }) else { return }
    throw .malformed("'\(bare)' is neither grouped by nor inside an aggregate, so that it has no one value.")
  }

  /// What `having` compares.
  private static func conditions(_ tokens: ArraySlice<SQLToken>, _ starts: [Int]) -> [ArraySlice<SQLToken>] {
    guard let place = starts.firstIndex(where: { endsPart(tokens[$0]) || tokens[$0].isWord("having") }),
      tokens[starts[place]].isWord("having")
    else { return [] }
    let end = place + 1 < starts.count ? starts[place + 1] : tokens.endIndex
    return [tokens[(starts[place] + 1)..<end]]
  }

  /// What the rows of one part are ordered by.
  private static func order(_ tokens: ArraySlice<SQLToken>, _ starts: [Int]) -> [ArraySlice<SQLToken>] {
    guard !starts.contains(where: { endsPart(tokens[$0]) }),
      let place = starts.lastIndex(where: { tokens[$0].isWord("order") })
    else { return [] }
    let end = place + 1 < starts.count ? starts[place + 1] : tokens.endIndex
    let directions: Set = ["asc", "desc", "nulls", "first", "last"]
    return tokens[(starts[place] + 1)..<end].dropFirst().split(atTopLevel: ",").compactMap { key in
      let words = key.count - key.reversed().prefix { $0.isWord && directions.contains($0.text) }.count
      return key.contains { $0.isWord("over") } ? nil : key.prefix(words)
    }
  }

  private static func endsPart(_ token: SQLToken) -> Bool {
    ["union", "except", "intersect"].contains(where: token.isWord)
  }

  private static func alias(_ item: ArraySlice<SQLToken>) -> String? {
    guard item.count > 1, let last = item.last, isName(last), !last.isWord("end") else { return nil }
    let before = item[item.endIndex - 2]
    return before.isWord("as") || before.endsValue ? last.text : nil
  }

  /// A key, or the selected item that it stands for by its number or its name.
  private static func meant(
    by key: ArraySlice<SQLToken>, _ items: [ArraySlice<SQLToken>]
  ) -> [ArraySlice<SQLToken>] {
    guard key.count == 1, let word = key.first else { return [key] }
    if case .number = word.kind, let number = Int(word.text), items.indices.contains(number - 1) {
      return [withoutAlias(items[number - 1])]
    }
    return [key] + items.filter { alias($0) == word.text }.map(withoutAlias)
  }

  /// What is grouped by; nil where nothing is.
  private static func keys(_ tokens: ArraySlice<SQLToken>, _ starts: [Int]) -> [ArraySlice<SQLToken>]? {
    let ends: Set = ["union", "except", "intersect"]
    for (place, start) in starts.enumerated() {
      if ends.contains(tokens[start].text) { return nil }
      guard tokens[start].isWord("group") else { continue }
      let end = place + 1 < starts.count ? starts[place + 1] : tokens.endIndex
      return tokens[(start + 1)..<end].dropFirst().split(atTopLevel: ",")
    }
    return nil
  }

  /// Whether there is an aggregate outside of subqueries, which make rows of their own.
  static func hasAggregate(_ item: ArraySlice<SQLToken>) -> Bool {
    var index = item.startIndex
    while index < item.endIndex {
      if aggregateEnd(item, index) != nil { return true }
      index = (subqueryEnd(item, index) ?? index) + 1
    }
    return false
  }

  /// The parenthesis that ends the subquery at a place; nil where there is none.
  private static func subqueryEnd(_ item: ArraySlice<SQLToken>, _ index: Int) -> Int? {
    let isOne =
      item[index].isSymbol("(") && index + 1 < item.endIndex
      && ["select", "with", "values"].contains(where: item[index + 1].isWord)
    return isOne ? item.closing(index) : nil
  }

  /// The parenthesis that ends the aggregate at a place; nil where there is none, or one over a window.
  private static func aggregateEnd(_ item: ArraySlice<SQLToken>, _ index: Int) -> Int? {
    guard item[index].isWord, SharedSQL.aggregates.contains(item[index].text), index + 1 < item.endIndex,
      item[index + 1].isSymbol("("), var close = item.closing(index + 1)
    else { return nil }
    if close + 2 < item.endIndex, item[close + 1].isWord("filter"), let filtered = item.closing(close + 2) {
      close = filtered
    }
    return close + 1 < item.endIndex && item[close + 1].isWord("over") ? nil : close
  }

  private static func withoutAlias(_ item: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    guard let alias = item.topLevel(where: { $0.isWord("as") }).last else { return item }
    return item[..<alias]
  }

  /// The columns outside of aggregates and subqueries, without the names of their tables.
  private static func bareNames(_ item: ArraySlice<SQLToken>) -> [String] {
    var names: [String] = []
    var index = item.startIndex
    while index < item.endIndex {
      if let end = aggregateEnd(item, index) ?? subqueryEnd(item, index) {
        index = end + 1
        continue
      }
      if isColumn(item, index) { names.append(item[index].isSymbol("*") ? "*" : item[index].text) }
      index += 1
    }
    return names
  }

  private static func isColumn(_ item: ArraySlice<SQLToken>, _ index: Int) -> Bool {
    let next = index + 1 < item.endIndex ? item[index + 1] : nil
    let before = index > item.startIndex ? item[index - 1] : nil
    if item[index].isSymbol("*") { return next == nil && (before == nil || before?.isSymbol(".") == true) }
    guard isName(item[index]), next?.isSymbol("(") != true, next?.isSymbol(".") != true else { return false }
    // The type of a cast, and what follows a value without a word between: a name for it.
    if before?.isWord("as") == true { return false }
    guard let before, next == nil else { return true }
    return !(before.isSymbol(")") || isName(before) && !keywords.contains(before.text) || before.isWord("end"))
  }

  private static func isName(_ token: SQLToken) -> Bool {
    if case .quotedName = token.kind { return true }
    return token.isWord && !keywords.contains(token.text)
  }

  private static func simpleName(_ key: ArraySlice<SQLToken>) -> String? {
    guard let last = key.last, isName(last), key.count == 1 || key.count == 3 else { return nil }
    return last.text
  }

  static func isSame(_ one: ArraySlice<SQLToken>, _ other: ArraySlice<SQLToken>) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { first, second in
        switch (first.kind, second.kind) {
        case (.symbol(let left), .symbol(let right)): left == right
        case (.placeholder(let left), .placeholder(let right)): left == right
        case (.word, .word), (.quotedName, .quotedName), (.string, .string), (.number, .number):
          first.text == second.text
        default: false
        }
      }
  }
}
