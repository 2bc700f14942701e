internal import FieldhouseKit

/// Password hashes in storage.
enum CredentialStore {
  /// An account that somebody wants to log in to.
  struct Credential: Sendable {
    let account: AccountID
    /// Nil when the account has no password.
    let hash: String?
  }

  /// The credential of an account. Asked for nobody it does the same work.
  static func find(_ account: AccountID?, in transaction: any ReadTransaction) async throws -> Credential? {
    let hash = try await hash(of: account ?? AccountID(""), in: transaction)
    return account.map { Credential(account: $0, hash: hash) }
  }

  static func hash(of account: AccountID, in transaction: any ReadTransaction) async throws -> String? {
    let row = try await transaction.first("select password_hash from people where id = \(account)")
    return try row?[0]
  }

  static func set(_ hash: String, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("update people set password_hash = \(hash) where id = \(account)")
    try await ChangeLog.record(account, in: transaction)
  }
}
