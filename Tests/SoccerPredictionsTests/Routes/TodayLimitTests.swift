import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Today with many leagues` {
  /// In the order in which they are popular until an operator has chosen: by their countries.
  private static let leagues = ["at.1", "be.1", "en.1", "fr.1", "de.1", "it.1", "nl.1", "pt.1", "es.1"]

  /// Nine leagues, two matches of each at 11:30.
  private func run(on engine: TestHost.Engine, _ body: (SoccerWorld) async throws -> Void) async throws {
    let together = { (season: String) in season.replacing("2024-08-17 15:00", with: "2024-08-17 12:30") }
    try await SoccerWorld.run(on: engine, season: together(SampleSeason.league("en.1"))) { world async throws in
      for league in Self.leagues where league != "en.1" {
        try world.publish(together(SampleSeason.league(league)), as: "\(league).season")
      }
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await body(world)
    }
  }

  private func names(_ today: JSON, _ list: String) -> [String] {
    (today[list]?.array ?? []).compactMap { ($0["home"]?["name"] ?? $0["id"])?.string }
  }

  @Test(.tags(.sp45, .sp46), arguments: TestHost.Engine.allCases)
  func `shows eight popular ones or all favourite ones in their order, and looks at the matches of four of them`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let morning = try await world.call(.get, "/today")
      #expect(morning["list"] == "popular" && names(morning, "leagues") == Array(Self.leagues.prefix(8)))
      #expect(morning["open"] == 8 && morning["next"]?["home"]?["name"] == "Albionat1", "two of each of four leagues")
      let chosen = Array(Self.leagues.reversed())
      for league in chosen {
        try await world.call(.put, "/me/favourites/leagues/\(league)", as: "ann")
        try await world.host.clock.advance(by: .seconds(1))
      }
      let matches = ["es", "at"].map { "\($0).1_2024-25_matchday-1_albion\($0)1_borough\($0)1" }
      for match in matches { try await world.predict(2, 1, of: match, as: "ann") }
      let mine = try await world.call(.get, "/today", as: "ann")
      #expect(mine["list"] == "favourite" && names(mine, "leagues") == chosen)
      #expect(mine["open"] == 7, "but for the one of the first four leagues that is predicted")

      try await world.play(until: "2024-08-17T11:45:00Z")
      let live = try await world.call(.get, "/today")
      #expect(names(live, "live") == ["Albionat1", "Cityat1", "Albionbe1"] && live["open"] == 0)
      try await world.call(.put, "/popular-leagues", ["leagues": ["es.1", "at.1"]], asOperator: true)
      let fewer = try await world.call(.get, "/today")
      #expect(names(fewer, "live") == ["Albiones1", "Cityes1", "Albionat1"])
      // The matches end at 13:21; the last one of a league that is not looked at is not told.
      try await world.play(until: "2024-08-17T13:30:00Z")
      let over = try await world.call(.get, "/today", as: "ann")
      #expect(over["last"]?["id"]?.string == matches[0] && over["last"]?["prediction"]?["points"] == 5)
      #expect(names(over, "live").isEmpty)
    }
  }
}
