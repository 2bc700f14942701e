import NIOCore

/// What a client's use is counted by.
enum ClientKey: Sendable, Hashable {
  /// An IPv4 address or the first 64 bits of an IPv6 address.
  case network(IPAddress)
  /// A client whose address a trusted proxy keeps to itself.
  case named(String)
  /// A peer on a Unix socket.
  case local

  init(_ peer: IPAddress?) { self = peer.map { .network($0.network) } ?? .local }

  init(_ hop: Hop) {
    switch hop {
    case .address(let address): self = .network(address.network)
    case .named(let name): self = .named(name)
    }
  }
}

/// Who a request comes from, as far as the network tells. Made once for a connection, or for each request that a trusted
/// proxy passes on.
final class RequestClient: Sendable {
  /// The address as text without port, or the name that a proxy gave; nil for a peer on a Unix socket.
  let text: String?
  /// Whether the client came by https, as a trusted proxy says.
  let isSecure: Bool
  /// The host that the client named, as a trusted proxy says.
  let host: String?
  /// What the client uses now.
  let use: ClientUse
  /// The event loop of the connection, by its number.
  let loop: Int

  init(text: String?, isSecure: Bool = false, host: String? = nil, use: ClientUse, loop: Int) {
    self.loop = loop
    self.text = text
    self.isSecure = isSecure
    self.host = host
    self.use = use
  }
}

extension Hop {
  var text: String {
    switch self {
    case .address(let address): address.text
    case .named(let name): name
    }
  }
}
