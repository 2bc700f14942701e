/// The peers that are believed when they say for whom they ask.
public struct TrustedProxies: Sendable, Hashable {
  private var networks: [IPNetwork] = []
  private var trustsLocal = false

  /// Nobody is believed.
  public init() {}

  /// Reads addresses, networks (`10.0.0.0/8`, `fd00::/8`) and the word `unix`, separated by commas.
  ///
  /// - Throws: ``TrustedProxiesError`` for the first entry that is none of these.
  public init(parsing text: String) throws(TrustedProxiesError) {
    for entry in text.split(separator: ",") {
      let entry = entry.trimming(" \t")
      if entry == "unix" {
        trustsLocal = true
      } else if let network = IPNetwork(entry) {
        networks.append(network)
      } else if !entry.isEmpty {
        throw TrustedProxiesError(found: String(entry))
      }
    }
  }

  /// Whether an address is one of them.
  func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Whether the other end of a connection is one of them; nil stands for a Unix socket.
  func contains(peer: IPAddress?) -> Bool { peer.map(contains) ?? trustsLocal }
}

/// An entry of the trusted proxies that cannot be read.
public struct TrustedProxiesError: Error, Sendable, CustomStringConvertible {
  /// The entry as it was given.
  public let found: String

  /// What was found and what was expected.
  public var description: String {
    "\"\(found)\" is no proxy; write addresses, networks such as 10.0.0.0/8 or fd00::/8, or the word unix."
  }
}
