import FieldhouseKit
import Foundation

/// A badge that those who run a club have thought of, or the operator for all clubs.
struct Badge: Sendable, Hashable {
  let id: String
  /// Nil for all clubs.
  let club: String?
  let title: String
  let icon: String
  let rule: BadgeRule
}

extension Badge {
  init(_ row: Row) throws {
    (id, club, title, icon) = (try row["badge"], try row["club"], try row["title"], try row["icon"])
    rule = BadgeRule(
      metric: BadgeRule.Metric(rawValue: try row["metric"]) ?? .steps,
      span: BadgeRule.Span(rawValue: try row["span"]) ?? .day, amount: try row["amount"])
  }
}

/// Badges in storage, and who has earned them.
enum BadgeStore {
  /// A club has no more of them at once.
  static let most = 50

  /// The badges of a club and those of all clubs, the oldest first.
  static func badges(of club: String, in transaction: any ReadTransaction) async throws -> [Badge] {
    try await transaction.query(
      """
      select * from badges where (club = \(club) or club is null) and retired_at is null order by made_at, badge limit 200
      """
    ).map(Badge.init)
  }

  static func put(_ badge: Badge, at now: Date, in transaction: any Transaction) async throws {
    let count: Int =
      try await transaction.first(
        """
        select count(*) as n from badges where retired_at is null and coalesce(club, '') = \(badge.club ?? "")
        """)?["n"] ?? 0
    guard count < most else { throw Problem.badgesFull }
    try await transaction.execute(
      """
      insert into badges (badge, club, title, icon, metric, span, amount, made_at)
      values (\(badge.id), \(badge.club), \(badge.title), \(badge.icon), \(badge.rule.metric.rawValue),
        \(badge.rule.span.rawValue), \(badge.rule.amount), \(now))
      """)
  }

  /// Nobody earns it any more; whoever has it keeps it.
  /// - Throws: ``Problem`` 404 `badge-unknown`.
  static func retire(_ id: String, of club: String, at now: Date, in transaction: any Transaction) async throws {
    let count = try await transaction.execute(
      "update badges set retired_at = \(now) where badge = \(id) and club = \(club) and retired_at is null")
    guard count > 0 else { throw Problem.badgeUnknown }
  }

  /// What somebody has earned, the latest first.
  static func awards(
    of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [(badge: Badge, day: Int)] {
    try await transaction.query(
      """
      select b.*, a.day from awards a join badges b on b.badge = a.badge where a.account = \(account)
      order by a.day desc, b.badge limit 200
      """
    ).map { (try Badge($0), try $0["day"]) }
  }

  /// Gives people what they have earned with a day, and tells them.
  static func award(
    _ accounts: [AccountID], day: Int, club: String, season: String, at now: Date, in transaction: any Transaction
  ) async throws {
    guard !accounts.isEmpty else { return }
    let badges = try await badges(of: club, in: transaction)
    guard !badges.isEmpty else { return }
    let figures = try await figures(of: accounts, day: day, season: season, in: transaction)
    for badge in badges {
      let earned = accounts.filter { account in
        figures[account].map { badge.rule.isMet(day: $0.day, season: $0.season) } ?? false
      }
      if !earned.isEmpty { try await give(badge, to: earned, day: day, at: now, in: transaction) }
    }
  }

  private static func give(
    _ badge: Badge, to accounts: [AccountID], day: Int, at now: Date, in transaction: any Transaction
  ) async throws {
    let rows = accounts.map { account -> SQL in "(\(account), \(badge.id), \(day), \(now))" }
    let new = try await transaction.query(
      """
      insert into awards (account, badge, day, awarded_at) values \(SQL.rows(rows)) on conflict do nothing returning account
      """
    ).map { try $0["account"] as AccountID }
    guard !new.isEmpty else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: new, kind: "badge", text: "badge", arguments: ["badge": badge.title], link: "/walking-clubs/badges",
        deduplicationKey: "badge/\(badge.id)"))
  }

  private typealias Figures = (day: BadgeRule.Figures, season: BadgeRule.Figures)

  /// What some people have done on a day and in the season up to it.
  private static func figures(
    of accounts: [AccountID], day: Int, season: String, in transaction: any ReadTransaction
  ) async throws -> [AccountID: Figures] {
    let rows = try await transaction.query(
      """
      select account, day, steps, points, match, together from day_points
      where account in (\(list: accounts)) and season = \(season) and day <= \(day) order by account, day desc
      """)
    var days: [AccountID: [Row]] = [:]
    for row in rows { days[try row["account"], default: []].append(row) }
    return try days.mapValues { rows in
      var sums: Figures = (try sum(rows.filter { try $0["day"] == day }), try sum(rows))
      let walked: [Int] = try rows.filter { try $0["points"] as Int > 0 }.map { try $0["day"] }
      sums.season.streak = BadgeRule.streak(walked, to: day)
      return sums
    }
  }

  private static func sum(_ rows: [Row]) throws -> BadgeRule.Figures {
    try rows.reduce(into: BadgeRule.Figures()) { sum, row in
      let points: Int = try row["points"]
      sum.steps += try row["steps"]
      sum.points += points
      sum.days += points > 0 ? 1 : 0
      sum.together += try row["together"] as String != "" ? 1 : 0
      sum.matches += try row["match"] as Int > 0 ? 1 : 0
    }
  }
}
