import FieldhouseHTTP
import FieldhouseTestSupport
import Glibc
import HTTPTypes
import NIOCore
import Testing

private func get(_ path: String = "/") -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

@Suite struct `One client cannot shut others out` {
  @Test func `connections beyond its share are answered 429 and closed`() async throws {
    try await withListener({
      $0.limits.connectionsPerClient = 5
      $0.limits.reservedConnections = 4
    }) { server in
      let (statuses, refused, retry, other) = try await offPool { [port = server.port] in
        let held = try (0..<5).map { _ in try RawClient(port: port) }
        let statuses = try held.map { try $0.ask(get()).status }
        // The reserve takes one, which says nothing and keeps its place for a while.
        let silent = try RawClient(port: port)
        let refused = try (0..<200).map { _ in try RawClient(port: port).ask(get()) }
        defer { withExtendedLifetime((held, silent)) {} }
        return (
          statuses, refused.map(\.status), refused.compactMap { $0.headers["retry-after"] },
          try RawClient(port: port, from: "127.0.0.2").ask(get()).status
        )
      }
      #expect(statuses == Array(repeating: 200, count: 5))
      #expect(refused == Array(repeating: 429, count: 200))
      #expect(retry == Array(repeating: "5", count: 200))
      #expect(other == 200)
      #expect(server.refusals.allSatisfy { $0 == .tooManyConnections })
    }
  }

  @Test func `its own health check is answered although it has too many connections`() async throws {
    try await withListener({ $0.limits.connectionsPerClient = 5 }) { server in
      let (health, other) = try await offPool { [port = server.port] in
        let held = try (0..<5).map { _ in try RawClient(port: port) }
        for client in held { _ = try client.ask(get()) }
        defer { withExtendedLifetime(held) {} }
        return try (RawClient(port: port).ask(get("/livez")), RawClient(port: port).ask(get()))
      }
      #expect(health.status == 200 && health.closes)
      #expect(other.status == 429 && other.code == "http.too-many-connections")
    }
  }

  @Test func `idle connections of the greediest are closed when all are taken`() async throws {
    try await withListener({
      $0.limits.connections = 10
      $0.limits.reservedConnections = 4
    }) { server in
      let (other, kept) = try await offPool { [port = server.port] in
        let modest = try RawClient(port: port, from: "127.0.0.3")
        _ = try modest.ask(get())
        let greedy = try (0..<9).map { _ in try RawClient(port: port) }
        for client in greedy { _ = try client.ask(get()) }
        let other = try RawClient(port: port, from: "127.0.0.2").ask(get()).status
        try blockUntil { !server.cuts.isEmpty }
        defer { withExtendedLifetime(greedy) {} }
        return (other, try modest.ask(get()).status)
      }
      #expect(other == 200)
      #expect(kept == 200)
      #expect(Set(server.cuts) == [.surplus])
    }
  }

  @Test func `busy connections are not closed: a newcomer is told, and health answered`() async throws {
    let gate = Gate()
    try await withListener(
      {
        $0.limits.connections = 4
        $0.limits.reservedConnections = 8
      },
      answer: { request in
        if request.target == "/slow" { await gate.wait() }
        return .text("ok")
      }
    ) { server in
      let (newcomer, health, slow) = try await offPool { [port = server.port] in
        defer { gate.open() }
        // Each is at work before the next one comes: an idle connection would make room for it.
        let busy = try (1...12).map { count in
          let client = try RawClient(port: port)
          try client.send(get("/slow"))
          try blockUntil { gate.waiting >= count }
          return client
        }
        let newcomer = try RawClient(port: port, from: "127.0.0.2").ask(get())
        let health = try RawClient(port: port, from: "127.0.0.2").ask(get("/livez")).status
        gate.open()
        return (newcomer, health, try busy.map { try $0.reply().status })
      }
      #expect(newcomer.status == 503 && newcomer.code == "http.connections-full")
      #expect(newcomer.headers["retry-after"] == "5")
      #expect(health == 200)
      #expect(slow == Array(repeating: 200, count: 12))
    }
  }

  @Test func `requests beyond its share are answered 429 at once, and others' are answered`() async throws {
    let gate = Gate()
    try await withListener(
      { $0.limits.requestsPerClient = 3 },
      answer: { request in
        if request.target == "/slow" { await gate.wait() }
        return .text("ok")
      }
    ) { server in
      let (own, health, other, slow) = try await offPool { [port = server.port] in
        defer { gate.open() }
        let busy = try (0..<3).map { _ in try RawClient(port: port) }
        for client in busy { try client.send(get("/slow")) }
        try blockUntil { gate.waiting >= 3 }
        let own = try RawClient(port: port).ask(get())
        let health = try RawClient(port: port).ask(get("/livez")).status
        let other = try RawClient(port: port, from: "127.0.0.2").ask(get()).status
        gate.open()
        return (own, health, other, try busy.map { try $0.reply().status })
      }
      #expect(own.status == 429 && own.headers["retry-after"] == "1" && own.code == "http.too-many-requests")
      #expect(health == 200 && other == 200)
      #expect(slow == [200, 200, 200])
    }
  }

  @Test func `requests beyond the total are answered 503`() async throws {
    let gate = Gate()
    try await withListener(
      { $0.limits.requests = 2 },
      answer: { request in
        if request.target == "/slow" { await gate.wait() }
        return .text("ok")
      }
    ) { server in
      let (reply, health) = try await offPool { [port = server.port] in
        defer { gate.open() }
        let busy = try (0..<2).map { try RawClient(port: port, from: "127.0.0.\($0 + 5)") }
        for client in busy { try client.send(get("/slow")) }
        try blockUntil { gate.waiting >= 2 }
        let reply = try RawClient(port: port).ask(get())
        let health = try RawClient(port: port).ask(get("/livez")).status
        gate.open()
        for client in busy { _ = try client.reply() }
        return (reply, health)
      }
      #expect(reply.status == 503 && reply.code == "http.overloaded" && reply.headers["retry-after"] == "1")
      #expect(health == 200)
    }
  }

  @Test func `streams without end are no requests that are worked on`() async throws {
    try await withListener(
      { $0.limits.requestsPerClient = 2 },
      answer: { request in
        guard request.target == "/stream" else { return .text("ok") }
        return ServerResponse(
          status: .ok,
          body: .stream(
            ResponseStream(endsAtShutdown: true) { writer in
              try await writer.write("hello")
              try await Task.sleep(for: .seconds(60))
            }))
      }
    ) { server in
      let status = try await offPool { [port = server.port] in
        let streams = try (0..<10).map { _ in try RawClient(port: port) }
        for stream in streams {
          try stream.send(get("/stream"))
          _ = try stream.seesEnd()
        }
        defer { withExtendedLifetime(streams) {} }
        return try RawClient(port: port).ask(get()).status
      }
      #expect(status == 200)
    }
  }
}
