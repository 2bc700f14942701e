import Glibc
import NIOCore

/// A socket that is bound and listening but accepts nothing itself: a supervisor opens it once and hands the
/// descriptor to every generation of workers, so the port never closes while they change.
public struct ListeningSocket: Sendable {
  /// The descriptor, without close-on-exec: child processes inherit it under this number.
  public let descriptor: Int32

  /// Opens a listening socket.
  ///
  /// - Parameters:
  ///   - address: A TCP or Unix address; an inherited one is taken as it is.
  ///   - backlog: How many finished connections may wait for `accept`, 1 … 65535.
  /// - Throws: `SocketAddressError` when the host cannot be resolved, `IOError` when the address is in use or
  ///   may not be bound.
  public init(opening address: ListenAddress, backlog: Int32 = 1024) throws {
    switch address {
    case .inherited(let descriptor), .handed(let descriptor):
      self.descriptor = descriptor
    case .tcp(let host, let port):
      let resolved = try SocketAddress.makeAddressResolvingHost(host, port: port)
      descriptor = try Self.listen(on: resolved, backlog: backlog)
    case .unix(let path):
      Self.removeSocket(at: path)
      descriptor = try Self.listen(on: SocketAddress(unixDomainSocketPath: path), backlog: backlog)
    }
  }

  /// The port in use, `nil` for a Unix socket.
  public var port: Int? { localAddress?.port }

  /// The address in use.
  var localAddress: SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard let base = bytes.baseAddress,
        getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return nil }
      return switch Int32(bytes.load(as: sockaddr.self).sa_family) {
      case AF_INET: SocketAddress(bytes.load(as: sockaddr_in.self))
      case AF_INET6: SocketAddress(bytes.load(as: sockaddr_in6.self))
      case AF_UNIX: SocketAddress(bytes.load(as: sockaddr_un.self))
      default: nil
      }
    }
  }

  /// A second descriptor of the same socket, for a listener of this process.
  ///
  /// - Throws: `IOError` when the process has no descriptor left.
  public func duplicated() throws -> ListenAddress {
    .inherited(descriptor: try Self.check(dup(descriptor), "dup"))
  }

  /// Closes this descriptor; the socket lives on while another process or listener holds it.
  public func close() {
    Glibc.close(descriptor)
  }

  /// Removes what an earlier process has left, but nothing that is not a socket.
  private static func removeSocket(at path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
  }

  private static func listen(on address: SocketAddress, backlog: Int32) throws -> Int32 {
    let domain = Int32(address.protocol.rawValue)
    let descriptor = try check(socket(domain, Int32(SOCK_STREAM.rawValue), 0), "socket")
    do {
      var enabled: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      try check(setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &enabled, size), "setsockopt")
      try check(address.withSockAddr { bind(descriptor, $0, socklen_t($1)) }, "bind")
      try check(Glibc.listen(descriptor, backlog), "listen")
      return descriptor
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  @discardableResult
  private static func check(_ result: Int32, _ call: String) throws -> Int32 {
    guard result >= 0 else { throw IOError(errnoCode: errno, reason: call) }
    return result
  }
}
