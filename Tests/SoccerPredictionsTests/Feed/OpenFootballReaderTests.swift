import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("Reading openfootball files")
struct OpenFootballReaderTests {
  private func read(
    _ matches: String, name: String = "English Premier League 2024/25", path: String = "2024-25/en.1.json"
  ) throws -> SeasonFile {
    let text = "{\"name\":\"\(name)\",\"matches\":[\(matches)]}"
    return try OpenFootballReader(table: competitions()).read(Data(text.utf8), path: path).unwrapped
  }

  private func match(_ fields: String, isSound: Bool = true) throws -> Match {
    let file = try read("{\"round\":\"Matchday 1\",\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\"\(fields)}")
    #expect(!isSound || file.problems.isEmpty)
    return try file.matches.first.unwrapped
  }

  private func problem(_ fields: String) throws -> FeedProblem {
    let file = try read("{\"round\":\"R\",\(fields)}, {\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\"}")
    #expect(file.matches.count == 1, "the sound match is kept")
    return try file.problems.first.unwrapped
  }

  @Test(.tags(.sp2, .sp63))
  func `a file's name and folder say which league and season it is`() throws {
    let league = try read("").league
    #expect(league.key == SeasonKey(league: "en.1", season: "2024-25"))
    #expect(league.name == "English Premier League" && league.season == "2024/25")
    #expect(league.continent == "Europe" && league.country?.name == "England")
    #expect(league.country?.isoCode == "GB-ENG" && league.country?.alpha2 == "GB")
  }

  @Test func `a country before the league's name is dropped and a season can stand in the name alone`() throws {
    let league = try read("", name: "Egypt | Premiership 2024/25", path: "eg.1.json").league
    #expect(league.name == "Premiership" && league.key.season == "2024-25")
    let cup = try read("", name: "World Cup 2014", path: "worldcup.json").league
    #expect(cup.key == SeasonKey(league: "worldcup", season: "2014") && cup.country == nil && cup.continent == "World")
  }

  @Test func `a file without a season is refused`() {
    #expect(throws: FeedProblem.self) { try read("", name: "Some League", path: "en.1.json") }
  }

  @Test func `a league of an unknown country is refused`() {
    #expect { try read("", path: "2024-25/zz.1.json") } throws: { ($0 as? FeedProblem)?.code == "unknown-league" }
  }

  @Test func `times are local to the league's country, summer and winter`() throws {
    #expect(try match(",\"time\":\"20:00\"").kickOff == instant("2024-08-16T19:00:00Z"))
    let winter = try read("{\"date\":\"2024-12-26\",\"time\":\"15:00\",\"team1\":\"A\",\"team2\":\"B\"}").matches
    #expect(try winter.first?.kickOff == instant("2024-12-26T15:00:00Z"))
  }

  @Test func `a time with an offset needs no zone`() throws {
    #expect(try match(",\"time\":\"17:00 UTC-3\"").kickOff == instant("2024-08-16T20:00:00Z"))
    #expect(try match(",\"time\":\"17:00 UTC+5:30\"").kickOff == instant("2024-08-16T11:30:00Z"))
  }

  @Test func `a missing time is noon and not confirmed`() throws {
    let match = try match("")
    #expect(try match.kickOff == instant("2024-08-16T11:00:00Z"))
    #expect(!match.kickOffConfirmed)
  }

  @Test(arguments: ["", ",\"score\":{}", ",\"score\":[]", ",\"score\":null"])
  func `a match without a result has no score`(field: String) throws {
    #expect(try match(field).score == Score())
  }

  @Test func `every part of a score is read`() throws {
    let score = try match(",\"score\":{\"ft\":[1,1],\"ht\":[0,1],\"et\":[2,2],\"p\":[5,4]}").score
    #expect(score.halfTime == ScoreLine(0, 1) && score.regularTime == ScoreLine(1, 1))
    #expect(score.afterExtraTime == ScoreLine(2, 2) && score.penalties == ScoreLine(5, 4))
    #expect(try match(",\"score\":{\"ft\":[3,0]}").score == Score(regularTime: ScoreLine(3, 0)))
  }

  @Test(arguments: [
    ("postponed", ReportedStatus.postponed), ("cancelled", .cancelled), ("canceled", .cancelled),
    ("abandoned", .abandoned), ("awarded", .awarded),
  ])
  func `every status is read`(word: String, status: ReportedStatus) throws {
    #expect(try match(",\"status\":\"\(word)\"").status == status)
  }

  @Test(.tags(.sp90))
  func `goals keep minute, stoppage time, kind and the side that benefits`() throws {
    let goals = try match(
      ",\"score\":{\"ft\":[2,1]},\"goals1\":[{\"name\":\"Neymar\",\"minute\":71,\"penalty\":true,\"assist\":\"Hulk\"},"
        + "{\"name\":\"Oscar\",\"minute\":90,\"offset\":1}],\"goals2\":[{\"name\":\"Marcelo\",\"minute\":11,\"owngoal\":true}]"
    ).goals.unwrapped
    #expect(goals.map(\.minuteText) == ["11", "71", "90+1"])
    #expect(goals.map(\.kind) == [.ownGoal, .penalty, .play])
    #expect(goals.map(\.assist) == [nil, "Hulk", nil])
    #expect(goals.map(\.side) == [.away, .home, .home])
  }

  @Test func `the scorer of an own goal plays for the other team`() throws {
    let match = Match.sample(goals: [Goal(minute: 1, scorer: "Eve", side: .home, kind: .ownGoal)])
    #expect(try match.scorer(of: match.goals.unwrapped[0]).team == match.away.id)
  }

  @Test(arguments: [
    ("\"date\":\"2024-02-30\",\"team1\":\"A\",\"team2\":\"B\"", "/matches/0/date", "invalid-value"),
    ("\"team1\":\"A\",\"team2\":\"B\"", "/matches/0", "missing-field"),
    ("\"date\":\"2024-08-16\",\"team1\":7,\"team2\":\"B\"", "/matches/0/team1", "wrong-type"),
  ])
  func `a match without a date or a team is reported with its place and costs no other`(
    fields: String, place: String, code: String
  ) throws {
    let problem = try problem(fields)
    #expect(problem.place == place && problem.code == code && problem.file == "2024-25/en.1.json")
  }

  @Test(arguments: [
    ("\"time\":\"25:00\"", "/matches/0/time", "invalid-value"),
    ("\"status\":\"odd\"", "/matches/0/status", "invalid-value"),
    ("\"score\":{\"ft\":[1]}", "/matches/0/score/ft", "invalid-value"),
    ("\"score\":[1]", "/matches/0/score/0", "invalid-value"), ("\"num\":\"x\"", "/matches/0/num", "wrong-type"),
    ("\"ground\":7", "/matches/0/ground", "wrong-type"), ("\"group\":[]", "/matches/0/group", "wrong-type"),
    ("\"goals1\":[{\"name\":\"N\",\"minute\":\"x\"}]", "/matches/0/goals1/0/minute", "invalid-value"),
    ("\"goals1\":[{\"name\":\"N\",\"minute\":\"90+\"}]", "/matches/0/goals1/0/minute", "invalid-value"),
    ("\"goals1\":7", "/matches/0/goals1", "wrong-type"),
  ])
  func `an odd field costs itself and not the match`(field: String, place: String, code: String) throws {
    let file = try read("{\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\",\(field)}")
    #expect(file.matches.map(\.home.name) == ["A"])
    #expect(file.problems.map(\.place) == [place] && file.problems.map(\.code) == [code])
    let match = try file.matches.first.unwrapped
    #expect(match.score == Score() && match.goals == nil && match.status == .scheduled)
  }

  @Test(arguments: [
    ("54", "54"), ("\"54\"", "54"), ("\"90+2\"", "90+2"), ("\"45'+1\"", "45+1"), ("\"120 + 1\"", "120+1"),
  ])
  func `the minute of a goal is a number or a text`(written: String, minute: String) throws {
    let goals = try match(
      ",\"score\":{\"ft\":[1,0],\"et\":[1,0]},\"goals1\":[{\"name\":\"N\",\"minute\":\(written)}]", isSound: false
    ).goals
    #expect(goals?.map(\.minuteText) == [minute])
  }

  @Test func `a match that is in the file twice counts once, with the score that one of them has`() throws {
    func row(_ date: String, _ more: String) -> String {
      "{\"round\":\"R\",\"date\":\"\(date)\",\"team1\":\"A\",\"team2\":\"B\"\(more)}"
    }
    let rows = [row("2024-08-16", ""), row("2024-08-16", ",\"score\":{\"ft\":[2,1]}"), row("2024-08-20", "")]
    let file = try read(rows.joined(separator: ","))
    #expect(file.matches.map(\.score.final) == [ScoreLine(2, 1), nil])
    #expect(file.matches.map { $0.id.hasSuffix("_2") } == [false, true])
    #expect(file.problems.map(\.code) == ["duplicate-match"])
  }

  @Test func `a contradiction between goals and score is reported and the match kept`() throws {
    let file = try read(
      "{\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\",\"score\":{\"ft\":[1,0],\"ht\":[2,0]}}")
    #expect(file.matches.count == 1 && file.problems.map(\.code) == ["score-contradiction"])
  }

  @Test(arguments: ["{\"name\":\"Stadiums\",\"stadiums\":[]}", "[]"])
  func `a file without matches is passed over`(text: String) throws {
    #expect(try OpenFootballReader(table: competitions()).read(Data(text.utf8), path: "x.json") == nil)
  }

  @Test(arguments: ["", "{", "{\"name\":\"x 2024\",\"matches\":7}"])
  func `a broken file is refused`(text: String) {
    #expect(throws: FeedProblem.self) {
      try OpenFootballReader(table: competitions()).read(Data(text.utf8), path: "2024/en.1.json")
    }
  }

  @Test(arguments: [("2024-25/PL.json", "en.1"), ("2024-25/bl1.json", "de.1"), ("2024-25/en.1.json", "en.1")])
  func `a competition that another source has a code of its own for is the same one`(path: String, league: String)
    throws
  {
    let text =
      "{\"name\":\"League 2024/25\",\"matches\":[{\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\",\"score\":{}}]}"
    let file = try OpenFootballReader(table: competitions()).read(Data(text.utf8), path: path).unwrapped
    #expect(file.league.id == league && file.matches[0].id.hasPrefix("\(league)_2024-25_"))
  }
}
