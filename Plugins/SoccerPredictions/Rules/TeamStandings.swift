/// A table of teams, computed from results.
public struct TeamStandings: Hashable, Sendable {
  /// The table's name: "Group A", "Apertura"; nil when the season has one table.
  public let name: String?
  /// The rows, best team first.
  public let rows: [TeamStanding]

  /// The tables of a season: one for each group or half-season, or one for all.
  ///
  /// Matches of knock-out rounds and play-offs do not count. Every team of a table is listed, also before its first
  /// match. Order: points, goal difference, goals scored, name. Points deducted or halved by a league's own rules are
  /// not in the match data and so are not taken into account.
  ///
  /// - Parameters:
  ///   - matches: all matches of the season.
  ///   - result: the score by which a match counts, or nil while it does not.
  public static func tables(_ matches: some Sequence<Match>, result: (Match) -> ScoreLine?) -> [TeamStandings] {
    let rounds = NumberedRounds(matches)
    let counting = matches.filter { TableRound($0, rounds).counts }
    let tables = Dictionary(grouping: counting) { TableRound($0, rounds).table }
    return tables.map { TeamStandings(name: $0.key, matches: $0.value, result: result) }
      .sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  private init(name: String?, matches: [Match], result: (Match) -> ScoreLine?) {
    self.name = name
    var rows: [String: TeamStanding] = [:]
    for match in matches {
      let score = result(match)
      for side in [Side.home, .away] where match.team(side).isDetermined {
        let team = match.team(side)
        guard let score else { rows[team.id, default: TeamStanding(team: team)].position = 0; continue }
        let (own, other) = side == .home ? (score.home, score.away) : (score.away, score.home)
        rows[team.id, default: TeamStanding(team: team)].record(scored: own, conceded: other)
      }
    }
    self.rows = Self.numbered(rows.values.sorted(by: TeamStanding.inOrder))
  }

  private static func numbered(_ rows: [TeamStanding]) -> [TeamStanding] {
    var numbered = rows
    for index in numbered.indices {
      let isTied = index > 0 && numbered[index].merit == numbered[index - 1].merit
      numbered[index].position = isTied ? numbered[index - 1].position : index + 1
    }
    return numbered
  }
}

/// What a match's round means for the standings.
struct TableRound {
  /// Whether the match belongs to a table.
  let counts: Bool
  /// The table's name; nil for the season's only one.
  let table: String?

  init(_ match: Match, _ rounds: NumberedRounds) {
    let parts = (match.round ?? "").split(separator: ",").map(\.trimmed)
    let stage = parts.count > 1 ? parts[0] : ""
    let last = parts.last ?? ""
    let isGroup = match.group != nil || (last.hasPrefix("Group ") && last.count == 7)
    let isKnockOut = Self.knockOuts.contains { stage.lowercased().contains($0) }
    let isRound = last.hasPrefix("Matchday") || rounds.areOfLeague && NumberedRounds.number(last) != nil
    counts = (isGroup || last.isEmpty || isRound) && !isKnockOut
    table = match.group ?? (isGroup ? last : Self.halfSeasons.first { stage.contains($0) })
  }

  /// What the names of stages without a table contain; "Aufstieg" is Austria's promotion play-off.
  private static let knockOuts = ["playoff", "playout", "play-off", "final", "qualif", "aufstieg"]

  /// Seasons in two halves with a table each, as in Latin America.
  private static let halfSeasons = ["Apertura", "Clausura", "1° Semestre", "2° Semestre"]
}
