import FieldhouseHTTP
import FieldhouseTestSupport
import Glibc
import HTTPTypes
import NIOCore
import Synchronization
import Testing

private let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

private func streaming(
  length: Int? = nil, endsAtShutdown: Bool = false,
  _ produce: @escaping @Sendable (ResponseWriter) async throws -> Void
) -> Answer {
  let stream = ResponseStream(length: length, endsAtShutdown: endsAtShutdown, produce: produce)
  return { _ in ServerResponse(status: .ok, body: .stream(stream)) }
}

@Suite struct `A reply can be streamed` {
  @Test func `pieces arrive as chunks and the connection goes on`() async throws {
    try await withListener(
      answer: streaming { writer in
        for number in 0..<10 {
          try await writer.write("\(number)")
          if number == 5 { try await Task.sleep(for: .milliseconds(5)) }
        }
      }
    ) { server in
      let replies = try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        return [try client.ask(request), try client.ask(request)]
      }
      #expect(replies.map(\.text) == ["0123456789", "0123456789"])
      #expect(replies[0].headers["transfer-encoding"] == "chunked")
    }
  }

  @Test func `a declared length replaces the chunks`() async throws {
    try await withListener(
      answer: streaming(length: 4) { writer in
        try await writer.write("ab")
        try await writer.write("cd")
      }
    ) { server in
      let reply = try await offPool { [port = server.port] in try RawClient(port: port).ask(request) }
      #expect(reply.text == "abcd")
      #expect(reply.headers["content-length"] == "4")
    }
  }

  @Test func `an HTTP 1.0 client gets the bytes up to the end of the connection`() async throws {
    try await withListener(answer: streaming { try await $0.write("abc") }) { server in
      let reply = try await offPool { [port = server.port] in
        try RawClient(port: port).ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      }
      #expect(reply.text == "abc")
      #expect(reply.closes)
    }
  }

  @Test(arguments: [nil, 10])
  func `a stream that fails or falls short does not look whole`(length: Int?) async throws {
    struct Broken: Error {}
    try await withListener(
      answer: streaming(length: length) { writer in
        try await writer.write("abc")
        if length == nil { throw Broken() }
      }
    ) { server in
      await #expect(throws: RawClient.Failure.self) {
        try await offPool { [port = server.port] in try RawClient(port: port).ask(request) }
      }
    }
  }

  @Test func `the producer learns that its client has gone`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    try await withListener(
      answer: streaming(endsAtShutdown: true) { writer in
        defer { end.yield(Task.isCancelled) }
        try await writer.write("first")
        try await Task.sleep(for: .seconds(60))
      }
    ) { server in
      try await offPool { [port = server.port] in
        let client = try RawClient(port: port)
        try client.send(request)
        _ = try? client.seesEnd()
      }
      let wasCancelled = await ends.first { _ in true }
      #expect(wasCancelled == true)
    }
  }

  @Test func `an endless stream ends in good order at shutdown`() async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    try await withListener(
      answer: streaming(endsAtShutdown: true) { writer in
        try await writer.write("first")
        start.yield()
        try await Task.sleep(for: .seconds(60))
      }
    ) { server in
      async let reply = offPool { [port = server.port] in try RawClient(port: port).ask(request) }
      _ = await starts.first { _ in true }
      try await server.shutDown()
      let text = try await reply.text
      #expect(text == "first")
      #expect(server.cutAtEnd == 0)
    }
  }

  @Test func `a client that never reads is cut and the stream stays within its buffers`() async throws {
    let produced = Atomic(0)
    let piece = ByteBuffer(repeating: 97, count: 65_536)
    try await withListener(
      { $0.deadlines.writeProgress = .milliseconds(200) },
      answer: streaming { writer in
        for _ in 0..<4096 {
          try await writer.write(piece)
          produced.add(piece.readableBytes, ordering: .relaxed)
        }
      }
    ) { server in
      try await offPool { [port = server.port] in
        let client = try RawClient(port: port, receiveBuffer: 4096)
        try client.send(request)
        try blockUntil { !server.cuts.isEmpty }
      }
      #expect(server.cuts == [.unread])
      let count = produced.load(ordering: .relaxed)
      #expect(count < 16 << 20)
    }
  }

  @Test func `a stream without end leaves room for other connections`() async throws {
    let piece = ByteBuffer(repeating: 97, count: 100)
    try await withListener(
      { $0.drain.limit = .milliseconds(100) },
      answer: { request in
        guard request.target == "/endless" else { return .text("ok") }
        let stream = ResponseStream { writer in while true { try await writer.write(piece) } }
        return ServerResponse(status: .ok, body: .stream(stream))
      }
    ) { server in
      let statuses = try await offPool { [port = server.port] in
        let readers = try (0..<2).map { _ in try RawClient(port: port) }
        for reader in readers { try reader.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n") }
        return try (0..<20).map { _ in
          for reader in readers { _ = try reader.seesEnd() }
          return try RawClient(port: port).ask(request).status
        }
      }
      #expect(statuses == Array(repeating: 200, count: 20))
    }
  }

  @Test func `a whole reply that nobody reads is dropped with its connection`() async throws {
    let large = ByteBuffer(repeating: 97, count: 64 << 20)
    try await withListener(
      { $0.deadlines.writeProgress = .milliseconds(200) },
      answer: { _ in ServerResponse(status: .ok, body: .bytes(large)) }
    ) { server in
      try await offPool { [port = server.port] in
        let clients = try (0..<8).map { _ in try RawClient(port: port, receiveBuffer: 4096) }
        for client in clients { try client.send(request) }
        try blockUntil { server.cuts.count >= clients.count }
      }
      #expect(server.cuts == Array(repeating: .unread, count: 8))
    }
  }

  @Test func `a slow but steady reader gets everything`() async throws {
    let large = ByteBuffer(repeating: 97, count: 2 << 20)
    try await withListener(
      { $0.deadlines.writeProgress = .seconds(1) },
      answer: { _ in ServerResponse(status: .ok, body: .bytes(large)) }
    ) { server in
      let count = try await offPool { [port = server.port] in
        let client = try RawClient(port: port, receiveBuffer: 16_384)
        client.pause = 10_000
        return try client.ask(request).body.count
      }
      #expect(count == 2 << 20)
    }
  }
}
