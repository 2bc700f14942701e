import HTTPTypes
import NIOCore
import Testing

@testable import FieldhouseHTTP

@Suite struct `What a listener reports` {
  @Test(arguments: [("127.0.0.1", 8080, "127.0.0.1:8080"), ("::1", 80, "[::1]:80")])
  func `names the address where it listens`(ip: String, port: Int, text: String) throws {
    let event = ListenerEvent.bound(try SocketAddress(ipAddress: ip, port: port))
    #expect(event.boundAddress == text)
  }

  @Test func `names the path of a Unix socket, and nothing for other events`() throws {
    #expect(
      ListenerEvent.bound(try SocketAddress(unixDomainSocketPath: "/run/club.sock")).boundAddress == "/run/club.sock")
    #expect(ListenerEvent.bound(nil).boundAddress == nil)
    #expect(ListenerEvent.stoppedAccepting.boundAddress == nil)
    #expect(ListenerEvent.cut(.idle, client: nil).boundAddress == nil)
  }
}

@Suite struct `The most connections` {
  @Test(arguments: [
    (1 << 20, 10_000), (65_536, 10_000), (10_640, 10_000), (10_000, 9360), (1024, 384), (256, 1), (1, 1), (0, 1),
  ])
  func `are no more than the process has descriptors for`(descriptors: Int, connections: Int) {
    var limits = ListenerLimits()
    limits.fit(descriptors: descriptors)
    #expect(limits.connections == connections)
  }

  @Test func `are never more than was asked for`() {
    var limits = ListenerLimits()
    limits.connections = 7
    limits.fit(descriptors: 1 << 20)
    #expect(limits.connections == 7)
  }
}

@Suite struct `The fields of a request` {
  private static func ask(_ answer: @escaping Answer, _ text: String) async throws -> String {
    let (replies, reply) = AsyncStream.makeStream(of: String.self)
    try await withListener(answer: answer) { server in
      reply.yield(try await offPool { [port = server.port] in try RawClient(port: port).ask(text).text })
      reply.finish()
    }
    return await replies.reduce("", +)
  }

  @Test func `are all there, in their order, however they are spelled`() async throws {
    let text = try await Self.ask(
      { request in
        .text(
          request.headers.filter { $0.name != .host }.map { "\($0.name.canonicalName)=\($0.value)" }.joined(
            separator: ";"))
      }, "GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nAccept: b\r\nx-a: 2\r\n\r\n")
    #expect(text == "x-a=1;accept=b;x-a=2")
  }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "REPORT"])
  func `stand behind its method`(method: String) async throws {
    let (methods, seen) = AsyncStream.makeStream(of: String.self)
    try await withListener(answer: { request in
      seen.yield(request.method.rawValue)
      return .text("ok")
    }) { server in
      let status = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send("\(method) / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        return try client.reply(toHead: method == "HEAD").status
      }
      #expect(status == 200)
    }
    seen.finish()
    let all: [String] = await methods.reduce(into: []) { $0.append($1) }
    #expect(all == [method])
  }

  @Test(arguments: [
    ("", "false 0"), ("Content-Length: 0\r\n", "false 0"), ("Content-Length: 5\r\n", "true 5"),
    ("Transfer-Encoding: chunked\r\n", "true nil"),
  ])
  func `tell whether a body follows and how long it is`(field: String, expected: String) async throws {
    let text = try await Self.ask(
      { request in .text("\(request.hasBody) \(request.declaredLength.map { "\($0)" } ?? "nil")") },
      "POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
    #expect(text == expected)
  }
}
