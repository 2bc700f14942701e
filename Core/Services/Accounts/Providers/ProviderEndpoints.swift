internal import FieldhouseKit
internal import Foundation

/// Where a provider's parts are, from its discovery document (OpenID Connect Discovery 1.0 § 3).
struct ProviderEndpoints: Sendable, Hashable {
  let authorization: String
  let token: String
  /// Whether the client's secret goes into the body instead of the `Authorization` field.
  let takesSecretInBody: Bool
  /// Whether every answer names its issuer (RFC 9207).
  let namesIssuer: Bool

  /// Reads the document of a provider.
  /// - Returns: nil when it is none, is another issuer's, or its addresses cannot be trusted.
  init?(_ document: JSON, of provider: IdentityProvider) {
    guard document["issuer"]?.string == provider.issuer,
      let authorization = document["authorization_endpoint"]?.string,
      let token = document["token_endpoint"]?.string,
      IdentityProvider.isTrustworthy(authorization), IdentityProvider.isTrustworthy(token)
    else { return nil }
    self.authorization = authorization
    self.token = token
    let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
    takesSecretInBody =
      methods.map { !$0.contains("client_secret_basic") && $0.contains("client_secret_post") } ?? false
    namesIssuer = document["authorization_response_iss_parameter_supported"]?.bool ?? false
  }
}
