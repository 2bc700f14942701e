import FieldhouseHTTP
import FieldhouseTestSupport
import Glibc
import NIOCore
import Testing

private func get(_ path: String = "/") -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

private let unfinished = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"

@Suite struct `Unfinished bodies` {
  @Test func `beyond a client's share are answered 429, while another's comes in`() async throws {
    try await withListener(
      {
        $0.limits.bodyMemory = 1 << 20
        $0.limits.bodyMemoryPerClient = 256 << 10
      }, answer: { .text("\(try await $0.body(upTo: 2 << 20).readableBytes)") }
    ) { server in
      let (refused, other) = try await offPool { [port = server.port] in
        let clients = try (0..<6).map { _ in try RawClient(port: port) }
        let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let piece = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
        for client in clients { try client.send(chunked + piece) }
        let refused = try (0..<2).map { _ in
          try RawClient(port: port).ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 262145\r\n\r\n")
        }
        let body = String(repeating: "b", count: 200 << 10)
        let other = try RawClient(port: port, from: "127.0.0.2")
          .ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        defer { withExtendedLifetime(clients) {} }
        return (refused, other)
      }
      #expect(refused.map(\.status) == [429, 429])
      #expect(refused.map(\.code) == ["http.too-many-bodies", "http.too-many-bodies"])
      #expect(other.text == "204800")
      #expect(server.refusals.contains(.tooManyBodies))
    }
  }

  @Test func `give their memory back, however they end`() async throws {
    try await withListener(
      {
        $0.limits.bodyMemory = 512 << 10
        $0.limits.bodyMemoryPerClient = 512 << 10
      },
      answer: { request in
        if request.target == "/unread" { return .text("ok") }
        if request.target == "/chunks" {
          var count = 0
          while let chunk = try await request.nextBodyChunk() { count += chunk.readableBytes }
          return .text("\(count)")
        }
        return .text("\(try await request.body(upTo: 1 << 20).readableBytes)")
      }
    ) { server in
      let texts = try await offPool { [port = server.port] in
        let body = String(repeating: "a", count: 400 << 10)
        let length = "Host: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        for _ in 0..<10 {
          _ = try RawClient(port: port).ask("POST / HTTP/1.1\r\n\(length)\(body)")
          try? RawClient(port: port).send("POST / HTTP/1.1\r\n\(length)\(body.dropLast())")
          _ = try? RawClient(port: port).ask("POST /unread HTTP/1.1\r\n\(length)\(body)")
        }
        // The last of those that broke off may still be on its way out.
        for _ in 0..<2000 where try RawClient(port: port).ask("POST / HTTP/1.1\r\n\(length)\(body)").status != 200 {
          usleep(1000)
        }
        let large = String(repeating: "a", count: 2 << 20)
        return [
          try RawClient(port: port).ask("POST / HTTP/1.1\r\n\(length)\(body)").text,
          try RawClient(port: port).ask(
            "POST /chunks HTTP/1.1\r\nHost: a\r\nContent-Length: \(2 << 20)\r\n\r\n\(large)"
          )
          .text,
        ]
      }
      #expect(texts == ["409600", "2097152"])
    }
  }

  @Test func `waiting behind another request count as well`() async throws {
    let gate = Gate()
    try await withListener(
      { $0.limits.bodyMemoryPerClient = 8 << 10 },
      answer: { request in
        if request.target == "/slow" { await gate.wait() }
        return .text("\(try await request.body(upTo: 1 << 20).readableBytes)")
      }
    ) { server in
      let statuses = try await offPool { [port = server.port] in
        defer { gate.open() }
        let client = try RawClient(port: port)
        try client.send(get("/slow"))
        try blockUntil { gate.waiting > 0 }
        try client.send(
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n" + String(repeating: "a", count: 9000))
        let other = try RawClient(port: port).ask(unfinished).status
        gate.open()
        return [other, try client.reply().status, try client.reply().status]
      }
      #expect(statuses == [429, 200, 429])
    }
  }
}
