internal import FieldhouseKit

/// A column of a table.
struct DeclaredColumn: Sendable {
  var name: String
  let type: ColumnType
}

/// The tables that statements define, with their columns in order. Names are in lower case.
struct DeclaredTables: Sendable {
  private var tables: [String: [DeclaredColumn]] = [:]

  /// Those that migrations leave behind.
  init(_ migrations: some Sequence<String>) {
    for text in migrations {
      for statement in (try? StatementSplitter.split(text)) ?? [] {
        if let tokens = try? SQLScanner.tokens(of: statement) { apply(tokens) }
      }
    }
  }

  /// Follows a statement of a migration whose values go with the columns as they are then.
  /// - Throws: ``StorageError`` `storage-statement`.
  mutating func follow(_ statement: String) throws(StorageError) {
    let tokens = try SQLScanner.tokens(of: statement)
    defer { apply(tokens) }
    _ = try StatementTypes.expectedValues(of: tokens, columns: columns)
  }

  /// The columns of a table; nil when there is none.
  func columns(of table: String) -> [DeclaredColumn]? { tables[table] }

  private mutating func apply(_ tokens: [SQLToken]) {
    guard tokens.count > 2, tokens[1].isWord("table") else { return }
    let rest = tokens[2...].drop { ["if", "not", "exists"].contains(where: $0.isWord) }
    guard let name = rest.first?.text.lowercased() else { return }
    switch tokens[0].text {
    case "drop": tables[name] = nil
    case "create": if tables[name] == nil { tables[name] = Self.columns(tokens) }
    case "alter": alter(name, tokens, rest.dropFirst())
    default: return
    }
  }

  private mutating func alter(_ table: String, _ tokens: [SQLToken], _ rest: ArraySlice<SQLToken>) {
    let names = rest.dropFirst().drop { $0.isWord("column") }.map { $0.text.lowercased() }
    switch (rest.first?.text, names.first) {
    case ("add", _): tables[table]? += Self.columns(tokens)
    case ("drop", let name?): tables[table]?.removeAll { $0.name == name }
    case ("rename", "to") where names.count == 2: tables[names[1]] = tables.removeValue(forKey: table)
    case ("rename", let name?) where names.count == 3:
      if let index = tables[table]?.firstIndex(where: { $0.name == name }) { tables[table]?[index].name = names[2] }
    default: return
    }
  }

  private static func columns(_ tokens: [SQLToken]) -> [DeclaredColumn] {
    let definition = (try? TableDefinition(tokens)) ?? nil
    return definition?.columns.compactMap { column in
      ColumnType(declared: column.type.text).map { DeclaredColumn(name: column.name.text.lowercased(), type: $0) }
    } ?? []
  }
}
