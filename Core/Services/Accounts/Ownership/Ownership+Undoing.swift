internal import FieldhouseKit
internal import Foundation

extension Ownership {
  /// Takes a change back with a link of its notice: what was before is put back, every session ends, and the password
  /// is void until a new one is set by a link. What was added since the address that the link went to was proved, and
  /// within the grace time before the change, goes: whoever was there first wins.
  /// - Throws: ``Problem`` 422 for a link that does not work (any more).
  func undo(_ link: String, in transaction: any Transaction) async throws {
    let found = try await UndoStore.take(
      TokenHash(of: link).text, now: context.clock.now, secret: context.secret, in: transaction)
    guard let (account, undo) = found,
      var person = try await PersonStore.find(account, in: transaction)
    else { throw PasswordReset.linkWrong }
    let thrownOut = try await throwOut(undo, of: account, in: transaction)
    try await putBack(undo.before.identifiers.filter { !thrownOut.contains($0) }, of: account, in: transaction)
    person.username = try await free(undo.before.username, for: account, in: transaction)
    try await PersonStore.update(person, in: transaction)
    try await putBack(undo.before.factor, of: account, in: transaction)
    try await shut(account, in: transaction)
    try await AuditLog(context: context).append("ownership.undone", by: account, on: account.text, in: transaction)
    for known in try await OwnershipState.read(account, in: transaction).addresses {
      let message = Messages(context: context).undone(to: known, language: person.language ?? "en")
      try await outbox.add(message, now: context.clock.now, in: transaction)
    }
  }

  /// Removes what came later than the recipient of the link, with everything under way to it.
  private func throwOut(
    _ undo: Undo, of account: AccountID, in transaction: any Transaction
  ) async throws -> Set<OwnershipState.Known> {
    let from = max(undo.recipient.verifiedAt, undo.changedAt.addingTimeInterval(-context.settings.undoSeconds))
    let all = try await OwnershipState.read(account, in: transaction).identifiers + undo.before.identifiers
    let later = Set(all.filter { $0.verifiedAt > from })
    for known in later {
      try await transaction.execute(
        "delete from identifiers where kind = \(known.kind) and value = \(known.value) and account = \(account)")
      try await transaction.execute("delete from challenges where target = \(known.value)")
      try await UndoStore.remove(to: known, of: account, secret: context.secret, in: transaction)
    }
    return later
  }

  /// Gives back what nobody else has come to have since.
  private func putBack(
    _ identifiers: [OwnershipState.Known], of account: AccountID, in transaction: any Transaction
  ) async throws {
    for known in identifiers {
      try await transaction.execute(
        """
        insert into identifiers (kind, value, account, verified_at, form) values
        (\(known.kind), \(known.value), \(account), \(known.verified), \(known.form))
        on conflict (kind, value) do nothing
        """)
    }
  }

  private func putBack(
    _ factor: OwnershipState.Factor?, of account: AccountID, in transaction: any Transaction
  ) async throws {
    if try await OwnershipState.read(account, in: transaction).factor == factor { return }
    try await SecondFactorStore.remove(account, in: transaction)
    guard let factor else { return }
    try await SecondFactorStore.put(account, sealed: factor.sealed, in: transaction)
    try await SecondFactorStore.confirm(account, now: Date(millisecondsSince1970: factor.confirmed), in: transaction)
    _ = try await SecondFactorStore.use(factor.lastStep, of: account, in: transaction)
    try await SecondFactorStore.putRecovery(factor.recoveryHashes, of: account, in: transaction)
  }

  /// The user name, unless somebody else took it since.
  private func free(
    _ username: String?, for account: AccountID, in transaction: any ReadTransaction
  ) async throws -> String? {
    guard let username else { return nil }
    let owner = try await Username.owner(username, in: transaction)
    return owner == nil || owner == account ? username : nil
  }

  /// Ends what is open: sessions, codes and journeys under way, the password, the leaving.
  private func shut(_ account: AccountID, in transaction: any Transaction) async throws {
    try await SessionStore.endAll(of: account, in: transaction)
    try await transaction.execute(ChallengeStore.removal(of: account))
    try await KnownDevices.forget(account, in: transaction)
    try await transaction.execute("delete from provider_attempts where account = \(account)")
    try await transaction.execute(
      "update people set password_hash = null, leaving_at = null where id = \(account)")
    try await ChangeLog.record(account, in: transaction)
  }
}
