internal import FieldhouseKit
internal import Foundation

/// How far a friendship has come, from one side.
enum FriendshipState: String, Sendable, Codable, CaseIterable {
  case none, requested, received, friends
}

/// Friendships: requested by one, accepted by the other.
enum FriendStore {
  /// The friendship of `id` with `other`, as `id` sees it.
  static func state(
    of id: AccountID, with other: AccountID, in transaction: any ReadTransaction
  ) async throws -> FriendshipState {
    let row = try await transaction.first(
      """
      select requester, accepted_at from friendships where (requester = \(id) and addressee = \(other))
      or (requester = \(other) and addressee = \(id))
      """)
    return try row.map { try state($0, of: id) } ?? .none
  }

  static func request(
    _ requester: AccountID, _ addressee: AccountID, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into friendships (requester, addressee, created_at, accepted_at) values
      (\(requester), \(addressee), \(now), null) on conflict (requester, addressee) do nothing
      """)
  }

  static func accept(
    _ addressee: AccountID, from requester: AccountID, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      update friendships set accepted_at = \(now)
      where requester = \(requester) and addressee = \(addressee) and accepted_at is null
      """)
  }

  /// Withdraws a request, refuses it or ends the friendship, whoever began.
  static func end(_ one: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      delete from friendships where (requester = \(one) and addressee = \(other))
      or (requester = \(other) and addressee = \(one))
      """)
  }

  /// All friendships and requests of somebody, the oldest first.
  static func list(
    of id: AccountID, in transaction: any ReadTransaction
  ) async throws -> [(other: AccountID, state: FriendshipState, since: Date)] {
    try await transaction.query(
      """
      select requester, accepted_at, addressee, created_at from friendships
      where requester = \(id) or addressee = \(id) order by created_at, requester, addressee
      """
    ).map { row in
      let (requester, addressee): (AccountID, AccountID) = (try row["requester"], try row["addressee"])
      let acceptedAt: Date? = try row["accepted_at"]
      let since: Date = try acceptedAt ?? row["created_at"]
      return (requester == id ? addressee : requester, try state(row, of: id), since)
    }
  }

  /// Those whose friendship is accepted, the oldest first.
  static func friends(of id: AccountID, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query(
      """
      select case when requester = \(id) then addressee else requester end as friend from friendships
      where (requester = \(id) or addressee = \(id)) and accepted_at is not null
      order by accepted_at, requester, addressee
      """
    ).map { try $0[0] }
  }

  private static func state(_ row: Row, of id: AccountID) throws -> FriendshipState {
    let (requester, acceptedAt): (AccountID, Date?) = (try row["requester"], try row["accepted_at"])
    return acceptedAt != nil ? .friends : requester == id ? .requested : .received
  }
}
