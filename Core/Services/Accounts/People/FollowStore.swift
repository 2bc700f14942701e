internal import FieldhouseKit
internal import Foundation

/// Who follows whom.
enum FollowStore {
  /// Those who follow somebody, and whom somebody follows: the people whose counts change when somebody goes.
  static func neighbours(of id: AccountID, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query(
      """
      select followed from follows where follower = \(id)
      union select follower from follows where followed = \(id)
      """
    ).map { try $0[0] }
  }

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
      select (select count(*) from follows where followed = \(id)) as followers,
      (select count(*) from follows where follower = \(id)) as following
      """)
    return (try row?[0] ?? 0, try row?[1] ?? 0)
  }

  static func follows(
    _ follower: AccountID, _ followed: AccountID, in transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first(
      "select 1 from follows where follower = \(follower) and followed = \(followed)") != nil
  }

  /// - Returns: whether it is new.
  static func follow(
    _ follower: AccountID, _ followed: AccountID, now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      """
      insert into follows (follower, followed, created_at) values (\(follower), \(followed), \(now))
      on conflict (follower, followed) do nothing
      """) > 0
  }

  static func unfollow(
    _ follower: AccountID, _ followed: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute("delete from follows where follower = \(follower) and followed = \(followed)")
  }

  /// A page of those who follow somebody, by when they began.
  static func followers(
    of id: AccountID, after cursor: Cursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [ListedPerson] {
    let (at, last) = (cursor?.at ?? .distantPastInStorage, cursor?.id ?? "")
    return try await transaction.query(
      """
      select follower, created_at from follows where followed = \(id)
      and (created_at > \(at) or (created_at = \(at) and follower > \(last))) order by created_at, follower limit \(limit)
      """
    ).map(ListedPerson.init)
  }

  /// A page of those whom somebody follows, by when that began.
  static func followed(
    by id: AccountID, after cursor: Cursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [ListedPerson] {
    let (at, last) = (cursor?.at ?? .distantPastInStorage, cursor?.id ?? "")
    return try await transaction.query(
      """
      select followed, created_at from follows where follower = \(id)
      and (created_at > \(at) or (created_at = \(at) and followed > \(last))) order by created_at, followed limit \(limit)
      """
    ).map(ListedPerson.init)
  }
}

/// Somebody in a list that is ordered by time.
struct ListedPerson: Sendable {
  let id: AccountID
  let at: Date

  init(_ row: Row) throws {
    id = try row[0]
    at = try row[1]
  }
}

extension Date {
  /// Before everything that is stored.
  static var distantPastInStorage: Date { Date(millisecondsSince1970: -1) }
}
