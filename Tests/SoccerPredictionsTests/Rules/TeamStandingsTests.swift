import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("Standings of teams")
struct TeamStandingsTests {
  private func tables(_ matches: [Match]) -> [TeamStandings] {
    TeamStandings.tables(matches) { $0.score.regularTime }
  }

  private func result(_ home: String, _ away: String, _ goals: Int, _ against: Int, round: String = "Matchday 1")
    -> Match
  {
    .sample(home, away, score: Score(regularTime: ScoreLine(goals, against)), round: round)
  }

  @Test(.tags(.sp81))
  func `a win earns three points, a draw one, a defeat none`() throws {
    let rows = try tables([result("A", "B", 2, 0), result("C", "A", 1, 1)]).first.unwrapped.rows
    #expect(rows.map(\.team.name) == ["A", "C", "B"])
    #expect(rows.map(\.points) == [4, 1, 0])
    #expect(rows.map { [$0.played, $0.won, $0.drawn, $0.lost] } == [[2, 1, 1, 0], [1, 0, 1, 0], [1, 0, 0, 1]])
    #expect(rows.map { [$0.goalsFor, $0.goalsAgainst, $0.goalDifference] } == [[3, 1, 2], [1, 1, 0], [0, 2, -2]])
  }

  @Test(.tags(.sp81))
  func `equal points are ordered by goal difference, then goals, then name`() throws {
    let matches = [
      result("Delta", "x1", 1, 0), result("Charlie", "x2", 3, 2), result("Bravo", "x3", 3, 2),
      result("Alpha", "x4", 5, 0),
    ]
    let rows = try tables(matches).first.unwrapped.rows
    #expect(rows.prefix(4).map(\.team.name) == ["Alpha", "Bravo", "Charlie", "Delta"])
    #expect(rows.prefix(4).map(\.position) == [1, 2, 2, 4])
  }

  @Test(.tags(.sp81), arguments: ["Round", "Spieltag", "Jornada"])
  func `rounds that are numbered in other words make a table in a league and none in a cup`(word: String) throws {
    let teams = ["A", "B", "C", "D", "E", "F", "G", "H"]
    func round(_ number: Int, of count: Int) -> [Match] {
      (0..<count).map { result(teams[$0 * 2], teams[$0 * 2 + 1], 1, 0, round: "\(number). \(word)") }
    }
    let league = try tables(round(1, of: 4) + round(2, of: 4) + round(3, of: 3)).first.unwrapped
    #expect(league.rows.map(\.points) == [9, 9, 9, 6, 0, 0, 0, 0])
    #expect(tables(round(1, of: 4) + round(2, of: 2) + round(3, of: 1)).isEmpty)
  }

  @Test func `the form is how the last five matches ended, whatever their order in the file`() throws {
    let scores = [(1, 0), (0, 0), (0, 1), (2, 0), (3, 0), (1, 1)]
    let matches = scores.enumerated().map { day, score -> Match in
      var match = result("A", "B", score.0, score.1)
      match.kickOff += Double(day) * 86_400
      return match
    }
    let rows = try tables(matches.reversed()).first.unwrapped.rows
    #expect(rows.map(\.form) == [[.drawn, .lost, .won, .won, .drawn], [.drawn, .won, .lost, .lost, .drawn]])
    #expect(rows.map(\.points) == [11, 5])
    let last = try TeamStandings.tables(matches, last: 2) { $0.score.regularTime }.first.unwrapped.rows
    #expect(last.map { [$0.played, $0.points, $0.goalsFor] } == [[2, 4, 4], [2, 1, 1]])
  }

  @Test(.tags(.sp81))
  func `teams are listed before their first match`() throws {
    let rows = try tables([.sample("A", "B")]).first.unwrapped.rows
    #expect(rows.map(\.played) == [0, 0])
  }

  @Test(arguments: ["Finals, Semifinals", "Playoffs, Matchday 1", "Round of 16", "Final", "Qualifying, Round 2"])
  func `knock-out rounds do not count`(round: String) {
    #expect(tables([result("A", "B", 1, 0, round: round)]).isEmpty)
  }

  @Test func `groups and half-seasons have tables of their own`() {
    let cup = [Match.sample("A", "B", group: "Group A"), .sample("C", "D", round: "Group B")]
    #expect(tables(cup).map(\.name) == ["Group A", "Group B"])
    let halves = [
      result("A", "B", 1, 0, round: "Apertura, Matchday 1"), result("A", "B", 1, 0, round: "Clausura, Matchday 1"),
    ]
    #expect(tables(halves).map(\.name) == ["Apertura", "Clausura"])
  }

  @Test func `placeholders are no teams`() throws {
    #expect(try tables([.sample("N.N.", "A")]).first.unwrapped.rows.map(\.team.name) == ["A"])
  }

  @Test(.tags(.sp81))
  func `the shipped season ends with the known final table`() throws {
    let tables = tables(try shipped("england-2024-25.season").matches)
    let rows = try #require(tables.first).rows
    #expect(tables.count == 1 && rows.count == 20)
    #expect(
      rows.prefix(3).map { "\($0.team.name) \($0.points)" } == [
        "Liverpool FC 84", "Arsenal FC 74", "Manchester City FC 71",
      ])
    #expect(rows.suffix(3).map(\.team.name) == ["Leicester City FC", "Ipswich Town FC", "Southampton FC"])
  }
}
