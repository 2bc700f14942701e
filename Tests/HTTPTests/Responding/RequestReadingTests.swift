import FieldhouseKit
import FieldhouseTestSupport
import Synchronization
import Testing

@testable import FieldhouseHTTP

@Suite struct `A request of a route with a transaction` {
  /// A namespace that counts its transactions and keeps answers, as storage does.
  private final class Namespace: Sendable {
    let begun = CallCount()
    private let replies = Mutex<[IdempotentCall: RawResponse]>([:])

    func transact(
      _ handler: Route.Handler.Transactional, _ request: RawRequest, _ call: Call, _ idempotent: IdempotentCall?
    ) async throws -> RawResponse {
      _ = begun.add()
      if let idempotent, let reply = replies.withLock({ $0[idempotent] }) { return reply }
      let reply = try await handler(request, call, NoTransaction())
      if let idempotent { replies.withLock { $0[idempotent] = reply } }
      return reply
    }
  }

  private struct NoTransaction: Transaction {
    struct Touched: Error {}
    func query(_ sql: SQL) async throws -> [Row] { throw Touched() }
    func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws { throw Touched() }
    func execute(_ sql: SQL) async throws -> Int { throw Touched() }
    func submit(_ score: ScoreChange) async throws { throw Touched() }
    func notify(_ notification: NotificationRequest) async throws { throw Touched() }
    func emit(_ event: Event) async throws { throw Touched() }
  }

  /// Routes by typed closures and by hand, each in a transaction, behind a listener.
  private func with(
    _ namespace: Namespace, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    var routes = Routes()
    routes.post("/notes/{thing}", "Writes", access: .everyone) { (input: ThingInput, _, _) in
      Thing(count: input.name?.count ?? 0)
    }
    routes.add(
      Route(
        method: .put, path: "/raw/{thing}", summary: "Writes by hand", access: .everyone, input: ThingInput.schema,
        output: nil, status: 204, handler: Route.Handler(transactional: { _, _, _ in RawResponse(status: 204) })))
    let mounted = routes.all.map { route in
      MountedRoute(
        owner: "tests", prefix: "/v1", route: route,
        transact: { try await namespace.transact($0, $1, $2, $3) })
    }
    let responder = try HostResponder.testing(mounted)
    try await withListener(answer: { try await responder.respond(to: $0) }) { try await body($0.port) }
  }

  private func send(_ line: String, _ body: String, key: String? = nil, _ port: Int) async throws -> RawReply {
    let world = ResponderWorld(port: port, calls: CallCount())
    return try await world.send(line, body, key.map { ["Idempotency-Key: \($0)"] } ?? [])
  }

  @Test func `is read before it begins: one that is refused takes nobody's turn`() async throws {
    let namespace = Namespace()
    try await with(namespace) { port async throws in
      #expect(try await send("POST /v1/notes/a", #"{"name": "abc"}"#, port).text == #"{"count":3}"#)
      #expect(try await send("PUT /v1/raw/a", #"{"name": "abc"}"#, port).status == 204)
      #expect(namespace.begun.value == 2)
      for body in [#"{"name": "0123456789"}"#, #"{"nme": "a"}"#, "{", #"{"name": "a"}x"#] {
        for line in ["POST /v1/notes/a", "PUT /v1/raw/a"] {
          let status = try await send(line, body, port).status
          #expect([400, 422].contains(status), "\(line) \(body)")
        }
      }
      #expect(namespace.begun.value == 2)
    }
  }

  @Test func `with a key that was used is answered by storage, and one that is refused is refused within`() async throws
  {
    let namespace = Namespace()
    try await with(namespace) { port async throws in
      for _ in 0..<2 {
        #expect(try await send("POST /v1/notes/a", #"{"name": "ab"}"#, key: "k", port).text == #"{"count":2}"#)
      }
      #expect(namespace.begun.value == 2)
      #expect(try await send("POST /v1/notes/a", #"{"nme": "ab"}"#, key: "l", port).status == 422)
      #expect(namespace.begun.value == 3)
    }
  }
}
