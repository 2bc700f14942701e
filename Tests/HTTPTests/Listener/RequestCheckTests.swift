import FieldhouseHTTP
import Testing

@Suite struct `A request is checked before anything sees it` {
  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400, "http.host-missing"),
      ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "http.host-repeated"),
      ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "http.host-invalid"),
      ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "http.host-invalid"),
      ("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400, "http.host-invalid"),
      ("GET http://a@b/ HTTP/1.1\r\nHost: b\r\n\r\n", 400, "http.host-invalid"),
      ("GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n", 400, nil),
      ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target-invalid"),
      ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400, "http.target-invalid"),
      ("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 501, "http.method-unknown"),
      ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "http.method-unknown"),
      ("GET / HTTP/3.7\r\nHost: a\r\n\r\n", 505, "http.version-unsupported"),
      ("nonsense\r\n\r\n", 501, "http.method-unknown"),
      ("GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n", 417, "http.expectation-unknown"),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, "http.malformed"),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk", 400, nil),
    ] as [(String, Int, String?)])
  func `a malformed request is refused with its own code and the connection ends`(
    request: String, status: Int, code: String?
  ) async throws {
    try await withListener { server in
      let (reply, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return (try client.ask(request), try client.seesEnd())
      }
      #expect(reply.status == status)
      if let code { #expect(reply.code == code) }
      #expect(reply.headers["content-type"] == "application/problem+json")
      #expect(reply.closes)
      #expect(ended)
    }
  }

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
  ])
  func `a body with two lengths is refused and what follows is not taken for a request`(request: String) async throws {
    try await withListener(answer: echo) { server in
      let (reply, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return (try client.ask(request + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"), try client.seesEnd())
      }
      #expect(reply.status == 400)
      #expect(reply.closes)
      #expect(ended)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: club.example:8080\r\n\r\n", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
    "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "GET http://club.example/x HTTP/1.1\r\nHost: y\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `a valid request is answered`(request: String) async throws {
    try await withListener { server in
      let reply = try await offPool { [port = server.port] in try RawClient(port: port).ask(request) }
      #expect(reply.status == 200)
      #expect(reply.text == "ok")
      #expect(reply.headers["date"]?.hasSuffix(" GMT") == true)
    }
  }

  @Test func `a host that is not configured is answered 421`() async throws {
    try await withListener({ $0.allowedHosts = ["club.example"] }) { server in
      let statuses = try await offPool { [port = server.port] in
        try ["club.example", "Club.Example:80", "other.example", ""].map {
          try RawClient(port: port).ask("GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n").status
        }
      }
      #expect(statuses == [200, 200, 421, 421])
    }
  }

  @Test func `an absolute target counts instead of the Host field`() async throws {
    try await withListener({ $0.allowedHosts = ["club.example"] }, answer: echo) { server in
      let replies = try await offPool { [port = server.port] in
        try ["club.example/a?b=c", "club.example", "other.example/", "club.example?b"].map {
          try RawClient(port: port).ask("GET http://\($0) HTTP/1.1\r\nHost: club.example\r\n\r\n")
        }
      }
      #expect(replies.map(\.status) == [200, 200, 421, 200])
      #expect(replies[0].text == "GET /a?b=c ")
      #expect(replies[1].text == "GET / ")
      #expect(replies[3].text == "GET /?b ")
    }
  }
}
