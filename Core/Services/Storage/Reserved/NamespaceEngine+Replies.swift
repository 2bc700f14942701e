internal import FieldhouseKit

extension NamespaceEngine {
  func writeOnce(
    _ key: IdempotencyKey, fingerprint: String,
    _ body: @escaping @Sendable (any Transaction) async throws -> StoredReply
  ) async throws -> StoredReply {
    try await writeOnce(key, fingerprint: fingerprint, as: .writing, body)
  }

  /// The key is claimed before the body runs, so that of two transactions at once the second waits for the first.
  func writeOnce(
    _ key: IdempotencyKey, fingerprint: String, as authority: Authority,
    _ body: @escaping @Sendable (any Transaction) async throws -> StoredReply
  ) async throws -> StoredReply {
    try await perform(as: authority, limits: limits) { [now] transaction in
      let name: [SQLValue] = [.text(key.account), .text(key.route), .text(key.key)]
      let claim = HostStatements.values(of: StoredReply(status: 0, contentType: "", body: []), fingerprint, now)
      if try await transaction.run(HostStatements.claimReply, name + claim).isEmpty {
        return try await transaction.storedReply(name, key, fingerprint)
      }
      let reply = try await body(transaction)
      _ = try await transaction.run(HostStatements.setReply, name + HostStatements.values(of: reply, fingerprint, now))
      return reply
    }
  }

  @discardableResult
  func expireReplies(olderThan age: Duration) async throws -> Int {
    let oldest = now - Int64(age.nanoseconds / 1_000_000)
    return try await perform(as: .host, limits: .unlimited) { transaction in
      try await transaction.run(HostStatements.expireReplies, [.integer(oldest)]).count
    }
  }
}

extension HostTransaction {
  /// What was stored for a key that is claimed.
  fileprivate func storedReply(
    _ name: [SQLValue], _ key: IdempotencyKey, _ fingerprint: String
  ) async throws -> StoredReply {
    guard let row = try await run(HostStatements.reply, name).first else {
      throw StorageError(.unavailable, "The stored reply has expired at this moment. Try again.")
    }
    guard try row[0] as String == fingerprint else { throw IdempotencyConflict(key: key) }
    let status: Int = try row[1]
    guard status > 0 else { throw ForgottenReply(key: key) }
    return StoredReply(status: status, contentType: try row[2], body: try row[3], isRepetition: true)
  }

  /// Empties the replies of everybody, so that no words of somebody else are left in them. What was done is not done again:
  /// the keys stay.
  func emptyReplies() async throws { _ = try await run(HostStatements.emptyReplies, [.blob([])]) }
}
