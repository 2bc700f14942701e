import FieldhouseTestSupport
import Foundation
import Glibc
import NIOCore

/// A blocking client that sends exactly the bytes it is told to. Use it inside ``offPool(_:)``, on one thread at a time.
final class RawClient: @unchecked Sendable {
  struct Failure: Error {
    let what: String
  }

  private let descriptor: Int32
  private var input: [UInt8] = []
  private var position = 0
  /// Microseconds to wait before each read.
  var pause: UInt32 = 0

  /// - Parameter receiveBuffer: The size of the kernel's receive buffer in bytes, to play a slow reader.
  /// - Parameter source: The address to come from; all of 127.0.0.0/8 are this machine's.
  convenience init(port: Int, receiveBuffer: Int32? = nil, from source: String? = nil) throws {
    try self.init(
      address: SocketAddress(ipAddress: "127.0.0.1", port: port), receiveBuffer: receiveBuffer, from: source)
  }

  init(address: SocketAddress, receiveBuffer: Int32? = nil, from source: String? = nil) throws {
    descriptor = socket(Int32(address.protocol.rawValue), Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    if let source {
      let own = try SocketAddress(ipAddress: source, port: 0)
      guard own.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0 else {
        throw Failure(what: "bind: errno \(errno)")
      }
    }
    guard address.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else {
      throw Failure(what: "connect: errno \(errno)")
    }
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(what: "send: errno \(errno)") }
      sent += count
    }
  }

  /// Says that nothing more will be sent, while replies are still read.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Whether the server ends the connection, in order or with a reset, before anything else arrives.
  func seesEnd() throws -> Bool {
    do {
      return try !fill()
    } catch let failure as Failure where failure.what == "reset" {
      return true
    }
  }

  /// Whether the server ends the connection, after whatever it has to say.
  func seesEndAtLast() throws -> Bool {
    while try !seesEnd() {}
    return true
  }

  private func fill() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    usleep(pause)
    let count = receive(descriptor, into: &chunk)
    if count == 0 { return false }
    guard count > 0 else { throw Failure(what: errno == ECONNRESET ? "reset" : "recv: errno \(errno)") }
    input = Array(input[position...]) + chunk[..<count]
    position = 0
    return true
  }

  private func line() throws -> String {
    while true {
      if let end = input[position...].firstIndex(of: 10) {
        defer { position = end + 1 }
        return String(decoding: input[position..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      }
      guard try fill() else { throw Failure(what: "end") }
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while input.count - position < count {
      guard try fill() else { throw Failure(what: "end") }
    }
    defer { position += count }
    return Array(input[position..<position + count])
  }

  private func takeChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while let size = Int(try line(), radix: 16), size > 0 {
      body += try take(size)
      _ = try line()
    }
    _ = try line()
    return body
  }

  private func takeRest() throws -> [UInt8] {
    while try fill() {}
    return try take(input.count - position)
  }

  /// Reads one reply.
  ///
  /// - Parameter toHead: Whether the request was HEAD, so that no body follows.
  func reply(toHead: Bool = false) throws -> RawReply {
    let status = try line().split(separator: " ")
    guard status.count > 1, let code = Int(status[1]) else { throw Failure(what: "no status line") }
    var (headers, cookies): ([String: String], [String]) = ([:], [])
    while case let field = try line(), !field.isEmpty {
      let parts = field.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      if parts[0].lowercased() == "set-cookie" { cookies.append(parts[1].trimmingCharacters(in: .whitespaces)) }
    }
    let hasBody = !toHead && code >= 200 && code != 204 && code != 304
    return RawReply(status: code, headers: headers, cookies: cookies, body: try hasBody ? body(headers) : [])
  }

  /// Reads a reply up to its body, which is left to come.
  func head() throws -> RawReply { try reply(toHead: true) }

  private func body(_ headers: [String: String]) throws -> [UInt8] {
    if headers["transfer-encoding"] == "chunked" { return try takeChunks() }
    if let length = headers["content-length"].flatMap({ Int($0) }) { return try take(length) }
    return try takeRest()
  }

  /// Sends a request and reads its reply.
  func ask(_ text: String) throws -> RawReply {
    try send(text)
    return try reply()
  }
}

/// A reply as it was read.
struct RawReply: Sendable {
  let status: Int
  let headers: [String: String]
  /// What each `Set-Cookie` line says, in order.
  let cookies: [String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  var closes: Bool { headers["connection"] == "close" }
  /// The stable code of a problem document.
  var code: String? {
    (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])?["code"] as? String
  }
}

/// Runs blocking work on a thread of its own, so that the tasks of the test go on.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
