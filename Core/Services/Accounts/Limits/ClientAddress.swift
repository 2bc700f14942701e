internal import Foundation

/// The address that a client's limits are kept by.
struct ClientAddress: Sendable, Hashable {
  /// IPv4 as it is; of IPv6 the first 64 bits, because one customer has them all.
  let text: String
  /// Whether it is this machine: a proxy in front or the operator. It stands for many people, or for none.
  let isLoopback: Bool

  init(_ remote: String) {
    let plain = remote.hasPrefix("::ffff:") ? String(remote.dropFirst(7)) : remote
    isLoopback = plain.hasPrefix("127.") || plain == "::1"
    text = plain.contains(":") ? Self.network(plain) : plain
  }

  private static func network(_ address: String) -> String {
    let halves = address.split(separator: "%", maxSplits: 1)[0].components(separatedBy: "::")
    let head = halves[0].split(separator: ":").map(String.init)
    let tail = halves.count > 1 ? halves[1].split(separator: ":").map(String.init) : []
    let zeros = [String](repeating: "0", count: max(0, 8 - head.count - tail.count))
    return (head + (halves.count > 1 ? zeros : []) + tail).prefix(4).joined(separator: ":")
  }
}
