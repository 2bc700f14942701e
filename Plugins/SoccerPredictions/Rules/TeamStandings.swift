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
  ///   - last: how many of each team's last matches count, 1 or more; nil for all of them.
  ///   - result: the score by which a match counts, or nil while it does not.
  public static func tables(
    _ matches: some Sequence<Match>, last: Int? = nil, result: (Match) -> ScoreLine?
  ) -> [TeamStandings] {
    let rounds = NumberedRounds(matches)
    let counting = matches.filter { TableRound($0, rounds).counts }
    let tables = Dictionary(grouping: counting) { TableRound($0, rounds).table }
    return tables.map { TeamStandings(name: $0.key, matches: $0.value, last: last, result: result) }
      .sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  private init(name: String?, matches: [Match], last: Int?, result: (Match) -> ScoreLine?) {
    self.name = name
    var teams: [String: (team: Team, results: [ScoreLine])] = [:]
    for match in matches.sorted(by: { ($0.kickOff, $0.id) < ($1.kickOff, $1.id) }) {
      let score = result(match)
      for side in [Side.home, .away] where match.team(side).isDetermined {
        let team = match.team(side)
        let own = score.map { side == .home ? $0 : ScoreLine($0.away, $0.home) }
        teams[team.id, default: (team, [])].results += [own].compactMap(\.self)
      }
    }
    let rows = teams.values.map { team, results in
      results.suffix(last ?? results.count).reduce(into: TeamStanding(team: team)) {
        $0.record(scored: $1.home, conceded: $1.away)
      }
    }
    self.rows = Self.numbered(rows.sorted(by: TeamStanding.inOrder))
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
