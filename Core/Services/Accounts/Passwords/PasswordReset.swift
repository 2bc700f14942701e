internal import FieldhouseKit
internal import Foundation

/// A forgotten password: a link by e-mail, a new password entered twice.
struct PasswordReset: Sendable {
  /// Twenty asked for at once from an address, then one a minute.
  static let perAddress = Limit(name: "reset-address", burst: 20, seconds: 60)

  let context: AccountsContext
  let limits: RateLimits
  let challenger: Challenger
  let outbox: Outbox

  /// Sends a link if the address has an account; the work and the answer are the same if not.
  func request(
    _ email: EmailAddress, from address: ClientAddress, language: String, in transaction: any Transaction
  ) async throws {
    try await limits.take(Self.perAddress, address, in: transaction)
    try await limits.take(Registration.perEmail, email.text, in: transaction)
    let owner = try await IdentifierStore.owner(.email, email.text, in: transaction)
    let issued = try await challenger.issue(
      .passwordReset, email.text, payload: owner?.text ?? "", seconds: context.settings.resetSeconds, in: transaction)
    let message = Messages(context: context).passwordReset(issued, to: email.text, language: language)
    try await outbox.add(message, now: context.clock.now, in: transaction)
    if owner == nil { try await outbox.remove([message.id], in: transaction) }
  }

  /// Whether a link still works, before a password is hashed for it.
  func isOpen(_ link: String) async throws -> Bool {
    let now = context.clock.now
    return try await context.storage.read { transaction in
      try await ChallengeStore.find(.passwordReset, link: TokenHash(of: link).text, in: transaction)
    }.map { $0.expiresAt > now } ?? false
  }

  /// Sets the new password, uses the link up and ends every session.
  /// - Returns: whether the link was still open.
  func complete(_ link: String, hash: String, in transaction: any Transaction) async throws -> Bool {
    guard case .proved(let payload) = try await challenger.check(link: link, .passwordReset, in: transaction),
      let payload, !payload.isEmpty
    else { return false }
    let account = AccountID(payload)
    try await CredentialStore.set(hash, of: account, in: transaction)
    try await SessionStore.endAll(of: account, in: transaction)
    try await AuditLog(context: context).append("password.reset", by: account, on: account.text, in: transaction)
    return true
  }

  /// The answer to a link that does not work (any more).
  static let linkWrong = Problem(
    status: 422, code: "link-wrong", detail: "The link is wrong or has expired. Ask for a new one.",
    errors: [
      Problem.Field(
        pointer: "/token", code: "link-wrong", detail: "The link is wrong or has expired. Ask for a new one.")
    ])
}
