internal import FieldhouseKit
internal import Foundation

/// Who follows whom.
enum FollowStore {
  static func following(of id: AccountID, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query(
      "select followed from follows where follower = \(id) order by created_at, followed"
    ).map { try $0[0] }
  }

  /// How many follow an account, and how many it follows.
  static func counts(
    of id: AccountID, in transaction: any ReadTransaction
  ) async throws -> (followers: Int, following: Int) {
    let row = try await transaction.first(
      """
      select (select count(*) from follows where followed = \(id)), (select count(*) from follows where follower = \(id))
      """)
    return (try row?[0] ?? 0, try row?[1] ?? 0)
  }
}
