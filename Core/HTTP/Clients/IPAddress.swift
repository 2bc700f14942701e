import Glibc

/// An address of the internet protocol, version 4 or 6, as 128 bits. IPv4 is kept as it is written in IPv6
/// (`::ffff:192.0.2.1`), so that both spellings are one address.
struct IPAddress: Sendable, Hashable {
  private static let mapped: UInt64 = 0xFFFF

  let high: UInt64
  let low: UInt64

  var isIPv4: Bool { high == 0 && low >> 32 == Self.mapped }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(ipv4: UInt32) { self.init(high: 0, low: Self.mapped << 32 | UInt64(ipv4)) }

  /// Reads an address without port; a zone (`fe80::1%eth0`) is left out.
  init?(_ text: some StringProtocol) {
    let plain = text.prefix { $0 != "%" }
    var four = in_addr()
    if plain.withCString({ inet_pton(AF_INET, $0, &four) }) == 1 {
      self.init(ipv4: UInt32(bigEndian: four.s_addr))
      return
    }
    var six = in6_addr()
    guard plain.withCString({ inet_pton(AF_INET6, $0, &six) }) == 1 else { return nil }
    self.init(six)
  }

  private init(_ six: in6_addr) {
    self = withUnsafeBytes(of: six) { bytes in
      IPAddress(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  /// The address that `accept` has given; nil for a Unix socket.
  init?(_ storage: sockaddr_storage) {
    let found: IPAddress? = withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET: IPAddress(ipv4: UInt32(bigEndian: bytes.load(as: sockaddr_in.self).sin_addr.s_addr))
      case AF_INET6: IPAddress(bytes.load(as: sockaddr_in6.self).sin6_addr)
      default: nil
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// What a client counts as: an IPv4 address is one client, of IPv6 the first 64 bits are, because one customer has
  /// them all.
  var network: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }

  /// The address as it is usually written (RFC 5952).
  var text: String {
    if isIPv4 { return (0..<4).map { "\(low >> (24 - 8 * UInt64($0)) & 0xFF)" }.joined(separator: ".") }
    var six = [high.bigEndian, low.bigEndian]
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(AF_INET6, &six, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether it is of this machine or its own network, as a proxy in front usually is.
  var isPrivate: Bool { Self.private.contains { $0.contains(self) } }

  private static let `private` = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "::1/128",
    "fc00::/7", "fe80::/10",
  ].compactMap { IPNetwork($0) }
}

/// All addresses that begin with the same bits.
struct IPNetwork: Sendable, Hashable {
  private let base: IPAddress
  private let mask: IPAddress

  /// Reads `192.0.2.0/24`, `2001:db8::/32` or a single address.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.contains("%"), let address = IPAddress(first) else { return nil }
    let width = address.isIPv4 && !first.contains(":") ? 32 : 128
    guard let bits = parts.count == 1 ? width : Self.bits(parts[1], width) else { return nil }
    mask = Self.mask(128 - width + bits)
    base = IPAddress(high: address.high & mask.high, low: address.low & mask.low)
  }

  func contains(_ address: IPAddress) -> Bool {
    address.high & mask.high == base.high && address.low & mask.low == base.low
  }

  private static func bits(_ text: some StringProtocol, _ width: Int) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).flatMap { $0 <= width ? $0 : nil }
  }

  private static func mask(_ bits: Int) -> IPAddress {
    IPAddress(high: bits == 0 ? 0 : ~0 << UInt64(max(0, 64 - bits)), low: bits <= 64 ? 0 : ~0 << UInt64(128 - bits))
  }
}
