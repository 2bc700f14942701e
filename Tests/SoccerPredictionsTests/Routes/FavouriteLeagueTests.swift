import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The league that comes with a favourite team` {
  private func favour(_ team: String, _ world: SoccerWorld, as name: String) async throws -> [String] {
    try await world.call(.put, "/me/favourites/teams/\(team)", as: name)
    let mine = try await world.call(.get, "/me/favourites", as: name)
    return ["leagues", "teams"].flatMap { mine[$0]?.array?.compactMap { $0["id"]?.string } ?? [] }
  }

  /// A season with one match.
  private func season(_ league: String, _ season: String, day: String, _ home: String, _ away: String) -> String {
    SampleSeason.with("round Matchday 1\n\(day) 15:00 ALB BOR")
      .replacing("league en.1", with: "league \(league)").replacing("season 2024-25", with: "season \(season)")
      .replacing("ALB Albion", with: "ALB \(home)").replacing("BOR Borough", with: "BOR \(away)")
  }

  @Test(.tags(.sp58), arguments: TestHost.Engine.allCases)
  func `is the one in which it played last, before any cup, at home or between countries`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let files = [
        season("en.2", "2023-24", day: "2023-09-09", "Rovers", "Wanderers"),
        season("en.1", "2023-24", day: "2023-08-19", "Athletic", "Hotspur"),
        season("en.2", "2024-25", day: "2024-08-10", "Athletic", "United"),
        season("uefa.cl", "2024-25", day: "2024-09-17", "Albion (ENG)", "Ajax (NED)"),
        season("en.cup", "2024-25", day: "2024-10-10", "Albion", "United"),
        season("worldcup", "2022", day: "2022-12-18", "Argentina", "France"),
      ]
      for (number, file) in files.enumerated() { try world.publish(file, as: "\(number).season") }
      try await world.play(until: "2024-08-17T09:06:00Z")
      for (team, league) in [
        ("eng-albion", "en.1"), ("eng-rovers", "en.2"), ("eng-athletic", "en.2"), ("eng-hotspur", "en.1"),
        ("ned-ajax", "uefa.cl"), ("nat-argentina", "worldcup"), ("eng-united", "en.2"),
      ] {
        #expect(try await favour(team, world, as: team) == [league, team], "\(team)")
      }
    }
  }

  @Test func `is there once for a team under each of its names, and both go under either`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.text().replacing("ALB Albion", with: "ALB Albion FC"))
      try await world.play(until: "2024-08-17T09:06:00Z")
      for team in ["eng-albion-fc", "eng-albion", "eng-albion-fc"] {
        #expect(try await favour(team, world, as: "ann") == ["en.1", "eng-albion"])
      }
      let mine = try await world.call(.get, "/me/favourites", as: "ann")
      #expect(mine["teams"]?[0]?["name"] == "Albion FC", "as its last match names it")
      try await world.call(.delete, "/me/favourites/teams/eng-albion-fc", as: "ann")
      #expect(try await world.call(.get, "/me/favourites", as: "ann")["teams"] == [])
      // What there is not can be favoured no more, and nobody is told so.
      for path in ["teams/eng-nobody", "leagues/xx.1"] {
        try await world.call(.delete, "/me/favourites/\(path)", as: "ann")
        #expect(
          await world.problem { try await world.call(.delete, "/me/favourites/\(path)") } == "401 unauthenticated")
      }
    }
  }
}
