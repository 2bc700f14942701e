/// The table of a league: three points for a win and one for a tie.
enum LeagueTable {
  static let (win, tie) = (3, 1)

  /// A game that was played.
  struct Game: Sendable {
    let home: String
    let away: String
    let homeScore: Int
    let awayScore: Int
  }

  /// What a team has reached.
  struct Row: Sendable, Equatable {
    let team: String
    /// From 1; teams that are even in everything share one.
    var position = 1
    var won = 0
    var tied = 0
    var lost = 0
    var scored = 0
    var conceded = 0

    var played: Int { won + tied + lost }
    var points: Int { LeagueTable.win * won + LeagueTable.tie * tied }

    fileprivate mutating func add(_ own: Int, _ other: Int) {
      (scored, conceded) = (scored + own, conceded + other)
      if own > other { won += 1 } else if own < other { lost += 1 } else { tied += 1 }
    }

    /// What decides, in order: points, difference, scored.
    fileprivate var rank: (Int, Int, Int) { (points, scored - conceded, scored) }
  }

  /// The rows by position; teams that are even stand in the order of `teams`.
  static func rows(of teams: [String], _ games: [Game]) -> [Row] {
    var rows = Dictionary(teams.map { ($0, Row(team: $0)) }, uniquingKeysWith: { one, _ in one })
    for game in games where rows[game.home] != nil && rows[game.away] != nil {
      rows[game.home]?.add(game.homeScore, game.awayScore)
      rows[game.away]?.add(game.awayScore, game.homeScore)
    }
    let places = Dictionary(teams.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
    var sorted = rows.values.sorted { one, other in
      one.rank == other.rank ? (places[one.team] ?? 0) < (places[other.team] ?? 0) : one.rank > other.rank
    }
    for index in sorted.indices {
      let isEven = index > 0 && sorted[index].rank == sorted[index - 1].rank
      sorted[index].position = isEven ? sorted[index - 1].position : index + 1
    }
    return sorted
  }
}
