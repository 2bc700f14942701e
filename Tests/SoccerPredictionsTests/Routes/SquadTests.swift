import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The squads of a match` {
  @Test(.tags(.sp72, .sp77), arguments: TestHost.Engine.allCases)
  func `have everybody whom the feed has named, and whoever is chosen among them scores`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let squads = try await world.call(.get, "/matches/\(SampleSeason.first)/squads")
      let home = squads["home"]?.array?.map { "\($0["id"]?.string ?? "") \($0["name"]?.string ?? "")" }
      #expect(home == ["\(SampleSeason.abe) Abe Adams", "\(SampleSeason.ann) Ann Archer"])
      #expect(squads["away"]?.array?.map { $0["id"]?.string } == [SampleSeason.bob])
      #expect(try await world.call(.get, "/matches/\(SampleSeason.second)/squads")["home"] == [])
      let saved = try await world.predict(2, 1, scorers: [SampleSeason.ann, SampleSeason.bob], as: "ann")
      #expect(saved["scorers"] == [.string(SampleSeason.ann), .string(SampleSeason.bob)])
      #expect(try await world.predict(2, 1, as: "bob")["scorers"] == [], "scorers are optional")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.points(of: "ann") == 7)
      #expect(try await world.points(of: "bob") == 5)
      #expect(
        await world.problem { try await world.call(.get, "/matches/none/squads") } == "404 match-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `have one player for all that the feed calls one, also in what was predicted before`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, scorers: ["eng-albion:ann-archer"], as: "ann")
      let short = SampleSeason.text(goals: "+ ALB 10 A. Archer\n+ BOR 60 pen Bob Baker\n+ ALB 90+2 Abe Adams")
      try world.publish(short)
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.points(of: "ann") == 6)
      let squads = try await world.call(.get, "/matches/\(SampleSeason.first)/squads")
      #expect(squads["home"]?.array?.map { $0["name"] } == ["Abe Adams", "Ann Archer"])
    }
  }
}

@Suite struct `A match that was decided after extra time` {
  @Test func `tells the score after 90 minutes, which points go by, beside the last one, and not before it is over`()
    async throws
  {
    let season = SampleSeason.text(third: "1-1 (1-0) aet 2-1")
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      try await world.predict(1, 1, of: SampleSeason.third, as: "ann")
      try await world.play(until: "2024-08-24T13:40:00Z")
      let running = try await world.call(.get, "/matches/\(SampleSeason.third)")
      #expect(running["state"] == "live" && running["afterNinety"] == nil)
      try await world.play(until: SampleSeason.later)
      let over = try await world.call(.get, "/matches/\(SampleSeason.third)")
      #expect(over["afterNinety"] == ["home": 1, "away": 1] && over["score"] == ["home": 2, "away": 1])
      #expect(try await world.points(of: "ann", match: SampleSeason.third) == 5)
      try await world.play(until: "2024-08-24T20:10:00Z")
      let first = try await world.call(.get, "/matches/\(SampleSeason.first)")
      #expect(first["afterNinety"] == nil, "of a match without extra time there is one score")
    }
  }
}

@Suite struct `The seasons of a league` {
  @Test(.tags(.sp64)) func `are those that are over, the one that is shown and the one to come, the latest first`()
    async throws
  {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let next = SampleSeason.text().replacing("season 2024-25", with: "season 2025-26").replacing(
        "2024-08", with: "2025-08")
      let before = SampleSeason.text().replacing("season 2024-25", with: "season 2023-24").replacing(
        "2024-08", with: "2023-08")
      try world.publish(next, as: "next.season")
      try world.publish(before, as: "before.season")
      try await world.play(until: "2024-08-17T09:10:00Z")
      let items = try await world.call(.get, "/leagues/en.1/seasons")["items"]?.array ?? []
      #expect(items.map { $0["id"] } == ["2025-26", "2024-25", "2023-24"])
      #expect(items.map { $0["state"] } == ["coming", "current", "past"])
      #expect(items[1]["season"] == "2024/25" && items[1]["begins"] == "2024-08-17T11:30:00Z")
      for item in items {
        let id = item["id"]?.string ?? ""
        let found = try await world.call(.get, "/leagues/en.1/matches?season=\(id)")["items"]?.array
        #expect(found?.count == 4, "each can be read")
      }
      #expect(await world.problem { try await world.call(.get, "/leagues/none/seasons") } == "404 league-unknown")
    }
  }
}
