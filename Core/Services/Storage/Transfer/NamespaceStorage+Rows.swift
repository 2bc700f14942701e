internal import FieldhouseKit

extension NamespaceStorage {
  /// How many rows the tables hold that the namespace's own migrations made. Every row is looked at: for people who ask now and then.
  /// - Throws: ``StorageError``.
  public func countRows() async throws -> Int {
    guard let storage = self as? any Inspectable else { return 0 }
    return try await storage.inspect { [catalog = storage.catalog] transaction in
      var rows = 0
      for table in try await TableShape.all(transaction, catalog) where !table.name.hasPrefix("fieldhouse_") {
        rows += try await transaction.query(table.count).first.map { try $0[0] } ?? 0
      }
      return rows
    }
  }
}
