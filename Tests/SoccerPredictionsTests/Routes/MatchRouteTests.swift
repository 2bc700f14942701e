import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The match route` {
  private let path = "/matches/\(SampleSeason.first)"

  @Test func `shows a match before anything has happened, nulls where nothing is known`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let expected: JSON = [
        "id": .string(SampleSeason.first), "league": ["id": "en.1", "name": "English Premier League"],
        "season": "2024/25", "round": "Matchday 1", "kickOff": "2024-08-17T11:30:00Z", "kickOffConfirmed": true,
        "state": "upcoming", "minute": .null, "home": ["id": "eng-albion", "name": "Albion"],
        "away": ["id": "eng-borough", "name": "Borough"], "score": .null, "isScoreExact": false,
        "stadium": "Arena, Albion Town", "predictionsCloseAt": "2024-08-17T11:15:00Z", "predictionsOpen": true,
        "averages": .null, "highlights": [],
      ]
      #expect(try await world.call(.get, path) == expected)
    }
  }

  @Test(
    arguments: [
      ("2024-08-17T11:30:00Z", "live", "1", "0-0", 0), ("2024-08-17T11:39:30Z", "live", "10", "1-0", 1),
      ("2024-08-17T12:20:00Z", "live", "HT", "1-0", 1), ("2024-08-17T12:47:00Z", "live", "61", "1-1", 2),
      ("2024-08-17T13:19:30Z", "live", "90+3", "2-1", 3), ("2024-08-17T13:21:00Z", "played", nil, "2-1", 3),
    ] as [(String, String, String?, String, Int)])
  func `shows minute, score and goals of that instant`(
    now: String, state: String, minute: String?, score: String, goals: Int
  ) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: now)
      let match = try await world.call(.get, path)
      #expect(match["state"]?.string == state)
      #expect(match["minute"]?.string == minute)
      #expect("\(match["score"]?["home"]?.int ?? -1)-\(match["score"]?["away"]?.int ?? -1)" == score)
      #expect(match["highlights"]?.array?.count == goals)
    }
  }

  @Test func `names each goal's minute, scorer, side and kind`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.evening)
      #expect(
        try await world.call(.get, path)["highlights"] == [
          ["minute": "10", "scorer": "Ann Archer", "side": "home", "kind": "play"],
          ["minute": "60", "scorer": "Bob Baker", "side": "away", "kind": "penalty"],
          ["minute": "90+2", "scorer": "Abe Adams", "side": "home", "kind": "play"],
        ])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `averages what everybody predicted, and shows mine`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for (name, home, away) in [("ann", 2, 1), ("bob", 1, 1), ("cat", 3, 0), ("dan", 0, 2)] {
        try await world.predict(home, away, as: name)
      }
      let match = try await world.call(.get, path, as: "cat")
      #expect(
        match["averages"]
          == ["predictions": 4, "homeWin": 50, "draw": 25, "awayWin": 25, "home": 1.5, "away": 1])
      #expect(match["prediction"]?["home"] == 3)
      #expect(try await world.call(.get, path)["prediction"] == nil)
    }
  }

  @Test func `says when there is no such match`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      #expect(await world.problem { try await world.call(.get, "/matches/nothing") } == "404 match-unknown")
    }
  }
}

@Suite struct `The favourite routes` {
  private func favourites(_ world: SoccerWorld, of person: String = "ann") async throws -> [[String]] {
    let page = try await world.call(.get, "/me/favourites", as: person)
    return ["leagues", "teams"].map { page[$0]?.array?.compactMap { $0["id"]?.string } ?? [] }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keep a team together with its league, and let each go alone`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      #expect(try await favourites(world) == [[], []])
      try await world.call(.put, "/me/favourites/teams/eng-city", as: "ann")
      #expect(try await favourites(world) == [["en.1"], ["eng-city"]])
      try await world.call(.delete, "/me/favourites/leagues/en.1", as: "ann")
      #expect(try await favourites(world) == [[], ["eng-city"]])
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      try await world.call(.delete, "/me/favourites/teams/eng-city", as: "ann")
      #expect(try await favourites(world) == [["en.1"], []])
      #expect(try await favourites(world, of: "bob") == [[], []])
    }
  }

  @Test(.tags(.sp58), arguments: TestHost.Engine.allCases)
  func `keep a team together with its league, also when its last match is one of a cup`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let league = SampleSeason.brazil.replacing("br.1", with: "de.1")
      try world.publish(league, as: "league.season")
      let cup = league.replacing("de.1", with: "de.cup").replacing("2024-08-18", with: "2024-12-18")
      try world.publish(cup, as: "cup.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await world.call(.put, "/me/favourites/teams/ger-flamengo", as: "ann")
      #expect(try await favourites(world) == [["de.1"], ["ger-flamengo"]])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `can be repeated, and keep the order in which they were chosen`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for team in ["eng-dynamo", "eng-albion", "eng-city", "eng-dynamo"] {
        try await world.call(.put, "/me/favourites/teams/\(team)", as: "ann")
        try await world.host.clock.advance(by: .seconds(1))
      }
      #expect(try await favourites(world) == [["en.1"], ["eng-dynamo", "eng-albion", "eng-city"]])
      for _ in 0..<2 { try await world.call(.delete, "/me/favourites/teams/eng-albion", as: "ann") }
      #expect(try await favourites(world) == [["en.1"], ["eng-dynamo", "eng-city"]])
    }
  }

  @Test func `know no league or team that is not there`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      for (path, code) in [("leagues/xx.9", "404 league-unknown"), ("teams/eng-none", "404 team-unknown")] {
        #expect(await world.problem { try await world.call(.put, "/me/favourites/" + path, as: "ann") } == code)
        #expect(await world.problem { try await world.call(.put, "/me/favourites/" + path) } != nil)
      }
      #expect(try await favourites(world) == [[], []])
    }
  }
}
