import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The scores that providers tell` {
  private func pair(_ home: Int, _ away: Int) -> JSON {
    ["home": .integer(Int64(home)), "away": .integer(Int64(away))]
  }

  private func footballData(_ score: JSONObject, status: String = "FINISHED", minute: JSON = .null) throws -> MatchRow {
    try FootballData().first(
      ProviderAnswers.footballData(with: ["status": .string(status), "minute": minute, "score": .object(score)])
    ).row
  }

  /// Poland against Portugal on 30 June 2016: 1–1 at half-time, after 90 and after 120 minutes, 3–5 by kicks (UEFA).
  @Test func `of football-data.org have the kicks of a shoot-out taken out of them`() throws {
    let row = try footballData([
      "duration": "PENALTY_SHOOTOUT", "fullTime": pair(4, 6), "halfTime": pair(1, 1), "regularTime": pair(1, 1),
      "extraTime": pair(0, 0), "penalties": pair(3, 5),
    ])
    let draw = ScoreLine(1, 1)
    let expected = Score(halfTime: draw, regularTime: draw, afterExtraTime: draw, penalties: ScoreLine(3, 5))
    #expect(row.score == expected && row.progress == .over)
  }

  @Test func `of football-data.org are no guess where the parts of a shoot-out are missing`() throws {
    let nothing = try footballData(["duration": "PENALTY_SHOOTOUT", "fullTime": pair(4, 6), "halfTime": pair(1, 1)])
    #expect(nothing.score == Score() && nothing.progress == .over, "4–6 was never the score")
    let ninety = try footballData([
      "duration": "PENALTY_SHOOTOUT", "fullTime": pair(4, 6), "regularTime": pair(1, 1), "penalties": .null,
    ])
    #expect(ninety.score == Score(regularTime: ScoreLine(1, 1)))
    let last = try footballData(["duration": "PENALTY_SHOOTOUT", "fullTime": pair(4, 6), "penalties": pair(3, 5)])
    #expect(last.score.contradiction != nil, "nobody's points go by a score whose 90 minutes are not known")
  }

  @Test func `of football-data.org are never below nothing where the kicks were not added`() throws {
    let row = try footballData([
      "duration": "PENALTY_SHOOTOUT", "fullTime": pair(1, 1), "regularTime": pair(1, 1), "extraTime": pair(0, 0),
      "penalties": pair(3, 5),
    ])
    #expect(row.score.afterExtraTime == ScoreLine(1, 1))
    let live = try footballData(
      ["duration": "PENALTY_SHOOTOUT", "fullTime": pair(1, 1), "penalties": pair(2, 3)], status: "PENALTY_SHOOTOUT")
    #expect(live.running?.score == ScoreLine(1, 1) && live.running?.phase == .shootOut)
    let added = try footballData(
      ["duration": "PENALTY_SHOOTOUT", "fullTime": pair(3, 4), "penalties": pair(2, 3)], status: "PENALTY_SHOOTOUT")
    #expect(added.running?.score == ScoreLine(1, 1))
  }

  @Test func `of a shoot-out after 90 minutes know no extra time, and of one without a goal do`() throws {
    let (draw, kicks) = (ScoreLine(1, 1), ScoreLine(5, 4))
    let atOnce = Score(regularTime: draw, penalties: kicks)
    let longer = Score(regularTime: draw, afterExtraTime: draw, penalties: kicks)
    for (extra, expected) in [(JSON.null, atOnce), (pair(0, 0), longer)] {
      let told = try footballData([
        "duration": "PENALTY_SHOOTOUT", "fullTime": pair(6, 5), "regularTime": pair(1, 1), "extraTime": extra,
        "penalties": pair(5, 4),
      ])
      #expect(told.score == expected)
      let score: JSON = ["fulltime": pair(1, 1), "extratime": extra, "penalty": pair(5, 4)]
      let other = ProviderAnswers.apiFootball(.init(status: "PEN"), with: ["goals": pair(1, 1), "score": score])
      #expect(try APIFootball().first(other).row.score == expected)
    }
  }

  @Test(
    arguments: [
      ("FT", nil, (3, 1), Score(regularTime: ScoreLine(3, 1))),
      ("FT", (2, 1), (3, 1), Score(regularTime: ScoreLine(2, 1))),
      ("AET", (1, 1), (2, 1), Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1))),
      ("AET", (1, 1), (1, 1), Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(1, 1))),
      ("AWD", nil, (0, 3), Score(regularTime: ScoreLine(0, 3))), ("WO", nil, nil, Score()),
    ] as [(String, (Int, Int)?, (Int, Int)?, Score)])
  func `of API-Football are those after 90 minutes, and beside them the last one where that came later`(
    status: String, ninety: (Int, Int)?, goals: (Int, Int)?, expected: Score
  ) throws {
    let nobody: JSON = ["home": .null, "away": .null]
    let score: JSON = ["fulltime": ninety.map { pair($0.0, $0.1) } ?? nobody, "penalty": nobody]
    let answer = ProviderAnswers.apiFootball(
      .init(status: status), with: ["goals": goals.map { pair($0.0, $0.1) } ?? nobody, "score": score])
    let row = try APIFootball().first(answer).row
    #expect(row.score == expected)
    #expect(row.status == (["AWD", "WO"].contains(status) ? .awarded : .scheduled))
  }

  @Test func `of OpenLigaDB go by the kind of each result, in whatever order, the shoot-out without what was before`()
    throws
  {
    func told(_ results: [(kind: Int64, home: Int64, away: Int64)]) throws -> Score {
      let list = results.map { result -> JSON in
        [
          "resultTypeID": .integer(result.kind), "pointsTeam1": .integer(result.home),
          "pointsTeam2": .integer(result.away),
        ]
      }
      let answer = ProviderAnswers.openLigaDB(with: ["matchIsFinished": true, "matchResults": .array(list)])
      return try OpenLigaDB().first(answer).row.score
    }
    let whole = try told([(5, 6, 5), (2, 6, 5), (4, 2, 2), (1, 0, 1), (3, 1, 1)])
    let expected = Score(
      halfTime: ScoreLine(0, 1), regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 2),
      penalties: ScoreLine(4, 3))
    #expect(whole == expected)
    #expect(try told([(2, 3, 0), (1, 1, 0)]) == Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(3, 0)))
    #expect(try told([(2, 3, 2), (4, 3, 2)]).regularTime == nil, "the end of a longer match is not that of 90 minutes")
    #expect(try told([(2, 1, 0), (2, 2, 0)]).regularTime == ScoreLine(2, 0), "of two the last one counts")
    #expect(try told([]) == Score())
  }

  @Test func `of OpenLigaDB are the latest that people have entered while a match goes on`() throws {
    func running(_ members: JSONObject) throws -> MatchRow {
      try OpenLigaDB().first(ProviderAnswers.openLigaDB(with: members)).row
    }
    func goal(_ home: Int64, _ away: Int64, _ minute: Int64, _ name: String) -> JSON {
      [
        "scoreTeam1": .integer(home), "scoreTeam2": .integer(away), "matchMinute": .integer(minute),
        "goalGetterName": .string(name),
      ]
    }
    // The second goal was entered last.
    let goals = [goal(1, 0, 10, "Ann"), goal(2, 1, 80, "Abe"), goal(1, 1, 55, "Bob")]
    let row = try running(["goals": .array(goals)])
    #expect(row.running?.score == ScoreLine(2, 1))
    #expect(row.goals?.map(\.scorer) == ["Ann", "Bob", "Abe"] && row.goals?.map(\.side) == [.home, .away, .home])
    let results: JSON = [
      ["resultTypeID": 1, "pointsTeam1": 0, "pointsTeam2": 0], ["resultTypeID": 2, "pointsTeam1": 1, "pointsTeam2": 0],
    ]
    #expect(try running(["matchResults": results]).running?.score == ScoreLine(1, 0))
    #expect(try running(["matchResults": [results[0] ?? .null]]).running?.score == .goalless)
    #expect(try running(["goals": .array(goals + [goal(3, 1, 85, "")])]).goals == nil, "all of them or none")
  }

  @Test(
    .tags(.sp68),
    arguments: [
      ("PAUSED", nil, "HT"), ("PAUSED", 45, "HT"), ("PAUSED", 89, "HT"), ("PAUSED", 90, "ET"), ("PAUSED", 105, "ET"),
      ("PAUSED", 120, "PEN"), ("EXTRA_TIME", 95, "95"), ("EXTRA_TIME", 106, "106"), ("IN_PLAY", 52, "52"),
    ] as [(String, Int64?, String)])
  func `come with the break or the minute in which they are told`(status: String, minute: Int64?, clock: String) throws
  {
    let row = try footballData(
      ["duration": "REGULAR", "fullTime": pair(1, 1)], status: status, minute: minute.map { .integer($0) } ?? .null)
    let report = try #require(row.running)
    #expect(report.clock(at: 60 * 60, MatchTimeline(.sample())).text == clock)
  }

  @Test func `are of extra time as soon as football-data.org says so, with a minute or without`() throws {
    let minutes: [Int64?] = [nil, 95, 105, 106]
    let phases = try minutes.map { minute -> MatchPhase? in
      let told: JSON = minute.map { .integer($0) } ?? .null
      return try footballData(["fullTime": pair(1, 1)], status: "EXTRA_TIME", minute: told).running?.phase
    }
    #expect(phases == [.extraTimeFirstHalf, .extraTimeFirstHalf, .extraTimeFirstHalf, .extraTimeSecondHalf])
  }

  @Test(arguments: [(-1, 0), (0, 100), (100, 0)])
  func `are none where no team can have so many goals`(home: Int, away: Int) throws {
    #expect(pair(home, away).line() == nil)
    #expect(try footballData(["duration": "REGULAR", "fullTime": pair(home, away)]).score == Score())
    #expect(pair(99, 0).line() == ScoreLine(99, 0))
    #expect((["home": "2", "away": "1"] as JSON).line() == ScoreLine(2, 1), "numbers may be written as text")
  }
}
