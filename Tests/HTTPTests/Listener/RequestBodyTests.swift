import FieldhouseHTTP
import Glibc
import NIOCore
import Testing

@Suite struct `A request body reaches the responder` {
  @Test func `a body comes whole, however it is cut into packets`() async throws {
    try await withListener(answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        for letter in "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello" {
          try client.send(String(letter))
        }
        return try client.reply()
      }
      #expect(reply.text == "POST /p hello")
      #expect(!reply.closes)
    }
  }

  @Test func `a chunked body with extensions and trailers is put together`() async throws {
    try await withListener(answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        try RawClient(port: port).ask(
          "PUT /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nX: y\r\n\r\n"
        )
      }
      #expect(reply.text == "PUT /c abcde")
    }
  }

  @Test func `100 Continue is sent when the body is asked for`() async throws {
    try await withListener(answer: echo) { server in
      let replies = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        let first = try client.reply()
        return [first, try client.ask("hi")]
      }
      #expect(replies.map(\.status) == [100, 200])
      #expect(replies[1].text == "POST / hi")
    }
  }

  @Test func `a reply without a look at the expected body ends the connection`() async throws {
    try await withListener { server in
      let reply = try await offPool { [port = server.port] in
        try RawClient(port: port).ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      }
      #expect(reply.status == 200)
      #expect(reply.closes)
    }
  }

  @Test func `a large body is streamed with the client held back`() async throws {
    let pieces = 512
    try await withListener(answer: { request in
      var count = 0
      while let chunk = try await request.nextBodyChunk() { count += chunk.readableBytes }
      return .text("\(count)")
    }) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(pieces * 65_536)\r\n\r\n")
        let piece = [UInt8](repeating: 97, count: 65_536)
        for _ in 0..<pieces { try client.send(piece) }
        return try client.reply()
      }
      #expect(reply.text == "\(pieces * 65_536)")
    }
  }

  @Test func `a connection that ends within the body is answered 400`() async throws {
    try await withListener(answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhello")
        client.finishSending()
        return try client.reply()
      }
      #expect(reply.status == 400)
      #expect(reply.code == "http.body-incomplete")
    }
  }

  @Test(arguments: [0, 20_000]) func `a broken chunk is answered 400`(pause: UInt32) async throws {
    try await withListener(answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        usleep(pause)
        return try client.ask("zz\r\n")
      }
      #expect(reply.status == 400)
      #expect(reply.closes)
    }
  }

  @Test func `a broken chunk in the same packet is answered 400`() async throws {
    try await withListener(answer: echo) { server in
      let reply = try await offPool { [port = server.port] in
        try RawClient(port: port).ask(
          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n")
      }
      #expect(reply.status == 400)
    }
  }
}
