import FieldhouseKit
import Foundation

/// A season: points are counted within it, and begin anew with the next one.
struct Season: Sendable, Hashable {
  let id: String
  let title: String
  /// The first and the last day, counted from 1970-01-01, each in the zone of whoever walks.
  let firstDay: Int
  let lastDay: Int
  let rules: SeasonRules
  /// Another one for each season and each change of its rules, so that it says by which rules a day was judged.
  let version: Int
}

extension Season {
  init(_ row: Row) throws {
    (id, title) = (try row["season"], try row["title"])
    (firstDay, lastDay, version) = (try row["first_day"], try row["last_day"], try row["version"])
    rules = try JSONText.decode(try row["rules"])
  }
}

/// Seasons in storage.
enum SeasonStore {
  static func season(_ id: String, in transaction: any ReadTransaction) async throws -> Season? {
    try await transaction.first("select * from seasons where season = \(id)").map(Season.init)
  }

  /// The season that a day is in; nil between seasons.
  static func season(of day: Int, in transaction: any ReadTransaction) async throws -> Season? {
    let found = try await transaction.first(
      "select * from seasons where first_day <= \(day) order by first_day desc limit 1")
    return try found.map(Season.init).flatMap { $0.lastDay >= day ? $0 : nil }
  }

  /// The season that is shown on a day: the one that it is in, else the last that has begun, else the first to come.
  static func shown(on day: Int, in transaction: any ReadTransaction) async throws -> Season? {
    let begun = try await transaction.first(
      "select * from seasons where first_day <= \(day) order by first_day desc limit 1")
    if let begun { return try Season(begun) }
    return try await transaction.first("select * from seasons order by first_day limit 1").map(Season.init)
  }

  /// The latest first.
  static func all(in transaction: any ReadTransaction) async throws -> [Season] {
    try await transaction.query("select * from seasons order by first_day desc limit 200").map(Season.init)
  }

  /// Keeps a season. Where its days or rules are others than before, all that was walked in it is counted anew.
  /// - Throws: ``Problem`` 409 `seasons-overlap`.
  static func put(_ season: Season, at now: Date, in transaction: any Transaction) async throws {
    let others = try await transaction.query(
      """
      select season from seasons where season <> \(season.id) and first_day <= \(season.lastDay)
      and last_day >= \(season.firstDay)
      """)
    guard others.isEmpty else { throw Problem.seasonsOverlap }
    let before = try await self.season(season.id, in: transaction)
    try await transaction.execute(
      """
      insert into seasons (season, title, first_day, last_day, rules, version)
      values (\(season.id), \(season.title), \(season.firstDay), \(season.lastDay), \(try JSONText.encode(season.rules)),
        (select coalesce(max(version), 0) + 1 from seasons))
      on conflict (season) do update set title = excluded.title, first_day = excluded.first_day,
        last_day = excluded.last_day, rules = excluded.rules,
        version = case when seasons.rules <> excluded.rules then excluded.version else seasons.version end
      """)
    try await StandingStore.enterAll(season, in: transaction)
    let span =
      min(season.firstDay, before?.firstDay ?? season.firstDay)...max(season.lastDay, before?.lastDay ?? season.lastDay)
    if before?.rules != season.rules || before?.firstDay != season.firstDay || before?.lastDay != season.lastDay {
      try await ClosingStore.reopen(span, at: now, in: transaction)
    }
  }
}
