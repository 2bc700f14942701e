internal import FieldhouseKit
internal import Foundation

/// The verified phone numbers and e-mail addresses of accounts, and who they are at identity providers; each belongs to
/// one account.
enum IdentifierStore {
  /// The kinds of identifiers.
  enum Kind: String, Sendable { case phone, email, identity }

  /// How an identifier is spelled in storage.
  enum Form {
    /// From before there was a normal form; not looked at yet.
    static let former = 0
    static let normal = 1
    /// Left as it was, since its normal form belongs to another account.
    static let kept = 2
  }

  /// An identifier with the instant at which it was proved.
  struct Entry: Sendable {
    let kind: Kind
    let value: String
    let verifiedAt: Date
  }

  /// Who has an identifier: by the exact spelling of one that was left as it was, else by the normal form.
  static func owner(_ key: IdentifierKey, in transaction: any ReadTransaction) async throws -> AccountID? {
    try await transaction.first(
      """
      select account from identifiers where kind = \(key.kind.rawValue) and (value = \(key.value)
      or (value = \(key.former) and form <> \(Form.normal))) order by form desc limit 1
      """
    ).map { try $0[0] }
  }

  /// Which of some e-mail addresses and phone numbers, with `+`, as messages are sent to them, are somebody's.
  static func owned(of addresses: Set<String>, in transaction: any ReadTransaction) async throws -> Set<String> {
    let numbers = addresses.filter { $0.hasPrefix("+") }
    let owned = try await owned(.phone, numbers.map { String($0.dropFirst()) }, in: transaction).map { "+\($0)" }
    return Set(owned + (try await Self.owned(.email, Array(addresses.subtracting(numbers)), in: transaction)))
  }

  private static func owned(
    _ kind: Kind, _ values: [String], in transaction: any ReadTransaction
  ) async throws -> [String] {
    var owned: [String] = []
    for first in stride(from: 0, to: values.count, by: 500) {
      let portion = values[first..<min(first + 500, values.count)]
      owned += try await transaction.query(
        "select value from identifiers where kind = \(kind.rawValue) and value in (\(list: portion))"
      ).map { try $0[0] }
    }
    return owned
  }

  static func insert(
    _ key: IdentifierKey, of account: AccountID, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into identifiers (kind, value, account, verified_at, form) values
      (\(key.kind.rawValue), \(key.value), \(account), \(now), \(Form.normal))
      """)
  }

  /// Gives an identifier to an account unless somebody has it.
  /// - Parameter isFree: whether the transaction has found that nobody has it.
  /// - Returns: whether it is the account's now.
  static func claim(
    _ key: IdentifierKey, isFree: Bool = false, for account: AccountID, now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    if !isFree, try await owner(key, in: transaction) != nil { return false }
    return try await transaction.execute(
      """
      insert into identifiers (kind, value, account, verified_at, form) values
      (\(key.kind.rawValue), \(key.value), \(account), \(now), \(Form.normal)) on conflict (kind, value) do nothing
      """) > 0
  }

  /// Takes an identifier from an account.
  /// - Returns: whether it had it.
  static func remove(
    _ key: IdentifierKey, of account: AccountID, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      """
      delete from identifiers where kind = \(key.kind.rawValue) and account = \(account) and (value = \(key.value)
      or (value = \(key.former) and form <> \(Form.normal)))
      """) > 0
  }

  /// The e-mail address of each of some accounts, the one proved first; without those that have none.
  static func emails(
    of accounts: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: String] {
    var emails: [AccountID: String] = [:]
    for first in stride(from: 0, to: accounts.count, by: 500) {
      let portion = Array(accounts[first..<min(first + 500, accounts.count)])
      let found = try await transaction.query(
        """
        select account, value from identifiers
        where kind = \(Kind.email.rawValue) and account in (\(list: portion)) order by verified_at, value
        """)
      for row in found where emails[try row[0]] == nil { emails[try row[0]] = try row[1] }
    }
    return emails
  }

  /// Notes that an account has shown now that its identifiers are its own.
  static func prove(_ account: AccountID, now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("update identifiers set verified_at = \(now) where account = \(account)")
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
