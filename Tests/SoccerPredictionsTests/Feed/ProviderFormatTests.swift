import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The formats of providers` {
  private func first(_ json: JSON, _ format: any ProviderFormat) throws -> MatchRow {
    try #require(try format.matches(json).matches.first).row
  }

  @Test(arguments: [
    ("TIMED", nil, ReportedStatus.scheduled, false), ("IN_PLAY", "30", .scheduled, false),
    ("PAUSED", "HT", .scheduled, false), ("PENALTY_SHOOTOUT", "PEN", .scheduled, false),
    ("SUSPENDED", "30", .scheduled, true), ("POSTPONED", nil, .postponed, false),
    ("CANCELLED", nil, .cancelled, false), ("AWARDED", nil, .awarded, false),
  ])
  func `football-data.org tells of every state`(
    word: String, clock: String?, status: ReportedStatus, isSuspended: Bool
  ) throws {
    let row = try first(
      ProviderAnswers.footballData(.init(status: word, minute: 30, score: (1, 0))), FootballData())
    #expect(row.status == status && row.running?.isSuspended ?? false == isSuspended)
    let match = Match.sample()
    #expect(row.running.map { $0.clock(at: 0, MatchTimeline(match)).text } == clock)
    #expect(row.running?.score == (clock == nil ? nil : ScoreLine(1, 0)))
    #expect(row.score.final == (status == .awarded ? ScoreLine(1, 0) : nil))
  }

  @Test func `football-data.org counts the kicks of a shoot-out among the goals, and extra time alone`() throws {
    var json = ProviderAnswers.footballData(.init(status: "FINISHED"))
    func told(_ score: JSON) throws -> Score {
      guard var list = json["matches"]?.array, var match = list[0].object else { return Score() }
      match["score"] = score
      list[0] = .object(match)
      json = ["matches": .array(list)]
      return try first(json, FootballData()).score
    }
    let shootOut = try told([
      "duration": "PENALTY_SHOOTOUT", "fullTime": ["home": 7, "away": 5], "halfTime": ["home": 2, "away": 0],
      "regularTime": ["home": 2, "away": 2], "extraTime": ["home": 1, "away": 1], "penalties": ["home": 4, "away": 2],
    ])
    #expect(
      shootOut
        == Score(
          halfTime: ScoreLine(2, 0), regularTime: ScoreLine(2, 2), afterExtraTime: ScoreLine(3, 3),
          penalties: ScoreLine(4, 2)))
    let longer = try told([
      "duration": "EXTRA_TIME", "fullTime": ["home": 2, "away": 1], "halfTime": ["home": 0, "away": 0],
      "regularTime": ["home": 1, "away": 1], "extraTime": ["home": 1, "away": 0],
    ])
    #expect(longer == Score(halfTime: .goalless, regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1)))
  }

  @Test func `goals have their scorers, kinds and who made the pass, and an own goal counts for the other team`() throws
  {
    let goals: [(Int, String, String?, Bool, String)] = [
      (10, "Ann Archer", "Abe Adams", true, "REGULAR"), (44, "Bob Baker", nil, false, "OWN"),
      (70, "Bea Bell", nil, false, "PENALTY"),
    ]
    let told = ProviderAnswers.First(status: "FINISHED", score: (2, 1), half: (2, 0), goals: goals)
    let row = try first(ProviderAnswers.footballData(told), FootballData())
    #expect(row.goals?.score == ScoreLine(2, 1))
    #expect(row.goals?.map(\.assist) == ["Abe Adams", nil, nil])
    #expect(row.goals?.map(\.kind) == [.play, .ownGoal, .penalty])
    #expect(row.goals?.map(\.side) == [.home, .home, .away])
    #expect(row.round == "Matchday 1" && row.home == "Albion FC")
  }

  @Test(arguments: [
    ("NS", nil, ReportedStatus.scheduled), ("1H", "30", .scheduled), ("HT", "HT", .scheduled), ("2H", "30", .scheduled),
    ("BT", "ET", .scheduled), ("P", "PEN", .scheduled), ("SUSP", "30", .scheduled), ("INT", "30", .scheduled),
    ("PST", nil, .postponed), ("CANC", nil, .cancelled), ("ABD", nil, .abandoned), ("AWD", nil, .awarded),
    ("WO", nil, .awarded),
  ])
  func `API-Football tells of every state`(word: String, clock: String?, status: ReportedStatus) throws {
    let row = try first(ProviderAnswers.apiFootball(.init(status: word, minute: 30, score: (1, 0))), APIFootball())
    #expect(row.status == status && row.round == "Matchday 1" && row.stadium == "Arena, Albion Town")
    #expect(row.running.map { $0.clock(at: 0, MatchTimeline(.sample())).text } == clock)
    #expect(row.running?.isSuspended ?? false == ["SUSP", "INT"].contains(word))
    #expect(row.instant == (try instant("2024-08-17T11:30:00Z")))
  }

  @Test func `API-Football tells goals with the matches that are asked for alone, and refuses with status 200`() throws
  {
    let told = ProviderAnswers.First(
      status: "FT", score: (1, 1), half: (0, 1),
      goals: [(20, "Bob Baker", "Bea Bell", false, "Normal Goal"), (80, "Ann Archer", nil, true, "Penalty")])
    #expect(try first(ProviderAnswers.apiFootball(told), APIFootball()).goals == nil)
    let row = try first(ProviderAnswers.apiFootball(told, events: true), APIFootball())
    #expect(row.goals?.score == ScoreLine(1, 1) && row.goals?.map(\.assist) == ["Bea Bell", nil])
    #expect(row.score == Score(halfTime: ScoreLine(0, 1), regularTime: ScoreLine(1, 1)))
    #expect(APIFootball().refusal(["errors": ["rateLimit": "Too many requests."]]) == "rateLimit: Too many requests.")
    #expect(APIFootball().refusal(["errors": []]) == nil)
  }

  @Test(.tags(.sp91, .sp99))
  func `API-Football tells who plays and what is counted of the matches that are asked for alone`() throws {
    let told = ProviderAnswers.First(status: "2H", minute: 60, score: (0, 0))
    #expect(try APIFootball().matches(ProviderAnswers.apiFootball(told)).matches.first?.sheet == nil)
    let answer = ProviderAnswers.apiFootball(told, events: true, sheet: ProviderAnswers.sheet(shots: 7))
    let sheet = try #require(try APIFootball().matches(answer).matches.first?.sheet)
    let home = try #require(sheet.home)
    #expect(home.formation == "4-3-3" && home.coach == "Cora Coach" && sheet.away?.starters.first?.name == "Bo Keeper")
    let fender = MatchSheet.Player(name: "Dee Fender")
    #expect(home.starters == [.init(name: "Al Keeper", number: 1, position: .goalkeeper), fender], "in their order")
    #expect(home.bench == [.init(name: "Sam Sub", number: 12, position: .forward)])
    #expect(
      sheet.statistics == [
        .init(kind: .possession, home: 61, away: nil), .init(kind: .shots, home: 7, away: 7),
        .init(kind: .expectedGoals, home: 1.27, away: 1.27),
      ], "what cannot be is left out, and what nobody knows")
  }

  @Test(.tags(.sp91, .sp99)) func `football-data.org tells who plays and what is counted with each team`() throws {
    func told(_ home: JSONObject) throws -> MatchSheet? {
      var json = ProviderAnswers.footballData(.init(status: "IN_PLAY", minute: 30, score: (1, 0)))
      guard var list = json["matches"]?.array, var match = list[0].object else { return nil }
      var team = home
      (team["id"], team["name"]) = (1, "Albion FC")
      match["homeTeam"] = .object(team)
      list[0] = .object(match)
      json = ["matches": .array(list)]
      return try FootballData().matches(json).matches.first?.sheet
    }
    #expect(try told(["lineup": [], "bench": [], "formation": .null, "statistics": .null]) == nil)
    let sheet = try #require(
      try told([
        "formation": "nobody knows", "coach": ["name": .null],
        "lineup": [
          ["name": "Al Keeper", "position": "Goalkeeper", "shirtNumber": 1],
          ["name": "Bea Back", "position": "Centre-Back", "shirtNumber": .null],
          ["name": "Mo Field", "position": "Attacking Midfield", "shirtNumber": 8],
          ["name": "Wyn Ger", "position": "Right Winger", "shirtNumber": 0],
        ],
        "bench": [["name": "Sam Sub", "position": .null, "shirtNumber": 99]],
        "statistics": ["ball_possession": 55, "corner_kicks": 4, "shots": .null, "saves": -1],
      ]))
    let home = try #require(sheet.home)
    #expect(home.starters.map(\.position) == [.goalkeeper, .defender, .midfielder, .forward])
    #expect(home.starters.map(\.number) == [1, nil, 8, nil] && home.bench.map(\.number) == [99])
    #expect(home.formation == nil && home.coach == nil && sheet.away == nil)
    #expect(
      sheet.statistics == [.init(kind: .possession, home: 55, away: nil), .init(kind: .corners, home: 4, away: nil)])
    #expect(FootballData().headers(key: nil)["X-Unfold-Lineups"] == "true", "lists leave line-ups out otherwise")
  }

  @Test func `OpenLigaDB tells of goals by the score that they make, and of the end`() throws {
    func match(_ isOver: Bool, _ results: [JSON], _ goals: [JSON]) -> JSON {
      [
        [
          "matchID": 7, "matchDateTimeUTC": "2024-08-17T11:30:00Z", "matchIsFinished": .bool(isOver),
          "group": ["groupName": "1. Spieltag", "groupOrderID": 1], "team1": ["teamName": "Albion"],
          "team2": ["teamName": "Borough"], "matchResults": .array(results), "goals": .array(goals),
          "location": ["locationStadium": "Arena", "locationCity": "Albion Town"],
        ]
      ]
    }
    let goals: [JSON] = [
      ["scoreTeam1": 0, "scoreTeam2": 1, "matchMinute": 12, "goalGetterName": "Ann Archer", "isOwnGoal": true],
      ["scoreTeam1": 1, "scoreTeam2": 1, "matchMinute": 40, "goalGetterName": "Abe Adams", "isPenalty": true],
    ]
    let running = try first(match(false, [], goals), OpenLigaDB())
    #expect(running.running?.score == ScoreLine(1, 1) && running.score == Score())
    #expect(running.goals?.map(\.kind) == [.ownGoal, .penalty] && running.goals?.map(\.side) == [.away, .home])
    let results: [JSON] = [
      ["resultTypeID": 1, "pointsTeam1": 1, "pointsTeam2": 1], ["resultTypeID": 2, "pointsTeam1": 1, "pointsTeam2": 1],
    ]
    let over = try first(match(true, results, goals), OpenLigaDB())
    #expect(over.progress == .over && over.score == Score(halfTime: ScoreLine(1, 1), regularTime: ScoreLine(1, 1)))
    #expect(over.round == "Matchday 1" && over.stadium == "Arena, Albion Town")
    let before = try first(match(false, [], []), OpenLigaDB())
    #expect(before.progress == nil && before.goals == nil)
  }

  @Test func `a state that nobody knows costs the state, not the match`() throws {
    let formats: [(any ProviderFormat, JSON)] = [
      (FootballData(), ProviderAnswers.footballData(.init(status: "PENCILLED_IN"))),
      (APIFootball(), ProviderAnswers.apiFootball(.init(status: "PEN?"))),
    ]
    for (format, json) in formats {
      let read = try format.matches(json)
      let row = try #require(read.matches.first?.row)
      #expect(row.status == .scheduled && row.progress == nil && row.unknownState?.hasPrefix("PEN") == true)
      #expect(read.problems.map(\.code) == ["provider-format"])
    }
  }

  @Test func `one odd match costs itself, and an answer of another kind is a problem`() throws {
    let json = ProviderAnswers.footballData()
    let odd: JSON = ["matches": .array([["id": 5, "utcDate": "soon"]] + (json["matches"]?.array ?? []))]
    let read = try FootballData().matches(odd)
    #expect(read.matches.count == 2 && read.problems.map(\.code) == ["provider-format"])
    #expect(read.problems.map(\.place) == ["/matches/0"])
    for format in [FootballData(), APIFootball()] as [any ProviderFormat] {
      #expect(throws: FeedProblem.self) { try format.matches(["message": "none"]) }
      #expect(throws: FeedProblem.self) { try format.table(["message": "none"]) }
    }
    #expect(throws: FeedProblem.self) { try OpenLigaDB().matches(["message": "none"]) }
  }

  @Test func `standings are those of all matches, with the points that the league gives`() throws {
    let rows = try FootballData().table(ProviderAnswers.footballDataTable)
    #expect(rows.map(\.team) == ["Borough FC", "Albion FC"] && rows.map(\.points) == [3, -3])
    let api: JSON = [
      "response": [
        [
          "league": [
            "standings": [
              [
                [
                  "rank": 1, "team": ["name": "Albion"], "points": 4, "group": "Group A",
                  "all": ["win": 1, "draw": 1, "lose": 0, "goals": ["for": 3, "against": 1]],
                ]
              ], [["rank": 1, "team": ["name": "City"], "points": 0, "group": "Group B", "all": [:]]],
            ]
          ]
        ]
      ]
    ]
    let groups = try APIFootball().table(api)
    #expect(groups.map(\.table) == ["Group A", "Group B"] && groups[0].goalsFor == 3 && groups[0].drawn == 1)
    let liga = try OpenLigaDB().table([
      ["teamName": "Albion", "won": 2, "draw": 0, "lost": 1, "goals": 5, "opponentGoals": 2, "points": 6]
    ])
    #expect(liga.map(\.position) == [1] && liga[0].won == 2 && liga[0].goalsAgainst == 2)
  }

  @Test func `a provider says in seconds or by a date how long it wants to be left alone`() throws {
    let now = try instant("2024-08-17T11:30:00Z")
    #expect(ProviderSource.seconds("120", from: now) == 120)
    #expect(ProviderSource.seconds("Sat, 17 Aug 2024 11:31:00 GMT", from: now) == 60)
    #expect(ProviderSource.seconds("Sat, 17 Aug 2024 11:29:00 GMT", from: now) == 0)
    #expect(ProviderSource.seconds("later", from: now) == nil)
  }

  @Test func `what is told of a match that runs is stored as it is, and changes its version`() throws {
    var match = Match.sample(goals: [Goal(minute: 10, scorer: "Ann", side: .home)])
    let plain = match.version
    match.goals?[0].assist = "Abe"
    let passed = match.version
    match.progress = .running(LiveReport(phase: .secondHalf, minute: 60, stoppage: 0, score: ScoreLine(1, 0)))
    #expect(Set([plain, passed, match.version]).count == 3)
    let read = try #require(Match(id: match.id, season: match.league, storedFacts: match.storedFacts))
    #expect(read.progress == match.progress && read.goals == match.goals)
    match.progress = .over
    #expect(Match(id: match.id, season: match.league, storedFacts: match.storedFacts)?.progress == .over)
  }
}
