internal import FieldhouseKit
internal import Foundation

/// Second factors in storage; keys are sealed, recovery codes hashed.
enum SecondFactorStore {
  struct Stored: Sendable {
    let sealed: String
    let confirmedAt: Date?
    let lastStep: Int64
  }

  static func find(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Stored? {
    try await transaction.first(
      "select sealed, confirmed_at, last_step from second_factors where account = \(account)"
    ).map { Stored(sealed: try $0[0], confirmedAt: try $0[1], lastStep: try $0[2]) }
  }

  static func put(_ account: AccountID, sealed: String, in transaction: any Transaction) async throws {
    try await remove(account, in: transaction)
    try await transaction.execute(
      "insert into second_factors (account, sealed, confirmed_at, last_step) values (\(account), \(sealed), null, 0)")
  }

  static func confirm(_ account: AccountID, now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("update second_factors set confirmed_at = \(now) where account = \(account)")
  }

  /// Marks a step as used.
  /// - Returns: false when it or a later one was used before.
  static func use(_ step: Int64, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      """
      update second_factors set last_step = \(step) where account = \(account)
      and (last_step < \(step) or last_step > \(step + TimeCode.farthest))
      """) > 0
  }

  static func putRecovery(_ hashes: [String], of account: AccountID, in transaction: any Transaction) async throws {
    for hash in hashes {
      try await transaction.execute("insert into recovery_codes (account, code_hash) values (\(account), \(hash))")
    }
  }

  /// Uses a recovery code up.
  static func useRecovery(_ hash: String, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      "delete from recovery_codes where account = \(account) and code_hash = \(hash)") > 0
  }

  /// How many recovery codes are left.
  static func countRecovery(of account: AccountID, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first("select count(*) from recovery_codes where account = \(account)")?[0] ?? 0
  }

  static func removeRecovery(of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from recovery_codes where account = \(account)")
  }

  static func remove(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from second_factors where account = \(account)")
    try await removeRecovery(of: account, in: transaction)
  }
}
