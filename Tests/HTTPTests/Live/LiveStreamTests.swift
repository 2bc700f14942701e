import FieldhouseHTTP
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import Testing

private func get(_ path: String, _ fields: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

/// Clients that take nothing; nobody uses them any more.
private struct Stalled: @unchecked Sendable {
  let clients: [RawClient]
}

@Suite(.serialized) struct `A live stream on the listener` {
  private static let limits: LiveLimits = {
    var limits = LiveLimits()
    (limits.streamsPerClient, limits.streamsPerAccount, limits.topicsPerStream) = (20, 3, 2)
    return limits
  }()

  private func withHost(
    _ limits: LiveLimits = limits, live: LiveWorld = LiveWorld(), test: (RunningListener) async throws -> Void
  ) async throws {
    let responder = try HostResponder.testing(topics: ["games/{game}"], limits: limits, live: live.hub)
    try await withListener(answer: { try await responder.respond(to: $0) }, test: test)
  }

  @Test func `has a share for each client and each account`() async throws {
    try await withHost { server in
      let (anonymous, other, account, another) = try await offPool { [port = server.port] in
        var clients: [RawClient] = []
        func streams(_ count: Int, _ fields: String = "", from source: String = "127.0.0.1") throws -> [Int] {
          try (0..<count).map { _ in
            let client = try RawClient(port: port, from: source)
            clients.append(client)
            try client.send(get("/v1/live?topic=games/1", fields))
            return try client.head().status
          }
        }
        defer { withExtendedLifetime(clients) {} }
        return try (
          streams(22), streams(1, from: "127.0.0.2"), streams(4, "Authorization: Bearer jane\r\n"),
          streams(1, "Authorization: Bearer joe\r\n")
        )
      }
      #expect(anonymous == Array(repeating: 200, count: 20) + [429, 429])
      #expect(other == [200])
      #expect(account == [200, 200, 200, 429])
      #expect(another == [200])
    }
  }

  @Test func `that is refused says when to come again, and its connection goes on`() async throws {
    var limits = Self.limits
    limits.streamsPerClient = 0
    try await withHost(limits) { server in
      let (reply, next) = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return try (client.ask(get("/v1/live?topic=games/1")), client.ask(get("/livez")))
      }
      #expect(reply.status == 429 && reply.code == "streams-too-many" && reply.headers["retry-after"] == "10")
      #expect(next.status == 200)
    }
  }

  @Test func `leaves its place when its client goes`() async throws {
    try await withHost { server in
      let statuses = try await offPool { [port = server.port] in
        try (0..<60).map { _ in
          for _ in 0..<200 {
            let client = try RawClient(port: port)
            try client.send(get("/v1/live?topic=games/1"))
            let status = try client.head().status
            if status == 200 { return status }
            usleep(10_000)
          }
          return 0
        }
      }
      #expect(statuses == Array(repeating: 200, count: 60))
    }
  }

  @Test func `names a few topics`() async throws {
    try await withHost { server in
      let replies = try await offPool { [port = server.port] in
        try ["topic=games/1&topic=games/2&topic=games/3", "topic=other/1", "", "x=1"].map {
          try RawClient(port: port).ask(get("/v1/live?\($0)"))
        }
      }
      #expect(replies.map(\.status) == [422, 404, 422, 422])
    }
  }

  @Test func `is refused to who comes with a token that opens nothing, and not to a browser with an old cookie`()
    async throws
  {
    try await withHost { server in
      let fields = ["Authorization: Bearer ended", "Authorization: Basic x", "Cookie: session=ended", ""]
      let (replies, streams) = try await offPool { [port = server.port] in
        let replies = try fields.prefix(2).map {
          try RawClient(port: port).ask(get("/v1/live?topic=games/1", "\($0)\r\n"))
        }
        let streams = try fields.suffix(2).map { field in
          let client = try RawClient(port: port)
          try client.send(get("/v1/live?topic=games/1", field.isEmpty ? "" : "\(field)\r\n"))
          return try client.head().status
        }
        return (replies, streams)
      }
      #expect(replies.map(\.status) == [401, 401] && replies.allSatisfy { $0.code == "session-ended" })
      #expect(streams == [200, 200])
    }
  }

  /// The attack of the finding: more streams on a public topic than the host takes connections.
  @Test(.timeLimit(.minutes(5))) func `of one client shuts nobody out, however many it opens`() async throws {
    let count = Guarantee.size(1_500, full: 10_050)
    try await withHost(LiveLimits()) { server in
      let (opened, statuses) = try await offPool { [port = server.port] in
        var clients: [RawClient] = []
        for number in 0..<count {
          Guarantee.progress("streams", number, of: count)
          guard let client = try? RawClient(port: port, from: "127.0.0.2") else { continue }
          try? client.send(get("/v1/live?topic=games/1"))
          // What the server has refused is let go, since both ends are this process's.
          if let head = try? client.head(), head.status == 200 { clients.append(client) }
        }
        defer { withExtendedLifetime(clients) {} }
        let asked = [("/livez", "127.0.0.3"), ("/livez", "127.0.0.2"), ("/openapi.json", "127.0.0.3")]
        return (clients.count, try asked.map { try RawClient(port: port, from: $1).ask(get($0)).status })
      }
      Guarantee.report("streams", "\(count) asked for by one client: \(opened) open, health and others are answered")
      #expect(opened == LiveLimits().streamsPerClient)
      #expect(statuses == [200, 200, 200])
    }
  }

  @Test func `to a client that takes nothing costs no memory without end`() async throws {
    let live = LiveWorld()
    try await withHost(LiveLimits(), live: live) { server in
      let stalled = try await offPool { [port = server.port] in
        let stalled = try (0..<20).map { _ in try RawClient(port: port, receiveBuffer: 4096) }
        for client in stalled {
          try client.send(get("/v1/live?topic=games/1"))
          _ = try client.head()
        }
        return Stalled(clients: stalled)
      }
      let text = JSON.string(String(repeating: "x", count: 10_000))
      #expect(live.hub.watcherCount == 20)
      for _ in 0..<2000 { try await live.publish("games/1", text) }
      #expect(live.hub.watcherCount == 0)
      withExtendedLifetime(stalled) {}
    }
  }
}
