internal import FieldhouseKit
internal import Foundation

/// Password hashes in storage.
enum CredentialStore {
  /// An account that somebody wants to log in to.
  struct Credential: Sendable {
    let account: AccountID
    /// Nil when the account has no password.
    let hash: String?
    /// Until when the password works where the host made it; nil for one that its owner has chosen.
    let provisionalUntil: Date?
  }

  /// The credential of an account. Asked for nobody it does the same work.
  static func find(_ account: AccountID?, in transaction: any ReadTransaction) async throws -> Credential? {
    let row = try await transaction.first(
      """
      select password_hash, (select expires_at from provisional_passwords where account = people.id) as until from people
      where id = \(account ?? AccountID(""))
      """)
    guard let account else { return nil }
    return Credential(account: account, hash: try row?[0], provisionalUntil: try row?[1])
  }

  static func hash(of account: AccountID, in transaction: any ReadTransaction) async throws -> String? {
    let row = try await transaction.first("select password_hash from people where id = \(account)")
    return try row?[0]
  }

  /// Gives an account a password, in place of the one before, be it one that the host made.
  static func set(_ hash: String, of account: AccountID, in transaction: any Transaction) async throws {
    try await ProvisionalStore.remove(account, in: transaction)
    try await transaction.execute("update people set password_hash = \(hash) where id = \(account)")
    try await ChangeLog.record(account, in: transaction)
  }
}
