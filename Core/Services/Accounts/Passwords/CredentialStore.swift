internal import FieldhouseKit

/// Password hashes in storage.
enum CredentialStore {
  /// An account that somebody wants to log in to.
  struct Credential: Sendable {
    let account: AccountID
    /// Nil when the account has no password.
    let hash: String?
  }

  /// The account of an e-mail address, a phone number or a user name.
  static func find(_ identifier: String, in transaction: any ReadTransaction) async throws -> Credential? {
    guard let account = try await account(identifier, in: transaction) else { return nil }
    let row = try await transaction.first("select password_hash from people where id = \(account)")
    return Credential(account: account, hash: try row?[0])
  }

  static func hash(of account: AccountID, in transaction: any ReadTransaction) async throws -> String? {
    let row = try await transaction.first("select password_hash from people where id = \(account)")
    return try row?[0]
  }

  static func set(_ hash: String, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("update people set password_hash = \(hash) where id = \(account)")
    try await ChangeLog.record(account, in: transaction)
  }

  private static func account(
    _ identifier: String, in transaction: any ReadTransaction
  ) async throws -> AccountID? {
    if let email = EmailAddress(lenient: identifier) {
      return try await IdentifierStore.owner(.email, email.text, in: transaction)
    }
    if let owner = try await Username.owner(identifier, in: transaction) { return owner }
    guard let number = try? PhoneNumber(identifier) else { return nil }
    return try await IdentifierStore.owner(.phone, number.digits, in: transaction)
  }
}
