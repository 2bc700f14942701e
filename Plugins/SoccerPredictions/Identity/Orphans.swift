import FieldhouseKit

/// The matches that people have predicted before ids were stored, and that their season's file does not have under these ids.
struct Orphans {
  /// In the order of their ids; of each nothing is known but what its id was made of: season, round and teams.
  private(set) var records: [MatchRecord] = []
  /// Spellings of teams that were not known.
  private(set) var spellings: [String: String] = [:]

  init(of file: SeasonFile, _ registry: inout TeamRegistry, in transaction: any ReadTransaction) async throws {
    let season = file.league.key.description
    let known = Set(file.matches.map(\.id))
    let predicted: [String] = try await transaction.query(
      "select distinct match from predictions where season = \(season) order by match"
    ).map { try $0["match"] }
    var all = registry
    for team in file.matches.flatMap({ [$0.home.id, $0.away.id] }) where all.team(team) == nil { all.add(team, team) }
    for id in predicted where !known.contains(id) {
      guard let match = Self.match(id, of: file) else { continue }
      var own = match
      own.home = learn(match.home, all, &registry)
      own.away = learn(match.away, all, &registry)
      records.append(MatchRecord(match: own, state: .missing, source: id))
    }
  }

  /// The team that a spelling means, among those of the file and those that were known.
  private mutating func learn(_ team: Team, _ all: TeamRegistry, _ registry: inout TeamRegistry) -> Team {
    let id = all.team(team.id) ?? team.id
    if registry.aliases[team.id] == nil { spellings[team.id] = id }
    registry.add(team.id, id)
    return Team(id: id, name: team.name)
  }

  private static func match(_ id: String, of file: SeasonFile) -> Match? {
    let parts = id.dropFirst(file.league.key.description.count + 1).split(separator: "_").map(String.init)
    guard parts.count >= 3, let first = file.matches.first else { return nil }
    let area = first.home.id.prefix { $0 != "-" }
    let teams = parts[1...2].map { Team(id: "\(area)-\($0)", name: $0) }
    let round = file.matches.first { Slug.make($0.round ?? "") == parts[0] }?.round
    return Match(
      id: id, league: file.league.key, round: round ?? parts[0], group: nil, home: teams[0], away: teams[1],
      kickOff: first.kickOff, kickOffConfirmed: false, stadium: nil, status: .scheduled, score: Score(), goals: nil)
  }
}
