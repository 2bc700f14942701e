import FieldhouseKit
import Synchronization

/// A storage that notes the statements that run in it, without their values.
final class CountingStorage: Storage {
  private let base: any Storage
  private let noted = Mutex<[String]>([])

  init(base: any Storage) { self.base = base }

  /// The statements since this was last asked, each as its text.
  func statements() -> [String] {
    noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
  }

  fileprivate func note(_ sql: SQL) { noted.withLock { $0.append(sql.text) } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await base.read { try await body(CountingReads(base: $0, storage: self)) }
  }

  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await base.write { try await body(CountingTransaction(base: $0, storage: self)) }
  }
}

private struct CountingReads: ReadTransaction {
  let base: any ReadTransaction
  let storage: CountingStorage

  func query(_ sql: SQL) async throws -> [Row] {
    storage.note(sql)
    return try await base.query(sql)
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    storage.note(sql)
    try await base.forEach(sql, body)
  }
}

private struct CountingTransaction: Transaction {
  let base: any Transaction
  let storage: CountingStorage

  func query(_ sql: SQL) async throws -> [Row] {
    storage.note(sql)
    return try await base.query(sql)
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    storage.note(sql)
    try await base.forEach(sql, body)
  }

  func execute(_ sql: SQL) async throws -> Int {
    storage.note(sql)
    return try await base.execute(sql)
  }

  func submit(_ score: ScoreChange) async throws { try await base.submit(score) }
  func notify(_ notification: NotificationRequest) async throws { try await base.notify(notification) }
  func emit(_ event: Event) async throws { try await base.emit(event) }
}
