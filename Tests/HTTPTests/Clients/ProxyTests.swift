import FieldhouseHTTP
import FieldhouseTestSupport
import Foundation
import NIOCore
import Testing

private func get(_ fields: String = "") -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

private let who: Answer = { request in
  .text("\(request.remoteHost ?? "local") \(request.isSecure) \(request.authority ?? "none")")
}

@Suite struct `A request that comes through a proxy` {
  @Test func `is its client's when the proxy is trusted`() async throws {
    try await withListener({ $0.trustedProxies = try! TrustedProxies(parsing: "127.0.0.2") }, answer: who) { server in
      let texts = try await offPool { [port = server.port] in
        let proxy = try RawClient(port: port, from: "127.0.0.2")
        return try [
          "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: play.example\r\n",
          "Forwarded: for=\"[2001:db8::7]:99\";proto=https\r\n", "", "X-Forwarded-For: 1.1.1.1, 192.0.2.2\r\n",
          "Forwarded: for=unknown\r\n",
        ].map { try proxy.ask(get($0)).text }
      }
      #expect(
        texts == [
          "192.0.2.1 true play.example", "2001:db8::7 true a", "127.0.0.2 false a", "192.0.2.2 false a",
          "unknown false a",
        ])
      #expect(server.unknownProxies == [])
    }
  }

  @Test func `is the proxy's own when it is not trusted, and the operator is told once`() async throws {
    try await withListener({ $0.trustedProxies = try! TrustedProxies(parsing: "127.0.0.2") }, answer: who) { server in
      let texts = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return try (0..<3).map { _ in
          try client.ask(get("X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\nForwarded: for=\"broken\r\n"))
            .text
        }
      }
      #expect(texts == Array(repeating: "127.0.0.1 false a", count: 3))
      #expect(server.unknownProxies == ["127.0.0.1"])
    }
  }

  @Test(arguments: [
    ("Forwarded: for=\"broken\r\n", "http.forwarded-invalid"),
    ("Forwarded: for=1.1.1.1\r\nX-Forwarded-For: 2.2.2.2\r\n", "http.forwarded-contradictory"),
  ])
  func `is refused when a trusted proxy tells nothing that can be believed`(fields: String, code: String) async throws {
    try await withListener({ $0.trustedProxies = try! TrustedProxies(parsing: "127.0.0.0/8") }) { server in
      let reply = try await offPool { [port = server.port] in try RawClient(port: port).ask(get(fields)) }
      #expect(reply.status == 400)
      #expect(reply.code == code)
    }
  }

  @Test func `names its host to the proxy`() async throws {
    try await withListener(
      {
        $0.trustedProxies = try! TrustedProxies(parsing: "127.0.0.0/8")
        $0.allowedHosts = ["a", "play.example"]
      }
    ) { server in
      let statuses = try await offPool { [port = server.port] in
        try ["play.example:443", "other.example", "Play.Example"].map {
          try RawClient(port: port).ask(get("X-Forwarded-Host: \($0)\r\n")).status
        }
      }
      #expect(statuses == [200, 421, 200])
    }
  }

  @Test(arguments: [("unix", "192.0.2.1"), ("", "local")])
  func `over a Unix socket is its client's when that is trusted`(trusted: String, client: String) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sock").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var configuration = ListenerConfiguration(address: .unix(path: path))
    configuration.trustedProxies = try TrustedProxies(parsing: trusted)
    configuration.drain.announce = .milliseconds(50)
    let listener = try await RunningListener(configuration) { .text($0.remoteHost ?? "local") }
    let text = try await offPool {
      try RawClient(address: SocketAddress(unixDomainSocketPath: path)).ask(get("X-Forwarded-For: 192.0.2.1\r\n")).text
    }
    #expect(text == client)
    #expect(listener.unknownProxies == (trusted.isEmpty ? ["unix"] : []))
    try await listener.shutDown()
  }

  @Test func `counts for its client and not for the proxy`() async throws {
    let gate = Gate()
    try await withListener(
      {
        $0.trustedProxies = try! TrustedProxies(parsing: "127.0.0.1")
        $0.limits.connectionsPerClient = 1
        $0.limits.requestsPerClient = 1
      },
      answer: { request in
        if request.target == "/slow" { await gate.wait() }
        return .text("ok")
      }
    ) { server in
      let statuses = try await offPool { [port = server.port] in
        defer { gate.open() }
        let slow = try RawClient(port: port)
        try slow.send("GET /slow HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
        try blockUntil { gate.waiting > 0 }
        let others = try ["192.0.2.1", "192.0.2.2", "2001:db8::1"].map {
          try RawClient(port: port).ask(get("X-Forwarded-For: \($0)\r\n")).status
        }
        gate.open()
        return others + [try slow.reply().status]
      }
      #expect(statuses == [429, 200, 200, 200])
    }
  }
}
