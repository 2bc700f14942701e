import FieldhouseKit
import Foundation

/// Addresses at which other programs read a calendar: a person's own, of all teams, or that of one team.
enum FeedStore {
  /// How many addresses somebody has at most.
  static let most = 20

  struct Feed: Sendable {
    let id: String
    let secret: String
    let account: AccountID
    /// Nil for all teams of the account.
    let team: String?

    init(_ row: Row) throws {
      (id, secret, account, team) = (try row["id"], try row["secret"], try row["account"], try row["team"])
    }
  }

  /// An address, and what stands for the events in a span of time where it is that of one team.
  static func feed(
    secret: String, from: Date, to: Date, in transaction: any ReadTransaction
  ) async throws -> (feed: Feed, events: EventStore.State)? {
    let events = EventStore.states("in (select team from feeds where secret = \(secret))", from: from, to: to)
    return try await transaction.first(
      """
      select feeds.id as id, feeds.secret as secret, feeds.account as account, feeds.team as team,
        of_team.n as n, of_team.versions as versions, of_team.changed as changed, of_team.starts as starts,
        of_team.ages as ages
      from feeds cross join (\(events)) of_team where feeds.secret = \(secret)
      """
    ).map { (try Feed($0), try EventStore.State($0)) }
  }

  /// What stands for all that somebody's own calendar is made of: the events of some teams in a span of time, and the answers.
  static func state(
    of account: AccountID, _ teams: [String], from: Date, to: Date, in transaction: any ReadTransaction
  ) async throws -> (events: EventStore.State, answers: String) {
    let row = try await transaction.query(
      """
      select of_teams.n as n, of_teams.versions as versions, of_teams.changed as changed, of_teams.starts as starts,
        of_teams.ages as ages, own.answered as answered, own.latest as latest, own.places as places
      from (\(EventStore.states("in (\(list: teams))", from: from, to: to))) of_teams
      cross join (\(AnswerStore.states(of: account))) own
      """)[0]
    return (try EventStore.State(row), try AnswerStore.state(row))
  }

  static func feeds(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Feed] {
    try await transaction.query(
      "select id, secret, account, team from feeds where account = \(account) order by created_at, id"
    ).map(Feed.init)
  }

  /// - Throws: ``Problem`` 409 `feeds-full`.
  static func open(
    team: String?, by account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Feed {
    guard try await feeds(of: account, in: transaction).count < most else { throw Problem.feedsFull }
    return try await transaction.query(
      """
      insert into feeds (id, secret, account, team, created_at)
      values (\(TeamStore.newID()), \(Secret.make()), \(account), \(team), \(now)) returning id, secret, account, team
      """
    ).map(Feed.init)[0]
  }

  /// - Returns: whether there was such an address of the account.
  static func close(_ id: String, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from feeds where id = \(id) and account = \(account)") == 1
  }
}
