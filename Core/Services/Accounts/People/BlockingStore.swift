internal import FieldhouseKit
internal import Foundation

/// Who has blocked whom.
enum BlockingStore {
  static func blocks(
    _ blocker: AccountID, _ blocked: AccountID, in transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first("select 1 from blocks where blocker = \(blocker) and blocked = \(blocked)") != nil
  }

  private static let portion = 400

  /// Those of some people who have blocked somebody or are blocked by them.
  static func blocks(
    between id: AccountID, and others: [AccountID], in transaction: any ReadTransaction
  ) async throws -> Set<AccountID> {
    var found: Set<AccountID> = []
    for start in stride(from: 0, to: others.count, by: portion) {
      let part = others[start..<min(start + portion, others.count)].map(\.text)
      let rows = try await transaction.query(
        """
        select blocked from blocks where blocker = \(id) and blocked in (\(list: part))
        union select blocker from blocks where blocked = \(id) and blocker in (\(list: part))
        """)
      for row in rows { found.insert(try row[0]) }
    }
    return found
  }

  /// So many people are asked for with one query; a list is filled up, so that there are few statements.
  private static let (few, many) = (32, portion)

  /// Of some people and others those pairs between whom there is a block.
  static func blocks(
    between people: [AccountID], and others: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: Set<AccountID>] {
    var found: [AccountID: Set<AccountID>] = [:]
    for some in portions(of: people, few) {
      for rest in portions(of: others, others.count > few ? many : few) {
        let rows = try await transaction.query(
          """
          select blocker, blocked from blocks where blocker in (\(list: some)) and blocked in (\(list: rest))
          union all
          select blocked, blocker from blocks where blocked in (\(list: some)) and blocker in (\(list: rest))
          """)
        for row in rows { found[try row[0], default: []].insert(try row[1]) }
      }
    }
    return found
  }

  private static func portions(of people: [AccountID], _ size: Int) -> [[AccountID]] {
    stride(from: 0, to: people.count, by: size).map { start in
      let some = people[start..<min(start + size, people.count)]
      return some + Array(repeating: people[start], count: size - some.count)
    }
  }

  /// Between whom and somebody there is a block, up to a number of people.
  static func neighbours(
    of id: AccountID, most: Int = .max, in transaction: any ReadTransaction
  ) async throws -> [AccountID] {
    try await transaction.query(
      """
      select blocked from blocks where blocker = \(id) union select blocker from blocks where blocked = \(id)
      limit \(most)
      """
    ).map { try $0[0] }
  }

  /// Blocks: following and friendship end both ways; the other is not told, and keeps a request that was not answered.
  /// - Returns: whether that is new.
  static func block(
    _ blocker: AccountID, _ blocked: AccountID, now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    let count = try await transaction.execute(
      """
      insert into blocks (blocker, blocked, created_at) values (\(blocker), \(blocked), \(now))
      on conflict (blocker, blocked) do nothing
      """)
    try await FollowStore.unfollow(blocker, blocked, in: transaction)
    try await FollowStore.unfollow(blocked, blocker, in: transaction)
    if let known = try await FriendStore.find(blocker, blocked, in: transaction) {
      let left = known.blocked(by: blocker, at: now).friendship
      try await FriendStore.keep(left, of: blocker, blocked, in: transaction)
    }
    return count > 0
  }

  /// - Returns: whether there was a block.
  static func unblock(
    _ blocker: AccountID, _ blocked: AccountID, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute("delete from blocks where blocker = \(blocker) and blocked = \(blocked)") > 0
  }

  /// A page of those whom somebody blocked, by when.
  static func list(
    of blocker: AccountID, after cursor: Cursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [ListedPerson] {
    let (at, last) = (cursor?.at ?? .distantPastInStorage, cursor?.id ?? "")
    return try await transaction.query(
      """
      select blocked, created_at from blocks where blocker = \(blocker)
      and (created_at > \(at) or (created_at = \(at) and blocked > \(last))) order by created_at, blocked limit \(limit)
      """
    ).map(ListedPerson.init)
  }
}
