import FieldhouseHTTP
import HTTPTypes
import NIOCore
import Testing

@Suite struct `Replies are framed as HTTP/1.1 asks` {
  @Test func `pipelined requests are answered in order`() async throws {
    try await withListener(answer: { request in
      if request.target.hasSuffix("0") { try await Task.sleep(for: .milliseconds(5)) }
      return try await echo(request)
    }) { server in
      let texts = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send((0..<100).map { "POST /\($0) HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx" }.joined())
        return try (0..<100).map { _ in try client.reply().text }
      }
      #expect(texts == (0..<100).map { "POST /\($0) x" })
    }
  }

  @Test func `a fault after pipelined requests does not hide their replies`() async throws {
    try await withListener { server in
      let statuses = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        try client.send(request + request + "broken\u{1} request\r\n\r\n")
        return try (0..<3).map { _ in try client.reply().status }
      }
      #expect(statuses[..<2] == [200, 200])
      #expect(statuses[2] >= 400)
    }
  }

  @Test func `HEAD gets the length and no body`() async throws {
    try await withListener(answer: { _ in .text("hello") }) { server in
      let replies = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        return [try client.reply(toHead: true), try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n")]
      }
      #expect(replies.compactMap { $0.headers["content-length"] } == ["5", "5"])
      #expect(replies.map(\.text) == ["", "hello"])
    }
  }

  @Test func `204 and 304 have neither length nor body`() async throws {
    try await withListener(answer: { request in
      ServerResponse(
        status: request.target == "/204" ? .noContent : .notModified, body: .bytes(ByteBuffer(string: "x")))
    }) { server in
      let replies = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return try ["/204", "/304", "/204"].map { try client.ask("GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n") }
      }
      #expect(replies.map(\.status) == [204, 304, 204])
      #expect(replies.allSatisfy { $0.headers["content-length"] == nil })
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "close"), ("GET / HTTP/1.0\r\n\r\n", "close"),
    ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive"),
    ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", "close"),
  ])
  func `the connection goes on as the client asked`(request: String, connection: String) async throws {
    try await withListener { server in
      let (reply, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        let reply = try client.ask(request)
        return (reply, reply.closes ? try client.seesEnd() : try client.ask(request).status == 200)
      }
      #expect(reply.status == 200)
      #expect(reply.headers["connection"] == connection)
      #expect(ended)
    }
  }

  @Test func `a client that has finished sending still gets its reply`() async throws {
    try await withListener(answer: { _ in
      try await Task.sleep(for: .milliseconds(50))
      return .text("late")
    }) { server in
      let (reply, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        client.finishSending()
        return (try client.reply(), try client.seesEnd())
      }
      #expect(reply.text == "late")
      #expect(ended)
    }
  }

  @Test func `a large reply arrives whole`() async throws {
    let large = ByteBuffer(repeating: 97, count: 8 << 20)
    try await withListener(answer: { _ in ServerResponse(status: .ok, body: .bytes(large)) }) { server in
      let counts = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return try (0..<3).map { _ in try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").body.count }
      }
      #expect(counts == [8 << 20, 8 << 20, 8 << 20])
    }
  }

  @Test func `an error of the responder is answered 500 and the server goes on`() async throws {
    struct Broken: Error {}
    try await withListener(answer: { _ in throw Broken() }) { server in
      let replies = try await offPool { [port = server.port] in
        try (0..<2).map { _ in try RawClient(port: port).ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
      }
      #expect(replies.map(\.status) == [500, 500])
      #expect(replies.map(\.code) == ["http.responder-failed", "http.responder-failed"])
    }
  }

  @Test(arguments: [ListenerConfiguration.Placement.eventLoop, .globalPool])
  func `responders may leave their executor`(placement: ListenerConfiguration.Placement) async throws {
    try await withListener(
      { $0.placement = placement },
      answer: { request in
        let body = try await Task.detached { try await request.body(upTo: 100) }.value
        return .text(String(buffer: body))
      }
    ) { server in
      let texts = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return try (0..<50).map {
          try client.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n\($0 + 10)").text
        }
      }
      #expect(texts == (10..<60).map { "\($0)" })
    }
  }
}
