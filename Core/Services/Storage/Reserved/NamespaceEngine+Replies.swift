internal import FieldhouseKit

extension NamespaceEngine {
  func writeOnce(
    _ key: IdempotencyKey, fingerprint: String,
    _ body: @escaping @Sendable (any Transaction) async throws -> StoredReply
  ) async throws -> StoredReply {
    try await perform(as: .writing, limits: limits) { [now] transaction in
      let name: [SQLValue] = [.text(key.account), .text(key.route), .text(key.key)]
      if let row = try await transaction.run(HostStatements.reply, name).first {
        guard try row[0] as String == fingerprint else { throw IdempotencyConflict(key: key) }
        return StoredReply(status: try row[1], contentType: try row[2], body: try row[3], isRepetition: true)
      }
      let reply = try await body(transaction)
      let content: [SQLValue] = [
        .text(fingerprint), .integer(Int64(reply.status)), .text(reply.contentType), .blob(reply.body), .integer(now),
      ]
      _ = try await transaction.run(HostStatements.addReply, name + content)
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

  @discardableResult
  func eraseReplies(of account: AccountID) async throws -> Int {
    // Nobody's replies hold nobody's data, and are many.
    guard !account.text.isEmpty else { return 0 }
    return try await perform(as: .host, limits: .unlimited) { transaction in
      try await transaction.run(HostStatements.eraseReplies, [.text(account.text)]).count
    }
  }
}
