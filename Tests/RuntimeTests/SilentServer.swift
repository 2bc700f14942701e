import Glibc
import Testing

/// Takes connections and never answers.
final class SilentServer: Sendable {
  private let descriptor: CInt
  let address: String

  init() throws {
    let raw = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    descriptor = raw
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &own) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(raw, $0, length) == 0 && listen(raw, 8) == 0 && getsockname(raw, $0, &length) == 0
      }
    }
    try #require(isBound)
    address = "http://127.0.0.1:\(UInt16(bigEndian: own.sin_port))/"
  }

  deinit { close(descriptor) }
}
