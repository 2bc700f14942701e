import FieldhouseHTTP
import Testing

@Suite struct `A request that is too large is refused` {
  @Test func `a target above the limit is answered 414`() async throws {
    try await withListener({ $0.limits.targetBytes = 100 }) { server in
      let statuses = try await offPool { [port = server.port] in
        try [100, 101].map { length in
          let target = "/" + String(repeating: "a", count: length - 1)
          return try RawClient(port: port).ask("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n").status
        }
      }
      #expect(statuses == [200, 414])
    }
  }

  @Test func `a header above 16 KiB or 100 fields is answered 431`() async throws {
    try await withListener { server in
      let replies = try await offPool { [port = server.port] in
        let long = "X: " + String(repeating: "a", count: 16_500) + "\r\n"
        let many = String(repeating: "X: a\r\n", count: 100)
        let fitting = String(repeating: "X: a\r\n", count: 99)
        return try [long, many, fitting].map {
          try RawClient(port: port).ask("GET / HTTP/1.1\r\nHost: a\r\n\($0)\r\n")
        }
      }
      #expect(replies.map(\.status) == [431, 431, 200])
      #expect(replies[0].code == "http.header-too-large")
    }
  }

  @Test func `a declared body above the limit of the route is answered 413 before it is sent`() async throws {
    try await withListener(answer: echo) { server in
      let (reply, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        let reply = try client.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n")
        return (reply, try client.seesEnd())
      }
      #expect(reply.status == 413)
      #expect(reply.code == "http.body-too-large")
      #expect(ended)
    }
  }

  @Test func `a chunked body is answered 413 once it exceeds the limit, however long it goes on`() async throws {
    try await withListener({ $0.deadlines.linger = .milliseconds(300) }, answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
        for _ in 0..<20 { try client.send(chunk) }
        return try client.reply()
      }
      #expect(reply.status == 413)
      #expect(reply.closes)
    }
  }

  @Test func `a body above the limit of the listener is answered 413 whatever the route takes`() async throws {
    try await withListener({ $0.limits.bodyBytes = 1000 }, answer: echo) { server in
      let statuses = try await offPool { [port = server.port] in
        let body = String(repeating: "a", count: 1001)
        return try [
          "Content-Length: 1001\r\n\r\n\(body)", "Transfer-Encoding: chunked\r\n\r\n3e9\r\n\(body)\r\n0\r\n\r\n",
          "Content-Length: 1000\r\n\r\n\(body.dropLast())",
        ].map { try RawClient(port: port).ask("POST / HTTP/1.1\r\nHost: a\r\n\($0)").status }
      }
      #expect(statuses == [413, 413, 200])
    }
  }

  @Test func `further connections wait while the maximum is open`() async throws {
    try await withListener({ $0.limits.connections = 2 }) { server in
      let replies = try await offPool { [port = server.port] in
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        var clients = try (0..<2).map { _ in try RawClient(port: port) }
        let first = try clients.map { try $0.ask(request).status }
        let waiting = try RawClient(port: port)
        try waiting.send(request)
        clients.removeLast()
        return first + [try waiting.reply().status]
      }
      #expect(replies == [200, 200, 200])
    }
  }
}
