import FieldhouseKit

/// Knows whether a plugin's code runs inside a transaction, which is held open while it waits for another plugin.
enum OpenTransaction {
  /// Whether it does.
  @TaskLocal static var isHere = false

  /// Runs a plugin's code that was handed a transaction.
  static func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await $isHere.withValue(true) { try await body() }
  }
}

/// The store of a plugin that asks others, which knows where its transactions begin and end.
struct ObservedStorage: Storage {
  let storage: any Storage

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await storage.read { transaction in try await OpenTransaction.run { try await body(transaction) } }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await storage.write { transaction in try await OpenTransaction.run { try await body(transaction) } }
  }
}
