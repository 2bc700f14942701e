internal import FieldhouseKit
internal import Foundation

/// Somebody who is away at a provider, or who is back and has to say one thing more.
struct ProviderAttempt: Sendable {
  /// What nobody else may know; it is stored sealed.
  struct Secrets: Sendable, Codable {
    /// Comes back inside the ID token.
    let nonce: String
    /// Proves to the token endpoint that the code is ours (RFC 7636).
    let verifier: String
    /// The path of this site to go on at.
    let back: String
    /// Whom the provider named, once it did: the code behind it is used up.
    var identity: ProviderIdentity?
  }

  let stateHash: String
  let provider: String
  let browserHash: String
  /// The account that the identity is to be added to; nil to sign in.
  let account: AccountID?
  var secrets: Secrets
  let expiresAt: Date
}

/// The attempts under way, in storage: any process of the installation can go on with one, and none can twice.
enum ProviderAttemptStore {
  static func put(
    _ attempt: ProviderAttempt, secret: InstallationSecret, in transaction: any Transaction
  ) async throws {
    let sealed = secret.seal(try JSON(encoding: attempt.secrets).serialized())
    try await transaction.execute(
      """
      insert into provider_attempts (state_hash, provider, browser_hash, account, sealed, expires_at) values
      (\(attempt.stateHash), \(attempt.provider), \(attempt.browserHash), \(attempt.account?.text ?? ""), \(sealed),
      \(attempt.expiresAt))
      """)
  }

  /// Takes an attempt out: whoever comes second finds none. Another provider's answer and another browser leave it alone.
  static func take(
    _ stateHash: String, provider: String, browserHash: String, now: Date, secret: InstallationSecret,
    in transaction: any Transaction
  ) async throws -> ProviderAttempt? {
    let row = try await transaction.first(
      """
      delete from provider_attempts where state_hash = \(stateHash) and provider = \(provider)
      and browser_hash = \(browserHash) and expires_at > \(now) returning account, sealed, expires_at
      """)
    guard let row, let text = secret.open(try row["sealed"]) else { return nil }
    let account: String = try row["account"]
    return ProviderAttempt(
      stateHash: stateHash, provider: provider, browserHash: browserHash,
      account: account.isEmpty ? nil : AccountID(account),
      secrets: try JSONValueDecoder().decode(ProviderAttempt.Secrets.self, from: try JSON(parsing: text)),
      expiresAt: try row["expires_at"])
  }

  /// Removes those that expired first, at most so many.
  /// - Returns: how many.
  static func removeExpired(now: Date, most: Int, in transaction: any Transaction) async throws -> Int {
    try await transaction.execute(
      """
      delete from provider_attempts where state_hash in (
        select state_hash from provider_attempts where expires_at <= \(now) order by expires_at limit \(most))
      """)
  }
}
