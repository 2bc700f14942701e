import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

@Suite struct `Every answer protects who reads it` {
  private static let expected = [
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  ]

  /// Requests for every kind of answer, with its status.
  private static let requests: [(line: String, fields: [String], status: Int)] = [
    ("GET /v1/things", [], 200), ("HEAD /v1/things", [], 200), ("DELETE /v1/things/a", [], 204),
    ("GET /v1/tagged", [], 200), ("GET /v1/tagged", ["If-None-Match: \"v1\""], 304), ("GET /v1/secrets", [], 401),
    ("GET /v1/secrets", ["Authorization: Bearer x"], 401), ("PUT /v1/things", [], 405), ("OPTIONS /v1/things", [], 204),
    ("GET /nothing", [], 404), ("GET /v1/things?x=1", [], 422), ("GET /v1/failing", [], 503), ("GET /livez", [], 200),
    ("GET /readyz", [], 200), ("GET /metrics", [], 200), ("GET /openapi.json", [], 200),
    ("GET /livez", ["Host: b"], 400),
    ("GET /v1/live?topic=x", [], 404), ("BREW /v1/things", [], 501), ("GET nonsense", [], 400),
    ("POST /v1/pings", ["Expect: nothing"], 417),
  ]

  @Test(arguments: [false, true]) func `whatever is asked`(isSecure: Bool) async throws {
    try await ResponderWorld.with({ $0.isSecure = isSecure }) { world async throws in
      for (line, fields, status) in Self.requests {
        let reply = try await world.ask(line, fields)
        let name = "\(line) \(fields)"
        #expect(reply.status == status, "\(name)")
        for (field, value) in Self.expected { #expect(reply.headers[field] == value, "\(name): \(field)") }
        #expect(reply.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true, "\(name)")
        let isByListener = reply.code?.hasPrefix("http-") == true
        let strict = isSecure && !isByListener ? "max-age=31536000" : nil
        #expect(reply.headers["strict-transport-security"] == strict, "\(name)")
      }
    }
  }

  @Test func `a route cannot take them away`() async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("GET /v1/tagged")
      #expect(reply.headers["x-content-type-options"] == "nosniff")
      #expect(reply.headers["cache-control"] == "no-cache" && reply.text == "A")
    }
  }
}
