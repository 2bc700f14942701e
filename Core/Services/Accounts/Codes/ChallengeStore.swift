internal import FieldhouseKit
internal import Foundation

/// The codes under way. A purpose and a target have one at most: a new one replaces the old.
enum ChallengeStore {
  static func put(_ challenge: Challenge, in transaction: any Transaction) async throws {
    try await remove(challenge.purpose, challenge.target, in: transaction)
    try await transaction.execute(
      """
      insert into challenges (purpose, target, code_hash, link_hash, payload, tries, created_at, expires_at) values
      (\(challenge.purpose.rawValue), \(challenge.target), \(challenge.codeHash), \(challenge.linkHash),
      \(challenge.payload), 0, \(challenge.createdAt), \(challenge.expiresAt))
      """)
  }

  static func find(
    _ purpose: Challenge.Purpose, _ target: String, in transaction: any ReadTransaction
  ) async throws -> Challenge? {
    try await transaction.first(
      "select * from challenges where purpose = \(purpose.rawValue) and target = \(target)"
    ).map { try Challenge($0, purpose: purpose) }
  }

  static func find(
    _ purpose: Challenge.Purpose, link hash: String, in transaction: any ReadTransaction
  ) async throws -> Challenge? {
    try await transaction.first(
      "select * from challenges where purpose = \(purpose.rawValue) and link_hash = \(hash)"
    ).map { try Challenge($0, purpose: purpose) }
  }

  /// Counts a try, unless the code has expired or was tried too often. One statement counts and decides, so parallel
  /// guesses cannot get more tries than there are.
  /// - Returns: the challenge when its code may be compared.
  static func countTry(
    _ purpose: Challenge.Purpose, _ target: String, limit: Int, now: Date, in transaction: any Transaction
  ) async throws -> Challenge? {
    try await transaction.first(
      """
      update challenges set tries = tries + 1 where purpose = \(purpose.rawValue) and target = \(target)
      and tries < \(limit) and expires_at > \(now) returning *
      """
    ).map { try Challenge($0, purpose: purpose) }
  }

  static func remove(_ purpose: Challenge.Purpose, _ target: String, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "delete from challenges where purpose = \(purpose.rawValue) and target = \(target)")
  }

  static func removeExpired(now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from challenges where expires_at <= \(now)")
  }
}
