import FieldhouseHTTP
import FieldhouseHost
import FieldhouseKit
@testable import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Glibc
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// A real listener before a test host, and a client that sends exactly what a test says.
struct EdgeListener: Sendable {
  struct Reply: Sendable {
    let status: Int
    let headers: [String: String]
    let text: String
    var json: JSON { (try? JSON(parsing: Array(text.utf8))) ?? .null }
    var code: String? { json["code"]?.string }
    var pointers: [String] { (json["errors"]?.array ?? []).compactMap { $0["pointer"]?.string } }
  }

  private let port: Int

  /// Serves for the length of a body.
  static func run(for host: TestHost, _ body: (EdgeListener) async throws -> Void) async throws {
    let (ports, reporter) = AsyncStream.makeStream(of: Int.self)
    var configuration = host.listening
    configuration.drain.announce = .milliseconds(1)
    configuration.eventLoops = 1
    configuration.events = { if case .bound(let address) = $0 { reporter.yield(address?.port ?? 0) } }
    let listener = Listener(configuration: configuration, responder: host.application.responder)
    let group = ServiceGroup(services: [listener], logger: Logger(label: "edge") { _ in SwiftLogNoOpLogHandler() })
    let task = Task { try await group.run() }
    let port = await ports.first { _ in true } ?? 0
    let result: Result<Void, any Error>
    do { result = .success(try await body(EdgeListener(port: port))) } catch { result = .failure(error) }
    await group.triggerGracefulShutdown()
    try await task.value
    try result.get()
  }

  /// Sends a request on a connection of its own.
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON?, headers: [String: String]
  ) async throws -> Reply {
    var fields = ["host": "localhost"]
    if body != nil { fields["content-type"] = "application/json" }
    for (name, value) in headers { fields[name] = value }
    let bytes = body.map { Array($0.serialized().utf8) }
    if let bytes { fields["content-length"] = String(bytes.count) }
    let lines = fields.map { "\($0): \($1)\r\n" }.joined()
    let request = Array("\(method) \(path) HTTP/1.1\r\n\(lines)connection: close\r\n\r\n".utf8) + (bytes ?? [])
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try exchange(request) }) }
    }
  }

  private func exchange(_ request: [UInt8]) throws -> Reply {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let connected = try SocketAddress(ipAddress: "127.0.0.1", port: Int(port)).withSockAddr {
      connect(descriptor, $0, socklen_t($1))
    }
    try #require(connected == 0, "errno \(errno)")
    // A body that is refused at its head is not taken.
    _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    var input: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = receive(descriptor, into: &chunk), count > 0 { input += chunk[..<count] }
    let text = String(decoding: input, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let head = try #require(parts.first).split(separator: "\r\n")
    let status = try #require(head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(text)")
    let fields = head.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }.map {
      ($0[0].lowercased(), $0.count > 1 ? $0[1].trimmingCharacters(in: .whitespaces) : "")
    }
    return Reply(
      status: status, headers: Dictionary(fields, uniquingKeysWith: { first, _ in first }),
      text: parts.count > 1 ? String(parts[1]) : "")
  }
}
