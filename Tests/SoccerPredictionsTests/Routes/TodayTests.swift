import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Today` {
  /// Of the matches: which is next and how many are open, which go on, and which is the last one that I have predicted.
  private func matches(_ world: SoccerWorld, as name: String? = nil) async throws -> [String] {
    let today = try await world.call(.get, "/today", as: name)
    let named = { (match: JSON?) in match?["home"]?["name"]?.string ?? "none" }
    return [
      "next " + named(today["next"]), "open \(today["open"]?.int ?? -1)",
      "live " + (today["live"]?.array ?? []).map(named).joined(separator: " "), "last " + named(today["last"]),
    ]
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is what closes within 48 hours, what goes on, and my last result`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      #expect(try await matches(world) == ["next Albion", "open 2", "live ", "last none"])
      try await world.predict(2, 1, of: SampleSeason.first, as: "Ada")
      #expect(try await matches(world, as: "Ada") == ["next City", "open 1", "live ", "last none"])
      #expect(try await matches(world, as: "Bob") == ["next Albion", "open 2", "live ", "last none"])
      try await world.predict(0, 0, of: SampleSeason.second, as: "Ada")
      #expect(try await matches(world, as: "Ada") == ["next none", "open 0", "live ", "last none"])
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await matches(world, as: "Ada") == ["next none", "open 0", "live Albion", "last none"])
      #expect(try await matches(world) == ["next City", "open 1", "live Albion", "last none"])
      let live = try await world.call(.get, "/today", as: "Ada")["live"]?.array?.first
      #expect(live?["prediction"]?["home"] == 2 && live?["score"] == ["home": 1, "away": 0])
      try await world.play(until: "2024-08-17T15:00:00Z")
      #expect(try await matches(world, as: "Ada") == ["next none", "open 0", "live City", "last Albion"])
      try await world.play(until: SampleSeason.evening)
      #expect(try await matches(world, as: "Ada") == ["next none", "open 0", "live ", "last City"])
      #expect(try await matches(world, as: "Bob").last == "last none")
      #expect(try await matches(world).last == "last none")
      // Borough begins on the 24th at 11:30 and closes a quarter of an hour before.
      try await world.play(until: "2024-08-22T11:15:00Z")
      #expect(try await matches(world, as: "Ada").prefix(2) == ["next none", "open 0"])
      try await world.play(until: "2024-08-22T11:15:01Z")
      #expect(try await matches(world, as: "Ada").prefix(2) == ["next Borough", "open 1"])
    }
  }

  @Test(.tags(.sp48), arguments: TestHost.Engine.allCases)
  func `is of my favourite leagues, else of the popular ones`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:05:00Z")
      func shown(_ name: String?) async throws -> [String] {
        let today = try await world.call(.get, "/today", as: name)
        let names = { (key: String) in (today[key]?.array ?? []).compactMap { $0["id"]?.string } }
        return [today["list"]?.string ?? ""] + names("leagues") + names("teams") + [
          today["next"]?["league"]?["id"]?.string ?? ""
        ]
      }
      #expect(try await shown(nil) == ["popular", "en.1", "br.1", "en.1"])
      try await world.call(.put, "/popular-leagues", ["leagues": ["br.1"]], asOperator: true)
      #expect(try await shown(nil) == ["popular", "br.1", "br.1"])
      #expect(try await shown("Ada") == ["popular", "br.1", "br.1"])
      try await world.call(.put, "/me/favourites/teams/eng-albion", as: "Ada")
      #expect(try await shown("Ada") == ["favourite", "en.1", "eng-albion", "en.1"])
      try await world.call(.delete, "/me/favourites/leagues/en.1", as: "Ada")
      #expect(try await shown("Ada") == ["popular", "br.1", "eng-albion", "br.1"], "a team without its league")
      // The updates are those of the same leagues, and of the team.
      try await world.play(until: "2024-08-18T23:00:00Z")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "Bob")
      func told(_ name: String?) async throws -> Set<String> {
        let told = try await world.call(.get, "/today?updates=50", as: name)["updates"]?["items"]?.array ?? []
        #expect(try await told == world.call(.get, "/me/updates?limit=50", as: name)["items"]?.array)
        return Set(told.compactMap { $0["home"]?["name"]?.string })
      }
      #expect(try await told(nil) == ["Flamengo"])
      #expect(try await told("Ada") == ["Albion"])
      #expect(try await told("Bob") == ["City", "Albion"])
      try await world.call(.put, "/me/favourites/leagues/br.1", as: "Ada")
      #expect(try await told("Ada") == ["Flamengo", "Albion"])
    }
  }

  @Test(.tags(.sp49), arguments: TestHost.Engine.allCases)
  func `has the updates, as many as are asked for, and goes on behind them`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.play(until: SampleSeason.evening)
      let all = try await world.call(.get, "/me/updates?limit=50")["items"]?.array ?? []
      #expect(all.count == 7)
      for (query, count) in [("", 3), ("?updates=5", 5), ("?updates=7", 7), ("?updates=50", 7)] {
        let told = try await world.call(.get, "/today" + query)["updates"]
        #expect(told?["items"]?.array == Array(all.prefix(count)), "\(query)")
        guard count < 7 else {
          #expect(told?["next"] == nil)
          continue
        }
        let next = try #require(told?["next"]?.string).replacing("/", with: "%2F")
        let rest = try await world.call(.get, "/me/updates?limit=50&after=\(next)")["items"]?.array
        #expect(rest == Array(all.dropFirst(count)))
      }
      for query in ["?updates=0", "?updates=51"] {
        #expect(await world.problem { try await world.call(.get, "/today" + query) } == "422 invalid-input")
      }
    }
  }
}
