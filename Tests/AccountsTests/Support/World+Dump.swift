import FieldhouseAccounts
import FieldhouseKit
import Foundation

extension World {
  /// The tables of accounts and those that the host keeps beside them.
  static var tables: [String] {
    let sql = AccountsSchema.steps.map(\.sql).joined()
    let renamed = Set(sql.matches(of: /alter table (\w+) rename/).map { String($0.1) })
    return Set(sql.matches(of: /create table (\w+)/).map { String($0.1) }).subtracting(renamed).sorted()
  }

  /// Every value that the database holds.
  func values() async throws -> [String] {
    try await storage.read { transaction in
      var values: [String] = []
      for table in Self.tables {
        let rows = try await transaction.query(SQL(text: "select * from \(table)", values: []))
        values += rows.flatMap(\.values).map { value in
          switch value {
          case .text(let text): text
          default: "\(value)"
          }
        }
      }
      return values
    }
  }

  /// The rows of tables, as a backup keeps them.
  func rows(of tables: [String]) async throws -> [String: [Row]] {
    try await storage.read { transaction in
      var rows: [String: [Row]] = [:]
      for table in tables { rows[table] = try await transaction.query(SQL(text: "select * from \(table)", values: [])) }
      return rows
    }
  }

  /// Puts the rows of a backup in the place of what is there.
  func restore(_ backup: [String: [Row]]) async throws {
    try await storage.write { transaction in
      for (table, rows) in backup {
        try await transaction.execute(SQL(text: "delete from \(table)", values: []))
        for row in rows {
          let places = row.columns.names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
          let names = row.columns.names.joined(separator: ", ")
          let text = "insert into \(table) (\(names)) values (\(places))"
          try await transaction.execute(SQL(text: text, values: row.values))
        }
      }
    }
  }

  /// Everything that the database holds, as one text.
  func dump() async throws -> String { try await values().joined(separator: " ") }
}
