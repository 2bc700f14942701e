import FieldhouseHTTP
import FieldhouseKit
import FieldhouseStorage

extension MountedRoute {
  /// Runs transactional handlers in a namespace; with an idempotency key the answer is stored in the same transaction.
  static func transact(in storage: any NamespaceStorage) -> Transact {
    { handler, request, call, idempotent in
      guard let idempotent else {
        return try await storage.write { transaction in try await handler(request, call, transaction) }
      }
      let key = IdempotencyKey(account: idempotent.caller, route: idempotent.route, key: idempotent.key)
      do {
        let reply = try await storage.writeOnce(key, fingerprint: idempotent.fingerprint) { transaction in
          StoredReply(try await handler(request, call, transaction))
        }
        return RawResponse(reply)
      } catch let conflict as IdempotencyConflict {
        throw Problem(
          status: 422, code: conflict.code,
          detail: "This Idempotency-Key was used for another request; send a new key with a new request.")
      }
    }
  }
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
