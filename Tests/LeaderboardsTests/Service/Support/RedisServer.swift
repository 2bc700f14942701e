import FieldhouseLeaderboards
import FieldhouseTestSupport
import Foundation
import Glibc

/// A throw-away Redis on loopback. The first one that is asked for serves all tests and ends with the process.
actor RedisServer {
  static let shared = RedisServer()

  struct NotStarted: Error {}

  /// A shell that kills the server when its own input ends: the server inherits that milder signals are blocked.
  private var shell: Program?
  private var port: Int?
  private var starting: Task<Int, any Error>?

  /// Where the server is, which is started if need be.
  func address(prefix: String) async throws -> RedisAddress {
    let task = starting ?? Task { try await start(on: Self.freePort()) }
    starting = task
    let port = try await task.value
    return RedisAddress("redis://127.0.0.1:\(port)?prefix=\(prefix)")!
  }

  /// Ends the server and starts an empty one in its place.
  func restart() async throws {
    guard let port else { return }
    try await stop()
    try await start(on: port)
  }

  /// Forgets everything.
  func flush() async throws { try await tell("FLUSHALL") }

  func stop() async throws {
    try await tell("SHUTDOWN", "NOSAVE")
    try shell?.input.close()
    _ = try await shell?.end()
    shell = nil
  }

  private func tell(_ words: String...) async throws {
    _ = try await Program(["redis-cli", "-p", String(port ?? 0)] + words).end()
  }

  @discardableResult
  private func start(on port: Int) async throws -> Int {
    let options = "--bind 127.0.0.1 --port \(port) --save '' --appendonly no"
    let script = "redis-server \(options) </dev/null >/dev/null & cat >/dev/null; kill -9 $!"
    shell = try Program(["sh", "-c", script], input: .pipe, errors: .nothing)
    self.port = port
    for _ in 0..<1000 {
      if Self.isListening(on: port) { return port }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotStarted()
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  private static func isListening(on port: Int) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func freePort() -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, length)
        _ = getsockname(socket, $0, &length)
      }
      return Int(UInt16(bigEndian: $0.pointee.sin_port))
    }
  }
}
