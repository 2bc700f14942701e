import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Glibc

/// An answer of the host.
struct Reply: Sendable {
  let status: Int
  /// Field names in lower case.
  let headers: [String: String]
  /// What each `Set-Cookie` line says, in order.
  let cookies: [String]
  let body: [UInt8]

  /// The body as JSON; null when it is none.
  var json: JSON { (try? JSON(parsing: body)) ?? .null }
  /// A member of the body.
  subscript(key: String) -> JSON? { json[key] }
  /// The code of a problem.
  var code: String? { json["code"]?.string }
  /// What each cookie that was set says, without its attributes, as it is sent back.
  var cookiePairs: [String] { cookies.map { String($0.prefix { $0 != ";" }) } }
  /// The items of a list.
  var items: [JSON] { json["items"]?.array ?? [] }
  /// The mistakes of a 422 as `pointer code`, in the order of the answer.
  var mistakes: [String] {
    (json["errors"]?.array ?? []).map { "\($0["pointer"]?.string ?? "?") \($0["code"]?.string ?? "?")" }
  }
}

/// One request on a connection of its own.
struct Exchange: Sendable {
  struct Failure: Error {
    let what: String
  }

  /// How long an answer may take, in seconds: far longer than any does.
  private static let patience = 120

  let port: UInt16
  var method = "GET"
  var path: String
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// Sends the request and reads the answer, on a thread outside the pool of tasks.
  func run() async throws -> Reply {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try blockingRun() }) }
    }
  }

  private func blockingRun() throws -> Reply {
    do {
      let descriptor = try open()
      defer { close(descriptor) }
      return try Self.parse(try receive(descriptor))
    } catch let failure as Failure {
      throw Failure(what: "\(failure.what) (\(method) \(path.prefix(200)), a body of \(body.count) bytes)")
    }
  }

  /// Sends the request.
  /// - Returns: the descriptor to read the answer from, to be closed by the caller.
  func open() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(what: "socket: \(errno)") }
    do {
      try connect(descriptor)
      try send(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private func connect(_ descriptor: Int32) throws {
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(what: "connect: \(errno)") }
  }

  private func send(_ descriptor: Int32) throws {
    var fields = headers
    fields["Host"] = "127.0.0.1:\(port)"
    fields["Connection"] = "close"
    if !body.isEmpty || method != "GET" { fields["Content-Length"] = "\(body.count)" }
    let head = "\(method) \(path) HTTP/1.1\r\n" + fields.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    var rest = (Array(head.utf8) + body)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(what: "send: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  private func receive(_ descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = FieldhouseTestSupport.receive(descriptor, into: &chunk)
      if count == 0 { return bytes }
      guard count > 0 else { throw Failure(what: "recv: \(errno)") }
      bytes += chunk[..<count]
    }
  }

  private static func parse(_ bytes: [UInt8]) throws -> Reply {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure(what: "no answer") }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(what: "no status: \(lines[0])")
    }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces)) : nil
    }
    return Reply(
      status: status, headers: Dictionary(fields, uniquingKeysWith: { $1 }),
      cookies: fields.filter { $0.0 == "set-cookie" }.map(\.1), body: Array(bytes[end.upperBound...]))
  }
}
