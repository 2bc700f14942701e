internal import FieldhouseKit

/// The statements that tell what tables a namespace has, and that let a copy fill them in any order.
struct Catalog: Sendable {
  /// Answers with the table names in their order.
  let tables: String
  /// Answers with the column names of the table `?1` in their order.
  let columns: String
  /// Run before the tables are emptied and filled: references are checked at the end.
  let loosen: @Sendable (any HostTransaction) async throws -> Void
  /// Run after they were filled: numbers that the engine gives go on after the largest.
  let finish: @Sendable (any HostTransaction, [TableShape]) async throws -> Void
}

/// A table and its columns, in an order that both engines agree on.
struct TableShape: Sendable, Hashable {
  let name: String
  let columns: [String]

  var select: SQL { SQL(text: "select \(list) from \(quoted)", values: []) }

  func insert(_ values: [SQLValue]) -> SQL {
    let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    return SQL(text: "insert into \(quoted) (\(list)) values (\(places))", values: values)
  }

  var deletion: SQL { SQL(text: "delete from \(quoted)", values: []) }

  var count: SQL { SQL(text: "select count(*) from \(quoted)", values: []) }

  /// The tables that mean nothing in another database.
  private static let own =
    [
      "fieldhouse_migrations", "fieldhouse_commits", "fieldhouse_grant_changes", "fieldhouse_account_changes",
      ScoreNotes.tableOfBefore,
    ] + ScoreNotes.tables + LiveStatements.tables

  private var quoted: String { "\"\(name)\"" }
  private var list: String { columns.map { "\"\($0)\"" }.joined(separator: ", ") }

  /// The tables of a namespace that a copy takes along: all but those that belong to one engine or one database.
  static func all(_ transaction: any HostTransaction, _ catalog: Catalog) async throws -> [TableShape] {
    let names: [String] = try await transaction.query(SQL(text: catalog.tables, values: [])).map { try $0[0] }
    var shapes: [TableShape] = []
    for name in names where !Self.own.contains(name) {
      let columns = try await transaction.query(SQL(text: catalog.columns, values: [.text(name)]))
      shapes.append(TableShape(name: name, columns: try columns.map { try $0[0] as String }.sorted()))
    }
    return shapes.sorted { $0.name < $1.name }
  }
}
