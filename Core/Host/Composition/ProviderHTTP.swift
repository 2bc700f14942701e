import FieldhouseAccounts
import FieldhouseKit
import FieldhouseRuntime
import Foundation

/// HTTP to identity providers. The operator chose the issuers, which may stand in the operator's own network; what their
/// discovery documents name beside themselves must be on the public internet.
struct ProviderHTTP: OutgoingHTTP {
  private let own: Set<String>
  private let pool: OutgoingPool

  /// - Parameter pool: threads of its own, so that a slow provider does not keep messages from leaving.
  init(_ providers: [IdentityProvider], pool: OutgoingPool) {
    own = Set(providers.compactMap { URL(string: $0.issuer)?.host()?.lowercased() })
    self.pool = pool
  }

  func send(_ request: OutgoingRequest) async throws -> OutgoingResponse {
    let host = URL(string: request.url)?.host()?.lowercased() ?? ""
    return try await CurlHTTP(origins: nil, allowsPrivate: own.contains(host), pool: pool).send(request)
  }
}
