import FieldhouseKit

/// By what clubs are ranked.
enum ClubMeasure: String, Codable, Sendable, CaseIterable {
  /// All points of the season.
  case total
  /// Points for each walker; clubs with too few walkers are left out.
  case average
  /// How much more a walker makes a day in the last four weeks than in the four before.
  case improved

  fileprivate var column: SQL {
    switch self {
    case .total: "points"
    case .average: "average"
    case .improved: "improvement"
    }
  }
}

/// A club's row: equal ones share a rank, 1, 2, 2, 4.
struct ClubStanding: Sendable {
  let rank: Int
  let club: Club
  let points: Int
  let walkers: Int
  /// What it is ranked by: points, thousandths of a point for each walker, or thousandths more than before.
  let value: Int
}

/// Reads ranks from the sums, by their indexes.
struct ClubBoard: Sendable {
  let season: String
  /// Only clubs of this country; nil for all.
  let country: String?
  let measure: ClubMeasure

  private var within: SQL {
    country.map { "s.season = \(season) and s.country = \($0)" } ?? "s.season = \(season)"
  }

  func page(
    after cursor: NumberCursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> (rows: [ClubStanding], next: NumberCursor?) {
    let column = measure.column
    let behind: SQL =
      cursor.map { "and (s.\(column) < \($0.number) or (s.\(column) = \($0.number) and s.club > \($0.id)))" } ?? ""
    // What is the same for everybody stands in the text: a server then makes one plan for all, and not one each time.
    let found = try await transaction.query(
      """
      select c.*, s.points as season_points, s.walkers, s.\(column) as value from club_seasons s
      join clubs c on c.club = s.club
      where \(within) and s.\(column) > \(SQL(stringLiteral: "\(StandingStore.unranked)")) \(behind)
      order by s.\(column) desc, s.club limit \(SQL(stringLiteral: "\(limit + 1)"))
      """)
    var (rows, place, rank, last) = ([ClubStanding](), cursor?.passed ?? 0, cursor?.rank ?? 0, cursor?.number)
    for row in found.prefix(limit) {
      let value: Int = try row["value"]
      place += 1
      if value != last { rank = place }
      last = value
      rows.append(try ClubStanding(row, rank: rank))
    }
    guard found.count > limit, let end = rows.last else { return (rows, nil) }
    return (rows, NumberCursor(number: end.value, id: end.club.id, passed: place, rank: rank))
  }

  /// The row of one club; nil where it is not ranked.
  func row(of club: String, in transaction: any ReadTransaction) async throws -> ClubStanding? {
    let column = measure.column
    let found = try await transaction.first(
      """
      select c.*, s.points as season_points, s.walkers, s.\(column) as value from club_seasons s
      join clubs c on c.club = s.club
      where \(within) and s.club = \(club) and s.\(column) > \(StandingStore.unranked)
      """)
    guard let found else { return nil }
    let better: Int =
      try await transaction.first(
        "select count(*) as n from club_seasons s where \(within) and s.\(column) > \(try found["value"] as Int)")?["n"]
      ?? 0
    return try ClubStanding(found, rank: better + 1)
  }
}

extension ClubStanding {
  fileprivate init(_ row: Row, rank: Int) throws {
    self.init(
      rank: rank, club: try Club(row), points: try row["season_points"], walkers: try row["walkers"],
      value: try row["value"])
  }
}

/// The groups of a club by their points.
enum CrewBoard {
  struct Standing: Sendable {
    let rank: Int
    let crew: Crew
    let points: Int
    let walkers: Int
  }

  static func page(
    of club: String, season: String, after cursor: NumberCursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> (rows: [Standing], next: NumberCursor?) {
    let (number, id) = (cursor?.number ?? Int.max, cursor?.id ?? "")
    let found = try await transaction.query(
      """
      select c.*, s.points, s.walkers from crew_seasons s join crews c on c.crew = s.crew
      where s.season = \(season) and s.club = \(club)
      and (s.points < \(number) or (s.points = \(number) and s.crew > \(id)))
      order by s.points desc, s.crew limit \(limit + 1)
      """)
    var (rows, place, rank, last) = ([Standing](), cursor?.passed ?? 0, cursor?.rank ?? 0, cursor?.number)
    for row in found.prefix(limit) {
      let points: Int = try row["points"]
      place += 1
      if points != last { rank = place }
      last = points
      rows.append(Standing(rank: rank, crew: try Crew(row), points: points, walkers: try row["walkers"]))
    }
    guard found.count > limit, let end = rows.last else { return (rows, nil) }
    return (rows, NumberCursor(number: end.points, id: end.crew.id, passed: place, rank: rank))
  }

  static func row(
    of crew: String, season: String, in transaction: any ReadTransaction
  ) async throws -> Standing? {
    let found = try await transaction.first(
      """
      select c.*, s.points, s.walkers from crew_seasons s join crews c on c.crew = s.crew
      where s.season = \(season) and s.crew = \(crew)
      """)
    guard let found else { return nil }
    let points: Int = try found["points"]
    let better: Int =
      try await transaction.first(
        """
        select count(*) as n from crew_seasons
        where season = \(season) and club = \(try found["club"] as String) and points > \(points)
        """)?["n"] ?? 0
    return Standing(rank: better + 1, crew: try Crew(found), points: points, walkers: try found["walkers"])
  }
}
