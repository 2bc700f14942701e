internal import FieldhouseKit

// Queries: common tables, parts, order and limit.
extension StatementReader {
  /// Reads a query.
  /// - Parameter isWritten: whether its values go into columns, which tell what literals are.
  /// - Returns: its columns; nil where they are not known.
  mutating func query(isWritten: Bool = false) throws(End) -> [SelectedColumn]? {
    let before = common
    defer { common = before }
    try commonTables()
    return try compound(named: nil, isWritten: isWritten)
  }

  /// Reads `with`.
  mutating func commonTables() throws(End) {
    guard take("with") else { return }
    let isRecursive = take("recursive")
    repeat {
      let name = try name()
      let names = try isSymbol("(") ? names() : []
      try expect("as")
      _ = take("not")
      _ = take("materialized")
      try expectSign("(")
      let outer = common
      try checkBody()
      let found = try with(name, names, isRecursive)
      try expectSign(")")
      common = outer
      common.updateValue(Self.named(found, names), forKey: name)
    } while takeSign(",")
  }

  private func checkBody() throws(End) { if !isQuery() { throw .unread } }

  private mutating func with(
    _ name: String, _ names: [String], _ isRecursive: Bool
  ) throws(End) -> [SelectedColumn]? {
    guard isRecursive, !isWord("with") else { return try query() }
    return try compound(named: (name, names), isWritten: false)
  }

  private static func named(_ columns: [SelectedColumn]?, _ names: [String]) -> [SelectedColumn]? {
    columns?.enumerated().map { index, column in
      SelectedColumn(name: index < names.count ? names[index] : column.name, type: column.type.resolved)
    }
  }

  /// - Parameter named: the common table which it is, that it may read itself.
  private mutating func compound(
    named: (name: String, columns: [String])?, isWritten: Bool
  ) throws(End) -> [SelectedColumn]? {
    var part = try part()
    var columns = part.columns
    let first = columns
    if let named { common.updateValue(Self.named(columns, named.columns), forKey: named.name) }
    var isCompound = false
    var isUnion = false
    while let word = ["union", "except", "intersect"].first(where: { take($0) }) {
      _ = take("all")
      if word == "intersect", isUnion {
        throw refused("'intersect' stands behind 'union' or 'except'. Put it first, or into a subquery.")
      }
      (isCompound, isUnion) = (true, isUnion || word != "intersect")
      part = try self.part()
      columns = try unite(columns, part.columns, word)
    }
    if isCompound, named != nil { try checkRecursion(first, columns) }
    if part.isWritten, ["order", "limit", "offset"].contains(where: { isWord($0) }) {
      throw refused("'values' is neither ordered nor limited. Select from it: 'select … from (values …) as x'.")
    }
    try order(part, isCompound ? first : nil)
    try limits()
    if isWritten, !isCompound { return columns }
    return columns?.map { SelectedColumn(name: $0.name, type: $0.type.resolved) }
  }

  private mutating func unite(
    _ columns: [SelectedColumn]?, _ others: [SelectedColumn]?, _ word: String
  ) throws(End) -> [SelectedColumn]? {
    guard let columns, let others else { return nil }
    guard columns.count == others.count else { throw refused("The parts of '\(word)' have other numbers of columns.") }
    var all: [SelectedColumn] = []
    for (index, (one, other)) in zip(columns, others).enumerated() {
      let type = try together([one.type, other.type]) {
        "Column \(index + 1) of a '\(word)' is \($0) in one part and \($1) in another. Give both one type."
      }
      all.append(SelectedColumn(name: one.name, type: type))
    }
    return all
  }

  private func checkRecursion(_ first: [SelectedColumn]?, _ all: [SelectedColumn]?) throws(End) {
    for (one, other) in zip(first ?? [], all ?? []) where one.type != .unknown && other.type != .unknown {
      guard one.type.resolved != other.type else { continue }
      throw refused("A recursive table begins with another kind of number than it goes on with. Write cast(… as …).")
    }
  }

  private mutating func limits() throws(End) {
    if isWord("offset") { throw refused("'offset' stands behind 'limit'. Write 'limit … offset …'.") }
    while take("limit") || take("offset") {
      guard let token else { throw .unread }
      let isLast = at + 1 == tokens.count || tokens[at + 1].isSymbol(")") || tokens[at + 1].isWord
      switch token.kind {
      case .placeholder(let number) where isLast: report.limits.insert(number)
      case .number where isLast && Int64(token.text) != nil: break
      default: throw refused("'limit' and 'offset' take a whole number from 0, written or bound.")
      }
      at += 1
    }
  }
}
