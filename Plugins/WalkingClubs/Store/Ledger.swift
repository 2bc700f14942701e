import FieldhouseKit
import Foundation

/// Points that go to, or from, somebody's account: for a person, the club and the group, within a season.
struct Credit: Sendable, Hashable {
  /// Where points count.
  struct Place: Sendable, Hashable {
    let season: String
    let club: String
    /// Empty for none.
    let crew: String
  }

  let account: AccountID
  let place: Place
  var points: Int
  var steps: Int
  /// Days that count, more or fewer.
  var days: Int

  /// What names the row of a season that it is added to.
  fileprivate var key: (String, String, String) { (account.text, place.club, place.crew) }
}

/// Puts points where they count: the person's part of the season, the boards, and the sums of club and group. All of it is a sum of
/// differences, so that whatever comes in whichever order ends the same.
enum Ledger {
  /// The board of people. Points stay in the parts for which they were made: whoever goes to a club of another country keeps what was
  /// made before in that of the former one. A season's country of a club is that of ``StandingStore``.
  static let board = "points"

  /// What somebody has in a season, as the transaction has read.
  struct Points: Sendable, Hashable {
    let place: Credit.Place
    let ofClub: Int
    /// Nil where there is no row of the place.
    let ofCrew: Int?
  }

  /// - Parameters:
  ///   - now: when the points were made, for the board.
  ///   - ranks: whether the board is told; not where the host has moved its entries already.
  ///   - known: what some of the people have; of others, and of those who have credits elsewhere, it is read.
  static func add(
    _ credits: [Credit], at now: Date, ranks: Bool = true, knowing known: [AccountID: Points] = [:],
    in transaction: any Transaction
  ) async throws {
    let credits = credits.filter { $0.points != 0 || $0.steps != 0 || $0.days != 0 }
    guard !credits.isEmpty else { return }
    let clubs = try await ClubStore.clubs(Array(Set(credits.map(\.place.club))).sorted(), in: transaction)
    for (season, some) in Dictionary(grouping: credits, by: \.place.season).sorted(by: { $0.key < $1.key }) {
      let walkers = try await members(some, season, known, in: transaction)
      try await StandingStore.add(some, walkers, season, clubs, in: transaction)
    }
    guard ranks else { return }
    for (season, some) in Dictionary(grouping: credits, by: \.place.season).sorted(by: { $0.key < $1.key }) {
      let countries = try await CountryStore.countries(of: clubs.keys.sorted(), in: season, transaction)
      for credit in some where credit.points != 0 {
        try await transaction.submit(change(credit, countries[credit.place.club] ?? "", at: now))
      }
    }
  }

  private static func change(_ credit: Credit, _ country: String, at now: Date) -> ScoreChange {
    var parts = ["", "\(Club.kind)/\(credit.place.club)"]
    if !country.isEmpty { parts.append("country/\(country)") }
    if !credit.place.crew.isEmpty { parts.append("\(Crew.kind)/\(credit.place.crew)") }
    return ScoreChange(
      board: board, account: credit.account, score: Int64(credit.points), achievedAt: now, partitions: parts,
      season: credit.place.season)
  }

  /// Who has become one with points by a credit, or is none any more: 1, 0 or −1.
  struct Walkers: Sendable, Hashable {
    var ofClub: Int
    var ofCrew: Int
  }

  /// Adds to the persons' parts.
  /// - Returns: what each credit makes of the numbers of walkers.
  private static func members(
    _ credits: [Credit], _ season: String, _ known: [AccountID: Points], in transaction: any Transaction
  ) async throws -> [Walkers] {
    var (clubs, crews): ([AccountID: [String: Int]], [AccountID: [Credit.Place: Int]]) = ([:], [:])
    let unknown = Set(credits.filter { known[$0.account]?.place != $0.place }.map(\.account))
    for one in credits where !unknown.contains(one.account) {
      guard let points = known[one.account] else { continue }
      clubs[one.account] = [one.place.club: points.ofClub]
      if let own = points.ofCrew { crews[one.account] = [one.place: own] }
    }
    if !unknown.isEmpty {
      let rows = try await transaction.query(
        """
        select account, club, crew, points from member_seasons
        where season = \(season) and account in (\(list: unknown.sorted { $0.text < $1.text }.padded))
        """)
      for row in rows {
        let (account, points): (AccountID, Int) = (try row["account"], try row["points"])
        let place = Credit.Place(season: season, club: try row["club"], crew: try row["crew"])
        clubs[account, default: [:]][place.club, default: 0] += points
        crews[account, default: [:]][place] = points
      }
    }
    try await write(credits, season, over: { crews[$0.account]?[$0.place] != nil }, in: transaction)
    func step(_ points: inout Int, _ more: Int) -> Int {
      defer { points += more }
      return (points + more > 0 ? 1 : 0) - (points > 0 ? 1 : 0)
    }
    return credits.map { one in
      Walkers(
        ofClub: step(&clubs[one.account, default: [:]][one.place.club, default: 0], one.points),
        ofCrew: step(&crews[one.account, default: [:]][one.place, default: 0], one.points))
    }
  }

  /// Sums of the same person and place are one row: PostgreSQL changes none twice in a statement.
  /// - Parameter isKnown: whether there is a row for a credit, as the same transaction has read.
  private static func write(
    _ credits: [Credit], _ season: String, over isKnown: (Credit) -> Bool, in transaction: any Transaction
  ) async throws {
    var sums: [Credit] = []
    for one in credits.sorted(by: { $0.key < $1.key }) {
      guard var sum = sums.last, sum.key == one.key else {
        sums.append(one)
        continue
      }
      (sum.points, sum.steps, sum.days) = (sum.points + one.points, sum.steps + one.steps, sum.days + one.days)
      sums[sums.count - 1] = sum
    }
    // Where nothing can be in the way, nothing has to be looked for.
    for (some, conflict) in [(sums.filter { !isKnown($0) }, ""), (sums.filter(isKnown), addition)] {
      let rows = some.map { one in
        [
          one.account.sqlValue, one.place.club.sqlValue, one.place.crew.sqlValue, one.points.sqlValue,
          one.steps.sqlValue, one.days.sqlValue,
        ]
      }
      try await ManyRows.insert(
        into: "member_seasons (season, account, club, crew, points, steps, days)", sharing: [season.sqlValue], rows,
        conflict, in: transaction)
    }
  }

  private static let addition = """
    on conflict (season, account, club, crew) do update set points = member_seasons.points + excluded.points,
      steps = member_seasons.steps + excluded.steps, days = member_seasons.days + excluded.days
    """

  /// The points of somebody in a season, for all clubs.
  static func points(of account: AccountID, season: String, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first(
      """
      select coalesce(sum(points), 0) as points from member_seasons where season = \(season) and account = \(account)
      """)?["points"] ?? 0
  }

  /// The points of somebody in a season for one club.
  static func points(
    of account: AccountID, season: String, club: String, in transaction: any ReadTransaction
  ) async throws -> Int {
    try await transaction.first(
      """
      select coalesce(sum(points), 0) as points from member_seasons
      where season = \(season) and account = \(account) and club = \(club)
      """)?["points"] ?? 0
  }
}
