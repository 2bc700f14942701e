internal import FieldhouseKit
internal import Foundation

/// Who is to be erased, in storage.
enum LeavingStore {
  /// Those whose grace time is over, the first first.
  static func due(now: Date, limit: Int, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query(
      "select id from people where leaving_at <= \(now) order by leaving_at, id limit \(limit)"
    ).map { try $0[0] }
  }

  /// Guests that nobody has used since an instant, the oldest first.
  static func idleGuests(
    unusedSince instant: Date, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [AccountID] {
    try await transaction.query(
      """
      select id from people where kind = 'guest' and created_at <= \(instant)
      and (seen_at is null or seen_at <= \(instant))
      and not exists (select 1 from sessions where account = people.id and seen_at > \(instant))
      order by created_at, id limit \(limit)
      """
    ).map { try $0[0] }
  }

  /// Takes an account back whose grace time is not over.
  /// - Returns: whether it was leaving.
  static func takeBack(_ account: AccountID, in transaction: any Transaction) async throws -> Bool {
    let count = try await transaction.execute(
      "update people set leaving_at = null where id = \(account) and leaving_at is not null")
    guard count > 0 else { return false }
    try await ChangeLog.record(account, in: transaction)
    return true
  }
}
