import Foundation
import Testing

@testable import SoccerPredictions

@Suite("The plugin's own match data")
struct SeasonFormatTests {
  private let header = [
    "fieldhouse season 1", "league en.1", "name English Premier League", "season 2024-25", "zone Europe/London",
    "source somewhere, CC0-1.0", "team ARS Arsenal FC", "team CHE Chelsea FC", "ground EMI Emirates Stadium, London",
  ]

  private func read(_ lines: [String]) throws -> SeasonFile {
    let data = Data((header + lines).joined(separator: "\n").utf8)
    return try FieldhouseReader(table: competitions()).read(data, path: "test.season").unwrapped
  }

  private func match(_ line: String) throws -> Match {
    try read(["round Matchday 1", line]).matches.first.unwrapped
  }

  @Test func `a match line holds everything that is known`() throws {
    let match = try match("2024-08-17 15:00 ARS CHE 1-1 (1-0) aet 2-2 pen 5-4 @ EMI")
    #expect(match.id == "en.1_2024-25_matchday-1_arsenal-fc_chelsea-fc")
    #expect(try match.kickOff == instant("2024-08-17T14:00:00Z"))
    #expect(match.score.halfTime == ScoreLine(1, 0) && match.score.regularTime == ScoreLine(1, 1))
    #expect(match.score.afterExtraTime == ScoreLine(2, 2) && match.score.penalties == ScoreLine(5, 4))
    #expect(match.stadium == "Emirates Stadium, London" && match.roundNumber == 1)
  }

  @Test func `a fixture needs no time, score or ground`() throws {
    let match = try match("2024-08-17 --:-- ARS CHE")
    #expect(match.score == Score() && !match.kickOffConfirmed && match.stadium == nil && match.goals == nil)
    #expect(try self.match("2024-08-17 --:-- ARS CHE postponed").status == .postponed)
    #expect(try self.match("2024-08-17 15:00+5:30 ARS CHE").kickOff == instant("2024-08-17T09:30:00Z"))
  }

  @Test func `goals follow their match`() throws {
    let file = try read([
      "round R", "2024-08-17 15:00 ARS CHE 2-1 (1-0)", "+ ARS 45+1 pen Ann Lee", "+ CHE 60 Bea", "+ ARS 90 own Cleo",
    ])
    let goals = try file.matches[0].goals.unwrapped
    #expect(goals.map(\.scorer) == ["Ann Lee", "Bea", "Cleo"])
    #expect(goals.map(\.kind) == [.penalty, .play, .ownGoal])
    #expect(goals.map(\.side) == [.home, .away, .home] && goals[0].stoppage == 1)
    #expect(file.problems.isEmpty)
  }

  @Test func `goals that do not make the score are reported with the line of the match`() throws {
    let file = try read(["round R", "2024-08-17 15:00 ARS CHE 2-1", "+ ARS 45 Ann"])
    #expect(file.problems.map(\.code) == ["goals-contradiction"])
    #expect(file.problems.map(\.place) == ["line 11"])
  }

  @Test(arguments: [
    ("2024-13-17 15:00 ARS CHE", "invalid-date"), ("2024-08-17 15.00 ARS CHE", "invalid-time"),
    ("2024-08-17 15:00 ARS XXX", "unknown-team"), ("2024-08-17 15:00 ARS CHE @ XXX", "unknown-ground"),
    ("2024-08-17 15:00 ARS CHE 1:0", "unexpected-word"), ("2024-08-17 15:00 ARS CHE 1-0 (2-0)", "score-contradiction"),
    ("2024-08-17 15:00 ARS CHE 1-0 aet", "invalid-score"), ("2024-08-17 15:00 ARS CHE aet 1-0", "score-contradiction"),
    ("2024-08-17 15:00 ARS CHE postponed today", "unexpected-word"), ("+ ARS 10 Ann", "goal-without-match"),
    ("league en.2", "defined-twice"), ("team LIV", "missing-name"), ("stadium X", "unknown-line"),
    ("zone", "missing-value"),
  ])
  func `a line that is not understood is named`(line: String, code: String) {
    #expect { try read(["# a comment", "", line]) } throws: { error in
      let problem = error as? FeedProblem
      let isRight = problem?.code == code || (line == "zone" && problem?.code == "missing-value")
      return isRight && problem?.place == "line 12" && problem?.file == "test.season"
    }
  }

  @Test(arguments: [
    ("+ LIV 10 Ann", "unknown-team"), ("+ ARS 0 Ann", "invalid-minute"), ("+ ARS 10", "invalid-goal"),
    ("+ ARS 45+99 Ann", "invalid-minute"), ("+ ARS 10 pen", "missing-name"),
  ])
  func `a goal that is not understood is named`(line: String, code: String) {
    #expect { try read(["2024-08-17 15:00 ARS CHE 1-0", line]) } throws: { error in
      (error as? FeedProblem)?.code == code && (error as? FeedProblem)?.place == "line 11"
    }
  }

  @Test(arguments: ["league", "name", "season", "zone", "source"])
  func `a missing header line is named`(word: String) {
    let text = header.filter { !$0.hasPrefix(word) }.joined(separator: "\n")
    #expect { try FieldhouseReader(table: competitions()).read(Data(text.utf8), path: "x") } throws: { error in
      (error as? FeedProblem)?.code == "missing-header" && "\(error)".contains("\"\(word)\"")
    }
  }

  @Test(arguments: [Data("fieldhouse season 2".utf8), Data(), Data([0xFF, 0xFE])])
  func `another format is refused`(data: Data) {
    #expect(throws: FeedProblem.self) { try FieldhouseReader(table: competitions()).read(data, path: "x") }
  }
}
