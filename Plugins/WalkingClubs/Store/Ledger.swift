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
  static func add(
    _ credits: [Credit], at now: Date, ranks: Bool = true, in transaction: any Transaction
  ) async throws {
    let entries = try await entries(of: credits, in: transaction)
    try await write(entries, in: transaction)
    if ranks { try await rank(entries, at: now, in: transaction) }
  }

  /// What credits do in one season, with what had to be read for it.
  struct Entries: Sendable {
    fileprivate let season: String
    /// In the order of their keys.
    fileprivate let credits: [Credit]
    /// What there is before each of the credits.
    fileprivate let held: [Held]
    /// The clubs' countries in the season.
    fileprivate let countries: [String: String]
    /// With how many walkers a club has an average; nil where the season is gone.
    fileprivate let least: Int?
  }

  /// Reads what has to be known to add credits. A server that works on what it was sent is waited for by whoever reads, so that a
  /// transaction of very many reads first, then writes, and ranks last.
  /// - Parameters:
  ///   - known: what some of the people have; of others, and of those who have credits elsewhere, it is read.
  ///   - season: one of the seasons, where it is known; others are read.
  static func entries(
    of credits: [Credit], knowing known: [AccountID: Points] = [:], of season: Season? = nil,
    in transaction: any ReadTransaction
  ) async throws -> [Entries] {
    let counting = credits.filter { $0.points != 0 || $0.steps != 0 || $0.days != 0 }
    var entries: [Entries] = []
    for (id, some) in Dictionary(grouping: counting, by: \.place.season).sorted(by: { $0.key < $1.key }) {
      // By account, so that the rows of a statement come in the order of the tables' keys.
      let sorted = some.sorted { $0.key < $1.key }
      let clubs = Set(sorted.map(\.place.club)).sorted()
      let rules = season?.id == id ? season?.rules : try await SeasonStore.season(id, in: transaction)?.rules
      entries.append(
        Entries(
          season: id, credits: sorted, held: try await held(sorted, id, known, in: transaction),
          countries: try await CountryStore.countries(of: clubs, entering: id, in: transaction),
          least: rules?.minimumWalkers))
    }
    return entries
  }

  /// Adds to the persons' parts, and to the sums of clubs and groups.
  /// - Parameter entries: as the same transaction has read them.
  static func write(_ entries: [Entries], in transaction: any Transaction) async throws {
    for one in entries {
      try await write(one.credits, one.season, over: one.held.map { $0.ofCrew != nil }, in: transaction)
      let walkers = zip(one.credits, one.held).map(walkers)
      try await StandingStore.add(
        one.credits, walkers, one.season, one.countries, least: one.least, in: transaction)
    }
  }

  /// Tells the board.
  static func rank(_ entries: [Entries], at now: Date, in transaction: any Transaction) async throws {
    for one in entries {
      var parts: [Credit.Place: [String]] = [:]
      for credit in one.credits where credit.points != 0 {
        let own = parts[credit.place] ?? Self.parts(credit.place, one.countries[credit.place.club] ?? "")
        parts[credit.place] = own
        try await transaction.submit(
          ScoreChange(
            board: board, account: credit.account, score: Int64(credit.points), achievedAt: now, partitions: own,
            season: credit.place.season))
      }
    }
  }

  /// The parts of the board in which points of a place stand.
  private static func parts(_ place: Credit.Place, _ country: String) -> [String] {
    var parts = ["", "\(Club.kind)/\(place.club)"]
    if !country.isEmpty { parts.append("country/\(country)") }
    if !place.crew.isEmpty { parts.append("\(Crew.kind)/\(place.crew)") }
    return parts
  }

  /// Who has become one with points by a credit, or is none any more: 1, 0 or −1.
  struct Walkers: Sendable, Hashable {
    var ofClub: Int
    var ofCrew: Int
  }

  /// What somebody has before a credit: for the club, and in the row of the place where there is one.
  fileprivate struct Held: Sendable {
    var ofClub: Int
    var ofCrew: Int?
  }

  private static func walkers(_ credit: Credit, over held: Held) -> Walkers {
    func step(_ points: Int) -> Int { (points + credit.points > 0 ? 1 : 0) - (points > 0 ? 1 : 0) }
    return Walkers(ofClub: step(held.ofClub), ofCrew: step(held.ofCrew ?? 0))
  }

  /// What people have before each of some credits, which are in the order of their keys.
  private static func held(
    _ credits: [Credit], _ season: String, _ known: [AccountID: Points], in transaction: any ReadTransaction
  ) async throws -> [Held] {
    var held: [Held?] = credits.map { one in
      known[one.account].flatMap { $0.place == one.place ? Held(ofClub: $0.ofClub, ofCrew: $0.ofCrew) : nil }
    }
    // What one credit of somebody makes changes what the next one finds.
    for index in credits.indices.dropFirst() where credits[index].account == credits[index - 1].account {
      (held[index], held[index - 1]) = (nil, nil)
    }
    let unknown = zip(credits, held).filter { $1 == nil }.map(\.0)
    let read = try await self.held(unknown, season, in: transaction)
    var rest = read[...]
    return held.map { $0 ?? rest.removeFirst() }
  }

  /// What people have before each of some credits, as it is read; where one of somebody follows another, with that one.
  private static func held(
    _ credits: [Credit], _ season: String, in transaction: any ReadTransaction
  ) async throws -> [Held] {
    guard !credits.isEmpty else { return [] }
    let accounts = Set(credits.map(\.account)).sorted { $0.text < $1.text }
    let rows = try await transaction.query(
      """
      select account, club, crew, points from member_seasons
      where season = \(season) and account in (\(list: accounts.padded))
      """)
    var (clubs, crews): ([AccountID: [String: Int]], [AccountID: [Credit.Place: Int]]) = ([:], [:])
    for row in rows {
      let (account, points): (AccountID, Int) = (try row["account"], try row["points"])
      let place = Credit.Place(season: season, club: try row["club"], crew: try row["crew"])
      clubs[account, default: [:]][place.club, default: 0] += points
      crews[account, default: [:]][place] = points
    }
    return credits.map { one in
      let held = Held(ofClub: clubs[one.account]?[one.place.club] ?? 0, ofCrew: crews[one.account]?[one.place])
      clubs[one.account, default: [:]][one.place.club, default: 0] += one.points
      crews[one.account, default: [:]][one.place, default: 0] += one.points
      return held
    }
  }

  /// Sums of the same person and place are one row: PostgreSQL changes none twice in a statement.
  /// - Parameter isThere: whether there is a row for each credit, or was one made by the credit before it.
  private static func write(
    _ credits: [Credit], _ season: String, over isThere: [Bool], in transaction: any Transaction
  ) async throws {
    // Where nothing can be in the way, nothing has to be looked for.
    var (new, old): ([Credit], [Credit]) = ([], [])
    var index = 0
    while index < credits.count {
      var sum = credits[index]
      let isOld = isThere[index]
      index += 1
      while index < credits.count, credits[index].key == sum.key {
        let one = credits[index]
        (sum.points, sum.steps, sum.days) = (sum.points + one.points, sum.steps + one.steps, sum.days + one.days)
        index += 1
      }
      if isOld { old.append(sum) } else { new.append(sum) }
    }
    for (some, conflict) in [(new, ""), (old, addition)] {
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
