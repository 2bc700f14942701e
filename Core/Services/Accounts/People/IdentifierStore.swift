internal import FieldhouseKit
internal import Foundation

/// The verified phone numbers and e-mail addresses of accounts; each belongs to one account.
enum IdentifierStore {
  /// The kinds of identifiers.
  enum Kind: String, Sendable { case phone, email }

  static func owner(_ kind: Kind, _ value: String, in transaction: any ReadTransaction) async throws -> AccountID? {
    try await transaction.first(
      "select account from identifiers where kind = \(kind.rawValue) and value = \(value)"
    ).map { try $0[0] }
  }

  static func insert(
    _ kind: Kind, _ value: String, of account: AccountID, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into identifiers (kind, value, account, verified_at) values
      (\(kind.rawValue), \(value), \(account), \(now))
      """)
  }

  /// The identifiers of an account, the oldest first.
  static func list(
    of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [(kind: String, value: String)] {
    try await transaction.query(
      "select kind, value from identifiers where account = \(account) order by verified_at, kind, value"
    ).map { (try $0[0], try $0[1]) }
  }
}
