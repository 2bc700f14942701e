import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `What operators enter` {
  private func popular(_ leagues: [String], _ world: SoccerWorld) async -> String? {
    await world.problem {
      try await world.call(
        .put, "/popular-leagues", ["leagues": .array(leagues.map { .string($0) })], asOperator: true)
    }
  }

  @Test(.tags(.sp177), arguments: TestHost.Engine.allCases)
  func `of popular leagues is kept in their order, none being all, and those that are gone being none`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for league in ["de.1", "br.1"] { try world.publish(SampleSeason.league(league), as: "\(league).season") }
      try await world.play(until: "2024-08-17T09:06:00Z")
      func shown() async throws -> [String] {
        let items = try await world.call(.get, "/popular-leagues")["items"]?.array ?? []
        return items.compactMap { $0["id"]?.string }
      }
      let all = ["en.1", "de.1", "br.1"]
      #expect(try await shown() == all, "Europe before South America, England before Germany")
      for order in [["br.1", "en.1"], ["de.1", "br.1", "en.1"], ["en.1"]] {
        #expect(await popular(order, world) == nil)
        #expect(try await shown() == order)
      }
      #expect(await popular(["de.1", "de.1"], world) == "422 invalid-input")
      #expect(await popular(Array(repeating: "de.1", count: 51), world) == "422 invalid-input")
      #expect(try await shown() == ["en.1"], "what is refused changes nothing")
      #expect(await popular([], world) == nil)
      #expect(try await shown() == all)
      // A league of which the feed has nothing any more.
      try await world.storage.write {
        try await OperatorStore(storage: world.storage).setPopular(["it.1", "br.1"], in: $0)
      }
      #expect(try await shown() == ["br.1"])
    }
  }

  @Test(.tags(.sp179))
  func `of where a match is shown belongs to the match under each of its ids, and is an address of the web`()
    async throws
  {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.text().replacing("ALB Albion", with: "ALB Albion FC"))
      try await world.play(until: "2024-08-17T11:45:00Z")
      let other = SampleSeason.first.replacing("albion", with: "albion-fc")
      func set(_ address: String, of match: String) async -> String? {
        await world.problem {
          try await world.call(
            .put, "/matches/\(match)/broadcast", ["address": .string(address)], asOperator: true)
        }
      }
      func shown() async throws -> String? {
        try await world.call(.get, "/matches/\(SampleSeason.first)")["broadcast"]?.string
      }
      let longest = "https://tv.example/" + String(repeating: "a", count: 1981)
      #expect(await set(longest, of: other) == nil)
      #expect(try await shown() == longest)
      for wrong in [
        longest + "a", "https://", "ftp://tv.example/1", "HTTPS://tv.example/1", "https://tv.example/a b", "",
      ] {
        #expect(await set(wrong, of: other) == "422 invalid-input", "\(wrong.prefix(30))")
      }
      #expect(await set("https://tv.example/2", of: SampleSeason.first) == nil)
      #expect(try await shown() == "https://tv.example/2", "one for a match")
      #expect(try await world.call(.get, "/matches/\(SampleSeason.second)")["broadcast"] == nil)
      for _ in 1...2 { try await world.call(.delete, "/matches/\(other)/broadcast", asOperator: true) }
      #expect(try await shown() == nil)
    }
  }
}
