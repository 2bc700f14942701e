internal import FieldhouseKit
internal import Testing

/// Expects that `body` fails with a storage error of that code.
func expectStorageError<Value>(
  _ code: StorageError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async {
  let error = await #expect(throws: StorageError.self, sourceLocation: sourceLocation) { _ = try await body() }
  #expect(error?.code == code, "\(error.map(String.init(describing:)) ?? "no error")", sourceLocation: sourceLocation)
}

extension Storage {
  /// The first column of a query's first row.
  func value<Value: SQLConvertible>(_ sql: SQL) async throws -> Value {
    let row = try await read { try await $0.query(sql).first }
    return try #require(row)[0]
  }

  /// The first column of a query's rows.
  func column<Value: SQLConvertible>(_ sql: SQL) async throws -> [Value] {
    try await read { try await $0.query(sql).map { try $0[0] } }
  }

  /// Runs one statement as a transaction.
  @discardableResult
  func execute(_ sql: SQL) async throws -> Int { try await write { try await $0.execute(sql) } }
}

/// A failure of a test's own making.
struct Deliberate: Error {}
