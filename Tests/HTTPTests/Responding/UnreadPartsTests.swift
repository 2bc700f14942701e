import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

@Suite struct `What nobody reads is refused` {
  @Test func `a body where none is read, before it has come in`() async throws {
    try await ResponderWorld.with { world async throws in
      for line in [
        "GET /v1/things", "DELETE /v1/things/a", "HEAD /v1/things", "GET /livez", "GET /readyz", "GET /metrics",
        "GET /openapi.json", "GET /v1/live?topic=things/a",
      ] {
        let reply = try await world.ask(line, ["Content-Type: application/json"], body: "{}")
        #expect(reply.status == 400, "\(line)")
        #expect(line.hasPrefix("HEAD") || reply.code == "body-unexpected", "\(line)")
        let declared = try await world.ask(line, ["Content-Length: 900000"])
        #expect(declared.status == 400, "\(line)")
        let chunked = try await world.ask(line + "", ["Transfer-Encoding: chunked", "", "1\r\nx\r\n0\r\n"])
        #expect(chunked.status == 400, "\(line)")
      }
      #expect(world.calls.value == 0)
      #expect(try await world.ask("GET /v1/things", ["Content-Length: 0"]).status == 200)
      #expect(try await world.ask("GET /v1/things", ["Transfer-Encoding: chunked", "", "0\r\n"]).status == 200)
    }
  }

  @Test func `a body of a route without fields beyond an empty object`() async throws {
    try await ResponderWorld.with { world async throws in
      #expect(try await world.ask("POST /v1/pings").status == 200)
      #expect(try await world.send("POST /v1/pings", "{}").status == 200)
      #expect(try await world.send("POST /v1/pings", #"{"x": 1}"#).code == "invalid-input")
      let large = try await world.send("POST /v1/pings", "{" + String(repeating: " ", count: 2000) + "}")
      #expect(large.status == 413 && large.code == "http-body-too-large")
      #expect(world.calls.value == 2)
    }
  }

  @Test(arguments: [
    ([], 415), (["Content-Type: text/plain"], 415), (["Content-Type: application/json; charset=utf-16"], 415),
    (["Content-Type: application/json; charset=iso-8859-1"], 415), (["Content-Type: application/jsonx"], 415),
    (["Content-Type: application/x-www-form-urlencoded"], 415), (["Content-Type: "], 415),
    (["Content-Type: application/json", "Content-Encoding: gzip"], 415), (["Content-Type: application/json"], 200),
    (["Content-Type: application/json; charset=utf-8"], 200),
    (["Content-Type: Application/JSON;charset=\"UTF-8\""], 200),
    (["Content-Type: application/json", "Content-Encoding: identity"], 200),
    (["Content-Type: application/json; profile=x"], 200),
  ])
  func `a body of another type, character set or coding`(fields: [String], status: Int) async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("POST /v1/things/a", fields, body: #"{"name": "x"}"#)
      #expect(reply.status == status)
      #expect(status == 200 || reply.code == "unsupported-media-type")
    }
  }

  @Test func `a picture of another type or too large`() async throws {
    try await ResponderWorld.with { world async throws in
      #expect(try await world.ask("PUT /v1/pictures", ["Content-Type: image/png"], body: "12345678").status == 204)
      #expect(try await world.ask("PUT /v1/pictures", ["Content-Type: image/jpeg; q=1"], body: "1").status == 204)
      #expect(try await world.ask("PUT /v1/pictures", ["Content-Type: image/gif"], body: "1").status == 415)
      #expect(try await world.ask("PUT /v1/pictures", ["Content-Type: application/json"], body: "{}").status == 415)
      #expect(try await world.ask("PUT /v1/pictures", [], body: "1").status == 415)
      #expect(try await world.ask("PUT /v1/pictures", ["Content-Type: image/png"], body: "123456789").status == 413)
      #expect(try await world.ask("PUT /v1/pictures?x=1", ["Content-Type: image/png"], body: "1").status == 422)
    }
  }

  @Test func `conditions that would change what is done`() async throws {
    try await ResponderWorld.with { world async throws in
      for line in ["POST /v1/pings", "DELETE /v1/things/a", "GET /v1/things", "GET /livez", "GET /openapi.json"] {
        for field in ["If-Match: *", "if-match: \"v1\"", "If-Unmodified-Since: Sat, 29 Oct 1994 19:43:31 GMT"] {
          let reply = try await world.ask(line, [field])
          #expect(reply.status == 400 && reply.code == "precondition-unsupported", "\(line) \(field)")
        }
        for field in ["If-None-Match: \"v1\"", "If-Modified-Since: Sat, 29 Oct 1994 19:43:31 GMT", "Range: bytes=0-0"] {
          #expect([200, 204].contains(try await world.ask(line, [field]).status), "\(line) \(field)")
        }
      }
    }
  }

  @Test(arguments: [
    ("/livez", 200), ("/livez?", 200), ("/livez?x", 422), ("/livez?verbose", 422), ("/readyz?verbose", 200),
    ("/readyz?verbose=true", 200), ("/readyz?verbos", 422), ("/readyz?verbose&verbose", 422),
    ("/readyz?verbosely", 422),
    ("/metrics?x=1", 422), ("/openapi.json?x=1", 422), ("/v1/live?topic=things/a&x=1", 422), ("/v1/live", 422),
    ("/v1/things?x=1", 422), ("/v1/things?x=%zz", 400), ("/v1/things/%zz", 405),
  ])
  func `parameters of the host's own paths`(target: String, status: Int) async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("GET \(target)")
      #expect(reply.status == status)
      #expect(status == 200 || reply.headers["content-type"] == "application/problem+json")
    }
  }

  @Test func `a misspelt parameter is told what was probably meant`() async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("GET /readyz?verbos")
      #expect(reply.text.contains("Did you mean `verbose`?") && reply.text.contains(#""code":"unknown-key""#))
      #expect(try await world.ask("GET /readyz?verbose").text.contains(#""part":"storage""#))
      #expect(try await !world.ask("GET /readyz?").text.contains(#""part":"storage""#))
    }
  }
}

@Suite struct `What is not there is answered alike` {
  @Test func `other methods are told which there are`() async throws {
    try await ResponderWorld.with { world async throws in
      for (path, allow) in [
        ("/livez", "GET, HEAD"), ("/v1/live", "GET"), ("/openapi.json", "GET, HEAD"), ("/v1/things", "GET, HEAD"),
        ("/v1/things/a", "DELETE, POST"),
      ] {
        for method in ["PUT", "PATCH", "PROPFIND", "TRACE"] {
          let reply = try await world.ask("\(method) \(path)")
          #expect(reply.status == 405 && reply.code == "method-not-allowed", "\(method) \(path)")
          #expect(reply.headers["allow"] == allow, "\(method) \(path)")
        }
        let options = try await world.ask("OPTIONS \(path)")
        #expect(options.status == 204 && options.headers["allow"] == allow, "\(path)")
      }
      #expect(try await world.ask("HEAD /v1/live?topic=x").status == 405)
      #expect(try await world.ask("HEAD /livez").status == 200)
      #expect(try await world.ask("HEAD /v1/things").status == 200)
    }
  }

  @Test(arguments: ["/", "/nothing", "/v1/nothing", "/v1", "/livez/", "/../etc/passwd", "/v1/things/a/b", "/%2e%2e/x"])
  func `an unknown path`(path: String) async throws {
    try await ResponderWorld.with { world async throws in
      for method in ["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"] {
        let reply = try await world.ask("\(method) \(path)")
        #expect(reply.status == 404 && reply.code == "not-found", "\(method) \(path)")
        #expect(reply.headers["content-type"] == "application/problem+json")
      }
    }
  }

  @Test func `an error of ours on the way to live updates is a problem document too`() async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("GET /v1/live?topic=things/a", ["Authorization: Bearer broken"])
      #expect(reply.status == 503 && reply.code == "storage-unavailable")
      #expect(try await world.ask("GET /v1/live?topic=things/a").code == "unauthenticated")
      #expect(try await world.ask("GET /v1/live?topic=other/a").code == "topic-unknown")
      #expect(try await world.ask("GET /v1/secrets", ["Authorization: Bearer broken"]).status == 503)
      #expect(try await world.ask("GET /v1/failing").code == "shutting-down")
    }
  }
}
