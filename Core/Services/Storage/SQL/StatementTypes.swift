internal import FieldhouseKit
internal import Synchronization

/// Whether the values of a statement go with its columns: the same rule on both engines, which differ in what they
/// convert. What cannot be seen in the text is left to the engine.
enum StatementTypes {
  /// - Parameters:
  ///   - columns: those of a table, in order; nil where there is none.
  ///   - touched: the columns that the statement touches, where the engine has told.
  /// - Returns: what its placeholders must be.
  /// - Throws: ``StorageError`` `storage-statement` for a text beside a number, and the like.
  static func expectedValues(
    of tokens: [SQLToken], columns: (String) -> [DeclaredColumn]?, touched: [(name: String, type: ColumnType)]? = nil
  ) throws(StorageError) -> [ExpectedValue] {
    let found = try valuesOfColumns(tokens, columns, touched)
    let report = try StatementReader.read(tokens, columns: columns)
    return found + report.limits.map { ExpectedValue(placeholder: $0, rule: .count) }
  }

  /// What goes into columns and is compared with them.
  private static func valuesOfColumns(
    _ tokens: [SQLToken], _ columns: (String) -> [DeclaredColumn]?, _ touched: [(name: String, type: ColumnType)]?
  ) throws(StorageError) -> [ExpectedValue] {
    try checkDefaults(tokens)
    let writes = SQLWrites(tokens, columns: columns)
    let pairs = SQLComparisons(tokens).pairs
    guard !writes.values.isEmpty || !pairs.isEmpty else { return [] }
    let scope = ColumnScope(tokens, columns: columns, touched: touched)
    let written = writes.table.flatMap(columns) ?? []
    var expected: [ExpectedValue] = []
    func check(_ rule: ColumnRule, _ operand: SQLOperand) throws(StorageError) {
      if case .placeholder(let number) = operand {
        expected.append(ExpectedValue(placeholder: number, rule: .column(rule)))
      }
      try rule.check(operand, typeOf: scope.type)
    }
    for (name, operand) in writes.values {
      guard let column = written.first(where: { $0.name == name }) else { continue }
      try check(ColumnRule(column: name, type: column.type, isWritten: true), operand)
    }
    for (left, right) in pairs {
      for (one, other) in [(left, right), (right, left)] {
        guard case .column(let name, _) = one, let type = scope.type(one) else { continue }
        try check(ColumnRule(column: name, type: type, isWritten: false), other)
      }
    }
    return expected
  }

  private static func checkDefaults(_ tokens: [SQLToken]) throws(StorageError) {
    guard tokens.first?.isWord("create") == true || tokens.first?.isWord("alter") == true,
      let table = try TableDefinition(tokens)
    else { return }
    for column in table.columns {
      guard let type = ColumnType(declared: column.type.text) else { continue }
      let rule = ColumnRule(column: column.name.text, type: type, isWritten: true)
      for operand in SQLOperand.operands(of: column.defaultValue) { try rule.check(operand) { _ in nil } }
    }
  }
}

/// The types of the columns that a statement names.
private struct ColumnScope {
  /// The columns of the tables by the names that these have in the statement.
  private var tables: [String: [DeclaredColumn]] = [:]
  /// Types by name; nil where they differ.
  private var types: [String: ColumnType?] = [:]
  /// Names that the statement gives to what it selects.
  private let given: Set<String>

  init(
    _ tokens: [SQLToken], columns: (String) -> [DeclaredColumn]?, touched: [(name: String, type: ColumnType)]?
  ) {
    given = Self.given(tokens)
    for index in tokens.indices where index > 0 {
      let before = tokens[index - 1]
      guard before.isSymbol(",") || ["from", "join", "into", "update"].contains(where: before.isWord),
        tokens[index].isName, !given.contains(tokens[index].text.lowercased()),
        let found = columns(tokens[index].text.lowercased())
      else { continue }
      let isNamed = index + 1 < tokens.count && tokens[index + 1].isWord("as")
      let other = index + (isNamed ? 2 : 1)
      let table = tokens[index].text.lowercased()
      tables[table] = found
      if other < tokens.count, tokens[other].isName { tables[tokens[other].text.lowercased()] = found }
      if touched == nil || before.isWord("into") || before.isWord("update") {
        for column in found { add(column.name, column.type) }
      }
    }
    for column in touched ?? [] { add(column.name, column.type) }
  }

  private mutating func add(_ name: String, _ type: ColumnType) {
    types[name] = types[name].map { $0?.kind == type.kind ? $0 : nil } ?? type
  }

  func type(_ operand: SQLOperand) -> ColumnType? {
    guard case .column(let name, let table) = operand, !given.contains(name) else { return nil }
    guard let table, table != "excluded" else { return types[name] ?? nil }
    return tables[table]?.first { $0.name == name }?.type
  }

  private static func given(_ tokens: [SQLToken]) -> Set<String> {
    var names: Set<String> = []
    for index in tokens.indices where tokens[index].isName {
      let name = tokens[index].text.lowercased()
      // A name behind a value is one that is given, without `as` too.
      if index > 0, tokens[index - 1].endsValue || tokens[index - 1].isWord("as") { names.insert(name) }
      // A common table, and the names of its columns.
      guard index + 2 < tokens.count else { continue }
      if tokens[index + 1].isWord("as"), tokens[index + 2].isSymbol("(") { names.insert(name) }
      guard tokens[index + 1].isSymbol("("), let close = tokens[...].closing(index + 1), close + 2 < tokens.count,
        tokens[close + 1].isWord("as"), !tokens[close + 2].isName || tokens[close + 2].isWord("materialized")
      else { continue }
      names.insert(name)
      names.formUnion(tokens[(index + 2)..<close].filter(\.isName).map { $0.text.lowercased() })
    }
    return names
  }
}

/// The same for the statements of one namespace, each of which is read once.
final class TypedStatements: Sendable {
  private static let most = 512
  private let tables: DeclaredTables
  private let known = Mutex<[String: Result<[ExpectedValue], StorageError>]>([:])

  init(_ migrations: [Migration]) { tables = DeclaredTables(migrations.map(\.sql)) }

  /// Whether the values go with the columns.
  func allows(_ sql: SQL) -> Bool { (try? check(sql.text, sql.values)) != nil }

  /// - Throws: ``StorageError`` `storage-statement`.
  func check(_ text: String, _ values: [SQLValue]) throws(StorageError) {
    for expected in try expected(text).get() { try expected.check(values) }
  }

  private func expected(_ text: String) -> Result<[ExpectedValue], StorageError> {
    if let found = known.withLock({ $0[text] }) { return found }
    let result = Result { () throws(StorageError) in
      try StatementTypes.expectedValues(of: try SQLScanner.tokens(of: text), columns: tables.columns)
    }
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[text] = result
    }
    return result
  }
}
