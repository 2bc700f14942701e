internal import FieldhouseKit
internal import Foundation

/// A forgotten password: a link by e-mail, a new password entered twice.
struct PasswordReset: Sendable {
  let context: AccountsContext
  let limits: RateLimits
  let messages: MessageBudget
  let challenger: Challenger
  let outbox: Outbox

  /// Sends a link if the address has an account; the work and the answer are the same if not. Links that were sent
  /// before go on working, so that a stranger who asks again ends none.
  func request(_ email: EmailAddress, from client: Client, in transaction: any Transaction) async throws {
    let key = IdentifierKey(email)
    let owner = try await IdentifierStore.owner(key, in: transaction)
    let isKnown = try await KnownDevices.isKnown(client.device, to: owner, in: transaction)
    let address = isKnown ? [] : [LimitUse(.resetsPerAddress, .address(client.address))]
    try await messages.take(
      .reset, to: key, from: client, known: isKnown ? owner : nil, with: address, in: transaction)
    let issued = try await challenger.issue(
      .passwordReset, key.value, replacing: .none, payload: owner?.text ?? "",
      seconds: context.settings.resetSeconds, in: transaction)
    let message = Messages(context: context).passwordReset(issued, to: email.text, language: client.language)
    try await outbox.add(message, now: context.clock.now, in: transaction)
    try await outbox.remove([owner == nil ? message.id : ""], in: transaction)
  }

  /// Whether a link still works, before a password is hashed for it.
  func isOpen(_ link: String) async throws -> Bool {
    let now = context.clock.now
    return try await context.storage.read { transaction in
      try await ChallengeStore.find(.passwordReset, link: TokenHash(of: link).text, in: transaction)
    }.map { $0.expiresAt > now } ?? false
  }

  /// Sets the new password, uses every link of the account up and ends every session. The device that does it is known
  /// from then on, all others are strange.
  /// - Returns: the account; nil when the link was open no more.
  func complete(
    _ link: String, hash: String, from client: Client, in transaction: any Transaction
  ) async throws -> AccountID? {
    let target = try await ChallengeStore.find(.passwordReset, link: TokenHash(of: link).text, in: transaction)?.target
    guard case .proved(let proof) = try await challenger.check(link: link, .passwordReset, in: transaction),
      let payload = proof.payload, !payload.isEmpty
    else { return nil }
    if let target { try await ChallengeStore.removeAll(.passwordReset, target, in: transaction) }
    let account = AccountID(payload)
    try await CredentialStore.set(hash, of: account, in: transaction)
    try await KnownDevices.forget(account, in: transaction)
    try await KnownDevices.remember(client.device, of: account, now: context.clock.now, in: transaction)
    try await SessionStore.endAll(of: account, in: transaction)
    try await AuditLog(context: context).append("password.reset", by: account, on: account.text, in: transaction)
    return account
  }

  /// The answer to a link that does not work (any more).
  static let linkWrong = Problem(
    status: 422, code: "link-wrong", detail: "The link is wrong or has expired. Ask for a new one.",
    errors: [
      Problem.Field(
        pointer: "/token", code: "link-wrong", detail: "The link is wrong or has expired. Ask for a new one.")
    ])
}
