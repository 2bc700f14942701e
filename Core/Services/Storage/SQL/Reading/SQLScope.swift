/// A column that a query gives.
struct SelectedColumn: Sendable {
  var name: String?
  var type: SQLType
}

/// A table or a subquery that is read, by its name.
struct SelectedSource: Sendable {
  let name: String?
  /// Nil where they are not known.
  let columns: [SelectedColumn]?
}

/// What the names in a query stand for.
struct SQLScope: Sendable {
  var sources: [SelectedSource] = []
  /// Names that the query gives to what it selects, which only `group by` and `order by` know.
  private(set) var given: Set<String> = []
  /// Those of them that are also the names of columns of other values.
  private(set) var ambiguous: Set<String> = []
  /// The table whose names stand for two rows, in `on conflict`.
  var isDouble = false

  enum Finding {
    case type(SQLType)
    /// No table has it, and all are known.
    case missing
  }

  /// Notes a name that is given to what is selected.
  /// - Parameter column: the column that this is, if it is one.
  mutating func give(_ name: String, to column: String?) {
    given.insert(name)
    let isColumn = sources.contains { $0.columns?.contains { $0.name == name } == true }
    if isColumn, column != name { ambiguous.insert(name) }
  }

  func find(_ name: String, of table: String?) -> Finding {
    if let table {
      guard let source = sources.last(where: { $0.name == table }) else { return .missing }
      return .type(source.columns?.first { $0.name == name }?.type ?? .unknown)
    }
    if let found = sources.lazy.compactMap({ $0.columns?.first { $0.name == name } }).first { return .type(found.type) }
    return sources.contains { $0.columns == nil } ? .type(.unknown) : .missing
  }
}
