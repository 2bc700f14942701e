internal import FieldhouseKit
internal import Foundation

/// Friendships and requests in storage: one row for two people.
enum FriendStore {
  private static let columns: SQL = "requester, addressee, created_at, accepted_at, refused_at, withdrawn"

  /// What there is between two people.
  static func find(
    _ one: AccountID, _ other: AccountID, in transaction: any ReadTransaction
  ) async throws -> Friendship? {
    try await transaction.first(
      "select \(columns) from friendships where pair = \(Friendship.pair(one, other))"
    ).map(Friendship.init)
  }

  private static let portion = 400

  /// What `id` is to some others; who is not in it is nothing to `id`.
  static func states(
    of id: AccountID, with others: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: FriendshipState] {
    var states: [AccountID: FriendshipState] = [:]
    for start in stride(from: 0, to: others.count, by: portion) {
      let pairs = others[start..<min(start + portion, others.count)].map { Friendship.pair(id, $0) }
      let found = try await transaction.query(
        "select \(columns) from friendships where pair in (\(list: pairs))"
      ).map(Friendship.init)
      for friendship in found { states[friendship.other(than: id)] = friendship.state(for: id) }
    }
    return states
  }

  /// Those of some people who are friends of `id`.
  static func friends(
    of id: AccountID, among others: [AccountID], in transaction: any ReadTransaction
  ) async throws -> Set<AccountID> {
    Set(try await states(of: id, with: others, in: transaction).filter { $0.value == .friends }.keys)
  }

  /// Puts what has become of a friendship in the place of what there was between two people.
  static func keep(
    _ friendship: Friendship?, of one: AccountID, _ other: AccountID, in transaction: any Transaction
  ) async throws {
    guard let new = friendship else {
      try await transaction.execute("delete from friendships where pair = \(Friendship.pair(one, other))")
      return
    }
    try await transaction.execute(
      """
      insert into friendships (pair, requester, addressee, created_at, accepted_at, refused_at, withdrawn) values
      (\(Friendship.pair(one, other)), \(new.requester), \(new.addressee), \(new.createdAt), \(new.acceptedAt),
      \(new.refusedAt), \(new.isWithdrawn)) on conflict (pair) do update set requester = excluded.requester,
      addressee = excluded.addressee, created_at = excluded.created_at, accepted_at = excluded.accepted_at,
      refused_at = excluded.refused_at, withdrawn = excluded.withdrawn
      """)
  }

  /// How many friends somebody has, how many requests of theirs wait, and how many wait for their answer.
  static func counts(
    of id: AccountID, in transaction: any ReadTransaction
  ) async throws -> (friends: Int, requested: Int, received: Int) {
    let row = try await transaction.first(
      """
      select (select count(*) from friendships where requester = \(id) and accepted_at is not null)
      + (select count(*) from friendships where addressee = \(id) and accepted_at is not null) as friends,
      (select count(*) from friendships where requester = \(id) and accepted_at is null and withdrawn = 0) as requested,
      (select count(*) from friendships where addressee = \(id) and accepted_at is null and withdrawn = 0
      and refused_at is null) as received
      """)
    return (try row?[0] ?? 0, try row?[1] ?? 0, try row?[2] ?? 0)
  }

  /// Those whose friendship is accepted, the oldest first.
  static func friends(of id: AccountID, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query(
      """
      select addressee as friend, accepted_at from friendships where requester = \(id) and accepted_at is not null
      union all select requester as friend, accepted_at from friendships
      where addressee = \(id) and accepted_at is not null order by accepted_at, friend
      """
    ).map { try $0[0] }
  }

  /// Everybody whom somebody has asked, was asked by or is friends with, refused or not.
  static func neighbours(of id: AccountID, in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query(
      """
      select addressee from friendships where requester = \(id)
      union select requester from friendships where addressee = \(id)
      """
    ).map { try $0[0] }
  }

  /// Forgets the requests that nobody has answered for too long, and those that were refused, at most so many.
  /// - Returns: how many.
  static func removeExpired(now: Date, most: Int, in transaction: any Transaction) async throws -> Int {
    let oldest = now.addingTimeInterval(-Double(Friendship.requestDays) * 86_400)
    return try await transaction.execute(
      """
      delete from friendships where pair in (
        select pair from friendships where accepted_at is null and created_at <= \(oldest)
        order by created_at limit \(most))
      """)
  }
}

// Pages of one of somebody's lists, in the order in which they were asked.
extension FriendStore {
  /// Those of `id` in a state, or in any, after a place.
  static func list(
    of id: AccountID, _ state: FriendshipState?, after cursor: Cursor?, limit: Int,
    in transaction: any ReadTransaction
  ) async throws -> [Friendship] {
    let (at, last) = (cursor?.at ?? .distantPastInStorage, cursor?.id ?? "")
    let asked = try await transaction.query(
      """
      select \(columns) from friendships where requester = \(id) and (created_at, addressee) > (\(at), \(last))
      and \(seenByAsker(state)) order by created_at, addressee limit \(limit)
      """
    ).map(Friendship.init)
    let answered = try await transaction.query(
      """
      select \(columns) from friendships where addressee = \(id) and (created_at, requester) > (\(at), \(last))
      and \(seenByAsked(state)) order by created_at, requester limit \(limit)
      """
    ).map(Friendship.init)
    let all = (asked + answered).sorted {
      ($0.createdAt, $0.other(than: id).text) < ($1.createdAt, $1.other(than: id).text)
    }
    return Array(all.prefix(limit))
  }

  /// What holds of the rows that an asker sees in a state.
  private static func seenByAsker(_ state: FriendshipState?) -> SQL {
    switch state {
    case .friends: "accepted_at is not null"
    case .requested: "accepted_at is null and withdrawn = 0"
    case .received, .some(.none): "1 = 0"
    case nil: "withdrawn = 0"
    }
  }

  /// What holds of the rows that somebody who was asked sees in a state.
  private static func seenByAsked(_ state: FriendshipState?) -> SQL {
    switch state {
    case .friends: "accepted_at is not null"
    case .received: "accepted_at is null and refused_at is null and withdrawn = 0"
    case .requested, .some(.none): "1 = 0"
    case nil: "refused_at is null and withdrawn = 0"
    }
  }
}

extension Friendship {
  init(_ row: Row) throws {
    self.init(
      requester: try row["requester"], addressee: try row["addressee"], createdAt: try row["created_at"],
      acceptedAt: try row["accepted_at"], refusedAt: try row["refused_at"], isWithdrawn: try row["withdrawn"])
  }
}
