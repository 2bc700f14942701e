internal import FieldhouseKit
internal import Foundation

/// An ID token that came straight from the token endpoint over TLS, which stands for its signature (OpenID Connect Core
/// 1.0 § 3.1.3.7, 6); everything else that the paragraph asks for is checked here.
struct IDToken: Sendable {
  /// Why a token is not taken; the words go to the operator's log.
  enum Mistake: String, Error, Sendable {
    case unreadable, issuer, audience
    case authorizedParty = "authorized-party"
    case expired
    case issuedAt = "issued-at"
    case nonce, subject
  }

  /// By how many seconds the clocks of host and provider may differ.
  static let leeway = 60.0
  /// How long ago, in seconds, a token may have been made.
  static let oldestAge = 600.0

  private let claims: JSON

  /// Reads a token in compact form (RFC 7519).
  /// - Throws: ``Mistake``.
  init(_ text: String) throws(Mistake) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else {
      throw .unreadable
    }
    guard let algorithm = header["alg"]?.string, algorithm.lowercased() != "none" else { throw .unreadable }
    self.claims = claims
  }

  private static func object(_ part: String) -> JSON? {
    guard let bytes = Base64URL.decode(part), let json = try? JSON(parsing: bytes), json.object != nil else {
      return nil
    }
    return json
  }

  /// Whom the token is about, once it is sure that the provider made it now, for us and for this attempt.
  /// - Throws: ``Mistake``.
  func identity(from provider: IdentityProvider, nonce: String, now: Date) throws(Mistake) -> ProviderIdentity {
    guard claims["iss"]?.string == provider.issuer else { throw .issuer }
    try checkAudience(provider.clientID)
    try checkTimes(now)
    guard let given = claims["nonce"]?.string, Sodium.equal(Array(given.utf8), Array(nonce.utf8)) else { throw .nonce }
    guard let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count) else { throw .subject }
    return ProviderIdentity(issuer: provider.issuer, subject: subject, name: name, email: email)
  }

  private func checkAudience(_ client: String) throws(Mistake) {
    let audience = claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap(\.string) ?? []
    guard audience.contains(client) else { throw .audience }
    let party = claims["azp"]
    if audience.count > 1 || party != nil {
      guard party?.string == client else { throw .authorizedParty }
    }
  }

  private func checkTimes(_ now: Date) throws(Mistake) {
    guard let end = instant("exp"), end.addingTimeInterval(Self.leeway) > now else { throw .expired }
    guard let start = instant("iat"), start.addingTimeInterval(-Self.leeway) <= now,
      now.timeIntervalSince(start) <= Self.oldestAge + Self.leeway
    else { throw .issuedAt }
  }

  private func instant(_ claim: String) -> Date? {
    claims[claim]?.double.map { Date(timeIntervalSince1970: $0) }
  }

  /// The full name, unless it is none that a profile takes.
  private var name: String? {
    guard let name = claims["name"]?.string.map(SearchKey.tidy), (1...50).contains(name.count) else { return nil }
    return name
  }

  /// The address, if the provider itself has verified it.
  private var email: String? {
    guard claims["email_verified"]?.bool == true || claims["email_verified"]?.string == "true" else { return nil }
    return claims["email"]?.string.flatMap(EmailAddress.init(lenient:))?.text
  }
}
