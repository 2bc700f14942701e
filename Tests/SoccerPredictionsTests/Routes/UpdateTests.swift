import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Recent updates` {
  private func told(_ world: SoccerWorld, _ query: String = "?limit=50", as name: String? = nil) async throws
    -> [String]
  {
    (try await world.call(.get, "/me/updates" + query, as: name)["items"]?.array ?? []).map { item in
      let score = item["score"].map { "\($0["home"]?.int ?? -1)–\($0["away"]?.int ?? -1)" } ?? ""
      return [item["kind"]?.string, item["home"]?["name"]?.string, score, item["goal"]?["scorer"]?.string]
        .compactMap(\.self).joined(separator: " ")
    }
  }

  @Test(.tags(.sp48), arguments: TestHost.Engine.allCases)
  func `are of my favourite leagues, teams and matches, else of the popular leagues`(engine: TestHost.Engine)
    async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:05:00Z")
      #expect(try await told(world).isEmpty)
      try await world.predict(1, 1, of: "br.1_2024_matchday-20_flamengo_santos", as: "Dan")
      try await world.play(until: "2024-08-18T23:00:00Z")
      let brazil = ["played Flamengo 1–1", "kickOff Flamengo 0–0"]
      let first = [
        "played Albion 2–1", "goal Albion 2–1 Abe Adams", "goal Albion 1–1 Bob Baker", "goal Albion 1–0 Ann Archer",
        "kickOff Albion 0–0",
      ]
      let england = ["played City 0–0", "kickOff City 0–0"] + first
      #expect(try await told(world) == brazil + england, "all leagues are popular until an operator has chosen")
      try await world.call(.put, "/popular-leagues", ["leagues": ["br.1"]], asOperator: true)
      #expect(try await told(world) == brazil)
      #expect(try await told(world, as: "Ada") == brazil)
      // A league; a team alone; a match that one has predicted, beside a favourite.
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "Ada")
      #expect(try await told(world, as: "Ada") == england)
      for (method, path) in [(.put, "teams/eng-albion"), (.delete, "leagues/en.1")] as [(FieldhouseKit.Method, String)]
      {
        try await world.call(method, "/me/favourites/\(path)", as: "Bob")
      }
      #expect(try await told(world, as: "Bob") == first)
      #expect(try await told(world, as: "Dan") == brazil)
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "Dan")
      #expect(try await told(world, as: "Dan") == brazil + england)
    }
  }

  @Test(.tags(.sp49), arguments: TestHost.Engine.allCases)
  func `are the last three, then five more, and none is told twice`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.play(until: SampleSeason.evening)
      let page = try await world.call(.get, "/me/updates")
      #expect(page["items"]?.array?.count == 3)
      let next = try #require(page["next"]?.string).replacing("/", with: "%2F")
      let all = try await told(world)
      #expect(all.count == 7)
      let rest = try await world.call(.get, "/me/updates?limit=5&after=\(next)")
      #expect(rest["items"]?.array?.count == 4)
      #expect(rest["next"] == .null)
      #expect(try await told(world, "?limit=5&after=\(next)") == Array(all.dropFirst(3)))
      for query in ["?after=nothing", "?limit=0", "?limit=51"] {
        #expect(await world.problem { try await world.call(.get, "/me/updates" + query) } == "422 invalid-input")
      }
      // What is more than two weeks old is news no more.
      for (day, minute, count) in [("2024-08-05", "06", 9), ("2024-08-02", "12", 7)] {
        try world.publish(SampleSeason.brazil.replacing("2024-08-18", with: day), as: "brazil.season")
        try await world.play(until: "2024-08-17T20:\(minute):00Z")
        #expect(try await told(world).count == count, "\(day)")
      }
    }
  }
}
