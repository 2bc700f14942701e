import FieldhouseKit
import Foundation

/// The leagues in which the members of a group compare themselves.
struct GroupLeagueStore: Sendable {
  /// The ids of a group's leagues, in the order in which they were added.
  func all(of group: String, in transaction: any ReadTransaction) async throws -> [String] {
    try await transaction.query(
      "select league from group_leagues where team = \(group) order by added_at, league"
    ).map { try $0["league"] }
  }

  /// Adds a league; false when it is there already.
  func add(_ league: String, to group: String, at now: Date, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      """
      insert into group_leagues (team, league, added_at) values (\(group), \(league), \(now)) on conflict do nothing
      """) == 1
  }

  /// Takes a league away; false when it is not there.
  func remove(_ league: String, from group: String, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from group_leagues where team = \(group) and league = \(league)") == 1
  }

  /// The groups that give points of their own in a season, by rules or for bonus questions.
  static func groupsWithOwnPoints(season: String, in transaction: any ReadTransaction) async throws -> [String] {
    let owners: [String] = try await transaction.query(
      "select distinct owner from scoring_rules where season = \(season)"
    ).map { try $0["owner"] }
    let asking: [String] = try await transaction.query(
      "select distinct team from bonus_questions where season = \(season)"
    ).map { try $0["team"] }
    return Set(owners.compactMap(RuleStore.Owner.groupID) + asking).sorted()
  }
}
