import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Reading on in the updates` {
  private let first = SampleSeason.first

  /// What comes behind an update.
  private func told(after id: String, _ world: SoccerWorld, limit: Int = 50) async throws -> [String] {
    let query = "?limit=\(limit)&after=" + id.replacing("/", with: "%2F")
    let items = try await world.call(.get, "/me/updates" + query)["items"]?.array ?? []
    return items.map { "\($0["kind"]?.string ?? "") \($0["goal"]?["scorer"]?.string ?? "")".trimmed }
  }

  @Test(.tags(.sp49)) func `goes on where it was when goals were taken back meanwhile`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.evening)
      let page = try await world.call(.get, "/me/updates?limit=4")
      let next = try #require(page["next"]?.string)
      #expect(next == "\(first)/3" && page["items"]?[3]?["goal"]?["scorer"] == "Abe Adams")
      #expect(try await told(after: next, world) == ["goal Bob Baker", "goal Ann Archer", "kickOff"])
      try world.publish(SampleSeason.text(first: "1-0 (1-0)", goals: "+ ALB 10 Ann Archer"))
      try await world.play(until: "2024-08-17T20:06:00Z")
      #expect(try await told(after: next, world) == ["goal Ann Archer", "kickOff"])
      #expect(try await told(after: next, world, limit: 1) == ["goal Ann Archer"])
      #expect(try await told(after: "\(first)/0", world) == [])
    }
  }

  @Test(.tags(.sp49)) func `comes to an end behind what is older than two weeks by now`() async throws {
    let season = SampleSeason.text().replacing("2024-08-17", with: "2024-08-03")
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      let last = try #require(try await world.call(.get, "/me/updates?limit=6")["next"]?.string)
      #expect(last == "\(first)/1")
      // The matches began on 3 August at 11:30 and 14:00.
      try await world.play(until: "2024-08-17T11:30:00Z")
      #expect(try await told(after: last, world) == ["kickOff"])
      try await world.play(until: "2024-08-17T11:30:01Z")
      #expect(try await told(after: last, world) == [])
      #expect(try await told(after: "\(SampleSeason.second)/1", world) == ["kickOff"])
    }
  }

  @Test func `goes on behind an update of a league that is favoured no more, and begins behind none that there is not`()
    async throws
  {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-18T23:00:00Z")
      let brazil = "br.1_2024_matchday-20_flamengo_santos/1"
      try await world.call(.put, "/popular-leagues", ["leagues": ["en.1"]], asOperator: true)
      #expect(try await told(after: brazil, world).count == 7, "all that happened before it")
      for wrong in ["\(first)", "\(first)/", "\(first)/-1", "\(first)/x", "/1", "nothing/1", "\(SampleSeason.third)/0"]
      {
        let query = "?after=" + wrong.replacing("/", with: "%2F")
        #expect(await world.problem { try await world.call(.get, "/me/updates" + query) } == "422 invalid-input")
      }
    }
  }
}
