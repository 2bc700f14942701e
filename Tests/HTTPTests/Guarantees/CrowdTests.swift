import FieldhouseHTTP
import FieldhouseTestSupport
import Foundation
import Glibc
import NIOCore
import Testing

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

/// Connections without threads of their own.
private final class Crowd {
  /// Both ends of each are this process's: of those that the server has refused no more than this are held open.
  private static let kept = 8_000

  private var descriptors: [Int32] = []

  /// Opens connections from an address, sends each a text, and leaves them alone.
  func open(_ count: Int, from source: String, port: Int, sending text: [UInt8] = []) throws {
    let (target, own) = try (
      SocketAddress(ipAddress: "127.0.0.1", port: port), SocketAddress(ipAddress: source, port: 0)
    )
    for number in 0..<count {
      Guarantee.progress("crowd", number, of: count)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { throw RawClient.Failure(what: "socket: errno \(errno)") }
      descriptors.append(descriptor)
      _ = own.withSockAddr { bind(descriptor, $0, socklen_t($1)) }
      guard target.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else { continue }
      _ = text.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if descriptors.count > Self.kept { close(descriptors.removeLast()) }
    }
  }

  /// Sends each connection more, as far as it takes it without waiting.
  func send(_ bytes: [UInt8]) {
    for descriptor in descriptors {
      _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}

/// The 99th percentile of the times of requests, one after the other on new and kept connections in turn.
private func p99(_ count: Int, port: Int, from source: String) throws -> Duration {
  var client = try RawClient(port: port, from: source)
  var times: [Duration] = []
  for number in 0..<count {
    if number.isMultiple(of: 20) { client = try RawClient(port: port, from: source) }
    let start = ContinuousClock.now
    guard try client.ask(get).status == 200 else { throw RawClient.Failure(what: "another client is not answered") }
    times.append(ContinuousClock.now - start)
  }
  return times.sorted()[count * 99 / 100]
}

@Suite(.serialized) struct `A crowd from one address` {
  /// What the promise allows; of times below 25 ms it says nothing.
  private static func limit(_ normal: Duration) -> Duration { max(normal * 2, .milliseconds(25)) }

  @Test(.timeLimit(.minutes(5)))
  func `of connections and unfinished bodies leaves others their answers and the host its memory`() async {
    // In a process of its own, where nobody else takes memory meanwhile.
    await #expect(processExitsWith: .success) { try await Self.crowd() }
  }

  private static func crowd() async throws {
    let connections = Guarantee.size(2_000, full: 20_000)
    let bodies = Guarantee.size(200, full: 2_000)
    try await withListener(answer: { request in
      _ = try await request.body(upTo: 2 << 20)
      return .text("ok")
    }) { server in
      let (normal, crowded, grown) = try await offPool { [port = server.port] in
        let normal = try p99(2000, port: port, from: "127.0.0.9")
        let before = ResidentMemory.bytes
        let crowd = Crowd()
        let header = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n".utf8)
        try crowd.open(bodies, from: "127.0.0.2", port: port, sending: header)
        for _ in 0..<15 { crowd.send([UInt8](repeating: 97, count: 65_536)) }
        try crowd.open(connections, from: "127.0.0.2", port: port)
        let crowded = try p99(2000, port: port, from: "127.0.0.9")
        let grown = ResidentMemory.bytes - before
        withExtendedLifetime(crowd) {}
        return (normal, crowded, grown)
      }
      Guarantee.report(
        "crowd",
        "\(connections) connections and \(bodies) unfinished bodies: p99 of others \(crowded), \(normal) without; memory "
          + "+\(grown >> 20) MiB")
      // In a run of all tests others take time meanwhile.
      if Guarantee.isFull { #expect(crowded <= Self.limit(normal)) }
      #expect(grown <= 64 << 20)
    }
  }
}
