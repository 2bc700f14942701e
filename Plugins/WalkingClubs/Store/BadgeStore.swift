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
    Array(try await badges(of: [club], in: transaction).prefix(200))
  }

  /// The badges of some clubs and those of all clubs; none for no clubs.
  static func badges(of clubs: [String], in transaction: any ReadTransaction) async throws -> [Badge] {
    guard !clubs.isEmpty else { return [] }
    return try await transaction.query(
      """
      select * from badges where (club in (\(list: clubs.padded)) or club is null) and retired_at is null
      order by made_at, badge
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

  /// Nobody earns it any more, not by days that come late either; whoever has it keeps it.
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

  /// Gives people what they have earned with a day, and tells them. What the season has brought them is looked at for those alone who
  /// have not got a badge for it yet: all of it, whether a day comes before those behind it or late. What a season has earned is of
  /// the latest day of it that brought points.
  /// - Parameter badges: those of the people's clubs and of all clubs.
  static func award(
    _ badges: [Badge], for results: [DayResult], day: Int, season: String, at now: Date,
    in transaction: any Transaction
  ) async throws {
    guard !results.isEmpty, !badges.isEmpty else { return }
    let byClub = Dictionary(grouping: results, by: \.club)
    let has = try await holders(of: badges, among: results.map(\.account), in: transaction)
    let lacking = badges.map { badge in
      (badge.club.map { byClub[$0] ?? [] } ?? results).filter { has[badge.id]?.contains($0.account) != true }
    }
    var waiting: Set<AccountID> = []
    for (badge, some) in zip(badges, lacking) where badge.rule.needsSeason { waiting.formUnion(some.map(\.account)) }
    let streak = badges.map { $0.rule.metric == .streak ? $0.rule.amount : 0 }.max() ?? 0
    let seasons = try await figures(
      of: waiting.sorted { $0.text < $1.text }, day: day, season: season, streak: streak, in: transaction)
    for (badge, some) in zip(badges, lacking) {
      let earned = some.filter { one in
        badge.rule.isMet(day: one.figures, season: seasons[one.account]?.figures ?? BadgeRule.Figures())
      }
      let days = earned.map { one in
        (account: one.account, day: badge.rule.needsSeason ? seasons[one.account]?.lastDay ?? day : day)
      }
      if !days.isEmpty { try await give(badge, days, at: now, in: transaction) }
    }
  }

  /// Who has some badges already.
  private static func holders(
    of badges: [Badge], among accounts: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [String: Set<AccountID>] {
    let rows = try await transaction.query(
      """
      select account, badge from awards
      where account in (\(list: accounts.padded)) and badge in (\(list: badges.map(\.id).padded))
      """)
    var holders: [String: Set<AccountID>] = [:]
    for row in rows { holders[try row["badge"], default: []].insert(try row["account"]) }
    return holders
  }

  private static func give(
    _ badge: Badge, _ days: [(account: AccountID, day: Int)], at now: Date, in transaction: any Transaction
  ) async throws {
    let rows = days.map { one -> SQL in "(\(one.account), \(badge.id), \(one.day), \(now))" }
    let new = try await transaction.query(
      """
      insert into awards (account, badge, day, awarded_at) values \(rows: rows) on conflict do nothing returning account
      """
    ).map { try $0["account"] as AccountID }
    guard !new.isEmpty else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: new, kind: "badge", text: "badge", arguments: ["badge": badge.title], link: "/walking-clubs/badges",
        deduplicationKey: "badge/\(badge.id)"))
  }

  /// What some people have done in a season, and the latest day of it that brought points.
  /// - Parameters:
  ///   - day: one of the days in a row that are looked for.
  ///   - streak: how many days in a row are of interest at most.
  private static func figures(
    of accounts: [AccountID], day: Int, season: String, streak: Int, in transaction: any ReadTransaction
  ) async throws -> [AccountID: (figures: BadgeRule.Figures, lastDay: Int)] {
    guard !accounts.isEmpty else { return [:] }
    var found: [AccountID: (figures: BadgeRule.Figures, lastDay: Int)] = [:]
    let sums = try await transaction.query(
      """
      select account, sum(steps) as steps, sum(points) as points, sum(case when points > 0 then 1 else 0 end) as days,
        sum(case when together <> '' then 1 else 0 end) as together,
        sum(case when match > 0 then 1 else 0 end) as matches, max(case when points > 0 then day end) as last_day
      from day_points where account in (\(list: accounts.padded)) and season = \(season) group by account
      """)
    for row in sums {
      let figures = BadgeRule.Figures(
        steps: try row["steps"], points: try row["points"], days: try row["days"], together: try row["together"],
        matches: try row["matches"])
      found[try row["account"]] = (figures, try row["last_day"] as Int? ?? day)
    }
    guard streak > 0 else { return found }
    let walked = try await transaction.query(
      """
      select account, day from day_points where account in (\(list: accounts.padded)) and season = \(season)
      and day > \(day - streak) and day < \(day + streak) and points > 0 order by account, day desc
      """)
    var days: [AccountID: [Int]] = [:]
    for row in walked { days[try row["account"], default: []].append(try row["day"]) }
    for (account, some) in days { found[account]?.figures.streak = BadgeRule.streak(some, around: day) }
    return found
  }
}

extension DayResult {
  fileprivate var figures: BadgeRule.Figures {
    BadgeRule.Figures(
      steps: steps, points: points.total, days: points.total > 0 ? 1 : 0, together: together == .alone ? 0 : 1,
      matches: points.match > 0 ? 1 : 0)
  }
}
