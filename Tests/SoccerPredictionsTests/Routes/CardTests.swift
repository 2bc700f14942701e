import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The card of a shared page` {
  private func card(_ path: String, _ world: SoccerWorld, language: String = "en") async throws -> JSON {
    let reply = try await world.host.get(
      "/v1/soccer-predictions\(path)/card", headers: ["accept-language": language])
    #expect(reply.status == 200)
    return reply.json
  }

  @Test(.tags(.pl42)) func `of a league tells of three matches at most that go on`() async throws {
    let season = SampleSeason.with(
      """
      round Matchday 1
      2024-08-17 12:30 DYN ALB 2-2 (0-2)
      2024-08-17 12:30 CIT DYN 1-0 (1-0)
      2024-08-17 12:20 BOR CIT 3-1 (2-1)
      2024-08-17 12:30 ALB BOR 0-0
      2024-08-17 15:00 CIT ALB
      """)
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      let before = try await card("/leagues/en.1", world)
      #expect(before["lines"] == [] && before["label"] == "Soccer predictions")
      // It is half-time in all four.
      try await world.play(until: "2024-08-17T12:20:00Z")
      let live = try await card("/leagues/en.1", world)
      #expect(live["title"] == "English Premier League 2024/25")
      #expect(live["lines"] == ["Borough – City 2 – 1", "Albion – Borough 0 – 0", "City – Dynamo 1 – 0"])
      let arabic = try await card("/leagues/en.1", world, language: "ar")
      #expect(arabic["label"]?.string?.isEmpty == false && arabic["label"] != live["label"])
      #expect(arabic["lines"] == live["lines"])
      try await world.play(until: "2024-08-17T13:30:00Z")
      #expect(try await card("/leagues/en.1", world)["lines"] == [])
    }
  }

  @Test(.tags(.pl42)) func `of a match tells how it stands, with the day alone while nobody knows the hour`()
    async throws
  {
    let season = SampleSeason.with(
      """
      2024-08-17 12:30 ALB BOR 2-1 (1-0) @ ARE
      round Matchday 2
      2024-08-24 --:-- BOR ALB
      2024-08-24 15:00 DYN CIT postponed
      """)
    try await SoccerWorld.run(on: .sqlite, season: season, announces: "at-once") { world async throws in
      let all = try await world.call(.get, "/leagues/en.1/matches")["items"]?.array ?? []
      let paths = all.compactMap { $0["id"]?.string }.map { "/matches/" + $0 }
      func seen(_ path: String) async throws -> [String] {
        let card = try await card(path, world)
        let lines = card["lines"]?.array?.compactMap(\.string) ?? []
        return ["label", "title", "value"].map { card[$0]?.string ?? "-" } + lines
      }
      let label = "English Premier League"
      let first = try await seen(paths[0])
      #expect(first.prefix(3) == [label, "Albion – Borough", "-"] && first.suffix(1) == ["Arena, Albion Town"])
      #expect(first.count == 5 && first[3].hasPrefix("Aug 17, 2024") && first[3].hasSuffix("UTC"))
      #expect(first[3].contains("11:30"))
      #expect(try await seen(paths[1]) == [label + " · Matchday 2", "Borough – Albion", "-", "Aug 24, 2024"])
      let off = try await seen(paths[2])
      #expect(off.prefix(3) == [label + " · Matchday 2", "Dynamo – City", "-"])
      #expect(off.count == 4 && off[3].hasPrefix("Postponed · Aug 24, 2024"))
      try await world.play(until: "2024-08-17T12:20:00Z")
      #expect(try await seen(paths[0]) == [label, "Albion – Borough", "1 – 0", "Now · HT", "Arena, Albion Town"])
    }
  }
}
