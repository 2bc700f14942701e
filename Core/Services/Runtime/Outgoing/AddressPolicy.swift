import Glibc

/// Which network addresses plugins may reach: public ones. The address that is really dialled is judged, so a name
/// that resolves to a private address, or changes its mind between check and use, gains nothing.
enum AddressPolicy {
  /// Whether a socket address is on the public internet.
  static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        isPublic(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin6_addr) { isPublic(v6: Array($0)) }
      }
    default: return false
    }
  }

  /// The special-purpose blocks of IPv4 that are not globally reachable (IANA registry, RFC 6890).
  private static let reserved: [(UInt32, Int)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
    (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24),
    (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
  ]

  static func isPublic(v4 address: UInt32) -> Bool {
    !reserved.contains { block, bits in (address ^ block) >> (32 - UInt32(bits)) == 0 }
  }

  /// Global unicast is 2000::/3; what embeds an IPv4 address (6to4, NAT64, mapped) is refused with its outside.
  static func isPublic(v6 bytes: [UInt8]) -> Bool {
    let isGlobal = bytes[0] & 0xE0 == 0x20
    let isDocumentation = bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
    let isTeredo = bytes.starts(with: [0x20, 0x01, 0, 0])
    let is6to4 = bytes.starts(with: [0x20, 0x02])
    return isGlobal && !isDocumentation && !isTeredo && !is6to4
  }
}
