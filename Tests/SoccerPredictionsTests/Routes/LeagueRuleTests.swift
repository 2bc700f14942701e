import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `A league's rule` {
  private static let path = "/leagues/en.1/rules"
  private static let tiers: JSON = ["format": 1, "whole": true, "tiers": ["exact": 4, "difference": 3, "outcome": 2]]
  private static let crowd: JSON = [
    "format": 1, "whole": true, "quota": ["least": 2, "most": 6], "joker": ["factor": 2],
  ]

  private func set(_ rule: JSON, _ world: SoccerWorld) async throws -> JSON {
    try await world.call(.put, Self.path, ["rule": rule], asOperator: true)
  }

  @Test(.tags(.sp86), arguments: TestHost.Engine.allCases)
  func `gives everybody's points from the next round on, and they follow a corrected result`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      #expect(try await world.call(.get, Self.path)["items"] == [])
      #expect(try await set(Self.tiers, world)["round"] == "Matchday 1")
      try await world.predict(2, 1, as: "ann")
      try await world.predict(1, 0, as: "bob")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.board() == ["1 ann 4", "2 bob 3"])
      let receipt = try await world.call(.get, "/matches/\(SampleSeason.first)/prediction/receipt", as: "bob")
      #expect(receipt["total"] == 3 && receipt["components"]?.array?.map { $0["kind"] } == ["difference"])
      #expect(receipt["ruleVersion"]?.string?.hasPrefix("v1-") == true)
      #expect(try await set(Self.crowd, world)["round"] == "Matchday 2")
      for (name, home) in [("ann", 1), ("bob", 2), ("cat", 0)] {
        try await world.predict(home, 0, of: SampleSeason.third, as: name)
      }
      try await world.call(.put, "/matches/\(SampleSeason.third)/joker", as: "bob")
      let guide = try await world.call(.get, "/matches/\(SampleSeason.third)/guide?home=1&away=0", as: "bob")
      #expect(guide["items"]?[0]?["joker"] == 2 && guide["items"]?[0]?["ruleVersion"]?.string?.hasPrefix("v2-") == true)
      try await world.play(until: SampleSeason.later)
      // Two of three said so: 6 - 4 · 2/3 = 3.33; twice that is 6.66.
      #expect(try await world.board() == ["1 bob 10", "2 ann 7", "3 cat 0"])
      let points = try await ["ann", "bob"].asyncMap { try await world.points(of: $0, match: SampleSeason.third) }
      #expect(points == [3, 7])
      let parts = try await world.call(.get, "/matches/\(SampleSeason.third)/prediction/receipt", as: "bob")
      #expect(parts["components"]?.array?.map { $0["kind"] } == ["quota", "joker", "rounding"])
      #expect(parts["components"]?.array?.map { $0["points"] } == [3.33, 3.33, 0.34])
      #expect(try await world.points(of: "ann") == 4, "the first matchday keeps its rule")
      try world.publish(SampleSeason.text(third: "0-0 (0-0)"))
      try await world.play(until: "2024-08-24T20:06:00Z")
      #expect(try await world.board() == ["1 cat 5", "2 ann 4", "3 bob 3"], "alone of three: 4.67")
      #expect(try await world.inbox("bob").first?.contains("points") == true)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is tried before, refused at its place, taken back before it holds, and kept over a restart`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for (rule, pointer) in [
        (["format": 1, "tiers": ["exact": 4, "outcome": 2]], "/rule/whole"),
        (["format": 1, "whole": true, "tiers": ["exact": 4, "outcome": 2, "wrong": -1]], "/rule/tiers/wrong"),
        (["format": 1, "whole": true, "tiers": ["exact": 4, "outcome": 2], "ties": []], "/rule/ties"),
      ] as [(JSON, String)] {
        for (method, suffix) in [(.put, ""), (.post, "/trial")] as [(FieldhouseKit.Method, String)] {
          let reply = try await world.host.call(
            method, "/v1/soccer-predictions\(Self.path)\(suffix)", ["rule": rule], as: world.host.operator)
          #expect(reply.problem == "422 invalid-input")
          #expect(reply.pointers == [pointer])
        }
      }
      try await world.predict(2, 1, as: "ann")
      try await world.predict(1, 0, as: "bob")
      try await world.play(until: SampleSeason.evening)
      let trial = try await world.call(.post, "\(Self.path)/trial", ["rule": Self.tiers], asOperator: true)
      let rows = (trial["items"]?.array ?? []).map { row in
        ["points", "rank", "before", "rankBefore"].map { row[$0]?.description ?? "-" }.joined(separator: " ")
      }
      #expect(rows == ["4 1 5 1", "3 2 3 2"] && trial["matches"] == 1)
      _ = try await set(Self.tiers, world)
      try await world.call(.delete, Self.path, asOperator: true)
      #expect(await world.problem { try await world.call(.delete, Self.path, asOperator: true) } == "404 rule-unknown")
      _ = try await set(Self.tiers, world)
      let settler = try world.plugin.settler
      settler.rules.load([:])
      try await settler.load()
      try await world.predict(1, 0, of: SampleSeason.third, as: "bob")
      try await world.play(until: SampleSeason.later)
      #expect(try await world.points(of: "bob", match: SampleSeason.third) == 2)
      #expect(await world.problem { try await set(Self.tiers, world) } == "409 no-round-left")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that another host has set holds here too`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let rule = try JSONValueDecoder().decode(ScoringRule.self, from: Self.tiers)
      let now = world.now
      let round = SeasonPeriod.rounds(Array(try world.plugin.catalogue.reading.matches.values))[0]
      try await world.storage.write { transaction in
        _ = try await RuleStore.add(rule, of: .league, season: "en.1_2024-25", from: round, at: now, in: transaction)
        try await IdentityStore.note("rules", "en.1_2024-25", at: now, in: transaction)
      }
      try await world.predict(2, 1, as: "ann")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.board() == ["1 ann 4"])
    }
  }

  @Test func `is not set where a rule module gives the points`() async throws {
    try await SoccerWorld.run(on: .sqlite, settings: ["pointsRule": "exact-difference"]) { world async throws in
      #expect(await world.problem { try await set(Self.tiers, world) } == "409 rule-module")
    }
  }
}
