import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The words of providers` {
  @Test(
    arguments: [
      ("Regular Season - 12", "Matchday 12", nil), ("League Stage - 3", "Matchday 3", nil),
      ("Group Stage - 2", "Matchday 2", nil), ("Group A - 1", "Matchday 1", "Group A"),
      ("Apertura - 5", "Apertura - 5", nil), ("Round of 16", "Round of 16", nil),
      ("Semi-finals", "Semi-finals", nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func `for a round at API-Football are a matchday where they count one`(
    told: String, round: String?, group: String?
  ) throws {
    let row = try APIFootball().first(ProviderAnswers.apiFootball(with: ["league": ["round": .string(told)]])).row
    #expect(row.round == round && row.group == group)
  }

  @Test(
    arguments: [
      ("REGULAR_SEASON", 7, nil, "Matchday 7", nil), ("REGULAR_SEASON", nil, nil, "Regular Season", nil),
      ("GROUP_STAGE", 2, "GROUP_A", "Matchday 2", "Group A"), ("GROUP_STAGE", 2, "Group B", "Matchday 2", "Group B"),
      ("QUARTER_FINALS", 5, nil, "Quarter Finals", nil), ("LAST_16", nil, nil, "Last 16", nil),
    ] as [(String, Int64?, String?, String, String?)])
  func `for a round at football-data.org are a matchday but in knock-out stages`(
    stage: String, day: Int64?, told: String?, round: String, group: String?
  ) throws {
    let members: JSONObject = [
      "stage": .string(stage), "matchday": day.map { .integer($0) } ?? .null,
      "group": told.map { .string($0) } ?? .null,
    ]
    let row = try FootballData().first(ProviderAnswers.footballData(with: members)).row
    #expect(row.round == round && row.group == group)
  }

  @Test(
    arguments: [
      ("3. Spieltag", 3, "Matchday 3"), ("Achtelfinale", 4, "Achtelfinale"), ("2. Runde", 2, "2. Runde"),
    ] as [(String, Int64, String)])
  func `for a round at OpenLigaDB are a matchday where it is one`(name: String, order: Int64, round: String) throws {
    let group: JSON = ["groupName": .string(name), "groupOrderID": .integer(order)]
    #expect(try OpenLigaDB().first(ProviderAnswers.openLigaDB(with: ["group": group])).row.round == round)
  }

  @Test func `for teams that are not known yet are nothing, and the match is there all the same`() throws {
    let nobody: JSON = ["id": .null, "name": .null]
    let rows = [
      try FootballData().first(ProviderAnswers.footballData(with: ["homeTeam": nobody, "awayTeam": .null])).row,
      try APIFootball().first(ProviderAnswers.apiFootball(with: ["teams": ["home": nobody, "away": nobody]])).row,
      try OpenLigaDB().first(ProviderAnswers.openLigaDB(with: ["team1": ["teamName": " "], "team2": .null])).row,
    ]
    for row in rows {
      #expect(row.home == "TBD" && row.away == "TBD")
      #expect(try !MatchRow.season([row]).matches[0].areTeamsKnown)
    }
  }

  @Test func `for the hour are none while it is not known, and the day is that of UTC`() throws {
    let members: JSONObject = ["utcDate": "2024-08-17T23:30:00Z", "status": "SCHEDULED"]
    let row = try FootballData().first(ProviderAnswers.footballData(with: members)).row
    #expect(row.time == nil && row.date.description == "2024-08-17")
    let match = try MatchRow.season([row], zone: "Asia/Tokyo").matches[0]
    #expect(!match.kickOffConfirmed)
    #expect(match.kickOff == (try instant("2024-08-17T03:00:00Z")), "noon in Tokyo")
    let fixture: JSON = ["id": 1, "date": "2024-08-17T23:30:00+00:00", "status": ["short": "TBD"]]
    #expect(try APIFootball().first(ProviderAnswers.apiFootball(with: ["fixture": fixture])).row.time == nil)
    let timed = try FootballData().first(ProviderAnswers.footballData(with: ["utcDate": "2024-08-17T23:30:00Z"])).row
    #expect(timed.instant == (try instant("2024-08-17T23:30:00Z")))
  }

  @Test(.tags(.sp90), arguments: [true, false])
  func `for own goals put them on either side, and they count for the one that makes the score`(isOfScorers: Bool)
    throws
  {
    func event(_ minute: Int64, _ team: Int64, _ name: JSON, _ detail: String, _ comments: JSON = .null) -> JSON {
      [
        "time": ["elapsed": .integer(minute), "extra": .null], "team": ["id": .integer(team)], "type": "Goal",
        "player": ["name": name], "detail": .string(detail), "comments": comments,
      ]
    }
    let events = [
      event(20, isOfScorers ? 2 : 1, "Bob", "Own Goal"), event(60, 2, "Bea", "Normal Goal"),
      event(70, 1, "Ann", "Missed Penalty"), event(120, 1, "Ann", "Penalty", "Penalty Shootout"),
    ]
    func told(_ events: [JSON]) throws -> [Goal]? {
      let score: JSON = ["home": 1, "away": 1]
      let members: JSONObject = ["goals": score, "score": ["fulltime": score], "events": .array(events)]
      return try APIFootball().first(ProviderAnswers.apiFootball(.init(status: "FT"), with: members)).row.goals
    }
    let goals = try #require(try told(events))
    #expect(goals.map(\.scorer) == ["Bob", "Bea"] && goals.map(\.side) == [.home, .away])
    #expect(goals.map(\.kind) == [.ownGoal, .play])
    for odd in [event(0, 1, "Ann", "Normal Goal"), event(136, 1, "Ann", "Penalty"), event(9, 1, .null, "Penalty")] {
      #expect(try told(events + [odd]) == nil, "what cannot be read whole is not told")
    }
  }

  @Test func `for tables are those of all matches, one for each group`() throws {
    func row(_ position: Int64, _ team: String, _ points: Int64) -> JSON {
      ["position": .integer(position), "team": ["name": .string(team)], "points": .integer(points), "won": 1]
    }
    let rows = try FootballData().table([
      "standings": [
        ["type": "TOTAL", "group": "GROUP_A", "table": [row(1, "Albion", 3), ["position": 2, "team": .null]]],
        ["type": "HOME", "group": "GROUP_A", "table": [row(1, "Borough", 3)]],
        ["group": "GROUP_B", "table": [row(1, "City", -2)]],
      ]
    ])
    #expect(rows.map(\.team) == ["Albion", "City"] && rows.map(\.table) == ["Group A", "Group B"])
    #expect(rows.map(\.points) == [3, -2] && rows.map(\.won) == [1, 1] && rows.map(\.drawn) == [0, 0])
    let liga = try OpenLigaDB().table([["teamName": "Albion"], ["teamName": .null], ["teamName": "City"]])
    #expect(liga.map(\.position) == [1, 3], "places are those of the list")
  }

  @Test func `for what they are asked name the season by the year in which it begins`() {
    let season = ProviderSeason(league: "en.1", season: "2024-25", code: "X1", name: "League")
    let kinds: [ProviderDocument.Kind] = [.matches, .table, .details(["7", "8"])]
    func paths(_ format: any ProviderFormat) -> [String?] {
      kinds.map { format.path(ProviderDocument(season: season, kind: $0)) }
    }
    #expect(
      paths(FootballData()) == ["/competitions/X1/matches?season=2024", "/competitions/X1/standings?season=2024", nil])
    #expect(
      paths(APIFootball()) == [
        "/fixtures?league=X1&season=2024", "/standings?league=X1&season=2024", "/fixtures?ids=7-8",
      ])
    #expect(paths(OpenLigaDB()) == ["/getmatchdata/X1/2024", "/getbltable/X1/2024", nil])
  }
}
