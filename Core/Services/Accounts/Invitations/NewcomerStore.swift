internal import FieldhouseKit
internal import Foundation

/// Who came through whom, in storage: each account once, through the first.
enum NewcomerStore {
  static func insert(_ newcomer: Newcomer, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into newcomers (account, inviter, kind, subject, joined_at, due_at) values (\(newcomer.account),
      \(newcomer.inviter), \(newcomer.kind), \(newcomer.subject), \(newcomer.joinedAt),
      \(Newcomer.firstLook(newcomer.joinedAt))) on conflict (account) do nothing
      """)
  }

  /// Those who are to be looked at by now, those first who have waited for longest.
  static func due(now: Date, limit: Int, in transaction: any ReadTransaction) async throws -> [Newcomer] {
    try await transaction.query(
      "select * from newcomers where due_at <= \(now) order by due_at, account limit \(limit)"
    ).map(Newcomer.init)
  }

  /// Looks again at an instant, or never.
  static func postpone(_ newcomer: Newcomer, to next: Date?, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "update newcomers set due_at = \(next) where account = \(newcomer.account) and due_at is not null")
  }

  /// - Returns: whether it counts from now on and did not before.
  static func count(_ newcomer: Newcomer, now: Date, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      """
      update newcomers set counted_at = \(now), due_at = null
      where account = \(newcomer.account) and inviter = \(newcomer.inviter) and due_at is not null
      """) > 0
  }

  /// When an account was used last, as its sessions know.
  static func lastSeen(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select max(seen_at) from sessions where account = \(account)")?[0]
  }

  /// Whether two accounts were signed in to on one device.
  static func shareDevice(
    _ one: AccountID, _ other: AccountID, in transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first(
      """
      select 1 from known_devices a where a.account = \(one) and exists (select 1 from known_devices b
      where b.account = \(other) and b.device_hash = a.device_hash) limit 1
      """) != nil
  }

  /// A page of those who came through somebody, the first first.
  static func list(
    of inviter: AccountID, after cursor: Cursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Newcomer] {
    let (at, last) = (cursor?.at ?? .distantPastInStorage, cursor?.id ?? "")
    return try await transaction.query(
      """
      select * from newcomers where inviter = \(inviter) and (joined_at, account) > (\(at), \(last))
      order by joined_at, account limit \(limit)
      """
    ).map(Newcomer.init)
  }
}

// What becomes of it when accounts become one.
extension NewcomerStore {
  /// Who turns out to have had an account before did not come new: what does not count yet never does. Of a guest nothing
  /// is known before. Nobody has come through oneself.
  static func merging(_ account: AccountID, into other: AccountID, isGuest: Bool) -> [SQL] {
    let second: [SQL] =
      isGuest ? [] : ["delete from newcomers where account in (\(account), \(other)) and counted_at is null"]
    return second + [
      "delete from newcomers where account = \(account) and inviter = \(other)",
      "delete from newcomers where account = \(other) and inviter = \(account)",
      """
      update newcomers set account = \(other) where account = \(account)
      and not exists (select 1 from newcomers mine where mine.account = \(other))
      """, "delete from newcomers where account = \(account)",
      "update newcomers set inviter = \(other) where inviter = \(account)",
    ]
  }
}
