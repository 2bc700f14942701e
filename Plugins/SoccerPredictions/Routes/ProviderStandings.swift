import FieldhouseKit

extension SoccerPredictions {
  /// The tables of a season as a provider tells them, with what the league has added or deducted; empty where none does.
  /// - Parameter forms: the rows of the table that follows from the matches, whose form is theirs here, too.
  func toldStandings(of season: Catalogue.Season, forms: [TeamStanding]) -> [TableOutput] {
    let rows = (tracker.feed as? ProviderFeed)?.standings.of(season.league.key) ?? []
    guard !rows.isEmpty else { return [] }
    let teams = Dictionary(
      season.matches.flatMap { [$0.home, $0.away] }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let cores = Dictionary(teams.values.map { (ClubName($0.name).core, $0) }, uniquingKeysWith: { first, _ in first })
    let country = teams.keys.min().map { String($0.prefix { $0 != "-" }) } ?? "int"
    let reading = catalogue.reading
    let forms = Dictionary(forms.map { ($0.team.id, $0.form) }, uniquingKeysWith: { first, _ in first })
    var tables: [TableOutput] = []
    for row in rows {
      let made = Team(name: row.team, country: country)
      let known = teams[reading.team(called: made.id)] ?? cores[ClubName(row.team).core] ?? made
      if tables.last?.name != row.table || tables.isEmpty { tables.append(TableOutput(name: row.table, rows: [])) }
      tables[tables.count - 1].rows.append(StandingOutput(row, team: known, form: forms[known.id] ?? []))
    }
    return tables
  }
}

extension StandingOutput {
  fileprivate init(_ row: ProviderStanding, team: Team, form: [TeamResult]) {
    self.init(TeamStanding(team: team), isPlaying: false)
    self.form = form.map(\.rawValue)
    position = row.position
    (won, drawn, lost, played) = (row.won, row.drawn, row.lost, row.won + row.drawn + row.lost)
    (goalsFor, goalsAgainst) = (row.goalsFor, row.goalsAgainst)
    (goalDifference, points) = (row.goalsFor - row.goalsAgainst, row.points)
  }
}
