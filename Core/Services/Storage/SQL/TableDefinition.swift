internal import FieldhouseKit

/// The columns that a `create table` or an `alter table … add` defines.
struct TableDefinition {
  struct Column {
    let name: SQLToken
    let type: SQLToken
    fileprivate(set) var isPrimaryInteger: Bool
    /// What it holds where nothing is given; empty where that is null.
    let defaultValue: ArraySlice<SQLToken>
  }

  private(set) var columns: [Column] = []
  /// Whether the table is new.
  let isCreation: Bool
  /// The byte after the definition.
  let end: Int
  /// The bytes of `without rowid` behind the definition, where the rows lie in the order of the key.
  let clustering: Range<Int>?

  /// Nil when the statement defines no columns.
  /// - Throws: ``StorageError`` `storage-statement` when a definition cannot be read.
  init?(_ tokens: [SQLToken]) throws(StorageError) {
    guard tokens.count > 3, tokens[1].isWord("table"), let last = tokens.last else { return nil }
    switch tokens[0].text {
    case "create":
      let clustering = Self.clustering(tokens)
      let body = tokens.dropLast(clustering == nil ? 0 : 2)
      guard let open = body.firstIndex(where: { $0.isSymbol("(") }), let close = body.last, close.isSymbol(")") else {
        throw .malformed("A table is defined by its columns in parentheses and nothing after them but 'without rowid'.")
      }
      (isCreation, end, self.clustering) = (true, close.range.upperBound, clustering)
      let items = body[(open + 1)..<(body.endIndex - 1)].split(atTopLevel: ",")
      for item in items { try add(item) }
      try checkClustering(items)
    case "alter":
      guard let add = tokens.firstIndex(where: { $0.isWord("add") }) else { return nil }
      (isCreation, end, clustering) = (false, last.range.upperBound, nil)
      try self.add(tokens[(add + 1)...].drop { $0.isWord("column") })
    default: return nil
    }
  }

  private mutating func add(_ item: ArraySlice<SQLToken>) throws(StorageError) {
    guard let name = item.first, item.count >= 2 else { throw .malformed("A column needs a name and a type.") }
    guard !(name.isWord && Self.constraints.contains(name.text)) else { return noteKey(item) }
    let type = item[item.startIndex + 1]
    let words = item.map(\.text)
    let isPrimary = zip(words, words.dropFirst()).contains { $0 == ("primary", "key") }
    columns.append(
      Column(
        name: name, type: type, isPrimaryInteger: isPrimary && type.text == "integer",
        defaultValue: Self.defaultValue(item)))
  }

  /// A whole number that is the key of its table numbers itself, wherever that is said.
  private mutating func noteKey(_ item: ArraySlice<SQLToken>) {
    let words = Array(item.drop { !$0.isWord("primary") })
    guard words.count == 5, words[2].isSymbol("("), words[4].isSymbol(")"),
      let index = columns.firstIndex(where: { $0.name.text.lowercased() == words[3].text.lowercased() })
    else { return }
    columns[index].isPrimaryInteger = columns[index].type.text == "integer"
  }

  /// Rows are in the order of a key that they are given.
  private func checkClustering(_ items: [ArraySlice<SQLToken>]) throws(StorageError) {
    guard clustering != nil else { return }
    let isKeyed = items.contains { item in
      let words = item.map(\.text)
      return zip(words, words.dropFirst()).contains { $0 == ("primary", "key") }
    }
    guard !isKeyed || columns.contains(where: \.isPrimaryInteger) else { return }
    throw .malformed("'without rowid' needs a primary key, and none that numbers itself.")
  }

  private static func clustering(_ tokens: [SQLToken]) -> Range<Int>? {
    guard let last = tokens.last, last.isWord("rowid"), let before = tokens.dropLast().last, before.isWord("without")
    else { return nil }
    return before.range.lowerBound..<last.range.upperBound
  }

  private static func defaultValue(_ item: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    guard let word = item.topLevel(where: { $0.isWord("default") }).first else { return item[item.endIndex...] }
    let value = item[(word + 1)...]
    if value.first?.isSymbol("(") == true { return value[...(value.closing(value.startIndex) ?? word)] }
    return value.prefix(value.first?.isSymbol("-") == true || value.first?.isSymbol("+") == true ? 2 : 1)
  }

  private static let constraints: Set = ["primary", "unique", "check", "foreign", "constraint"]
}
