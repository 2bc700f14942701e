internal import Foundation

/// An OpenID provider that people may sign in through.
public struct IdentityProvider: Sendable, Hashable {
  /// The name in paths: lower-case letters, digits and hyphens, at most 32.
  public var id: String
  /// What people call it, e.g. `Club account`.
  public var title: String
  /// The issuer's address, exactly as it stands in its discovery document and its tokens.
  public var issuer: String
  /// What the provider knows this installation by.
  public var clientID: String
  /// The secret that goes with it; nil for a public client.
  public var clientSecret: String?
  /// What is asked for; `openid` is always among it.
  public var scopes: [String]

  /// A provider.
  public init(
    id: String, title: String, issuer: String, clientID: String, clientSecret: String? = nil,
    scopes: [String] = ["openid", "profile", "email"]
  ) {
    self.id = id
    self.title = title
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scopes = scopes.contains("openid") ? scopes : ["openid"] + scopes
  }

  /// Whether secrets may travel to an address: over TLS, or to this machine itself.
  public static func isTrustworthy(_ address: String) -> Bool {
    guard let url = URL(string: address), let host = url.host()?.lowercased(), url.user() == nil else { return false }
    if url.scheme?.lowercased() == "https" { return true }
    return url.scheme?.lowercased() == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
  }
}
