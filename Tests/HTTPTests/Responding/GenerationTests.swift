import FieldhouseKit
import Synchronization
import Testing

@testable import FieldhouseHTTP

private func mounted(
  _ path: String, _ answer: String, owner: String = "tests", gate: @escaping @Sendable () -> Problem? = { nil }
) -> MountedRoute {
  let route = Route(
    method: .get, path: path, summary: "Says \(answer)", access: .everyone, input: .object([]), output: nil,
    status: 200,
    handler: Route.Handler(plain: { _, _ in
      RawResponse(status: 200, contentType: "text/plain", body: Array(answer.utf8))
    }))
  return MountedRoute(owner: owner, prefix: "/v1/tests", route: route, gate: gate)
}

private func get(_ path: String, _ fields: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

@Suite struct `A generation of routes` {
  @Test func `brings its own description with its own tag`() async throws {
    let responders = try [[mounted("/old", "old")], [mounted("/new", "new")]].map { try HostResponder.testing($0) }
    var bodies: [[UInt8]] = []
    var tag = ""
    for responder in responders {
      try await withListener(answer: { try await responder.respond(to: $0) }) { server in
        let (other, unchanged) = try await offPool { [port = server.port, tag] in
          let client = try RawClient(port: port)
          let other = try client.ask(get("/openapi.json", "If-None-Match: \(tag)\r\n"))
          let field = "If-None-Match: \(other.headers["etag"] ?? "")\r\n"
          return (other, try client.ask(get("/openapi.json", field)))
        }
        #expect([other.status, unchanged.status] == [200, 304])
        #expect(Array(other.body) == responder.openAPI)
        bodies.append(responder.openAPI)
        tag = other.headers["etag"] ?? ""
      }
    }
    #expect(bodies[0] != bodies[1])
  }

  @Test func `does not hold two routes that answer the same requests`() {
    let conflict = #expect(throws: RouteConflict.self) {
      _ = try HostGeneration(
        routes: [mounted("/a/{x}", "1"), mounted("/a/{y}", "2", owner: "others")], version: "1.0.0")
    }
    #expect(
      conflict?.description
        == "GET /v1/tests/a/{y} of others answers the same requests as GET /v1/tests/a/{x} of tests.")
  }
}

@Suite struct `A route at its place` {
  @Test func `is closed while its owner is out of service`() async throws {
    let isClosed = Atomic(false)
    let route = mounted("/x", "open") {
      isClosed.load(ordering: .relaxed) ? .unavailable("plugin-down", "It is mended.", retryAfterSeconds: 9) : nil
    }
    let responder = try HostResponder.testing([route, mounted("/y", "other")])
    try await withListener(answer: { try await responder.respond(to: $0) }) { server in
      let replies = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        let open = try client.ask(get("/v1/tests/x"))
        isClosed.store(true, ordering: .relaxed)
        let closed = try client.ask(get("/v1/tests/x"))
        let other = try client.ask(get("/v1/tests/y"))
        isClosed.store(false, ordering: .relaxed)
        return [open, closed, other, try client.ask(get("/v1/tests/x"))]
      }
      #expect(replies.map(\.status) == [200, 503, 200, 200])
      #expect(replies[1].code == "plugin-down" && replies[1].headers["retry-after"] == "9")
    }
  }

  @Test func `is named by its method and its whole path`() {
    #expect(mounted("/", "x").path == "/v1/tests")
    #expect(mounted("/", "x").name == "GET /v1/tests")
    #expect(mounted("/a/{b}", "x").name == "GET /v1/tests/a/{b}")
  }
}
