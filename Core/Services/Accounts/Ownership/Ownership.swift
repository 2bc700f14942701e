internal import FieldhouseKit
internal import Foundation

/// Changes of who can get into an account: they ask for a recent proof, all who were known before are told, and whoever
/// was told can take them back for a while (decision 0017).
struct Ownership: Sendable {
  let context: AccountsContext
  let outbox: Outbox
  let stepUp: StepUp

  /// How a caller's account stood before a change, once it is proved who calls.
  struct Before: Sendable {
    let account: AccountID
    let language: String
    let state: OwnershipState
  }

  /// What to call before a change, in its transaction.
  /// - Throws: ``Problem`` 403 `step-up-needed`, 401 for a session that has ended.
  func begin(_ call: Call, in transaction: any Transaction) async throws -> Before {
    try await stepUp.check(call, in: transaction)
    return try await before(call.account.id, language: call.language, in: transaction)
  }

  /// The same for a change that carried its own proof.
  func before(
    _ account: AccountID, language: String, in transaction: any Transaction
  ) async throws -> Before {
    Before(account: account, language: language, state: try await .read(account, in: transaction))
  }

  /// What to call after it: notes the change and tells everybody who was known before.
  func tell(_ change: OwnershipChange, _ before: Before, in transaction: any Transaction) async throws {
    try await AuditLog(context: context).append(
      "ownership.\(change.name)", by: before.account, on: before.account.text, in: transaction)
    let person = try await PersonStore.find(before.account, in: transaction)
    let (now, language) = (context.clock.now, person?.language ?? before.language)
    for known in before.state.addresses {
      let link = SessionToken.random()
      try await UndoStore.put(
        Undo(recipient: known, changedAt: now, before: before.state), of: before.account, linkHash: link.hash.text,
        until: now.addingTimeInterval(context.settings.undoSeconds), secret: context.secret, in: transaction)
      let message = Messages(context: context).notice(of: change, to: known, link: link.text, language: language)
      try await outbox.add(message, now: now, in: transaction)
    }
  }

  /// Says that accounts have become one: there is no way back.
  func tellMerged(_ accounts: [Before], in transaction: any Transaction) async throws {
    for before in accounts {
      for known in before.state.addresses {
        let message = Messages(context: context).merged(to: known, language: before.language)
        try await outbox.add(message, now: context.clock.now, in: transaction)
      }
    }
  }

  /// Says goodbye to an account that was erased at once: there is no way back.
  func tellErased(_ before: Before, in transaction: any Transaction) async throws {
    for known in before.state.addresses {
      let message = Messages(context: context).erased(to: known, language: before.language)
      try await outbox.add(message, now: context.clock.now, in: transaction)
    }
  }
}
