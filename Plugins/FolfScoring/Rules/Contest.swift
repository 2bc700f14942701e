/// What a game is reckoned from: the scores of its sides, hole by hole.
struct Contest: Sendable {
  let sides: [Side]
  /// Throws less what the handicap gives, by hole and side; nil while there is no score.
  let scores: [[Int?]]
  /// By hole and side.
  let pars: [[Int]]

  /// - Parameters:
  ///   - handicaps: of the players; nil for a game without.
  ///   - isDifference: whether the handicaps count as far as they are above the least of them, as in a match. Source:
  /// R&A and USGA,
  ///     Rules of Handicapping, rule 6.2.
  init(_ card: Card, _ teams: Teams, byTeam: Bool, handicaps: [String: Int]?, isDifference: Bool) {
    let sides = teams.sides(of: card.players, byTeam: byTeam)
    let given = handicaps.map { Self.strokes(sides, $0, teams.format, isDifference, card.layout) } ?? [:]
    self.sides = sides
    scores = card.layout.holes.indices.map { hole in
      sides.map { side in Self.score(side, hole, card, given, teams.format) }
    }
    pars = card.layout.holes.indices.map { hole in sides.map { card.par($0.players[0], hole + 1) } }
  }

  /// The throws that each player is given by hole; in formats with one score a team's are those of its first member.
  private static func strokes(
    _ sides: [Side], _ handicaps: [String: Int], _ format: TeamFormat, _ isDifference: Bool, _ layout: Layout
  ) -> [String: [Int]] {
    let players = format.isShared ? sides.map { [$0.players[0]] } : sides.map(\.players)
    let values = zip(sides, players).flatMap { side, rows in
      rows.map { row in
        (row, format.isShared ? Handicap.mean(side.players.map { handicaps[$0] ?? 0 }) : handicaps[row] ?? 0)
      }
    }
    let least = isDifference ? values.map(\.1).min() ?? 0 : 0
    return Dictionary(values.map { ($0, Handicap.strokes($1 - least, on: layout)) }) { one, _ in one }
  }

  /// The best score of those of a side who have not given up; nil while one of them has none.
  private static func score(
    _ side: Side, _ hole: Int, _ card: Card, _ given: [String: [Int]], _ format: TeamFormat
  ) -> Int? {
    let rows = format.isShared ? [side.players[0]] : side.players
    let going = rows.filter { card.cell($0, 0)?.value != 1 || card.throwCount($0, hole + 1) != nil }
    let known = (going.isEmpty ? rows : going).map { row in
      card.throwCount(row, hole + 1).map { $0 - (given[row]?[hole] ?? 0) }
    }
    return known.contains(nil) ? nil : known.compactMap(\.self).min()
  }
}
