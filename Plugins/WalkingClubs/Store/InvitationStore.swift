import FieldhouseKit
import Foundation

/// Who was brought by whom. An invitation counts once the newcomer has come back (the platform says so) and has walked.
enum InvitationStore {
  static func add(
    _ account: AccountID, by inviter: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    guard account != inviter else { return }
    try await transaction.execute(
      """
      insert into invitations (account, inviter, settled_at) values (\(account), \(inviter), \(now)) on conflict do nothing
      """)
  }

  /// Gives the inviters of some people their points, where these have walked: for the club and the group of the inviter, in the
  /// season of the day on which it comes to count. Beyond the season's limit an invitation counts nothing.
  static func credit(_ accounts: [AccountID], at now: Date, in transaction: any Transaction) async throws {
    guard !accounts.isEmpty else { return }
    let waiting = try await transaction.query(
      """
      select account, inviter from invitations where season is null and account in (\(list: accounts.padded)) order by account
      """)
    for row in waiting { try await credit(try row["account"], try row["inviter"], at: now, in: transaction) }
  }

  private static func credit(
    _ account: AccountID, _ inviter: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    let hasWalked =
      try await transaction.first(
        "select day from day_points where account = \(account) and points > 0 order by day limit 1") != nil
    let day = TimeZone.gmt.day(of: now)
    guard hasWalked, let season = try await SeasonStore.season(of: day, in: transaction),
      let walker = try await WalkerStore.find(inviter, in: transaction), let club = walker.club
    else { return }
    let count: Int =
      try await transaction.first(
        """
        select count(*) as n from invitations where inviter = \(inviter) and season = \(season.id) and points > 0
        """)?["n"] ?? 0
    let points = count < season.rules.mostInvitations ? season.rules.invitationPoints : 0
    try await transaction.execute(
      "update invitations set season = \(season.id), points = \(points) where account = \(account)")
    guard points > 0 else { return }
    let place = Credit.Place(season: season.id, club: club, crew: walker.crew ?? "")
    try await Ledger.add(
      [Credit(account: inviter, place: place, points: points, steps: 0, days: 0)], at: now, in: transaction)
    try await transaction.notify(
      NotificationRequest(
        recipients: [inviter], about: [account], kind: "invitation", text: "invitation",
        arguments: ["points": "\(points)"], link: "/walking-clubs", deduplicationKey: "invitation/\(account)"))
  }

  /// How many of somebody's invitations count in a season, and what they brought.
  static func sum(
    of inviter: AccountID, season: String, in transaction: any ReadTransaction
  ) async throws -> (count: Int, points: Int) {
    let row = try await transaction.first(
      """
      select count(*) as n, coalesce(sum(points), 0) as points from invitations
      where inviter = \(inviter) and season = \(season) and points > 0
      """)
    return (try row?["n"] ?? 0, try row?["points"] ?? 0)
  }
}
