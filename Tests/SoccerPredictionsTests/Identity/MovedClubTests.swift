import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Clubs and leagues of several seasons and countries` {
  private func season(_ names: [String], year: Int = 2024, called name: String = "League") -> String {
    var season = CorrectedSeason()
    season.names = names
    season.changes = [
      ("\"League 2024/25\"", "\"\(name) \(year)/\(year % 100 + 1)\""), ("\"date\":\"2024-", "\"date\":\"\(year)-"),
    ]
    return season.text()
  }

  private func run(
    on engine: TestHost.Engine, season: String, file: String, _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    try await SoccerWorld.run(
      on: engine, season: season, settings: ["reminderMinutes": 0], file: file, provider: "openfootball"
    ) { world async throws in
      try await world.play(until: "2024-09-01T09:00:00Z")
      try await body(world)
    }
  }

  private func teams(_ league: String, _ season: String, _ world: SoccerWorld) async throws -> Set<String> {
    let page = try await world.call(.get, "/leagues/\(league)/teams?season=\(season)")
    return Set(page["items"]?.array?.compactMap { $0["id"]?.string } ?? [])
  }

  @Test(.tags(.sp83), arguments: TestHost.Engine.allCases)
  func `a club that goes up or down is the same one, however its new league spells it, and stays a favourite`(
    engine: TestHost.Engine
  ) async throws {
    let second = ["Albion", "Borough", "City", "Dynamo", "Eastham", "Forest"]
    let first = ["Grange", "Hillside", "Ironworks", "Junction", "Kirkby", "Lakeside"]
    try await run(on: engine, season: season(second), file: "2024-25/en.2.json") { world async throws in
      try world.publish(season(first), as: "2024-25/en.1.json")
      try await world.host.clock.advance(by: .seconds(310))
      let played = "en.2_2024-25_matchday-1_albion_forest"
      try await world.predict(0, 5, of: played, as: "ann")
      for team in ["eng-dynamo", "eng-kirkby"] { try await world.call(.put, "/me/favourites/teams/\(team)", as: "ann") }

      try await world.play(until: "2025-07-01T09:00:00Z")
      var (up, down) = (first, second)
      (up[4], down[3]) = ("FC Dynamo", "Kirkby AFC")
      try world.publish(season(up, year: 2025), as: "2025-26/en.1.json")
      try world.publish(season(down, year: 2025), as: "2025-26/en.2.json")
      try await world.play(until: "2025-08-31T09:00:00Z")

      let names = { (teams: [String]) in Set(teams.map { "eng-\($0.lowercased())" }) }
      #expect(try await teams("en.1", "2025-26", world) == names(first.filter { $0 != "Kirkby" } + ["Dynamo"]))
      #expect(try await teams("en.2", "2025-26", world) == names(second.filter { $0 != "Dynamo" } + ["Kirkby"]))
      #expect(try await teams("en.1", "2024-25", world) == names(first))
      #expect(try await teams("en.2", "2024-25", world) == names(second))
      let favoured = try await world.call(.get, "/me/favourites", as: "ann")["teams"]?.array ?? []
      #expect(Set(favoured.compactMap { $0["id"]?.string }) == ["eng-dynamo", "eng-kirkby"])
      #expect(try await world.call(.get, "/doubts", asOperator: true)["items"]?.array?.isEmpty == true)
      #expect(try await world.points(of: "ann", match: played) == 5)

      let next = "en.1_2025-26_matchday-1_hillside_fc-dynamo"
      try await world.predict(1, 4, of: next, as: "ann")
      let match = try await world.call(.get, "/matches/\(next)")
      #expect(match["away"]?["id"] == "eng-dynamo" && match["away"]?["name"] == "FC Dynamo")
      try await world.play(until: "2025-09-08T09:00:00Z")
      #expect(try await world.points(of: "ann", match: next) == 5)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `leagues of one name, and clubs of one name in them, are told apart by their countries`(
    engine: TestHost.Engine
  ) async throws {
    let names = ["Albion", "Borough", "City", "Dynamo", "Eastham", "Forest"]
    let text = season(names, called: "Premier League")
    try await run(on: engine, season: text, file: "2024-25/en.1.json") { world async throws in
      try world.publish(text, as: "2024-25/eg.1.json")
      try await world.host.clock.advance(by: .seconds(310))
      let found = try await world.call(.get, "/leagues?query=premier%20league")["items"]?.array ?? []
      #expect(Set(found.compactMap { $0["id"]?.string }) == ["en.1", "eg.1"])
      #expect(found.allSatisfy { $0["name"] == "Premier League" })
      #expect(Set(found.compactMap { $0["country"]?.string }) == ["England", "Egypt"])
      #expect(try await teams("en.1", "2024-25", world).isDisjoint(with: try await teams("eg.1", "2024-25", world)))

      let (english, egyptian) = ("en.1_2024-25_matchday-1_albion_forest", "eg.1_2024-25_matchday-1_albion_forest")
      try await world.predict(0, 5, of: english, as: "ann")
      try await world.predict(0, 5, of: egyptian, as: "bob")
      for (person, team) in [("ann", "eng-albion"), ("bob", "egy-albion")] {
        try await world.call(.put, "/me/favourites/teams/\(team)", as: person)
        let favoured = try await world.call(.get, "/me/favourites", as: person)
        #expect(favoured["teams"]?.array?.map { $0["id"] } == [.string(team)])
      }
      try await world.play(until: "2024-09-08T09:00:00Z")
      #expect(try await world.board() == ["1 ann 5"])
      let board = try await world.call(.get, "/leagues/eg.1/leaderboard?season=2024-25")["items"]?.array ?? []
      #expect(board.map { world.name($0["account"]?["id"]?.string) } == ["bob"])
    }
  }
}
