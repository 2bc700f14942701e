internal import FieldhouseKit
internal import Foundation

/// Further phone numbers and e-mail addresses of an account, each proved by a code.
struct MoreIdentifiers: Sendable {
  /// A phone number or e-mail address.
  struct Identifier: Sendable, Hashable {
    let kind: IdentifierStore.Kind
    let value: String
  }

  /// Five codes at once for an account, then one every ten minutes.
  static let perAccount = Limit(name: "identifier-code", burst: 5, seconds: 600)

  let context: AccountsContext
  let limits: RateLimits
  let challenger: Challenger
  let outbox: Outbox

  /// Sends a code to the new identifier, whoever has it.
  func begin(
    _ identifier: Identifier, of account: AccountID, language: String, in transaction: any Transaction
  ) async throws {
    try await limits.take(Self.perAccount, account.text, in: transaction)
    let issued = try await challenger.issue(.identifier, target(identifier, account), in: transaction)
    let message = Messages(context: context).identifierCode(issued.code, to: identifier, language: language)
    try await outbox.add(message, now: context.clock.now, in: transaction)
  }

  /// Adds the identifier once its code is right.
  /// - Returns: the problem to answer, nil when it was added.
  func complete(
    _ identifier: Identifier, code: String, of account: AccountID, in transaction: any Transaction
  ) async throws -> Problem? {
    switch try await challenger.check(code, .identifier, target(identifier, account), in: transaction) {
    case .wrong: return PhoneLogin.wrongCode
    case .exhausted: return PhoneLogin.exhausted
    case .proved: break
    }
    let owner = try await IdentifierStore.owner(identifier.kind, identifier.value, in: transaction)
    guard owner == nil || owner == account else { return Self.taken }
    if owner == nil {
      try await IdentifierStore.insert(
        identifier.kind, identifier.value, of: account, now: context.clock.now, in: transaction)
    }
    try await ChangeLog.record(account, in: transaction)
    return nil
  }

  /// Takes an identifier away.
  /// - Throws: ``Problem`` 404 for one the account does not have, 409 for its last one.
  func remove(_ identifier: Identifier, of account: AccountID, in transaction: any Transaction) async throws {
    let removed = try await transaction.execute(
      """
      delete from identifiers where kind = \(identifier.kind.rawValue) and value = \(identifier.value)
      and account = \(account)
      """)
    guard removed > 0 else { throw Problem.notFound("identifier-unknown", "This is none of your identifiers.") }
    guard try await !IdentifierStore.list(of: account, in: transaction).isEmpty else { throw Self.last }
    try await ChangeLog.record(account, in: transaction)
  }

  static let taken = Problem.conflict("identifier-taken", "This belongs to another account already.")
  static let last = Problem.conflict("identifier-last", "This is your last way to sign in. Add another one first.")

  private func target(_ identifier: Identifier, _ account: AccountID) -> String {
    "\(account.text)/\(identifier.kind.rawValue)/\(identifier.value)"
  }
}
