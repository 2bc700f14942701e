import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The rows of a season` {
  private let win = Score(regularTime: ScoreLine(2, 1))
  private let draw = Score(regularTime: ScoreLine(1, 1))

  private func goal(_ minute: Int, _ scorer: String = "Ann", _ side: Side = .home, stoppage: Int = 0) -> Goal {
    Goal(minute: minute, stoppage: stoppage, scorer: scorer, side: side)
  }

  @Test func `are one match where they are on one day, as the first says that tells a score, else a state`() throws {
    let (plain, off) = (try MatchRow.sample(), try MatchRow.sample(status: .postponed))
    let playing = try MatchRow.sample(progress: .running(LiveReport(minute: 5, score: .goalless)))
    let (won, drawn) = (try MatchRow.sample(score: win), try MatchRow.sample(score: draw))
    let cases: [([MatchRow], Score, ReportedStatus, Bool)] = [
      ([plain, off], Score(), .postponed, false), ([off, plain], Score(), .postponed, false),
      ([playing, plain], Score(), .scheduled, true), ([plain, playing], Score(), .scheduled, true),
      ([off, playing], Score(), .postponed, false), ([off, won], win, .scheduled, false),
      ([won, drawn], win, .scheduled, false), ([drawn, won, plain], draw, .scheduled, false),
    ]
    for (rows, score, status, isPlayed) in cases {
      let file = try MatchRow.season(rows)
      #expect(file.matches.map(\.score) == [score] && file.matches.map(\.status) == [status])
      #expect(file.matches.map { $0.progress != nil } == [isPlayed])
      #expect(file.problems.map(\.code) == rows.dropFirst().map { _ in "duplicate-match" })
    }
  }

  @Test func `are as many matches as there are days, rounds, groups and orders of the teams`() throws {
    var group = try MatchRow.sample()
    group.group = "Group A"
    let rows = [
      try MatchRow.sample(), try .sample(at: "2024-08-18T11:30:00Z"), try .sample(round: "Matchday 2"), group,
      try .sample("Borough", "Albion"), try .sample("Al\u{200B}bion", " Borough ", at: "2024-08-17T20:00:00Z"),
    ]
    let file = try MatchRow.season(rows)
    #expect(file.matches.count == 5 && Set(file.matches.map(\.id)).count == 5)
    #expect(file.problems.map(\.code) == ["duplicate-match"], "a name is the same with what nobody sees in it")
  }

  @Test func `are a match each while both teams of both are unknown, with ids of their own`() throws {
    let rows = try (0..<2).map { _ in try MatchRow.sample("TBD", "TBD", round: "Semi-finals") }
    let file = try MatchRow.season(rows)
    let id = "en.1_2024-25_semi-finals_tbd_tbd"
    #expect(file.matches.map(\.id) == [id, id + "_2"] && file.problems.isEmpty)
    let slots = try (0..<2).map { _ in try MatchRow.sample("W1", "W2", round: "Final") }
    #expect(try MatchRow.season(slots).matches.count == 1, "whoever wins those two matches plays one final")
  }

  @Test(
    .tags(.sp90),
    arguments: [
      (Score(regularTime: ScoreLine(2, 0)), ["45+1", "90+4"]),
      (Score(regularTime: ScoreLine(1, 0), afterExtraTime: ScoreLine(2, 0)), ["45+1", "94"]),
      (Score(regularTime: ScoreLine(2, 0), penalties: ScoreLine(4, 3)), ["45+1", "94"]), (Score(), ["45+1", "94"]),
    ])
  func `have goals that count on behind the 90th minute, which is stoppage time where nothing came later`(
    score: Score, minutes: [String]
  ) throws {
    var late = goal(94, "Abe")
    late.assist = "Ann"
    let match = try MatchRow.season([.sample(score: score, goals: [late, goal(45, stoppage: 1)])]).matches[0]
    #expect(match.goals?.map(\.minuteText) == minutes)
    #expect(match.goals?.map(\.scorer) == ["Ann", "Abe"] && match.goals?.map(\.assist) == [nil, "Ann"])
    let isWhole = score.penalties == nil && score.final != nil
    #expect((match.reliableGoals != nil) == isWhole)
  }

  @Test func `have their goals in the order of play, the home team's first in one minute`() throws {
    let goals = [
      goal(90, "D", stoppage: 2), goal(45, "C", .away, stoppage: 1), goal(45, "B"), goal(45, "A", .away), goal(7, "Z"),
    ]
    let match = try MatchRow.season([.sample(goals: goals)]).matches[0]
    #expect(match.goals?.map(\.scorer) == ["Z", "B", "A", "C", "D"])
  }

  @Test(arguments: ["", " ", "\u{200B}"])
  func `are without goals where one has no scorer that anybody sees, and keep the score`(name: String) throws {
    let row = try MatchRow.sample(score: win, goals: [goal(3), goal(50, name), goal(60, "Bea", .away)])
    let file = try MatchRow.season([row])
    #expect(file.matches.map(\.goals) == [nil] && file.matches.map(\.score) == [win])
    #expect(file.problems.map(\.code) == ["missing-name"] && file.problems.map(\.place) == ["/0"])
    #expect(file.problems.map(\.file) == ["rows"])
  }

  @Test func `are of unknown teams where no name can be seen, and have no round or ground of which nothing can be`()
    throws
  {
    var row = try MatchRow.sample("\u{200D}", "N.N.", round: "\u{200B}")
    (row.stadium, row.group) = ("\u{202E}", " ")
    let match = try MatchRow.season([row]).matches[0]
    #expect(match.home.name == "TBD" && !match.home.isDetermined && !match.away.isDetermined)
    #expect(match.round == nil && match.stadium == nil && match.group == nil)
    #expect(match.id == "en.1_2024-25_-_tbd_n-n")
  }

  @Test(
    arguments: [
      ("Albion FC (ENG)", "Albion FC", "eng-albion-fc"), ("Albion FC", "Albion FC", "int-albion-fc"),
      ("Albion (eng)", "Albion (eng)", "int-albion-eng"), ("Albion (ENGL)", "Albion (ENGL)", "int-albion-engl"),
      ("(ENG)", "(ENG)", "int-eng"), ("Real (B) (ESP)", "Real (B)", "esp-real-b"),
    ])
  func `of cups say the country of a club in its name`(told: String, name: String, id: String) throws {
    let match = try MatchRow.season([.sample(told, "Borough (ENG)")], teamCode: "int").matches[0]
    #expect(match.home.name == name && match.home.id == id && match.away.id == "eng-borough")
  }

  @Test func `are doubtful where scores or goals contradict each other, at their place, and there all the same`() throws
  {
    let fewer = Score(halfTime: ScoreLine(2, 0), regularTime: ScoreLine(1, 1))
    let file = try MatchRow.season([
      .sample(score: fewer), .sample("City", "Dynamo", score: win, goals: [goal(3)]),
      .sample("Eastham", "Forest", score: Score(afterExtraTime: ScoreLine(1, 0))),
    ])
    #expect(file.problems.map(\.code) == ["score-contradiction", "goals-contradiction", "score-contradiction"])
    #expect(file.matches.count == 3 && file.matches.allSatisfy { $0.score != Score() })
    #expect(file.problems[1].detail.contains("the score after 90 minutes is 2–1, the goals make 1–0"))
    #expect(file.problems[2].detail.contains("the score after 90 minutes is missing"))
  }
}
