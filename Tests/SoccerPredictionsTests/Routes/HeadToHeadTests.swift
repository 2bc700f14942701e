import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Head to head` {
  /// The season before: Borough 0–2 Albion, Albion 1–1 Borough, City 1–0 Albion.
  private let before = """
    fieldhouse season 1
    league en.1
    name English Premier League
    season 2023-24
    zone Europe/London
    source made for the tests
    team ALB Albion
    team BOR Borough
    team CIT City
    round Matchday 1
    2023-08-19 15:00 BOR ALB 0-2 (0-1)
    round Matchday 2
    2024-01-20 15:00 ALB BOR 1-1 (0-0)
    round Matchday 3
    2024-02-20 15:00 CIT ALB 1-0 (0-0)

    """

  @Test(.tags(.sp98), arguments: TestHost.Engine.allCases)
  func `tells the earlier matches of the two teams, the latest first, over seasons`(engine: TestHost.Engine)
    async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(before, as: "before.season")
      try await world.play(until: "2024-08-17T09:05:00Z")
      func between(_ match: String) async throws -> [String] {
        let found = try await world.call(.get, "/matches/\(match)/head-to-head")
        let items = (found["items"]?.array ?? []).map { item -> String in
          let score = "\(item["score"]?["home"]?.int ?? -1)–\(item["score"]?["away"]?.int ?? -1)"
          return [item["home"]?["name"]?.string ?? "", score, item["season"]?.string ?? ""].joined(separator: " ")
        }
        return [["home", "drawn", "away"].map { String(found[$0]?.int ?? -1) }.joined(separator: " ")] + items
      }
      let past = ["Albion 1–1 2023/24", "Borough 0–2 2023/24"]
      #expect(try await between(SampleSeason.first) == ["1 1 0"] + past)
      #expect(try await between(SampleSeason.third) == ["0 1 1"] + past, "the wins of the match's own home team")
      #expect(try await between(SampleSeason.second) == ["0 0 0"])
      try await world.play(until: SampleSeason.evening)
      #expect(try await between(SampleSeason.third) == ["0 1 2", "Albion 2–1 2024/25"] + past)
      #expect(try await between(SampleSeason.first) == ["1 1 0"] + past, "and not the match itself")
      #expect(await world.problem { try await world.call(.get, "/matches/x/head-to-head") } == "404 match-unknown")
    }
  }
}
