/// What a statement compares: there PostgreSQL refuses a text beside a number, which SQLite takes and finds unequal, or
/// converts.
struct SQLComparisons {
  /// What stands on the two sides.
  private(set) var pairs: [(SQLOperand, SQLOperand)] = []

  /// Words that are no part of a value outside of `case`.
  static let keywords = before.union(after).union([
    "between", "in", "like", "is", "distinct", "exists", "values", "into", "insert", "update", "delete", "case", "do",
    "all", "cross", "natural", "outer", "using", "with", "asc", "desc", "offset", "default", "create", "table",
    "unique",
  ])
  private static let before: Set = [
    "where", "and", "or", "not", "on", "when", "having", "set", "then", "else", "select",
  ]
  private static let after: Set = [
    "and", "or", "then", "else", "end", "group", "order", "limit", "having", "returning", "where", "union", "from",
    "as", "except", "intersect", "left", "join", "inner", "escape", "when", "window", "on",
  ]

  init(_ tokens: [SQLToken]) {
    for index in tokens.indices where index > 0 { add(tokens[...], index) }
  }

  private mutating func add(_ tokens: ArraySlice<SQLToken>, _ index: Int) {
    if let end = Self.operatorEnd(tokens, index) {
      add(Self.left(tokens, index), Self.right(tokens, end))
    } else if tokens[index].isWord("is"), let from = Self.distinct(tokens, index) {
      add(Self.left(tokens, index), Self.right(tokens, from + 1))
    } else if tokens[index].isWord("like") {
      let (left, right) = (Self.left(tokens, Self.withoutNot(tokens, index)), Self.right(tokens, index + 1))
      for side in [left, right] { pairs += SQLOperand.operands(of: side).map { ($0, .kind(.text)) } }
      add(left, right)
    } else if tokens[index].isWord("between") {
      let left = Self.left(tokens, Self.withoutNot(tokens, index))
      let low = Self.right(tokens, index + 1)
      add(left, low)
      if low.endIndex < tokens.endIndex, tokens[low.endIndex].isWord("and") {
        add(left, Self.right(tokens, low.endIndex + 1))
      }
    } else if tokens[index].isWord("in"), index + 1 < tokens.endIndex, let close = tokens.closing(index + 1) {
      let left = Self.left(tokens, Self.withoutNot(tokens, index))
      let list = tokens[(index + 2)..<close]
      guard list.first?.isWord("select") != true else {
        return addPairs(SQLOperand.operands(of: left), SQLOperand.selected(list))
      }
      for item in list.split(atTopLevel: ",") { add(left, item) }
    }
  }

  private mutating func add(_ left: ArraySlice<SQLToken>, _ right: ArraySlice<SQLToken>) {
    addPairs(SQLOperand.operands(of: left), SQLOperand.operands(of: right))
  }

  private mutating func addPairs(_ left: [SQLOperand], _ right: [SQLOperand]) {
    for one in left { pairs += right.map { (one, $0) } }
  }

  /// The value that ends before a place.
  private static func left(_ tokens: ArraySlice<SQLToken>, _ end: Int) -> ArraySlice<SQLToken> {
    var (start, depth) = (end, 0)
    while start > tokens.startIndex {
      let token = tokens[start - 1]
      if token.isSymbol(")") { depth += 1 }
      if token.isSymbol("(") { depth -= 1 }
      if depth < 0 || depth == 0 && (token.isSymbol(",") || token.isWord && keywords.contains(token.text)) { break }
      start -= 1
    }
    return tokens[start..<end]
  }

  /// The value that begins at a place.
  private static func right(_ tokens: ArraySlice<SQLToken>, _ start: Int) -> ArraySlice<SQLToken> {
    guard start < tokens.endIndex else { return tokens[tokens.endIndex...] }
    let rest = tokens[start...].upToClosing
    let end = rest.topLevel { $0.isSymbol(",") || $0.isWord && keywords.contains($0.text) }.first
    return rest[..<(end ?? rest.endIndex)]
  }

  /// The place behind a comparison that begins at a place; nil where none does.
  private static func operatorEnd(_ tokens: ArraySlice<SQLToken>, _ index: Int) -> Int? {
    func isSign(_ place: Int) -> Bool {
      tokens.indices.contains(place) && ["=", "<", ">", "!"].contains { tokens[place].isSymbol($0) }
    }
    guard isSign(index), !isSign(index - 1), !isShift(tokens, index) else { return nil }
    return isSign(index + 1) ? index + 2 : index + 1
  }

  private static func isShift(_ tokens: ArraySlice<SQLToken>, _ index: Int) -> Bool {
    guard index + 1 < tokens.endIndex else { return false }
    return ["<", ">"].contains { tokens[index].isSymbol($0) && tokens[index + 1].isSymbol($0) }
  }

  /// The place of `from` in `is [not] distinct from`.
  private static func distinct(_ tokens: ArraySlice<SQLToken>, _ index: Int) -> Int? {
    let words = tokens[(index + 1)...].prefix(3).map(\.text)
    if words.starts(with: ["distinct", "from"]) { return index + 2 }
    return words == ["not", "distinct", "from"] ? index + 3 : nil
  }

  private static func withoutNot(_ tokens: ArraySlice<SQLToken>, _ index: Int) -> Int {
    tokens[index - 1].isWord("not") ? index - 1 : index
  }
}
