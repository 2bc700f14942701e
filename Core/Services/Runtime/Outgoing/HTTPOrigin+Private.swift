import Foundation
import Glibc

extension HTTPOrigin {
  /// Whether the host says by itself that it is none of the public internet: an address of a private network, or a name
  /// of this machine. Of other names that is known only when they are dialled.
  public var isPlainlyPrivate: Bool {
    let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]."))
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    var (v4, v6) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, name, &v4) == 1 { return !AddressPolicy.isPublic(v4: UInt32(bigEndian: v4.s_addr)) }
    if inet_pton(AF_INET6, name, &v6) == 1 { return !withUnsafeBytes(of: v6) { AddressPolicy.isPublic(v6: Array($0)) } }
    return false
  }
}
