internal import FieldhouseKit
internal import Foundation

/// The challenges under way.
enum ChallengeStore {
  static func put(
    _ challenge: Challenge, replacing: Challenge.Replacing, in transaction: any Transaction
  ) async throws {
    switch replacing {
    case .all: try await removeAll(challenge.purpose, challenge.target, in: transaction)
    case .own: try await remove(challenge.purpose, challenge.target, of: challenge.device, in: transaction)
    case .none: break
    }
    try await transaction.execute(
      """
      insert into challenges (id, token_hash, purpose, target, device, code_hash, link_hash, payload, tries,
      stray_tries, created_at, expires_at) values (\(challenge.id), \(challenge.tokenHash),
      \(challenge.purpose.rawValue), \(challenge.target), \(challenge.device), \(challenge.codeHash),
      \(challenge.linkHash), \(challenge.payload), 0, 0, \(challenge.createdAt), \(challenge.expiresAt))
      """)
  }

  /// All challenges for a target, the oldest first, also those that have expired.
  static func all(
    _ purpose: Challenge.Purpose, _ target: String, in transaction: any ReadTransaction
  ) async throws -> [Challenge] {
    try await transaction.query(
      """
      select * from challenges where purpose = \(purpose.rawValue) and target = \(target) order by created_at, id
      """
    ).map { try Challenge($0, purpose: purpose) }
  }

  /// The open challenges for a target, the oldest first.
  static func open(
    _ purpose: Challenge.Purpose, _ target: String, now: Date, in transaction: any ReadTransaction
  ) async throws -> [Challenge] {
    try await all(purpose, target, in: transaction).filter { $0.expiresAt > now }
  }

  static func find(
    _ purpose: Challenge.Purpose, link hash: String, in transaction: any ReadTransaction
  ) async throws -> Challenge? {
    try await transaction.first(
      "select * from challenges where purpose = \(purpose.rawValue) and link_hash = \(hash)"
    ).map { try Challenge($0, purpose: purpose) }
  }

  /// Counts a try on some challenges. One statement counts and decides, so parallel guesses cannot get more tries than
  /// there are. The tries of others than the one who asked are counted apart: they do not use up the owner's.
  /// - Returns: those whose code may be compared.
  static func countTries(
    on ids: [String], isOwn: Bool, _ purpose: Challenge.Purpose, limit: Int, in transaction: any Transaction
  ) async throws -> [Challenge] {
    let own: SQL =
      "update challenges set tries = tries + 1 where id in (\(list: ids)) and tries < \(limit) returning *"
    let stray: SQL = """
      update challenges set stray_tries = stray_tries + 1 where id in (\(list: ids)) and stray_tries < \(limit)
      returning *
      """
    return try await transaction.query(isOwn ? own : stray).map { try Challenge($0, purpose: purpose) }
  }

  /// Uses a challenge up.
  /// - Returns: whether it was still there; of several at once, one gets it.
  static func use(_ id: String, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from challenges where id = \(id)") > 0
  }

  /// Uses a challenge up whose code was told by who asked for it.
  /// - Returns: whether it was still there and had a try left.
  static func use(_ id: String, limit: Int, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from challenges where id = \(id) and tries < \(limit)") > 0
  }

  static func removeAll(
    _ purpose: Challenge.Purpose, _ target: String, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "delete from challenges where purpose = \(purpose.rawValue) and target = \(target)")
  }

  /// Removes what is open for the phone numbers and addresses that an account has.
  static func removeAll(toIdentifiersOf account: AccountID, in transaction: any Transaction) async throws {
    let targets = try await IdentifierStore.list(of: account, in: transaction).map(\.value)
    try await transaction.execute("delete from challenges where target in (\(list: targets))")
  }

  /// Removes what an account has open for itself: the targets that begin with its id and a slash. Written as a range, which
  /// an index answers on every engine: behind the slash comes the zero.
  static func removal(of account: AccountID) -> SQL {
    "delete from challenges where target > \(account.text + "/") and target < \(account.text + "0")"
  }

  private static func remove(
    _ purpose: Challenge.Purpose, _ target: String, of device: String, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      delete from challenges where purpose = \(purpose.rawValue) and target = \(target) and device = \(device)
      """)
  }

  /// Removes those that expired first, at most so many.
  /// - Returns: how many.
  static func removeExpired(now: Date, most: Int, in transaction: any Transaction) async throws -> Int {
    try await transaction.execute(
      """
      delete from challenges where id in (
        select id from challenges where expires_at <= \(now) order by expires_at limit \(most))
      """)
  }
}
