internal import FieldhouseKit
internal import Foundation

/// Which accounts have a password that the host made and mailed, or are still to get one. They sign in with it once, and
/// choose their own then.
enum ProvisionalStore {
  /// Notes that an account's password is such a one, until an instant; it replaces what was noted.
  static func put(_ account: AccountID, until expiresAt: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into provisional_passwords (account, expires_at) values (\(account), \(expiresAt))
      on conflict (account) do update set expires_at = excluded.expires_at
      """)
  }

  /// Until when an account's password works that is such a one; nil for one that its owner has chosen.
  static func expiry(of account: AccountID, in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select expires_at from provisional_passwords where account = \(account)")?[0]
  }

  static func remove(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(removal(of: account))
  }

  static func removal(of account: AccountID) -> SQL {
    "delete from provisional_passwords where account = \(account)"
  }
}

/// A password that nobody has to remember for long.
enum GeneratedPassword {
  /// Without letters and digits that look alike.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")

  /// Four times five letters and digits: 99 random bits.
  static func random() -> String {
    (0..<4).map { _ in
      String((0..<5).map { _ in letters[Int(Sodium.randomNumber(below: UInt32(letters.count)))] })
    }.joined(separator: "-")
  }
}
