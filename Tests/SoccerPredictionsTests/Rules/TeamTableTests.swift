import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Tables of teams` {
  /// A team's figures, counted from a list of results one by one.
  private struct Figures: Equatable {
    var won = 0, drawn = 0, lost = 0, scored = 0, conceded = 0
    var points: Int { 3 * won + drawn }
  }

  private let names = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"]

  /// Half of the matches of a double round, in any order, a day apart.
  private func season(_ random: inout SeededRandom) -> [Match] {
    var matches: [Match] = []
    for (home, away) in names.flatMap({ home in names.filter { $0 != home }.map { (home, $0) } }) {
      let isPlayed = random.next(below: 2) == 0
      let score = ScoreLine(random.next(below: 3), random.next(below: 3))
      var match = Match.sample(home, away, score: isPlayed ? Score(regularTime: score) : Score(), round: "Matchday 1")
      match.kickOff += Double(matches.count) * 86_400
      matches.append(match)
    }
    return matches.shuffled(using: &random)
  }

  private func figures(_ name: String, _ matches: [Match], last: Int) -> Figures {
    let own = matches.filter { ($0.home.name == name || $0.away.name == name) && $0.score.regularTime != nil }
    var figures = Figures()
    for match in own.sorted(by: { $0.kickOff < $1.kickOff }).suffix(last) {
      let score = match.score.regularTime ?? .goalless
      let (mine, theirs) = match.home.name == name ? (score.home, score.away) : (score.away, score.home)
      figures.scored += mine
      figures.conceded += theirs
      if mine > theirs { figures.won += 1 } else if mine == theirs { figures.drawn += 1 } else { figures.lost += 1 }
    }
    return figures
  }

  @Test(.tags(.sp81), arguments: [nil, 1, 3, 100])
  func `add up each team's results, all or the last ones, and rank by points, difference and goals`(last: Int?) throws {
    var random = SeededRandom(seed: UInt64(last ?? 0) + 5)
    for _ in 0..<25 {
      let matches = season(&random)
      let rows = try TeamStandings.tables(matches, last: last) { $0.score.regularTime }.first.unwrapped.rows
      #expect(Set(rows.map(\.team.name)) == Set(names))
      for row in rows {
        let own = figures(row.team.name, matches, last: last ?? .max)
        #expect(
          Figures(won: row.won, drawn: row.drawn, lost: row.lost, scored: row.goalsFor, conceded: row.goalsAgainst)
            == own)
        let ahead = names.count { name in
          let other = figures(name, matches, last: last ?? .max)
          return (other.points, other.scored - other.conceded, other.scored)
            > (own.points, own.scored - own.conceded, own.scored)
        }
        #expect(row.position == ahead + 1)
      }
      let order = rows.map { [$0.position, names.firstIndex(of: $0.team.name) ?? 0] }
      #expect(order == order.sorted { $0.lexicographicallyPrecedes($1) }, "those who are equal by their names")
    }
  }

  /// The group tables of the World Cup 2014 as FIFA has them; in none of these groups two teams were equal.
  @Test(
    .tags(.sp81),
    arguments: [
      ("Group A", ["Brazil 7 7:2", "Mexico 7 4:1", "Croatia 3 6:6", "Cameroon 0 1:9"]),
      ("Group B", ["Netherlands 9 10:3", "Chile 6 5:3", "Spain 3 4:7", "Australia 0 3:9"]),
      ("Group D", ["Costa Rica 7 4:1", "Uruguay 6 4:4", "Italy 3 2:3", "England 1 2:4"]),
      ("Group G", ["Germany 7 7:2", "USA 4 4:4", "Portugal 4 4:7", "Ghana 1 4:6"]),
    ])
  func `of a world championship are those that everybody knows`(group: String, expected: [String]) throws {
    let tables = TeamStandings.tables(try shipped("worldcup-2014.season").matches) { $0.score.final }
    #expect(tables.count == 8)
    let rows = try tables.first { $0.name == group }.unwrapped.rows
    #expect(rows.map { "\($0.team.name) \($0.points) \($0.goalsFor):\($0.goalsAgainst)" } == expected)
    #expect(rows.allSatisfy { $0.played == 3 })
  }

  @Test(
    arguments: [
      ("Matchday 7", nil, nil), ("Regular Season, Matchday 7", nil, nil), ("Clausura, Matchday 2", nil, "Clausura"),
      ("2° Semestre, Matchday 2", nil, "2° Semestre"), ("Group C", nil, "Group C"),
      ("Matchday 3", "Group F", "Group F"),
      ("", nil, nil),
    ] as [(String, String?, String?)])
  func `take in rounds of a league or group`(round: String, group: String?, name: String?) {
    let match = Match.sample(
      score: Score(regularTime: ScoreLine(1, 0)), round: round.isEmpty ? nil : round, group: group)
    #expect(TeamStandings.tables([match]) { $0.score.final }.map(\.name) == [name])
  }

  @Test(arguments: [
    "Semi-finals", "Round of 16", "Playoffs, Matchday 2", "Qualifying, Matchday 1", "Finals, Matchday 1",
    "Aufstieg, Matchday 1",
    "Group of Death", "Friendly",
  ])
  func `leave out what decides by knock-out, and what nobody knows`(round: String) {
    let match = Match.sample(score: Score(regularTime: ScoreLine(1, 0)), round: round)
    #expect(TeamStandings.tables([match]) { $0.score.final }.isEmpty)
  }
}
