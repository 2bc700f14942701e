import FieldhouseKit
import Foundation

/// The sums of clubs and groups, by which they are ranked.
enum StandingStore {
  /// What stands for a club that is not ranked by this.
  static let unranked = -1_000_000_000
  /// The days that are compared with as many before them.
  static let form = 28

  // MARK: Entering

  /// Has a club stand in the seasons that are not over, without points at first. Where its country has become another one, so has that
  /// of what was made for it in them; seasons that are over stay as they were.
  static func enter(_ club: String, country: String, at now: Date, in transaction: any Transaction) async throws {
    let today = TimeZone.gmt.day(of: now)
    try await CountryStore.move(club, to: country, from: today, at: now, in: transaction)
    try await transaction.execute(
      """
      insert into club_seasons (season, club, country, points, walkers, average, improvement)
      select season, \(text: club), \(text: country), 0, 0, \(integer: unranked), \(integer: unranked) from seasons
      where last_day >= \(today)
      on conflict (season, club) do update set country = excluded.country
      """)
  }

  static func enter(crew: String, of club: String, at now: Date, in transaction: any Transaction) async throws {
    let today = TimeZone.gmt.day(of: now)
    try await transaction.execute(
      """
      insert into crew_seasons (season, crew, club, points, walkers)
      select season, \(text: crew), \(text: club), 0, 0 from seasons where last_day >= \(today)
      on conflict do nothing
      """)
  }

  /// Takes a club or a group that is archived from the seasons that have not begun; in those that have it keeps what was made for it.
  static func withdraw(_ group: Group, at now: Date, in transaction: any Transaction) async throws {
    let ahead: SQL = "season in (select season from seasons where first_day > \(TimeZone.gmt.day(of: now)))"
    if group.kind == Club.kind {
      try await transaction.execute("delete from club_seasons where club = \(group.id) and points = 0 and \(ahead)")
    } else {
      try await transaction.execute("delete from crew_seasons where crew = \(group.id) and points = 0 and \(ahead)")
    }
  }

  /// Has all clubs and groups stand in a season that are not archived.
  static func enterAll(_ season: Season, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into club_seasons (season, club, country, points, walkers, average, improvement)
      select \(text: season.id), club, country, 0, 0, \(integer: unranked), \(integer: unranked) from clubs
      where is_archived = 0
      on conflict do nothing
      """)
    try await transaction.execute(
      """
      insert into crew_seasons (season, crew, club, points, walkers)
      select \(text: season.id), crew, club, 0, 0 from crews where is_archived = 0 on conflict do nothing
      """)
    try await reckonAverages(of: season, in: transaction)
  }

  // MARK: Adding

  /// - Parameters:
  ///   - walkers: for each credit, whether it makes a walker more or less.
  ///   - countries: of the clubs, for those that do not stand in the season yet.
  ///   - least: with how many walkers a club has an average; nil leaves averages as they are.
  static func add(
    _ credits: [Credit], _ walkers: [Ledger.Walkers], _ season: String, _ countries: [String: String], least: Int?,
    in transaction: any Transaction
  ) async throws {
    var ofClubs: [String: (points: Int, walkers: Int)] = [:]
    var ofCrews: [Credit.Place: (points: Int, walkers: Int)] = [:]
    for (credit, more) in zip(credits, walkers) {
      ofClubs[credit.place.club, default: (0, 0)].points += credit.points
      ofClubs[credit.place.club, default: (0, 0)].walkers += more.ofClub
      guard !credit.place.crew.isEmpty else { continue }
      ofCrews[credit.place, default: (0, 0)].points += credit.points
      ofCrews[credit.place, default: (0, 0)].walkers += more.ofCrew
    }
    try await addToClubs(ofClubs, season, countries, least, in: transaction)
    let crewRows = ofCrews.sorted { $0.key.crew < $1.key.crew }.map { place, sum in
      [place.crew.sqlValue, place.club.sqlValue, sum.points.sqlValue, sum.walkers.sqlValue]
    }
    try await ManyRows.insert(
      into: "crew_seasons (season, crew, club, points, walkers)", sharing: [season.sqlValue], crewRows,
      """
      on conflict (season, crew) do update set points = crew_seasons.points + excluded.points,
        walkers = crew_seasons.walkers + excluded.walkers
      """, in: transaction)
  }

  /// Adds to the sums of clubs and reckons their averages anew.
  /// - Parameter least: with how many walkers a club has an average; nil leaves averages as they are.
  private static func addToClubs(
    _ sums: [String: (points: Int, walkers: Int)], _ season: String, _ countries: [String: String], _ least: Int?,
    in transaction: any Transaction
  ) async throws {
    let rows = sums.sorted { $0.key < $1.key }.map { club, sum in
      let isRanked = least.map { sum.walkers >= max($0, 1) } ?? false
      return [
        club.sqlValue, (countries[club] ?? "").sqlValue, sum.points.sqlValue, sum.walkers.sqlValue,
        (isRanked ? sum.points * 1_000 / sum.walkers : unranked).sqlValue,
      ]
    }
    let (points, walkers) = ("club_seasons.points + excluded.points", "club_seasons.walkers + excluded.walkers")
    let average = least.map { ", average = \(Self.average(of: points, walkers, least: $0))" } ?? ""
    try await ManyRows.insert(
      into: "club_seasons (season, improvement, club, country, points, walkers, average)",
      sharing: [season.sqlValue, unranked.sqlValue], rows,
      "on conflict (season, club) do update set points = \(points), walkers = \(walkers)\(average)", in: transaction)
  }

  /// Adds credits of a day to the days of their clubs.
  static func add(_ credits: [Credit], day: Int, in transaction: any Transaction) async throws {
    var sums: [String: (points: Int, steps: Int, walkers: Int)] = [:]
    for credit in credits {
      let sum = sums[credit.place.club] ?? (0, 0, 0)
      sums[credit.place.club] = (sum.points + credit.points, sum.steps + credit.steps, sum.walkers + credit.days)
    }
    let rows = sums.sorted { $0.key < $1.key }.filter { $0.value != (0, 0, 0) }.map { club, sum in
      [club.sqlValue, sum.points.sqlValue, sum.steps.sqlValue, sum.walkers.sqlValue]
    }
    try await ManyRows.insert(
      into: "club_days (day, club, points, steps, walkers)", sharing: [day.sqlValue], rows,
      """
      on conflict (club, day) do update set points = club_days.points + excluded.points,
        steps = club_days.steps + excluded.steps, walkers = club_days.walkers + excluded.walkers
      """, in: transaction)
  }

  /// What the average is of sums: thousandths of a point for each walker.
  private static func average(of points: String, _ walkers: String, least: Int) -> String {
    "case when \(walkers) >= \(least) then (\(points)) * 1000 / nullif(\(walkers), 0) else \(unranked) end"
  }

  private static func reckonAverages(of season: Season, in transaction: any Transaction) async throws {
    let average = Self.average(of: "points", "walkers", least: season.rules.minimumWalkers)
    try await transaction.execute(
      "update club_seasons set average = \(SQL(stringLiteral: average)) where season = \(season.id)")
  }

  /// How much more, in thousandths, a walker of a club makes a day in the last four weeks than in the four before. Clubs with too few
  /// walking days in either are not ranked.
  static func reckonImprovement(at now: Date, in transaction: any Transaction) async throws {
    let today = TimeZone.gmt.day(of: now)
    guard let season = try await SeasonStore.season(of: today, in: transaction) else { return }
    let least = season.rules.minimumWalkers * 4
    func sum(_ column: SQL, _ days: Range<Int>) -> SQL {
      """
      (select coalesce(sum(\(column)), 0) from club_days d
      where d.club = club_seasons.club and d.day >= \(days.lowerBound) and d.day < \(days.upperBound))
      """
    }
    let (recent, before) = (today - form..<today, today - 2 * form..<today - form)
    let (points, walkers) = (sum("points", recent), sum("walkers", recent))
    let (pointsBefore, walkersBefore) = (sum("points", before), sum("walkers", before))
    try await transaction.execute(
      """
      update club_seasons set improvement = case
        when \(walkers) >= \(least) and \(walkersBefore) >= \(least) and \(pointsBefore) > 0
        then cast(\(points) * 1000 * \(walkersBefore) as integer)
          / nullif(cast(\(walkers) * \(pointsBefore) as integer), 0) - 1000
        else \(unranked) end
      where season = \(season.id)
      """)
  }
}

extension SQL.StringInterpolation {
  /// Binds a text that is selected, whose type the statement has to say.
  mutating func appendInterpolation(text value: String) {
    appendLiteral("cast(")
    appendInterpolation(value)
    appendLiteral(" as text)")
  }

  /// Binds a number that is selected, whose type the statement has to say.
  mutating func appendInterpolation(integer value: Int) {
    appendLiteral("cast(")
    appendInterpolation(value)
    appendLiteral(" as integer)")
  }
}
