import NIOHTTP1

/// What trusted proxies say of the client they ask for.
///
/// Each proxy appends the peer that it saw. Read from the right, the first that is no trusted proxy is the client; what
/// stands further left the client may have written itself. Of `Forwarded` (RFC 7239) and `X-Forwarded-…` a proxy usually
/// sets one kind and passes the other on as the client sent it, so when both are there and tell different things nobody
/// can say which to believe, and the request is refused.
struct ForwardedClient: Sendable, Hashable {
  /// The client; nil when no field tells.
  var hop: Hop?
  /// Whether the client came by https; nil when no field tells.
  var isSecure: Bool?
  /// The host that the client named; nil when no field tells.
  var host: String?

  /// - Throws: ``ListenerFault/forwardedInvalid`` or ``ListenerFault/forwardedContradictory``.
  init(_ headers: HTTPHeaders, _ proxies: TrustedProxies) throws(ListenerFault) {
    let standard = try Self.standard(headers["forwarded"], proxies)
    let common = Self.common(headers, proxies)
    hop = try Self.agreed(standard.hop, common.hop)
    isSecure = try Self.agreed(standard.isSecure, common.isSecure)
    host = try Self.agreed(standard.host, common.host)
    if let host, !HostField.isValid(host[...]) { throw .forwardedInvalid }
  }

  private init() {}

  private static func standard(
    _ values: [String], _ proxies: TrustedProxies
  ) throws(ListenerFault) -> ForwardedClient {
    var elements: [ForwardedElement] = []
    for value in values {
      guard let more = ForwardedElement.elements(of: value) else { throw .forwardedInvalid }
      elements += more
    }
    var found = ForwardedClient()
    guard let index = place(elements.map(\.hop), proxies) else { return found }
    found.hop = elements[index].hop
    found.isSecure = elements[index].proto.map { $0 == "https" }
    found.host = elements[index].host
    return found
  }

  private static func common(_ headers: HTTPHeaders, _ proxies: TrustedProxies) -> ForwardedClient {
    let hops: [Hop?] = list(headers["x-forwarded-for"]).map { Hop($0) }
    var found = ForwardedClient()
    let index = place(hops, proxies)
    found.hop = index.flatMap { hops[$0] }
    let protos = list(headers["x-forwarded-proto"])
    found.isSecure = entry(protos, index, of: hops.count).map { $0.lowercased() == "https" }
    found.host = entry(list(headers["x-forwarded-host"]), index, of: hops.count).map(String.init)
    return found
  }

  /// The place of the client: the rightmost hop that is no trusted proxy, the first one when all are.
  private static func place(_ hops: [Hop?], _ proxies: TrustedProxies) -> Int? {
    let outside = hops.lastIndex { hop in
      if case .address(let address) = hop { !proxies.contains(address) } else { true }
    }
    return outside ?? hops.indices.first
  }

  /// Of a list with an entry for each hop the client's; of any other list what the nearest proxy said.
  private static func entry(_ list: [Substring], _ index: Int?, of hops: Int) -> Substring? {
    if let index, list.count == hops { return list[index] }
    return list.last
  }

  private static func list(_ values: [String]) -> [Substring] {
    values.flatMap { $0.split(separator: ",") }.map { $0.trimming(" \t") }.filter { !$0.isEmpty }
  }

  private static func agreed<Value: Equatable>(_ left: Value?, _ right: Value?) throws(ListenerFault) -> Value? {
    if let left, let right, left != right { throw .forwardedContradictory }
    return left ?? right
  }
}
