import FieldhouseHTTP
import FieldhouseTestSupport
import Glibc
import NIOCore
import Synchronization
import Testing

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"

/// Keep-alive clients that ask without pause, reconnect when told to, and never retry.
private final class Load: Sendable {
  struct Tally {
    var answered: [String: Int] = [:]
    var failures: [String] = []
  }

  let tally = Mutex(Tally())
  let isOver = Atomic(false)

  func run(port: Int) {
    var client: RawClient?
    var turn = 0
    while !isOver.load(ordering: .relaxed) {
      turn += 1
      do {
        let current = try client ?? RawClient(port: port)
        let reply = try current.ask(turn.isMultiple(of: 2) ? post : get)
        client = reply.closes ? nil : current
        tally.withLock { $0.answered[reply.text, default: 0] += 1 }
      } catch {
        client = nil
        tally.withLock { $0.failures.append("\(error)") }
      }
    }
  }

  func answered(by generation: String) -> Int { tally.withLock { $0.answered[generation] ?? 0 } }
}

private func generation(_ name: String, on socket: ListeningSocket) async throws -> RunningListener {
  var configuration = ListenerConfiguration(address: try socket.duplicated())
  configuration.drain.announce = .seconds(3)
  return try await RunningListener(configuration) { request in
    if try await request.body(upTo: 10).readableBytes > 0 { try await Task.sleep(for: .microseconds(200)) }
    return .text(name)
  }
}

@Suite struct `A shutdown fails no client` {
  @Test func `keep-alive clients lose no request while generations hand over one socket`() async throws {
    let socket = try ListeningSocket(opening: .tcp(host: "127.0.0.1", port: 0))
    defer { socket.close() }
    let port = try #require(socket.port)
    let load = Load()
    var current = try await generation("0", on: socket)
    let clients = Task {
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { try? await offPool { load.run(port: port) } } }
      }
    }
    for number in 1...4 {
      try await eventually { load.answered(by: "\(number - 1)") >= 500 }
      let next = try await generation("\(number)", on: socket)
      try await current.shutDown()
      #expect(current.cutAtEnd == 0)
      current = next
    }
    try await eventually { load.answered(by: "4") >= 500 }
    load.isOver.store(true, ordering: .relaxed)
    await clients.value
    try await current.shutDown()
    let tally = load.tally.withLock { $0 }
    #expect(tally.failures == [])
    #expect(tally.answered.values.reduce(0, +) >= 2500)
    #expect(tally.answered.keys.sorted() == ["0", "1", "2", "3", "4"])
  }

  @Test func `an idle client is told at its next request and a new one is still accepted`() async throws {
    try await withListener({ $0.drain.announce = .seconds(2) }) { server in
      let (idle, first) = try await offPool { [port = server.port] in
        let idle = try RawClient(port: port)
        return try (idle, idle.ask(get))
      }
      #expect(!first.closes)
      await server.beginShutdown()
      let (told, new) = try await offPool { [port = server.port] in
        try (idle.ask(get), RawClient(port: port).ask(get))
      }
      #expect(told.status == 200)
      #expect(told.closes)
      #expect(new.closes)
      try await server.finished()
      #expect(throws: RawClient.Failure.self) { _ = try RawClient(port: server.port) }
    }
  }

  @Test func `a client that stays idle is closed after the announced time`() async throws {
    try await withListener { server in
      let idle = try await offPool { [port = server.port] in
        let idle = try RawClient(port: port)
        _ = try idle.ask(get)
        return idle
      }
      try await server.shutDown()
      let ended = try await offPool { try idle.seesEnd() }
      #expect(ended)
      #expect(server.cutAtEnd == 0)
    }
  }

  @Test func `a running request finishes`() async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    try await withListener(answer: { _ in
      start.yield()
      try await Task.sleep(for: .seconds(2))
      return .text("done")
    }) { server in
      async let reply = offPool { [port = server.port] in try RawClient(port: port).ask(get) }
      _ = await starts.first { _ in true }
      try await server.shutDown()
      let done = try await reply
      #expect(done.text == "done")
      #expect(done.closes)
    }
  }

  @Test func `a request that does not finish is cut at the limit`() async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    try await withListener(
      { $0.drain.limit = .milliseconds(300) },
      answer: { _ in
        start.yield()
        try await Task.sleep(for: .seconds(60))
        return .text("never")
      }
    ) { server in
      async let ended = offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send(get)
        return try client.seesEnd()
      }
      _ = await starts.first { _ in true }
      try await server.shutDown()
      let wasEnded = try await ended
      #expect(wasEnded)
      #expect(server.cutAtEnd == 1)
    }
  }
}
