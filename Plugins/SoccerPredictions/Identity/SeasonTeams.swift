import Foundation

/// Gives the teams of a season's file their lasting ids.
struct SeasonTeams {
  /// The team by the spelling of the file; a place that waits for its team stays as it is.
  private(set) var ids: [String: String] = [:]
  /// The name that the file calls each team by most often.
  private(set) var names: [String: String] = [:]
  /// The spellings that were not known, with their teams.
  private(set) var news: [String: String] = [:]
  private(set) var doubts: [Doubt] = []

  /// So much of a team's matches must stand where another one's stood.
  private static let share = 0.6

  private let matches: [Match]
  private let records: [MatchRecord]
  private let season: String

  /// - Parameters:
  ///   - elsewhere: teams that play in another league of the country in this season, and so in none of these matches.
  ///   - apart: the doubts of which an operator has said that the two are different.
  init(
    _ matches: [Match], _ records: [MatchRecord], season: String, registry: inout TeamRegistry,
    elsewhere: Set<String> = [], apart: Set<String> = []
  ) {
    (self.matches, self.records, self.season) = (matches, records, season)
    let spelled = Set(matches.flatMap { [$0.home, $0.away] }.filter(\.isDetermined).map(\.id)).sorted()
    for spelling in spelled { ids[spelling] = registry.aliases[spelling] }
    for spelling in spelled where ids[spelling] == nil {
      let others = elsewhere.union(ids.values)
      if let team = registry.team(spelling, besides: others) { learn(spelling, team, &registry) }
    }
    for spelling in spelled where ids[spelling] == nil {
      guard let team = standsFor(spelling, registry, apart) else { continue }
      learn(spelling, team, &registry)
    }
    for spelling in spelled where ids[spelling] == nil { learn(spelling, spelling, &registry) }
    nameTeams()
  }

  private mutating func nameTeams() {
    var counts: [String: [String: Int]] = [:]
    for team in matches.flatMap({ [$0.home, $0.away] }) {
      counts[ids[team.id] ?? team.id, default: [:]][team.name, default: 0] += 1
    }
    names = counts.compactMapValues { $0.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
  }

  /// A match of the file with the lasting ids of its teams.
  func identified(_ match: Match) -> Match {
    var match = match
    (match.home, match.away) = (identified(match.home), identified(match.away))
    return match
  }

  private func identified(_ team: Team) -> Team {
    let id = ids[team.id] ?? team.id
    return Team(id: id, name: names[id] ?? team.name)
  }

  private mutating func learn(_ spelling: String, _ team: String, _ registry: inout TeamRegistry) {
    (ids[spelling], news[spelling]) = (team, team)
    registry.add(spelling, team)
  }

  /// The team in whose place a new spelling stands, if it is surely one of that team's. Where the names are too different to be sure
  /// it is a doubt.
  private mutating func standsFor(_ spelling: String, _ registry: TeamRegistry, _ apart: Set<String>) -> String? {
    let own = matches.filter { $0.home.id == spelling || $0.away.id == spelling }
    let opponents = Set(own.compactMap { ids[$0.home.id == spelling ? $0.away.id : $0.home.id] })
    let free = freeRecords()
    let teams = Set(free.flatMap { [$0.match.home, $0.match.away] }.filter(\.isDetermined).map(\.id))
    func standsFor(_ team: String, _ fits: (Match, Match) -> Bool) -> Bool {
      let slots = free.filter { $0.match.home.id == team || $0.match.away.id == team }
      let same = own.count { match in
        slots.contains { isSide(match, spelling, $0.match, team) && fits(match, $0.match) }
      }
      return Double(same) >= Self.share * Double(own.count)
    }
    let others = teams.subtracting(opponents).filter { !apart.contains(doubt($0, spelling).id) }
    let alike = others.filter { registry.resembles(spelling, $0) && standsFor($0) { _, _ in true } }
    if let team = registry.nearest(spelling, alike) { return team }
    let gone = others.subtracting(ids.values).filter {
      standsFor($0) { $0.isNear($1) || $0.round != nil && $0.round == $1.round }
    }
    if alike.isEmpty, own.count > 1, gone.count == 1, let team = gone.first { doubts.append(doubt(team, spelling)) }
    return nil
  }

  private func doubt(_ team: String, _ spelling: String) -> Doubt {
    Doubt(kind: .team, season: season, one: team, other: spelling)
  }

  /// The known matches that the file does not have under the names that are known.
  private func freeRecords() -> [MatchRecord] {
    var counts: [String: Int] = [:]
    for match in matches {
      guard let home = ids[match.home.id], let away = ids[match.away.id] else { continue }
      counts["\(home) \(away)", default: 0] += 1
    }
    return records.filter { record in
      let pair = record.match.pair
      guard let count = counts[pair], count > 0 else { return record.state != .removed }
      counts[pair] = count - 1
      return false
    }
  }

  /// Whether a match stands where one of the team's stood: on its side, against its opponent.
  private func isSide(_ match: Match, _ spelling: String, _ known: Match, _ team: String) -> Bool {
    let isHome = match.home.id == spelling
    guard (isHome ? known.home.id : known.away.id) == team else { return false }
    let opponent = ids[isHome ? match.away.id : match.home.id]
    return opponent == nil || opponent == (isHome ? known.away.id : known.home.id)
  }
}

extension Match {
  /// Its teams, home first.
  var pair: String { "\(home.id) \(away.id)" }

  /// Half a day, in seconds: a corrected time of day is no other date.
  private static let halfADay = 12.0 * 3600

  /// Whether it is on the day of another one.
  func isNear(_ other: Match, within seconds: Double = Match.halfADay) -> Bool { distance(to: other) <= seconds }

  /// The time between the kick-offs, in seconds.
  func distance(to other: Match) -> Double { abs(kickOff.timeIntervalSince(other.kickOff)) }
}
