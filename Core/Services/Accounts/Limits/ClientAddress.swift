internal import Foundation

/// The address that a client's limits are kept by.
struct ClientAddress: Sendable, Hashable {
  /// IPv4 as it is; of IPv6 the first 64 bits, because one customer has them all.
  let text: String
  /// Whether it is a peer on this machine that is not a trusted proxy. It may stand for many people.
  let isLocal: Bool

  init(_ remote: String) {
    let lower = remote.lowercased()
    let plain = lower.hasPrefix("::ffff:") && lower.contains(".") ? String(lower.dropFirst(7)) : lower
    isLocal = plain.hasPrefix("127.") || plain == "::1" || plain == "local"
    text = plain.contains(":") ? Self.network(plain) : plain
  }

  private static func network(_ address: String) -> String {
    let halves = address.split(separator: "%", maxSplits: 1)[0].components(separatedBy: "::")
    let head = halves[0].split(separator: ":").map(Self.group)
    let tail = halves.count > 1 ? halves[1].split(separator: ":").map(Self.group) : []
    let zeros = [String](repeating: "0", count: max(0, 8 - head.count - tail.count))
    return (head + (halves.count > 1 ? zeros : []) + tail).prefix(4).joined(separator: ":")
  }

  /// A group without leading zeros.
  private static func group(_ text: Substring) -> String {
    let rest = text.drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }
}
