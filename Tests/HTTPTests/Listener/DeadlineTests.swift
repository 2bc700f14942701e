import FieldhouseHTTP
import Glibc
import NIOCore
import Testing

private func sendSlowly(_ text: String, to client: RawClient) throws {
  for letter in text {
    try client.send(String(letter))
    usleep(20_000)
  }
}

@Suite struct `A slow client is cut` {
  @Test func `a header that drips in is answered 408 at its deadline`() async throws {
    try await withListener({ $0.deadlines.header = .milliseconds(500) }) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try? sendSlowly("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 30))", to: client)
        return try client.reply()
      }
      #expect(reply.status == 408)
      #expect(reply.code == "http.request-too-slow")
    }
  }

  @Test func `a connection on which nothing is sent is closed`() async throws {
    try await withListener({ $0.deadlines.header = .milliseconds(200) }) { server in
      let ended = try await offPool { [port = server.port] in try RawClient(port: port).seesEnd() }
      #expect(ended)
      #expect(server.cuts == [.silent])
    }
  }

  @Test func `but not for the time in which a responder held up the loop`() async throws {
    try await withListener(
      {
        $0.eventLoops = 1
        $0.deadlines.header = .seconds(2)
      },
      answer: { request in
        if request.target == "/held" { usleep(3_000_000) }
        return .text("ok")
      }
    ) { server in
      let status = try await offPool { [port = server.port] in
        let first = try RawClient(port: port)
        try first.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        usleep(2_700_000)
        let second = try RawClient(port: port)
        usleep(600_000)
        return try second.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status
      }
      #expect(status == 200)
      #expect(server.cuts.isEmpty)
    }
  }

  @Test func `a body below the least rate is answered 408`() async throws {
    try await withListener(
      {
        $0.deadlines.bodyGrace = .milliseconds(50)
        $0.deadlines.bodyWindow = .milliseconds(200)
      }, answer: echo
    ) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        try? sendSlowly(String(repeating: "a", count: 30), to: client)
        return try client.reply()
      }
      #expect(reply.status == 408)
    }
  }

  @Test func `a body above the least rate may take its time`() async throws {
    try await withListener(
      {
        $0.deadlines.bodyGrace = .milliseconds(50)
        $0.deadlines.bodyWindow = .milliseconds(100)
        $0.deadlines.bodyBytesPerSecond = 100
      }, answer: echo
    ) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        for _ in 0..<20 {
          try client.send(String(repeating: "a", count: 50))
          usleep(20_000)
        }
        return try client.reply()
      }
      #expect(reply.status == 200)
    }
  }

  @Test func `a responder that takes its time with the body is not held against the client`() async throws {
    try await withListener(
      {
        $0.deadlines.bodyGrace = .milliseconds(20)
        $0.deadlines.bodyWindow = .milliseconds(50)
      },
      answer: { request in
        try await Task.sleep(for: .milliseconds(300))
        return .text("\(try await request.body(upTo: 1 << 20).readableBytes)")
      }
    ) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        try client.send([UInt8](repeating: 97, count: 1_000_000))
        return try client.reply()
      }
      #expect(reply.text == "1000000")
    }
  }

  @Test func `an idle connection is closed and a busy one is not`() async throws {
    try await withListener({ $0.deadlines.idle = .seconds(1) }) { server in
      let (statuses, ended) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        let statuses = try (0..<12).map { _ in
          usleep(100_000)
          return try client.ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status
        }
        return (statuses, try client.seesEnd())
      }
      #expect(statuses == Array(repeating: 200, count: 12))
      #expect(ended)
      #expect(server.cuts == [.idle])
    }
  }

  @Test func `100 slow connections do not keep others waiting and are gone`() async throws {
    try await withListener({ $0.deadlines.header = .seconds(1) }) { server in
      let (status, ended) = try await offPool { [port = server.port] in
        let slow = try (0..<100).map { _ in try RawClient(port: port) }
        for client in slow[..<50] { try? client.send("GET / HT") }
        let status = try RawClient(port: port).ask("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status
        return (status, try slow.allSatisfy { try $0.seesEndAtLast() })
      }
      #expect(status == 200)
      #expect(ended)
    }
  }
}
