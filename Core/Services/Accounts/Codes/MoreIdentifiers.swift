internal import FieldhouseKit
internal import Foundation

/// Further phone numbers and e-mail addresses of an account, each proved by a code.
struct MoreIdentifiers: Sendable {
  /// A phone number, an e-mail address or an identity.
  typealias Identifier = IdentifierKey

  let context: AccountsContext
  let limits: RateLimits
  let messages: MessageBudget
  let challenger: Challenger
  let outbox: Outbox

  /// Sends a code to the new identifier, whoever has it.
  func begin(
    _ identifier: Identifier, of account: AccountID, from client: Client, in transaction: any Transaction
  ) async throws {
    let own = LimitUse(.identifiersPerAccount, .account(account))
    try await messages.take(.identifier, to: identifier, from: client, with: [own], in: transaction)
    let issued = try await challenger.issue(.identifier, target(identifier, account), in: transaction)
    let message = Messages(context: context).identifierCode(issued.code, to: identifier, language: client.language)
    try await outbox.add(message, now: context.clock.now, in: transaction)
  }

  /// Adds the identifier once its code is right.
  /// - Returns: the problem to answer, nil when it was added.
  func complete(
    _ identifier: Identifier, code: String, of account: AccountID, from client: Client,
    in transaction: any Transaction
  ) async throws -> Problem? {
    let verdict = try await challenger.check(
      code, .identifier, target(identifier, account), by: .init(client: client), in: transaction)
    switch verdict {
    case .wrong: return PhoneLogin.wrongCode
    case .exhausted: return PhoneLogin.exhausted
    case .limited(let problem): return problem
    case .proved: break
    }
    let owner = try await IdentifierStore.owner(identifier, in: transaction)
    guard owner == nil || owner == account else { return Self.taken }
    if owner == nil {
      try await IdentifierStore.insert(identifier, of: account, now: context.clock.now, in: transaction)
      try await ChallengeStore.removeAll(.registration, identifier.value, in: transaction)
    }
    try await ChangeLog.record(account, in: transaction)
    return nil
  }

  /// Takes an identifier away.
  /// - Throws: ``Problem`` 404 for one the account does not have, 409 when none that still signs in would be left.
  func remove(_ identifier: Identifier, of account: AccountID, in transaction: any Transaction) async throws {
    guard try await IdentifierStore.remove(identifier, of: account, in: transaction) else { throw Self.unknown }
    guard try await IdentifierStore.list(of: account, in: transaction).contains(where: isWayIn) else {
      throw Self.last
    }
    if identifier.kind == .identity {
      try await AuditLog(context: context).append("identity.removed", by: account, on: account.text, in: transaction)
    }
    try await ChangeLog.record(account, in: transaction)
  }

  /// The identity that is listed under an id.
  /// - Throws: ``Problem`` 404 for one the account does not have.
  func identity(
    _ id: String, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> Identifier {
    let all = try await IdentifierStore.list(of: account, in: transaction)
    guard let found = all.first(where: { $0.kind == .identity && publicID(of: $0, account) == id }) else {
      throw Self.unknown
    }
    return Identifier(identity: found.value)
  }

  /// The id by which an account names one of its identities; it tells nothing of it.
  func publicID(of entry: IdentifierStore.Entry, _ account: AccountID) -> String {
    context.secret.hash("identity", account.text, entry.value)
  }

  /// Whether somebody can sign in with an identifier, as the ways to sign in are set.
  private func isWayIn(_ entry: IdentifierStore.Entry) -> Bool {
    switch entry.kind {
    case .phone: return context.settings.methods.phone
    case .email: return context.settings.methods.email
    case .identity:
      let issuer = ProviderIdentity.issuer(of: entry.value)
      return context.settings.offeredProviders.contains { $0.issuer == issuer }
    }
  }

  static let unknown = Problem.notFound("identifier-unknown", "This is none of your identifiers.")
  static let taken = Problem.conflict("identifier-taken", "This belongs to another account already.")
  static let last = Problem.conflict("identifier-last", "This is your last way to sign in. Add another one first.")

  private func target(_ identifier: Identifier, _ account: AccountID) -> String {
    "\(account.text)/\(identifier.kind.rawValue)/\(identifier.value)"
  }
}
