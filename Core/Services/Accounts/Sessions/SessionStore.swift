internal import FieldhouseKit
internal import Foundation

/// The sessions in storage.
enum SessionStore {
  static func insert(_ session: Session, token: TokenHash, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into sessions (token_hash, id, account, address, created_at, seen_at, expires_at, strong, proved_at) values
      (\(token.text), \(session.id), \(session.account), \(session.address), \(session.createdAt), \(session.seenAt),
      \(session.expiresAt), \(session.isStrong), \(session.createdAt))
      """)
  }

  /// Notes that it was proved once more who is in a session.
  static func prove(
    _ id: String, of account: AccountID, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "update sessions set proved_at = \(now) where id = \(id) and account = \(account)")
  }

  static func find(_ token: TokenHash, in transaction: any ReadTransaction) async throws -> Session? {
    try await transaction.first("select * from sessions where token_hash = \(token.text)").map(Session.init)
  }

  /// The sessions of an account that have not expired, the latest first.
  static func list(_ account: AccountID, now: Date, in transaction: any ReadTransaction) async throws -> [Session] {
    try await transaction.query(
      """
      select * from sessions where account = \(account) and expires_at > \(now) order by created_at desc, id
      """
    ).map(Session.init)
  }

  /// Ends one session of an account.
  /// - Returns: whether there was one.
  static func end(_ id: String, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    let count = try await transaction.execute("delete from sessions where id = \(id) and account = \(account)")
    try await ChangeLog.record(account, in: transaction)
    return count > 0
  }

  /// Ends all sessions of an account, except the one with the id `kept`.
  static func endAll(of account: AccountID, except kept: String? = nil, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from sessions where account = \(account) and id <> \(kept ?? "")")
    try await ChangeLog.record(account, in: transaction)
  }

  /// Notes that the second factor was shown in a session.
  static func strengthen(_ id: String, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("update sessions set strong = 1 where id = \(id) and account = \(account)")
    try await ChangeLog.record(account, in: transaction)
  }

  /// Takes that back for every session of an account.
  static func weaken(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("update sessions set strong = 0 where account = \(account)")
    try await ChangeLog.record(account, in: transaction)
  }

  /// Notes the use of a session and moves its end. Of a guest it is noted beside the person too, where it outlasts the
  /// session.
  static func touch(_ id: String, seenAt: Date, expiresAt: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "update sessions set seen_at = \(seenAt), expires_at = \(expiresAt) where id = \(id) and seen_at < \(seenAt)")
    try await transaction.execute(
      """
      update people set seen_at = \(seenAt) where id = (select account from sessions where id = \(id))
      and kind = 'guest' and (seen_at is null or seen_at < \(seenAt))
      """)
  }

  /// Removes those that have expired.
  static func sweep() -> Sweep<String> { Sweep(from: "", list: list, remove: remove) }

  private static func list(
    behind id: String, most: Int, in transaction: any ReadTransaction
  ) async throws -> [(key: String, end: Date)] {
    try await transaction.query(
      "select id, expires_at from sessions where id > \(id) order by id limit \(most)"
    ).map { (try $0[0], try $0[1]) }
  }

  private static func remove(_ ids: [String], now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from sessions where id in (\(list: ids)) and expires_at <= \(now)")
  }
}
