import FieldhouseKit
import Foundation

/// Who answers for whom on a team.
enum GuardianStore {
  /// How many guardians somebody has on a team at most.
  static let most = 4

  /// The guardians of a team's members, by member.
  static func all(of team: String, in transaction: any ReadTransaction) async throws -> [AccountID: [AccountID]] {
    var guardians: [AccountID: [AccountID]] = [:]
    for row in try await transaction.query(
      "select child, guardian from guardians where team = \(team) order by since, guardian")
    { guardians[try row["child"], default: []].append(try row["guardian"]) }
    return guardians
  }

  /// For whom somebody answers, by team.
  static func children(
    of guardian: AccountID, in transaction: any ReadTransaction
  ) async throws -> [String: [AccountID]] {
    var children: [String: [AccountID]] = [:]
    for row in try await transaction.query(
      "select team, child from guardians where guardian = \(guardian) order by team, child")
    { children[try row["team"], default: []].append(try row["child"]) }
    return children
  }

  static func isGuardian(
    _ guardian: AccountID, of child: AccountID, in team: String, _ transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first(
      "select since from guardians where team = \(team) and child = \(child) and guardian = \(guardian)") != nil
  }

  /// - Returns: whether that is new.
  /// - Throws: ``Problem`` 409 `guardians-full`.
  static func add(
    _ guardian: AccountID, to child: AccountID, in team: String, at now: Date, _ transaction: any Transaction
  ) async throws -> Bool {
    let known: [AccountID] = try await transaction.query(
      "select guardian from guardians where team = \(team) and child = \(child)"
    ).map { try $0["guardian"] }
    guard !known.contains(guardian) else { return false }
    guard known.count < most else { throw Problem.guardiansFull }
    try await transaction.execute(
      "insert into guardians (team, child, guardian, since) values (\(team), \(child), \(guardian), \(now))")
    return true
  }

  /// - Returns: whether there was one.
  static func remove(
    _ guardian: AccountID, from child: AccountID, in team: String, _ transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      "delete from guardians where team = \(team) and child = \(child) and guardian = \(guardian)") == 1
  }
}
