import FieldhouseKit
import Foundation

/// Who stands in for those who look after a team, and until when.
enum SubstituteStore {
  /// What a substitute is to the team, by its name in the manifest.
  static let role = "substitute"
  /// How far ahead it ends at most, in seconds: 90 days.
  static let longest: TimeInterval = 90 * 86_400

  struct Substitute: Sendable {
    let team: String
    let account: AccountID
    let until: Date

    init(_ row: Row) throws { (team, account, until) = (try row["team"], try row["account"], try row["until_at"]) }
  }

  static func all(of team: String, in transaction: any ReadTransaction) async throws -> [Substitute] {
    try await transaction.query(
      "select team, account, until_at from substitutes where team = \(team) order by until_at, account"
    ).map(Substitute.init)
  }

  /// Those whose time is over.
  static func over(at now: Date, in transaction: any ReadTransaction) async throws -> [Substitute] {
    try await transaction.query(
      "select team, account, until_at from substitutes where until_at <= \(now) order by until_at limit 500"
    ).map(Substitute.init)
  }

  /// When the next one ends; nil for none.
  static func next(in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select until_at from substitutes order by until_at limit 1")?["until_at"]
  }

  static func name(
    _ account: AccountID, until: Date, in team: String, by admin: AccountID?, _ transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into substitutes (team, account, named_by, until_at) values (\(team), \(account), \(admin), \(until))
      on conflict (team, account) do update set named_by = excluded.named_by, until_at = excluded.until_at
      """)
    try await transaction.grant(role, to: account, in: Team.scope(team))
  }

  static func isNamed(
    _ account: AccountID, in team: String, _ transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first("select team from substitutes where team = \(team) and account = \(account)") != nil
  }

  /// - Returns: whether there was one.
  static func end(_ account: AccountID, in team: String, _ transaction: any Transaction) async throws -> Bool {
    let count = try await transaction.execute(
      "delete from substitutes where team = \(team) and account = \(account)")
    _ = try await transaction.revoke(role, from: account, in: Team.scope(team))
    return count == 1
  }
}
