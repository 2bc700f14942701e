import FieldhouseAccounts
import FieldhouseHTTP
import FieldhouseKit
import FieldhouseStorage

extension MountedRoute {
  /// Runs transactional handlers in a namespace; with an idempotency key the answer is stored in the same transaction.
  static func transact(in storage: any ReplyingStorage) -> Transact {
    { handler, request, call, idempotent in
      guard let idempotent else {
        return try await storage.write { transaction in try await handler(request, call, transaction) }
      }
      return try await storage.answerOnce(idempotent) { transaction in
        StoredReply(try await handler(request, call, transaction))
      }
    }
  }
}

extension MountedRoute {
  /// The same in steps on the tables of accounts, whose memory follows each commit.
  static func transact(in storage: any NamespaceStorage, attending accounts: Accounts) -> Transact {
    let transact = transact(in: storage.inSteps)
    return { handler, request, call, idempotent in
      try await accounts.attend { noting in
        try await transact({ try await handler($0, $1, noting($2)) }, request, call, idempotent)
      }
    }
  }
}

extension ReplyingStorage {
  /// Runs the body and stores its reply, or answers what was stored for the key.
  /// - Throws: ``Problem`` 422 `idempotency-key-reused`, 409 `idempotency-reply-forgotten`; what the body and storage throw.
  func answerOnce(
    _ call: IdempotentCall, _ body: @escaping @Sendable (any Transaction) async throws -> StoredReply
  ) async throws -> RawResponse {
    do {
      return RawResponse(try await writeOnce(IdempotencyKey(call), fingerprint: call.fingerprint, body))
    } catch let conflict as IdempotencyConflict {
      throw Problem(
        status: 422, code: conflict.code,
        detail: "This Idempotency-Key was used for another request; send a new key with a new request.")
    } catch let forgotten as ForgottenReply {
      throw Problem(
        status: 409, code: forgotten.code,
        detail:
          "This request was carried out. Its answer is kept no longer, because somebody has left since; look what it "
          + "changed.")
    }
  }
}

extension IdempotencyKey {
  init(_ call: IdempotentCall) { self.init(account: call.caller, route: call.route, key: call.key) }
}

extension StoredReply {
  init(_ response: RawResponse) {
    self.init(status: response.status, contentType: response.contentType ?? "", body: response.body)
  }
}

extension RawResponse {
  /// The answer that was stored; a repetition says so in `idempotency-replayed`.
  init(_ reply: StoredReply) {
    self.init(
      status: reply.status, contentType: reply.contentType.isEmpty ? nil : reply.contentType,
      headers: reply.isRepetition ? ["idempotency-replayed": "true"] : [:], body: reply.body)
  }
}
