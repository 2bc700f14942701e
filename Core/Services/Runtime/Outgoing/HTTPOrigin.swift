import Foundation

/// Where a request goes: scheme, host and port, compared as a whole (RFC 6454 § 4).
public struct HTTPOrigin: Sendable, Hashable {
  /// `http` or `https`.
  public let scheme: String
  let host: String
  private let port: Int

  /// The origin of an address; nil when it is not http or https, has no host, or names a user.
  public init?(_ address: String) {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), let usual = Self.usualPorts[scheme],
      let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? usual
  }

  /// The origin that a grant of a manifest names: a host over https, over http where the grant begins with `http://`.
  /// Without a port it is that of the scheme.
  public init?(grant: String) {
    self.init(grant.lowercased().hasPrefix("http://") ? grant : "https://\(grant)")
  }

  private static let usualPorts = ["http": 80, "https": 443]
}

extension HTTPOrigin: CustomStringConvertible {
  /// The grant that names it.
  public var description: String {
    let place = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return (scheme == "http" ? "http://" : "") + place + (port == Self.usualPorts[scheme] ? "" : ":\(port)")
  }
}
