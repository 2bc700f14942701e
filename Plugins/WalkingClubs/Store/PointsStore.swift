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
    guard !accounts.isEmpty else { return [:] }
    let rows = try await transaction.query(
      """
      select account, season, club, crew, points, steps, base, social, match, together from day_points
      where day = \(day) and account in (\(list: accounts.padded))
      """)
    return Dictionary(try rows.map { (try $0["account"], try Kept($0)) }, uniquingKeysWith: { one, _ in one })
  }

  /// Takes away what is kept of a day of some people of clubs.
  static func take(
    _ day: Int, from clubs: [String], limit: Int, in transaction: any Transaction
  ) async throws -> [(account: AccountID, kept: Kept)] {
    let rows = try await transaction.query(
      """
      select p.* from sessions s join day_points p on p.account = s.account and p.day = s.day
      where s.club in (\(list: clubs.padded)) and s.day = \(day) order by s.club, s.account limit \(limit)
      """)
    let taken = try rows.map { (account: try $0["account"] as AccountID, kept: try Kept($0)) }
    guard !taken.isEmpty else { return [] }
    try await transaction.execute(
      "delete from day_points where day = \(day) and account in (\(list: taken.map(\.account).padded))")
    return taken
  }

  /// Keeps what a day brought in place of what was kept of it.
  /// - Parameter kept: those of whom something was kept, as the same transaction has read.
  static func put(
    _ results: [DayResult], over kept: [AccountID: Kept], day: Int, season: String, at now: Date,
    in transaction: any Transaction
  ) async throws {
    // Where nothing can be in the way, nothing has to be looked for.
    let known = results.filter { kept[$0.account] != nil }
    let new = results.filter { kept[$0.account] == nil }
    for (some, conflict) in [(new, ""), (known, replacement)] {
      try await ManyRows.insert(
        into: """
          day_points (day, season, closed_at, account, club, crew, steps, base, social, match, points, together)
          """,
        sharing: [day.sqlValue, season.sqlValue, now.sqlValue], rows(some), conflict, in: transaction)
    }
  }

  private static func rows(_ results: [DayResult]) -> [[SQLValue]] {
    results.map { one in
      [
        one.account.sqlValue, one.club.sqlValue, one.crew.sqlValue, one.steps.sqlValue, one.points.base.sqlValue,
        one.points.social.sqlValue, one.points.match.sqlValue, one.points.total.sqlValue,
        one.together.rawValue.sqlValue,
      ]
    }
  }

  private static let replacement = """
    on conflict (account, day) do update set season = excluded.season, club = excluded.club, crew = excluded.crew,
      steps = excluded.steps, base = excluded.base, social = excluded.social, match = excluded.match,
      points = excluded.points, together = excluded.together, closed_at = excluded.closed_at
    """

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

extension PointsStore.Kept {
  init(_ row: Row) throws {
    self.init(
      season: try row["season"], club: try row["club"], crew: try row["crew"], points: try row["points"],
      steps: try row["steps"], parts: [try row["base"], try row["social"], try row["match"]],
      together: try row["together"])
  }

  /// What takes it from where it counts.
  func takenBack(from account: AccountID) -> Credit {
    Credit(
      account: account, place: Credit.Place(season: season, club: club, crew: crew), points: -points, steps: -steps,
      days: points > 0 ? -1 : 0)
  }
}
