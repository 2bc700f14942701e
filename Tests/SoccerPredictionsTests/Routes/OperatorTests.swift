import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `What operators say of leagues and matches` {
  private let root = "/v1/soccer-predictions"

  @Test(.tags(.pl67, .sp45, .sp53, .sp60, .sp108, .sp177), arguments: TestHost.Engine.allCases)
  func `are the popular leagues, which everybody is shown who has no favourites`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:05:00Z")
      let (host, ann) = (world.host, try await world.person("ann"))
      func shown(_ name: String?) async throws -> [String] {
        let mine = try await world.call(.get, "/me/leagues", as: name)
        return [mine["list"]?.string ?? ""] + (mine["items"]?.array ?? []).compactMap { $0["id"]?.string }
      }
      #expect(try await shown(nil) == ["popular", "en.1", "br.1"], "all, until the operator has said which")
      let popular = "\(root)/popular-leagues"
      #expect(try await host.put(popular, ["leagues": ["br.1"]], as: ann).problem == "403 forbidden")
      let wrong = try await host.put(popular, ["leagues": ["br.1", "xx.9", "br.1"]], as: host.operator)
      #expect(wrong.pointers == ["/leagues/1", "/leagues/2"])
      #expect(try await host.put(popular, ["leagues": ["br.1"]], as: host.operator).status == 204)
      #expect(try await shown(nil) == ["popular", "br.1"])
      #expect(try await shown("ann") == ["popular", "br.1"])
      #expect(try await world.call(.get, "/popular-leagues")["items"]?.array?.count == 1)
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      #expect(try await shown("ann") == ["favourite", "en.1"])
      try await world.call(.delete, "/me/favourites/leagues/en.1", as: "ann")
      #expect(try await shown("ann") == ["popular", "br.1"])
    }
  }

  @Test(.tags(.pl67, .sp69, .sp79, .sp179), arguments: TestHost.Engine.allCases)
  func `are where a match can be watched, which is shown while it is live`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (host, ann) = (world.host, try await world.person("ann"))
      let path = "\(root)/matches/\(SampleSeason.first)/broadcast"
      let address: JSON = ["address": "https://tv.example.org/live"]
      func shown() async throws -> String? {
        try await world.call(.get, "/matches/\(SampleSeason.first)")["broadcast"]?.string
      }
      #expect(try await host.put(path, address, as: ann).problem == "403 forbidden")
      for wrong in ["http://tv.example.org", "javascript:alert(1)", "https://tv .org"] as [JSON] {
        #expect(try await host.put(path, ["address": wrong], as: host.operator).pointers == ["/address"])
      }
      #expect(
        try await host.put("\(root)/matches/x/broadcast", address, as: host.operator).problem == "404 match-unknown")
      #expect(try await host.put(path, address, as: host.operator).status == 204)
      #expect(try await shown() == nil)
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await shown() == "https://tv.example.org/live")
      #expect(try await host.delete(path, as: ann).problem == "403 forbidden")
      #expect(try await host.delete(path, as: host.operator).status == 204)
      #expect(try await shown() == nil)
      #expect(try await host.put(path, address, as: host.operator).status == 204)
      try await world.play(until: SampleSeason.evening)
      #expect(try await shown() == nil)
    }
  }

  @Test(.tags(.sp55, .sp56, .sp83), arguments: TestHost.Engine.allCases)
  func `leaves leagues and teams to everybody to favour and to favour no more`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      func mine() async throws -> [Int] {
        let all = try await world.call(.get, "/me/favourites", as: "ann")
        return [all["leagues"]?.array?.count ?? -1, all["teams"]?.array?.count ?? -1]
      }
      for (method, path, expected) in [
        (.put, "leagues/en.1", [1, 0]), (.delete, "leagues/en.1", [0, 0]), (.put, "teams/eng-albion", [1, 1]),
        (.put, "teams/eng-albion", [1, 1]), (.delete, "leagues/en.1", [0, 1]), (.delete, "teams/eng-albion", [0, 0]),
        (.delete, "teams/eng-albion", [0, 0]),
      ] as [(FieldhouseKit.Method, String, [Int])] {
        try await world.call(method, "/me/favourites/\(path)", as: "ann")
        #expect(try await mine() == expected, "\(method) \(path)")
      }
    }
  }
}
