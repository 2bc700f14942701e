import FieldhouseKit
import Foundation

/// A week in which two clubs meet, from Monday on.
struct Duel: Sendable, Hashable {
  let season: String
  let home: String
  let away: String
  let firstDay: Int
  /// From 1 on; 0 for one that a match of the two has brought about, which is in no table.
  let division: Int
  let homeValue: Int?
  let awayValue: Int?
  let isSettled: Bool

  var result: League.Result? {
    guard isSettled, let homeValue, let awayValue else { return nil }
    return League.Result(home: home, away: away, homeValue: homeValue, awayValue: awayValue)
  }
}

extension Duel {
  init(_ row: Row) throws {
    (season, home, away) = (try row["season"], try row["home"], try row["away"])
    (firstDay, division) = (try row["first_day"], try row["division"])
    (homeValue, awayValue) = (try row["home_value"], try row["away_value"])
    isSettled = try row["settled_at"] as Int? != nil
  }
}

/// The walking league in storage.
enum DuelStore {
  /// The Monday of a day's week.
  static func monday(of day: Int) -> Int { (day + 3) / 7 * 7 - 3 }

  /// Clubs that play each other meet in walking, too, in the week of the match.
  static func meet(_ club: String, team: String, day: Int, in transaction: any Transaction) async throws {
    guard let season = try await SeasonStore.season(of: day, in: transaction) else { return }
    let others = try await transaction.query(
      "select club from clubs where fixture_team = \(team) and is_archived = 0 and club <> \(club) order by club limit 1"
    )
    guard let other: String = try others.first?["club"] else { return }
    let pair = [club, other].sorted()
    try await transaction.execute(
      """
      insert into duels (season, home, away, first_day, division)
      values (\(season.id), \(pair[0]), \(pair[1]), \(monday(of: day)), 0) on conflict do nothing
      """)
  }

  /// Calls off meetings that matches have brought about of which nothing is told any more; those of a league stay, and what is
  /// settled.
  /// - Parameters:
  ///   - weeks: the Mondays of the weeks whose matches are all told.
  ///   - matches: the teams that the club meets in them.
  static func callOff(
    _ club: String, _ weeks: ClosedRange<Int>, but matches: [(week: Int, team: String)],
    in transaction: any Transaction
  ) async throws {
    let rows = try await transaction.query(
      """
      select d.home, d.away, d.first_day, o.fixture_team from duels d
      join clubs o on o.club = case when d.home = \(club) then d.away else d.home end
      where (d.home = \(club) or d.away = \(club)) and d.division = 0 and d.settled_at is null
      and d.first_day between \(weeks.lowerBound) and \(weeks.upperBound)
      """)
    for row in rows {
      let (home, away, week): (String, String, Int) = (try row["home"], try row["away"], try row["first_day"])
      let team: String? = try row["fixture_team"]
      guard !matches.contains(where: { $0.week == week && $0.team == team }) else { continue }
      try await transaction.execute(
        "delete from duels where home = \(home) and away = \(away) and first_day = \(week) and division = 0")
      for one in [home, away] { try await transaction.publish(Club.topic(one), LiveEvent("points")) }
    }
  }

  /// The clubs of each division of a season in the order of its table, the first division first.
  static func tables(of season: String, in transaction: any ReadTransaction) async throws -> [[League.Row]] {
    let rows = try await transaction.query(
      "select division, club from league_clubs where season = \(season) order by division, club")
    let results = try await transaction.query("select * from duels where season = \(season) and division > 0")
      .map(Duel.init)
    let byDivision = Dictionary(grouping: results, by: \.division)
    var clubs: [Int: [String]] = [:]
    for row in rows { clubs[try row["division"], default: []].append(try row["club"]) }
    return clubs.sorted { $0.key < $1.key }.map { division, clubs in
      League.table(clubs, (byDivision[division] ?? []).compactMap(\.result))
    }
  }

  /// Draws a season's divisions and who meets whom when, in place of what was drawn before it began.
  static func draw(_ season: Season, size: Int, in transaction: any Transaction) async throws {
    let before = try await transaction.first(
      "select season from seasons where last_day < \(season.firstDay) order by last_day desc limit 1")
    let tables =
      if let id: String = try before?["season"] { try await tables(of: id, in: transaction) } else { [[League.Row]]() }
    let clubs = try await transaction.query("select club from clubs where is_archived = 0 order by members desc, club")
      .map { try $0["club"] as String }
    try await transaction.execute("delete from league_clubs where season = \(season.id)")
    try await transaction.execute("delete from duels where season = \(season.id) and division > 0")
    let divisions = League.divisions(after: tables.map { $0.map(\.club) }, clubs, size: size)
    let numbered = divisions.enumerated().flatMap { index, clubs in clubs.map { (club: $0, division: index + 1) } }
    try await Self.insert(
      "league_clubs (season, club, division)", numbered.map { "(\(season.id), \($0.club), \($0.division))" },
      in: transaction)
    let duels = divisions.enumerated().flatMap { index, clubs in
      meetings(of: clubs, in: season).map { one -> SQL in
        "(\(season.id), \(one.home), \(one.away), \(one.week), \(index + 1))"
      }
    }
    // Two who meet in that week for a match of theirs meet in the league then.
    try await Self.insert(
      "duels (season, home, away, first_day, division)", duels,
      "on conflict (season, home, away, first_day) do update set division = excluded.division", in: transaction)
  }

  private static func insert(
    _ table: SQL, _ rows: [SQL], _ conflict: SQL = "on conflict do nothing", in transaction: any Transaction
  ) async throws {
    for start in stride(from: 0, to: rows.count, by: portion) {
      let some = Array(rows[start..<min(start + portion, rows.count)])
      try await transaction.execute("insert into \(table) values \(rows: some) \(conflict)")
    }
  }

  /// So many rows are written by one statement.
  private static let portion = 500

  /// Rounds are a week each, from the first full week of the season on; what does not fit into it is left out.
  private static func meetings(
    of clubs: [String], in season: Season
  ) -> [(home: String, away: String, week: Int)] {
    let first = monday(of: season.firstDay + 6)
    return League.rounds(clubs).enumerated().filter { first + $0.offset * 7 + 6 <= season.lastDay }.flatMap { round in
      round.element.map { (home: $0.home, away: $0.away, week: first + round.offset * 7) }
    }
  }

  /// A club's duels that are not over for long, or are to come.
  static func duels(of club: String, from day: Int, in transaction: any ReadTransaction) async throws -> [Duel] {
    let (home, away) = (
      try await transaction.query(
        "select * from duels where home = \(club) and first_day >= \(day) order by first_day limit 60"),
      try await transaction.query(
        "select * from duels where away = \(club) and first_day >= \(day) order by first_day limit 60")
    )
    return try (home + away).map(Duel.init).sorted { ($0.firstDay, $0.home) < ($1.firstDay, $1.home) }
  }

  /// What a club's week brings to each of its walkers, in thousandths of a point. As many walkers are taken as the season's rule for
  /// averages asks for, at least, so that one who walks alone does not decide it. Who has left the platform counts on.
  static func value(
    of club: String, _ firstDay: Int, _ rules: SeasonRules, in transaction: any ReadTransaction
  ) async throws -> Int {
    let row = try await transaction.first(
      """
      select coalesce(sum(points), 0) as points, count(distinct account) as walkers from day_points
      where club = \(club) and day >= \(firstDay) and day < \(firstDay + 7) and points > 0
      """)
    let left = try await transaction.first(
      "select points, walkers from left_weeks where club = \(club) and first_day = \(firstDay)")
    let points: Int = try (row?["points"] ?? 0) + (left?["points"] ?? 0)
    let walkers: Int = try (row?["walkers"] ?? 0) + (left?["walkers"] ?? 0)
    return points * 1_000 / max(walkers, rules.minimumWalkers)
  }

  /// Keeps what somebody who is erased has made for clubs in weeks that are not settled, without the person.
  static func leave(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into left_weeks (club, first_day, points, walkers)
      select p.club, (p.day + 3) / 7 * 7 - 3, sum(p.points), 1 from day_points p
      where p.account = \(account) and p.points > 0 and exists (
        select 1 from duels d where d.settled_at is null and d.first_day = (p.day + 3) / 7 * 7 - 3
        and (d.home = p.club or d.away = p.club))
      group by p.club, (p.day + 3) / 7 * 7 - 3
      on conflict (club, first_day) do update set points = left_weeks.points + excluded.points,
        walkers = left_weeks.walkers + excluded.walkers
      """)
  }

  /// Duels whose week is over for so long that nothing more can come to count.
  static func toSettle(at now: Date, limit: Int, in transaction: any ReadTransaction) async throws -> [(Duel, Season)] {
    let today = TimeZone.gmt.day(of: now)
    let rows = try await transaction.query(
      """
      select * from duels where settled_at is null and first_day <= \(today - 8) order by first_day, season, home
      limit \(limit)
      """)
    var (found, seasons): ([(Duel, Season)], [String: Season]) = ([], [:])
    for duel in try rows.map(Duel.init) {
      if seasons[duel.season] == nil {
        seasons[duel.season] = try await SeasonStore.season(duel.season, in: transaction)
      }
      guard let season = seasons[duel.season], duel.firstDay + 7 + season.rules.lateDays + 1 < today
      else { continue }
      found.append((duel, season))
    }
    return found
  }

  static func settle(_ duel: Duel, _ rules: SeasonRules, at now: Date, in transaction: any Transaction) async throws {
    let home = try await value(of: duel.home, duel.firstDay, rules, in: transaction)
    let away = try await value(of: duel.away, duel.firstDay, rules, in: transaction)
    try await transaction.execute(
      """
      update duels set home_value = \(home), away_value = \(away), settled_at = \(now)
      where season = \(duel.season) and home = \(duel.home) and away = \(duel.away) and first_day = \(duel.firstDay)
      """)
    try await transaction.execute(
      """
      delete from left_weeks where first_day = \(duel.firstDay) and not exists (
        select 1 from duels d where d.settled_at is null and d.first_day = left_weeks.first_day
        and (d.home = left_weeks.club or d.away = left_weeks.club))
      """)
  }
}
