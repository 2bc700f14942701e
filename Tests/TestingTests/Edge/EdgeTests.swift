import FieldhouseHTTP
import FieldhouseKit
@testable import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A request that a listener refuses` {
  /// A request as a test makes it.
  struct Wrong: Sendable, CustomStringConvertible {
    let method: FieldhouseKit.Method
    let path: String
    var body: JSON?
    var headers: [String: String] = [:]
    /// What it is answered, where that is to be said.
    var answer: String?
    var description: String { "\(method) \(path.prefix(60))" }
  }

  private static let card = "/v1/card-game/cards/c1"

  private static let targets = [
    Wrong(method: .get, path: "v1/card-game/cards/c1", answer: "400 http-malformed"),
    Wrong(method: .get, path: "", answer: "400 http-malformed"),
    Wrong(method: .get, path: "*", answer: "400 http-target-invalid"),
    Wrong(method: .get, path: "ftp://a/v1/card-game/cards/c1", answer: "400 http-target-invalid"),
    Wrong(method: .get, path: "http://localhost\(card)"), Wrong(method: .get, path: "\(card) "),
    Wrong(method: .get, path: "/v1/card game/cards"), Wrong(method: .get, path: "\(card)#top"),
    Wrong(method: .get, path: "/v1//card-game///cards/c1"), Wrong(method: .get, path: "\(card)/"),
    Wrong(method: .get, path: "//card-game"), Wrong(method: .get, path: "/v1/../v1/card-game/cards/c1"),
    Wrong(method: .get, path: "/v1/card-game/cards/%"), Wrong(method: .get, path: "/v1/card-game/cards/%zz"),
    Wrong(method: .get, path: "/v1/card-game/cards/%ff"), Wrong(method: .get, path: "/v1/card-game/cards/%00"),
    Wrong(method: .get, path: "/v1/card-game/cards/\u{0}"), Wrong(method: .get, path: "/v1/card-game/cards/\u{7f}"),
    Wrong(method: .get, path: "/v1/card-game/cards/ä"), Wrong(method: .get, path: "/v1/Card-Game/cards/c1"),
    Wrong(method: .get, path: "\(card)?", answer: nil), Wrong(method: .get, path: "\(card)?nothing=1"),
    Wrong(method: .get, path: "\(card)?a=%zz"), Wrong(method: .get, path: "\(card)?a=%00"),
    Wrong(method: .get, path: "/" + String(repeating: "a", count: 9_000), answer: "414 http-target-too-long"),
    Wrong(method: .get, path: "/" + String(repeating: "a", count: 20_000), answer: "431 http-header-too-large"),
  ]

  private static let bodies = [
    Wrong(method: .get, path: card, body: ["a": 1], answer: "400 body-unexpected"),
    Wrong(method: .delete, path: "\(card)/players", body: ["a": 1]), Wrong(method: .post, path: "/v1/card-game/cards"),
    Wrong(method: .post, path: "/v1/card-game/cards", body: ["card": "c2"], headers: ["content-type": ""]),
    Wrong(method: .post, path: "/v1/card-game/cards", body: ["card": "c2"], headers: ["content-type": "text/plain"]),
    Wrong(
      method: .post, path: "/v1/card-game/cards", body: ["card": "c2"],
      headers: ["content-type": "application/json; charset=latin-1"]),
    Wrong(method: .post, path: "/v1/card-game/cards", body: ["card": "c2"], headers: ["content-encoding": "gzip"]),
    Wrong(
      method: .post, path: "/v1/card-game/cards", body: ["card": .string(String(repeating: "c", count: 2 << 20))],
      answer: "413 http-body-too-large"),
    Wrong(method: .post, path: "/v1/card-game/cards", body: "c"),
    Wrong(method: .post, path: "/v1/card-game/cards", body: ["card": "c\u{0}"]),
  ]

  private static let fields = [
    Wrong(method: .get, path: card, headers: ["host": "a b"], answer: "400 http-host-invalid"),
    Wrong(method: .get, path: card, headers: ["host": ""]),
    Wrong(method: .get, path: card, headers: ["expect": "miracles"], answer: "417 http-expectation-unknown"),
    Wrong(method: .get, path: card, headers: ["if-match": "a"]),
    Wrong(method: .get, path: card, headers: ["accept-language": "äö;q=x"]),
    Wrong(method: .get, path: card, headers: ["authorization": "Basic abc"]),
    Wrong(
      method: .get, path: card, headers: ["x-long": String(repeating: "a", count: 20_000)],
      answer: "431 http-header-too-large"),
    Wrong(method: .get, path: card, headers: Dictionary(uniqueKeysWithValues: (0..<120).map { ("x-\($0)", "a") })),
    Wrong(
      method: .post, path: "/v1/card-game/cards", body: ["card": "c2"],
      headers: ["idempotency-key": String(repeating: "k", count: 300)]),
  ]

  @Test func `is refused by a test host with the same status, code and remedy`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let ada = try await host.guest()
      #expect(try await host.post("/v1/card-game/cards", ["card": "c1"], as: ada).status == 201)
      try await EdgeListener.run(for: host) { listener in
        for wrong in Self.targets + Self.bodies + Self.fields {
          var headers = wrong.headers
          headers["authorization"] = headers["authorization"] ?? "Bearer \(ada.token)"
          let here = try await host.call(wrong.method, wrong.path, wrong.body, headers: headers)
          let there = try await listener.call(wrong.method, wrong.path, wrong.body, headers: headers)
          #expect(here.status == there.status && here.code == there.code, "\(wrong): \(here.text) \(there.text)")
          #expect(here.json["detail"] == there.json["detail"] && here.pointers == there.pointers, "\(wrong)")
          #expect(here.headers["content-type"] == there.headers["content-type"], "\(wrong)")
          if let answer = wrong.answer { #expect(here.problem == answer, "\(wrong)") }
        }
      }
    }
  }

  @Test func `is not one that nobody can send`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let path = Self.card
      for path in ["\(path)\r\nx: y", "\(path) HTTP/1.1\nHost: a\n\n"] {
        await #expect(throws: TestHostError.self) { try await host.get(path) }
      }
      for headers in [["a b": ""], ["x": "a\nb"], ["content-length": "3"], ["Transfer-Encoding": "chunked"]] {
        await #expect(throws: TestHostError.self) { try await host.get(path, headers: headers) }
      }
    }
  }

  @Test func `names a host that the settings do not`() async throws {
    try await TestHost.run(SamplePlugins.cards(), settings: ["hosts": "club.example"]) { host in
      #expect(try await host.get("/livez").status == 200)
      let other = try await host.get("/livez", headers: ["Host": "other.example"])
      #expect(other.problem == "421 http-host-not-served")
    }
  }
}
