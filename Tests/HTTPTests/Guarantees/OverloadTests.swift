import FieldhouseHTTP
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc
import NIOCore
import Synchronization
import Testing

/// Something that does one piece of work after the other, as a database's writer does.
private actor Writer {
  private let milliseconds: Double
  private var last: Task<Void, Never>?

  init(milliseconds: Double) { self.milliseconds = milliseconds }

  func write() async {
    let before = last
    let own = Task { [milliseconds] in
      await before?.value
      usleep(UInt32(milliseconds * 1000))
    }
    last = own
    await own.value
  }
}

/// What clients without pause have met.
private final class Tally: Sendable {
  struct State {
    var admitted: [Duration] = []
    var shed: [Duration] = []
    var others: [Int] = []
  }

  private let state = Mutex(State())

  var found: State { state.withLock { $0 } }

  func add(_ reply: RawReply, _ time: Duration) {
    state.withLock { state in
      switch reply.status {
      case 200: state.admitted.append(time)
      case 503 where reply.headers["retry-after"] != nil: state.shed.append(time)
      default: state.others.append(reply.status)
      }
    }
  }
}

extension [Duration] {
  fileprivate var p99: Duration { isEmpty ? .zero : sorted()[count * 99 / 100] }
  fileprivate var median: Duration { isEmpty ? .zero : sorted()[count / 2] }
}

/// Runs clients that ask again as soon as they are answered, and a moment later when they are turned away.
private func load(_ clients: Int, seconds: Double, port: Int) async throws -> Tally.State {
  let tally = Tally()
  let end = ContinuousClock.now + .seconds(seconds)
  try await withThrowingTaskGroup { group in
    for number in 0..<clients {
      group.addTask {
        try await offPool {
          let client = try RawClient(port: port, from: "127.0.1.\(number % 200 + 1)")
          while ContinuousClock.now < end {
            let start = ContinuousClock.now
            let reply = try client.ask("POST /v1/tests/rows HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            tally.add(reply, ContinuousClock.now - start)
            if reply.status == 503 { usleep(50_000) }
          }
        }
      }
    }
    try await group.waitForAll()
  }
  return tally.found
}

@Suite(.serialized) struct `Overload` {
  private static func responder(_ writer: Writer) throws -> HostResponder {
    let handler = Route.Handler(plain: { _, _ in
      await writer.write()
      return RawResponse(status: 200, contentType: "application/json", body: Array("{}".utf8))
    })
    let route = Route(
      method: .post, path: "/rows", summary: "Writes.", access: .everyone, input: .object([]), output: nil, status: 200,
      handler: handler)
    return try .testing([MountedRoute(owner: "tests", prefix: "/v1/tests", route: route)])
  }

  /// G16: a writer that does 400 a second, 32 clients that keep it busy, then five times as many and 1,000.
  @Test(.timeLimit(.minutes(5)))
  func `lets those in who can be served, and turns the others away at once`() async throws {
    let responder = try Self.responder(Writer(milliseconds: 2))
    let seconds = Double(Guarantee.size(3, full: 60))
    let most = Guarantee.size(300, full: 1000)
    try await withListener(answer: { try await responder.respond(to: $0) }) { server in
      let normal = try await load(32, seconds: seconds, port: server.port)
      _ = try await load(160, seconds: 1, port: server.port)
      let crowded = try await load(160, seconds: seconds, port: server.port)
      let storm = try await load(most, seconds: seconds, port: server.port)
      _ = try await load(32, seconds: 1, port: server.port)
      let after = try await load(32, seconds: 1, port: server.port)
      Guarantee.report(
        "G16",
        "p99 of 32 clients \(normal.admitted.p99), of those let in of 160 \(crowded.admitted.p99) "
          + "(\(crowded.admitted.count) in, \(crowded.shed.count) away in \(crowded.shed.median)), of \(most) "
          + "\(storm.admitted.p99); then of 32 \(after.admitted.p99), \(after.shed.count) turned away")
      // Times, and who waits too long by them, count where the machine does nothing else.
      if Guarantee.isFull {
        #expect(crowded.admitted.p99 <= normal.admitted.p99 * 2 + .milliseconds(20))
        #expect(crowded.shed.median < .milliseconds(250))
        #expect(storm.admitted.p99 < .seconds(3))
        #expect(crowded.shed.count > crowded.admitted.count / 10)
      }
      #expect(!storm.admitted.isEmpty)
      #expect(after.shed.isEmpty)
      #expect([normal, crowded, storm, after].allSatisfy { $0.others.isEmpty })
    }
  }
}
