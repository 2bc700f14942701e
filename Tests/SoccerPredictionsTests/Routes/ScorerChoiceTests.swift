import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The scorers of a prediction` {
  private func refused(_ scorers: [String], _ home: Int64, _ away: Int64, _ world: SoccerWorld) async throws -> [String]
  {
    let body: JSON = [
      "home": .integer(home), "away": .integer(away), "scorers": .array(scorers.map { .string($0) }),
    ]
    let reply = try await world.host.put(
      "/v1/soccer-predictions/matches/\(SampleSeason.first)/prediction", body, as: try await world.person("ann"))
    let mistakes = reply.json["errors"]?.array ?? []
    return mistakes.map { "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")" }
  }

  @Test(.tags(.sp76)) func `are refused at the places at which they stand, whatever stands before them`() async throws {
    let (ann, abe, bob) = (SampleSeason.ann, SampleSeason.abe, SampleSeason.bob)
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      #expect(
        try await refused(["nobody", ann, ann], 2, 0, world) == [
          "/scorers/0 scorer-unknown", "/scorers/2 scorer-repeated",
        ])
      #expect(
        try await refused([ann, "a:b:c", "eng-city:cy", ann, bob], 2, 1, world) == [
          "/scorers/1 scorer-unknown", "/scorers/2 scorer-unknown", "/scorers/3 scorer-repeated",
        ])
      #expect(
        try await refused(["nobody", abe], 0, 0, world) == ["/scorers/0 scorer-unknown", "/scorers too-many-scorers"])
      #expect(try await refused([ann, abe, bob], 2, 1, world) == [])
      #expect(
        try await refused([ann, abe, bob], 2, 0, world) == ["/scorers too-many-scorers"], "none for who scores none")
    }
  }

  @Test(.tags(.sp76)) func `are each one once, whichever of his names is chosen, and kept under one`() async throws {
    let season = SampleSeason.text(goals: "+ ALB 10 Ann Archer\n+ BOR 60 pen Bob Baker\n+ ALB 90+2 A. Archer")
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      let short = "eng-albion:a-archer"
      #expect(try await refused([short, SampleSeason.ann], 2, 0, world) == ["/scorers/1 scorer-repeated"])
      let saved = try await world.predict(2, 1, scorers: [short], as: "ann")
      let kept = try #require(saved["scorers"]?[0]?.string)
      #expect(kept == SampleSeason.ann, "the first name that the feed has told")
      let squad = try await world.call(.get, "/matches/\(SampleSeason.first)/squads")["home"]?.array ?? []
      #expect(squad.map { $0["id"]?.string } == [kept], "the one that can be chosen")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.points(of: "ann") == 6)
    }
  }
}
