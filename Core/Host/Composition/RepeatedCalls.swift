import FieldhouseHTTP
import FieldhouseKit
import FieldhouseStorage
import Synchronization

/// Answers repeated calls of routes that have no transaction of the host. The route runs first and its answer is stored
/// behind it: a process that ends in between, or two processes asked at the same moment, may run it twice, which such
/// routes bear (``Routes/action(_:_:access:status:problems:_:)``).
final class RepeatedCalls: Sendable {
  /// Nothing is stored for the key.
  private struct Unknown: Error {}

  private let storage: any NamespaceStorage
  private let running = Mutex<Set<IdempotencyKey>>([])

  init(storage: any NamespaceStorage) { self.storage = storage }

  /// Runs the body, or answers what was stored for the key.
  /// - Throws: ``Problem`` 409 `idempotency-key-in-flight` or `idempotency-reply-forgotten`, 422 `idempotency-key-reused`;
  ///   what body and storage throw.
  func once(
    _ call: IdempotentCall, _ body: @Sendable () async throws -> RawResponse
  ) async throws -> RawResponse {
    let key = IdempotencyKey(call)
    guard running.withLock({ $0.insert(key).inserted }) else { throw Self.inFlight }
    defer { running.withLock { _ = $0.remove(key) } }
    do {
      return try await storage.answerOnce(call) { _ in throw Unknown() }
    } catch is Unknown {
      let reply = StoredReply(try await body())
      return try await storage.answerOnce(call) { _ in reply }
    }
  }

  private static let inFlight = Problem(
    status: 409, code: "idempotency-key-in-flight",
    detail: "The first request with this Idempotency-Key is still being worked on; try again.", retryAfterSeconds: 1)
}
