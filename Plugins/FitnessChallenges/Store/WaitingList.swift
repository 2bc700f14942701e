import FieldhouseKit
import Foundation

/// Who waits for a place in challenges that are full, in the order in which they have asked.
enum WaitingList {
  /// How many wait, and somebody's place from 1; nil for who does not wait.
  static func standing(
    of account: AccountID, in challenge: String, _ transaction: any ReadTransaction
  ) async throws -> (count: Int, place: Int?) {
    let own: Int? = try await transaction.first(
      "select id from waiting_list where challenge = \(challenge) and account = \(account)"
    ).map { try $0["id"] }
    let row = try await transaction.query(
      """
      select count(*) as everybody, count(case when id <= \(own ?? 0) then 1 end) as before from waiting_list
      where challenge = \(challenge)
      """)[0]
    return (try row["everybody"], own == nil ? nil : try row["before"])
  }

  /// Puts somebody at the end; who waits already keeps the place.
  static func add(
    _ account: AccountID, to challenge: String, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into waiting_list (challenge, account, asked_at) values (\(challenge), \(account), \(now))
      on conflict do nothing
      """)
  }

  static func remove(
    _ account: AccountID, from challenge: String, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "delete from waiting_list where challenge = \(challenge) and account = \(account)")
  }

  /// Takes who has waited longest from the list; nil when nobody waits.
  static func next(in challenge: String, _ transaction: any Transaction) async throws -> AccountID? {
    guard
      let row = try await transaction.first(
        "select account from waiting_list where challenge = \(challenge) order by id limit 1")
    else { return nil }
    let account: AccountID = try row["account"]
    try await remove(account, from: challenge, in: transaction)
    return account
  }

  /// The challenges that somebody waits for, each with since when.
  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [(challenge: String, askedAt: Date)] {
    try await transaction.query(
      "select challenge, asked_at from waiting_list where account = \(account) order by id"
    ).map { (try $0["challenge"], try $0["asked_at"]) }
  }

  static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from waiting_list where account = \(account)")
  }

  /// Where both wait for the same, `other`'s place counts.
  static func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      delete from waiting_list where account = \(account)
        and challenge in (select challenge from waiting_list where account = \(other))
      """)
    try await transaction.execute(
      """
      delete from waiting_list where account = \(account)
        and challenge in (select challenge from participants where account = \(other) and left_at is null)
      """)
    try await transaction.execute("update waiting_list set account = \(other) where account = \(account)")
  }
}
