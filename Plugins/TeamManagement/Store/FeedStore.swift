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

  static func feed(secret: String, in transaction: any ReadTransaction) async throws -> Feed? {
    try await transaction.first("select id, secret, account, team from feeds where secret = \(secret)").map(Feed.init)
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
