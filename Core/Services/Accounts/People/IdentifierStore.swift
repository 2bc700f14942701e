internal import FieldhouseKit
internal import Foundation

/// The verified phone numbers and e-mail addresses of accounts, and who they are at identity providers; each belongs to
/// one account.
enum IdentifierStore {
  /// The kinds of identifiers.
  enum Kind: String, Sendable { case phone, email, identity }

  /// An identifier with the instant at which it was proved.
  struct Entry: Sendable {
    let kind: Kind
    let value: String
    let verifiedAt: Date
  }

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

  /// Gives an identifier to an account unless somebody has it.
  /// - Returns: whether it is the account's now.
  static func claim(
    _ kind: Kind, _ value: String, for account: AccountID, now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      """
      insert into identifiers (kind, value, account, verified_at) values
      (\(kind.rawValue), \(value), \(account), \(now)) on conflict (kind, value) do nothing
      """) > 0
  }

  /// The identifiers of an account, the oldest first.
  static func list(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Entry] {
    try await transaction.query(
      "select kind, value, verified_at from identifiers where account = \(account) order by verified_at, kind, value"
    ).compactMap { row in
      guard let kind = Kind(rawValue: try row[0]) else { return nil }
      return Entry(kind: kind, value: try row[1], verifiedAt: try row[2])
    }
  }
}
