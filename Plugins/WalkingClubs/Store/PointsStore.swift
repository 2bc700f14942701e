import FieldhouseKit
import Foundation

/// What a day brought somebody.
struct DayResult: Sendable, Hashable {
  /// How it is known that the person walked with others.
  enum Together: String, Sendable {
    case alone = ""
    /// Recognised from coarse places.
    case recognised
    /// Checked in at a walk, as others did.
    case walk
  }

  let account: AccountID
  let day: Int
  let season: String
  let club: String
  /// Empty for none.
  let crew: String
  let steps: Int
  let points: DayPoints
  let together: Together
}

/// The points of days in storage.
enum PointsStore {
  /// What is kept of a day.
  struct Kept: Sendable, Hashable {
    let season: String
    let club: String
    let crew: String
    let points: Int
    let steps: Int
    /// The parts of the points, and how it is known that the person walked with others.
    let parts: [Int]
    let together: String

    /// Whether a result is what is kept already.
    func isOf(_ result: DayResult) -> Bool {
      (season, club, crew, steps, together)
        == (result.season, result.club, result.crew, result.steps, result.together.rawValue)
        && parts == [result.points.base, result.points.social, result.points.match]
    }
  }

  /// What is kept of a day of some people.
  static func kept(
    _ day: Int, of accounts: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: Kept] {
    let rows = try await transaction.query(
      """
      select account, season, club, crew, points, steps, base, social, match, together from day_points
      where day = \(day) and account in (\(list: accounts))
      """)
    var kept: [AccountID: Kept] = [:]
    for row in rows {
      kept[try row["account"]] = Kept(
        season: try row["season"], club: try row["club"], crew: try row["crew"], points: try row["points"],
        steps: try row["steps"], parts: [try row["base"], try row["social"], try row["match"]],
        together: try row["together"])
    }
    return kept
  }

  /// Keeps days in place of what was kept of them.
  static func put(_ results: [DayResult], at now: Date, in transaction: any Transaction) async throws {
    guard !results.isEmpty else { return }
    let rows = results.map { one -> SQL in
      """
      (\(one.account), \(one.day), \(one.season), \(one.club), \(one.crew), \(one.steps), \(one.points.base),
      \(one.points.social), \(one.points.match), \(one.points.total), \(one.together.rawValue), \(now))
      """
    }
    try await transaction.execute(
      """
      insert into day_points (account, day, season, club, crew, steps, base, social, match, points, together, closed_at)
      values \(SQL.rows(rows))
      on conflict (account, day) do update set season = excluded.season, club = excluded.club, crew = excluded.crew,
        steps = excluded.steps, base = excluded.base, social = excluded.social, match = excluded.match,
        points = excluded.points, together = excluded.together, closed_at = excluded.closed_at
      """)
  }

  /// Days as they were closed, by day.
  static func days(
    _ days: [Int], of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [Int: Row] {
    let rows = try await transaction.query(
      "select * from day_points where account = \(account) and day in (\(list: days))")
    var found: [Int: Row] = [:]
    for row in rows { found[try row["day"]] = row }
    return found
  }
}
