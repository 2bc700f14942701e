import FieldhouseKit
import Foundation

/// In which country clubs are, season by season.
enum CountryStore {
  /// So many people are moved at once.
  private static let portion = 1_000

  /// The countries of some clubs in a season; of those that do not stand in it yet, what they are in now. Empty where it is
  /// not told.
  static func countries(
    of clubs: [String], entering season: String, in transaction: any ReadTransaction
  ) async throws -> [String: String] {
    let rows = try await transaction.query(
      "select club, country from club_seasons where season = \(season) and club in (\(list: clubs.padded))")
    var found: [String: String] = [:]
    for row in rows { found[try row["club"]] = try row["country"] }
    let others = clubs.filter { found[$0] == nil }
    guard !others.isEmpty else { return found }
    for club in try await ClubStore.clubs(others, in: transaction).values { found[club.id] = club.country }
    return found
  }

  /// Takes what people have made for a club from the part of its former country to that of the new one, in seasons that are not over.
  /// - Parameter today: the first day of which a season is not over.
  static func move(
    _ club: String, to country: String, from today: Int, at now: Date, in transaction: any Transaction
  ) async throws {
    let seasons = try await transaction.query(
      """
      select s.season, s.country from club_seasons s join seasons x on x.season = s.season
      where s.club = \(club) and s.country <> \(country) and x.last_day >= \(today) order by s.season
      """)
    for row in seasons {
      let (season, former): (String, String) = (try row["season"], try row["country"])
      var last: String?
      repeat {
        last = try await move(club, season, former, country, behind: last ?? "", at: now, in: transaction)
      } while last != nil
    }
  }

  /// - Returns: whom it has moved last; nil where nobody is left.
  private static func move(
    _ club: String, _ season: String, _ former: String, _ country: String, behind last: String, at now: Date,
    in transaction: any Transaction
  ) async throws -> String? {
    let rows = try await transaction.query(
      """
      select m.account, sum(case when m.club = \(club) then m.points else 0 end) as points,
        count(distinct m.club) as clubs
      from member_seasons m join club_seasons s on s.season = m.season and s.club = m.club
      where m.season = \(season) and s.country = \(former) and m.account > \(last)
      group by m.account order by m.account limit \(portion)
      """)
    for row in rows {
      let (account, points): (AccountID, Int) = (try row["account"], try row["points"])
      guard points != 0 else { continue }
      for (part, sign) in [(former, -1), (country, 1)] where !part.isEmpty {
        try await transaction.submit(
          ScoreChange(
            board: Ledger.board, account: account, score: Int64(sign * points), achievedAt: now,
            partitions: ["country/\(part)"], isWithdrawal: sign < 0 && (try row["clubs"] as Int) == 1, season: season))
      }
    }
    return rows.count < portion ? nil : try rows.last?["account"]
  }
}
