import FieldhouseHTTP
import FieldhouseKit
import Foundation
import Glibc

/// One request to a host on this machine, with a connection of its own.
struct LocalRequest: Sendable {
  let record: HostRecord
  let path: String
  /// How long connecting, and each part of the answer, may take, in seconds.
  var patienceSeconds = 2

  /// The body of the answer; nil when there is none in time.
  func run() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: exchange()) }
    }
  }

  private func exchange() -> [UInt8]? {
    guard let descriptor = connected() else { return nil }
    defer { close(descriptor) }
    let head = "GET \(path) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n"
    guard
      head.utf8.withContiguousStorageIfAvailable({ send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) })
        == head.utf8.count
    else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      // With a time limit a signal interrupts it, whatever its handler asks for.
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count < 1 << 20 else { return nil }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { Array(bytes[$0.upperBound...]) }
  }

  private var name: String { record.name ?? (record.address.hasPrefix("unix:") ? "localhost" : record.address) }

  private func connected() -> Int32? {
    guard let address = try? ListenAddress(parsing: record.address) else { return nil }
    let descriptor: Int32
    let result: Int32
    switch address {
    case .tcp(let host, let port):
      guard let found = Self.socketAddress(host, port) else { return nil }
      descriptor = open(found.family)
      result = found.withPointer { connect(descriptor, $0, $1) }
    case .unix(let path):
      descriptor = open(AF_UNIX)
      result = Self.unixAddress(path) { connect(descriptor, $0, $1) }
    default: return nil
    }
    if result == 0 { return descriptor }
    if descriptor >= 0 { close(descriptor) }
    return nil
  }

  private func open(_ family: Int32) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    return descriptor
  }
}

// Addresses.
extension LocalRequest {
  fileprivate struct Found {
    let family: Int32
    let bytes: [UInt8]

    func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      bytes.withUnsafeBytes { raw in
        raw.baseAddress.map { body($0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)) } ?? -1
      }
    }
  }

  fileprivate static func socketAddress(_ host: String, _ port: Int) -> Found? {
    let everywhere = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(everywhere[host] ?? host, String(port), &hints, &list) == 0, let first = list else { return nil }
    defer { freeaddrinfo(list) }
    let bytes = Array(UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(first.pointee.ai_addrlen)))
    return Found(family: first.pointee.ai_family, bytes: bytes)
  }

  fileprivate static func unixAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
