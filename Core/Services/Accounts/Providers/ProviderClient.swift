internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Asks identity providers: for their discovery documents, and for the tokens behind a code.
final class ProviderClient: Sendable {
  /// What the tokens of a code are asked with.
  struct Exchange: Sendable {
    let code: String
    /// The secret whose hash went along with the person (RFC 7636).
    let verifier: String
    let redirect: String
  }

  private struct Known: Sendable {
    let endpoints: ProviderEndpoints
    let until: ContinuousClock.Instant
  }

  /// How long a provider may take, in seconds, and how much it may say.
  private static let timeoutSeconds = 8
  private static let maximumBytes = 256 << 10
  /// How many calls may be under way or wait, so that a slow provider holds up nobody else.
  private static let places = 32
  private static let freshness = Duration.seconds(3600)

  private let http: (any OutgoingHTTP)?
  private let log: any Log
  private let known = Mutex<[String: Known]>([:])
  private let taken = Mutex(0)

  init(http: (any OutgoingHTTP)?, log: any Log) {
    self.http = http
    self.log = log
  }

  /// Where a provider's parts are; asked at most once an hour.
  /// - Throws: ``Problem`` 503.
  func endpoints(of provider: IdentityProvider) async throws -> ProviderEndpoints {
    let now = ContinuousClock.now
    if let known = known.withLock({ $0[provider.issuer] }), known.until > now { return known.endpoints }
    let base = provider.issuer.hasSuffix("/") ? String(provider.issuer.dropLast()) : provider.issuer
    let answer = try await send(request("GET", base + "/.well-known/openid-configuration"), to: provider)
    guard answer.status == 200, let document = try? JSON(parsing: answer.body),
      let endpoints = ProviderEndpoints(document, of: provider)
    else { throw failed(provider, "provider-document", status: answer.status) }
    known.withLock { $0[provider.issuer] = Known(endpoints: endpoints, until: now + Self.freshness) }
    return endpoints
  }

  /// The ID token behind a code.
  /// - Throws: ``Problem`` 401 when the provider refuses the code, 503 when it cannot be understood.
  func token(for exchange: Exchange, at provider: IdentityProvider) async throws -> IDToken {
    let endpoints = try await endpoints(of: provider)
    let answer = try await send(request(exchange, endpoints, provider), to: provider)
    let document = try? JSON(parsing: answer.body)
    if let code = document?["error"]?.string {
      report(provider, "provider-refused", ["status": "\(answer.status)", "error": Self.known(code)])
      throw code == "invalid_grant" ? ProviderLogin.refused : ProviderLogin.unavailable
    }
    guard answer.status == 200, let text = document?["id_token"]?.string, let token = try? IDToken(text) else {
      throw failed(provider, "provider-answer", status: answer.status)
    }
    return token
  }

  /// Notes for the operator why somebody could not come in. Nothing that the provider said stands in it.
  func report(_ provider: IdentityProvider, _ code: String, _ fields: [String: String] = [:]) {
    log.warning(
      "sign-in through an identity provider failed",
      fields.merging(["provider": provider.id, "code": code]) { $1 })
  }

  /// The errors of RFC 6749 § 5.2; another word may hold anything.
  private static func known(_ error: String) -> String {
    let words = [
      "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
      "invalid_scope",
    ]
    return words.contains(error) ? error : "other"
  }

  private func failed(_ provider: IdentityProvider, _ code: String, status: Int) -> Problem {
    report(provider, code, ["status": "\(status)"])
    return ProviderLogin.unavailable
  }

  private func request(_ method: String, _ url: String) -> OutgoingRequest {
    OutgoingRequest(
      method: method, url: url, headers: ["accept": "application/json"], timeoutSeconds: Self.timeoutSeconds,
      maximumBytes: Self.maximumBytes)
  }

  /// A token request (RFC 6749 § 4.1.3); the client is named in the `Authorization` field where the provider takes that.
  private func request(
    _ exchange: Exchange, _ endpoints: ProviderEndpoints, _ provider: IdentityProvider
  ) -> OutgoingRequest {
    var request = request("POST", endpoints.token)
    request.headers["content-type"] = "application/x-www-form-urlencoded"
    var fields = [
      ("grant_type", "authorization_code"), ("code", exchange.code), ("redirect_uri", exchange.redirect),
      ("code_verifier", exchange.verifier),
    ]
    if let secret = provider.clientSecret, !endpoints.takesSecretInBody {
      let pair = "\(FormEncoding.encode(provider.clientID)):\(FormEncoding.encode(secret))"
      request.headers["authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
    } else {
      fields.append(("client_id", provider.clientID))
      if let secret = provider.clientSecret { fields.append(("client_secret", secret)) }
    }
    request.body = Array(FormEncoding.encode(fields).utf8)
    return request
  }

  private func send(_ request: OutgoingRequest, to provider: IdentityProvider) async throws -> OutgoingResponse {
    guard let http else { throw ProviderLogin.unavailable }
    let isIn = taken.withLock { taken in
      guard taken < Self.places else { return false }
      taken += 1
      return true
    }
    guard isIn else { throw ProviderLogin.unavailable }
    defer { taken.withLock { $0 -= 1 } }
    do {
      return try await http.send(request)
    } catch let error as OutgoingError {
      report(provider, error.code)
      throw ProviderLogin.unavailable
    }
  }
}
