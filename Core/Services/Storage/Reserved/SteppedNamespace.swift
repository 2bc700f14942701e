internal import FieldhouseKit

/// A namespace whose transactions run in steps.
struct SteppedNamespace: ReplyingStorage {
  let base: any NamespaceEngine

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await base.read(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await again { try await base.perform(as: .stepping, limits: base.limits) { try await body($0) } }
  }

  func writeOnce(
    _ key: IdempotencyKey, fingerprint: String,
    _ body: @escaping @Sendable (any Transaction) async throws -> StoredReply
  ) async throws -> StoredReply {
    try await again { try await base.writeOnce(key, fingerprint: fingerprint, as: .stepping, body) }
  }

  /// Runs it once more when there is a key that somebody may have taken just before: a body that asked for it sees it now.
  private func again<Value>(_ run: () async throws -> Value) async throws -> Value {
    do {
      return try await run()
    } catch let error as StorageError where error.code == .constraint {
      return try await run()
    }
  }
}

extension NamespaceEngine {
  var inSteps: any ReplyingStorage { SteppedNamespace(base: self) }
}
