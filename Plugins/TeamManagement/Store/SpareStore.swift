import FieldhouseKit
import Foundation

/// Who steps in, and who has been called to what.
enum SpareStore {
  struct Call: Sendable {
    let account: AccountID
    /// Until when the place is kept for the answer.
    let until: Date
  }

  /// The spares of a team, with how often and when last they were called.
  static func spares(of team: String, in transaction: any ReadTransaction) async throws -> [Spares.Spare] {
    try await transaction.query(
      """
      select roster.account as account, count(spare_calls.event) as calls, max(spare_calls.called_at) as last
      from roster left join spare_calls on spare_calls.account = roster.account
        and spare_calls.event in (select id from events where team = \(team))
      where roster.team = \(team) and roster.is_spare = 1
      group by roster.account order by roster.account
      """
    ).map { Spares.Spare(account: try $0["account"], calls: try $0["calls"], lastCall: try $0["last"]) }
  }

  static func calls(to event: String, in transaction: any ReadTransaction) async throws -> [Call] {
    try await transaction.query(
      "select account, until_at from spare_calls where event = \(event) order by called_at, account"
    ).map { Call(account: try $0["account"], until: try $0["until_at"]) }
  }

  static func call(
    _ account: AccountID, to event: String, until: Date, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into spare_calls (event, account, called_at, until_at) values (\(event), \(account), \(now), \(until))
      """)
  }

  /// The ids of events ahead with a number of places, of teams that have spares.
  static func events(at now: Date, in transaction: any ReadTransaction) async throws -> [String] {
    try await transaction.query(
      """
      select id from events where capacity is not null and is_cancelled = 0 and starts_at > \(now)
        and team in (select team from roster where is_spare = 1) order by starts_at, id limit \(EventStore.mostListed)
      """
    ).map { try $0["id"] }
  }
}
