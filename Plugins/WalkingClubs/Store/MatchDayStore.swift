import FieldhouseKit
import Foundation

/// The days on which clubs play, entered by those who run a club or told by soccer predictions.
enum MatchDayStore {
  enum Source: String, Sendable {
    case entry, fixtures
  }

  struct MatchDay: Sendable, Hashable {
    /// Counted from 1970-01-01, in the club's zone.
    let day: Int
    /// Empty where it is not told.
    let opponent: String
    let source: String
  }

  /// Which of some clubs play on a day.
  static func playing(
    _ clubs: [String], on day: Int, in transaction: any ReadTransaction
  ) async throws -> Set<String> {
    Set(
      try await transaction.query(
        "select distinct club from match_days where club in (\(list: clubs.padded)) and day = \(day)"
      ).map { try $0["club"] })
  }

  static func list(
    of club: String, from day: Int, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [MatchDay] {
    try await transaction.query(
      """
      select day, opponent, source from match_days where club = \(club) and day >= \(day)
      order by day, source limit \(limit)
      """
    ).map { MatchDay(day: try $0["day"], opponent: try $0["opponent"], source: try $0["source"]) }
  }

  /// Those of some days of somebody's clubs, by club and day; what was entered goes before what was told, and a name before none.
  static func matchDays(
    _ days: [Int], of clubs: [String], in transaction: any ReadTransaction
  ) async throws -> [String: [Int: String]] {
    let rows = try await transaction.query(
      """
      select club, day, opponent from match_days where club in (\(list: clubs)) and day in (\(list: days))
      order by case when opponent = '' then 0 else 1 end, source desc
      """)
    var found: [String: [Int: String]] = [:]
    for row in rows { found[try row["club"], default: [:]][try row["day"]] = try row["opponent"] }
    return found
  }

  static func put(
    _ day: Int, of club: String, opponent: String, _ source: Source, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into match_days (club, day, opponent, source) values (\(club), \(day), \(opponent), \(source.rawValue))
      on conflict (club, day, source) do update set opponent = excluded.opponent
      """)
    // A day that was closed without the bonus is closed anew.
    try await ClosingStore.reopen(day, of: club, at: now, in: transaction)
  }

  /// - Returns: whether there was one.
  static func remove(
    _ day: Int, of club: String, _ source: Source, at now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    let count = try await transaction.execute(
      "delete from match_days where club = \(club) and day = \(day) and source = \(source.rawValue)")
    if count > 0 { try await ClosingStore.reopen(day, of: club, at: now, in: transaction) }
    return count > 0
  }

  /// Takes back what soccer predictions have told of a club from a day on, and the meetings that came of it from its week on.
  static func removeTold(of club: String, from day: Int, at now: Date, in transaction: any Transaction) async throws {
    for told in try await list(of: club, from: day, limit: 100, in: transaction)
    where told.source == Source.fixtures.rawValue {
      _ = try await remove(told.day, of: club, .fixtures, at: now, in: transaction)
    }
    try await DuelStore.callOff(club, DuelStore.monday(of: day)...Int(Int32.max), but: [], in: transaction)
  }
}
