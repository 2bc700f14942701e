internal import FieldhouseKit
internal import Foundation

/// Sign-up and login through identity providers: the authorization code flow of OpenID Connect with PKCE.
struct ProviderLogin: Sendable {
  /// What somebody needs to go to a provider.
  struct Departure: Sendable {
    /// The provider's page.
    let address: String
    let expiresAt: Date
  }

  /// What somebody brings back from a provider.
  struct Return: Sendable {
    let provider: String
    let state: String
    /// The code; nil when the provider refused.
    let code: String?
    /// The issuer that the answer names, if it does.
    let issuer: String?
    /// The secret of the browser.
    let browser: String?
    let secondFactor: String?
    /// The versions of the documents that were agreed to, by document; nil when none were.
    let accepted: [String: String]?
    /// Whether an account that is leaving is taken back.
    let keeping: Bool
    let invitation: String?
    let language: String
  }

  /// How somebody has come in.
  enum Outcome: Sendable {
    case arrived(Arrivals.Arrival, back: String)
    /// The identity belongs to the caller's account now.
    case added(back: String)
  }

  /// How long somebody may be away, in seconds.
  static let seconds = 600

  let context: AccountsContext
  let limits: RateLimits
  let client: ProviderClient
  let arrivals: Arrivals
  let secondFactor: SecondFactor
  let invitations: Invitations
  let ownership: Ownership

  /// A provider that is offered.
  /// - Throws: ``Problem`` 404 for any other.
  func provider(_ id: String) throws -> IdentityProvider {
    guard let provider = context.settings.offeredProviders.first(where: { $0.id == id }) else { throw Self.unknown }
    return provider
  }

  /// Sends somebody to a provider.
  /// - Parameters:
  ///   - account: the account to add an identity to; nil to sign in.
  ///   - browser: the secret that only this browser has.
  ///   - back: the path to go on at afterwards.
  /// - Throws: ``Problem`` 404, 429, and 503 when the provider does not answer.
  func depart(
    to id: String, adding account: AccountID?, browser: String, back: ReturnPath, language: String,
    from address: ClientAddress
  ) async throws -> Departure {
    let provider = try provider(id)
    try limits.check(.departuresPerAddress, .address(address))
    try await context.storage.write { try await limits.take(.departuresPerAddress, .address(address), in: $0) }
    let endpoints = try await client.endpoints(of: provider)
    let state = SessionToken.random()
    let attempt = ProviderAttempt(
      stateHash: state.hash.text, provider: id, browserHash: TokenHash(of: browser).text, account: account,
      secrets: .init(nonce: SessionToken.random().text, verifier: SessionToken.random().text, back: back.text),
      expiresAt: context.clock.now.addingTimeInterval(context.settings.stretched(Self.seconds)))
    try await context.storage.write { [context] transaction in
      try await ProviderAttemptStore.put(attempt, secret: context.secret, in: transaction)
    }
    let address = request(attempt, state, endpoints, provider, language)
    return Departure(address: address, expiresAt: attempt.expiresAt)
  }

  /// The address that providers send people back to. Each has its own, so that an answer tells whose it is.
  func redirect(of provider: IdentityProvider) -> String { "\(context.settings.publicURL)/sign-in/\(provider.id)" }

  /// An authentication request (OpenID Connect Core 1.0 § 3.1.2.1).
  private func request(
    _ attempt: ProviderAttempt, _ state: SessionToken, _ endpoints: ProviderEndpoints, _ provider: IdentityProvider,
    _ language: String
  ) -> String {
    let query = FormEncoding.encode([
      ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", redirect(of: provider)),
      ("scope", provider.scopes.joined(separator: " ")), ("state", state.text), ("nonce", attempt.secrets.nonce),
      ("code_challenge", TokenHash(of: attempt.secrets.verifier).text), ("code_challenge_method", "S256"),
      ("ui_locales", language),
    ])
    return endpoints.authorization + (endpoints.authorization.contains("?") ? "&" : "?") + query
  }
}
