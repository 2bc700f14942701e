import FieldhouseKit
import Synchronization
import Testing

@testable import FieldhouseHTTP

@Suite struct `A key for one effect` {
  /// Keeps answers in memory, as the host does in storage.
  private final class Kept: Sendable {
    let replies = Mutex<[IdempotentCall: RawResponse]>([:])

    func once(_ call: IdempotentCall, _ body: @Sendable () async throws -> RawResponse) async throws -> RawResponse {
      if let reply = replies.withLock({ $0[call] }) { return reply }
      let reply = try await body()
      replies.withLock { $0[call] = reply }
      return reply
    }

    var calls: [IdempotentCall] { replies.withLock { Array($0.keys) } }
  }

  @Test func `reaches every route that changes something`() async throws {
    let kept = Kept()
    try await ResponderWorld.with({ $0.once = { try await kept.once($0, $1) } }) { world async throws in
      let field = ["Idempotency-Key: k1"]
      for _ in 0..<3 {
        #expect(try await world.ask("POST /v1/pings", field).text == #"{"count":1}"#)
        #expect(try await world.ask("DELETE /v1/things/a", field).status == 204)
      }
      #expect(world.calls.value == 2)
      #expect(try await world.ask("POST /v1/pings", ["Idempotency-Key: k2"]).text == #"{"count":3}"#)
      #expect(try await world.ask("GET /v1/things", field).text == #"{"count":4}"#)
    }
  }

  @Test func `belongs to one caller, and its fingerprint to the whole request`() async throws {
    let kept = Kept()
    try await ResponderWorld.with({ $0.once = { try await kept.once($0, $1) } }) { world async throws in
      let key = ["Idempotency-Key: k"]
      _ = try await world.send("POST /v1/things/a", #"{"name": "x"}"#, key)
      _ = try await world.send("POST /v1/things/a", #"{"name": "y"}"#, key)
      _ = try await world.send("POST /v1/things/b", #"{"name": "x"}"#, key)
      _ = try await world.send("POST /v1/things/a", #"{"name": "x"}"#, key + ["Authorization: Bearer ada"])
      _ = try await world.ask("DELETE /v1/things/a", key)
      #expect(kept.calls.count == 5)
      #expect(Set(kept.calls.map(\.fingerprint)).count == 4)
      #expect(Set(kept.calls.map(\.caller)) == ["", "ada"])
      #expect(Set(kept.calls.map(\.route)) == ["POST /v1/things/{thing}", "DELETE /v1/things/{thing}"])
    }
  }

  @Test func `is refused where the answer is a secret, or nothing can be kept`() async throws {
    let kept = Kept()
    try await ResponderWorld.with({ $0.once = { try await kept.once($0, $1) } }) { world async throws in
      let reply = try await world.ask("POST /v1/tokens", ["Idempotency-Key: k"])
      #expect(reply.status == 400 && reply.code == "idempotency-key-refused")
      #expect(try await world.ask("POST /v1/tokens").status == 200)
      #expect(kept.calls.isEmpty)
    }
    try await ResponderWorld.with { world async throws in
      #expect(try await world.ask("POST /v1/pings", ["Idempotency-Key: k"]).code == "idempotency-key-refused")
      #expect(world.calls.value == 0)
    }
  }

  @Test(arguments: ["", " ", "a b", "ä", String(repeating: "k", count: 256)])
  func `is refused when it is malformed`(key: String) async throws {
    let kept = Kept()
    try await ResponderWorld.with({ $0.once = { try await kept.once($0, $1) } }) { world async throws in
      let reply = try await world.ask("POST /v1/pings", ["Idempotency-Key: \(key)"])
      #expect(reply.status == 400 && reply.code == "idempotency-key-malformed")
      #expect(world.calls.value == 0)
    }
  }

  @Test func `is compared by parts that cannot run together`() {
    #expect(Fingerprint.of(["a", "b"], []) != Fingerprint.of(["ab"], []))
    #expect(Fingerprint.of(["a"], [98]) != Fingerprint.of(["a", "b"], []))
    #expect(Fingerprint.of(["POST /x", "?a=1"], [1]) != Fingerprint.of(["PUT /x", "?a=1"], [1]))
    #expect(Fingerprint.of(["POST /x", "?a=1"], [1]) != Fingerprint.of(["POST /x", "?a=2"], [1]))
    #expect(Fingerprint.of(["x"], [1, 2]) == Fingerprint.of(["x"], [1, 2]))
  }
}
