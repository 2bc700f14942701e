import FieldhouseHTTP
import Glibc
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

  @Test func `a refused client that is slow to send the rest sees the answer when it looks, but nobody sends for ever`()
    async throws
  {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n"
    try await withListener({ $0.deadlines.linger = .seconds(2) }, answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send(head)
        for _ in 0..<8 {
          usleep(350_000)
          try client.send(String(repeating: "a", count: 100_000))
        }
        return try client.reply()
      }
      #expect(reply.status == 413)
    }
    try await withListener({ $0.deadlines.linger = .milliseconds(100) }, answer: echo) { server in
      let sent = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send(head)
        var sent = 0
        while sent < 6000, (try? client.send("a")) != nil {
          usleep(10_000)
          sent += 1
        }
        return sent
      }
      #expect(sent < 6000)
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

  /// What stands in a Content-Length field, and whether more such fields follow.
  @Test(arguments: [
    ("9223372036854775807", 413), ("9223372036854775808", 413), ("18446744073709551615", 413),
    ("18446744073709551616", 400), ("99999999999999999999999999", 400), ("-1", 400), ("+5", 400), ("0x10", 400),
    ("5 5", 400), ("5, 5", 400), ("5,6", 400), ("5.0", 400), ("1e3", 400), ("five", 400), ("", 400), ("٥", 400),
    ("5\r\nContent-Length: 5", 400), ("5\r\nContent-Length: 6", 400), ("0\r\nContent-Length: 0", 400),
    ("67108865", 413), ("1048577", 413), ("00000000005", 200), ("5 ", 200),
  ])
  func `a body's length is digits, once, and not absurd`(length: String, status: Int) async throws {
    try await withListener(answer: echo) { server in
      let (reply, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        let reply = try client.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\nhello")
        return (reply, reply.closes ? try client.seesEndAtLast() : false)
      }
      #expect(reply.status == status)
      #expect(ended == (status != 200))
    }
  }

  @Test func `what a refused client goes on sending is read for a while only, however quick it is`() async throws {
    try await withListener({ $0.deadlines.linger = .seconds(30) }, answer: echo) { server in
      let sent = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n")
        let piece = [UInt8](repeating: 97, count: 1 << 20)
        var sent = 0
        while sent < 2048, (try? client.send(piece)) != nil { sent += 1 }
        return sent
      }
      #expect(sent < 200)
      #expect(server.refusals == [.bodyTooLarge])
    }
  }
}
