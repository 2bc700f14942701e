import FieldhouseKit
import Foundation

/// Who has agreed that routes are kept: the route of an activity without its ends, and roughly where somebody was during
/// it. Without it an activity counts all the same. Routes from before anybody was asked are not lost: they stay until
/// their person removes them.
enum RouteConsent {
  /// When somebody has agreed; nil without consent.
  static func givenAt(by account: AccountID, in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select given_at from route_consents where account = \(account)").map {
      try $0["given_at"] as Date
    }
  }

  static func isGiven(by account: AccountID, in transaction: any ReadTransaction) async throws -> Bool {
    try await givenAt(by: account, in: transaction) != nil
  }

  /// Agrees; who has agreed before has done so then.
  static func give(by account: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      "insert into route_consents (account, given_at) values (\(account), \(now)) on conflict do nothing")
  }

  /// Takes the consent back and removes what was kept with it, or before anybody was asked. What counts of the activities
  /// stays. Files that are being handed in are forgotten, as one that is half read holds its track with the ends.
  /// - Returns: of how many activities something was removed.
  static func withdraw(_ account: AccountID, in transaction: any Transaction) async throws -> Int {
    try await transaction.execute("delete from route_consents where account = \(account)")
    let span = try await transaction.first(
      "select min(start_at) as first, max(end_at) as last from activities where \(placed(account))")
    let (first, last): (Int64?, Int64?) = (try span?["first"], try span?["last"])
    let removed = try await transaction.execute(
      "update activities set has_route = 0, route_left_out = 1 where \(placed(account))")
    try await transaction.execute("delete from activity_routes where account = \(account)")
    try await transaction.execute("delete from activity_places where account = \(account)")
    try await ImportStore.removeOpen(of: account, in: transaction)
    if let first, let last { try await ActivityStore.tell(first, last, of: account, in: transaction) }
    return removed
  }

  /// How many activities there are of which it is kept where they were.
  static func count(of account: AccountID, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first("select count(*) as n from activities where \(placed(account))").map {
      try $0["n"] as Int
    } ?? 0
  }

  /// What holds of somebody's activities of which it is kept where they were. A short one has places, but no route.
  private static func placed(_ account: AccountID) -> SQL {
    """
    account = \(account) and (id in (select activity from activity_routes where account = \(account))
      or id in (select activity from activity_places where account = \(account)))
    """
  }
}
