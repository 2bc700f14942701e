import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The store of rules` {
  private let one = RuleStore.Owner.group("1")
  private let two = RuleStore.Owner.group("2")
  private let season = SeasonKey(league: "en.1", season: "2024-25")

  private func rule(_ exact: Int) -> ScoringRule {
    var rule = ScoringRule()
    rule.tiers = .init(exact: Worth(exact), outcome: Worth(0))
    return rule
  }

  private func round(_ name: String, _ begins: Date) -> SeasonPeriod {
    SeasonPeriod(name: name, begins: begins, closes: begins - 900, matches: [])
  }

  /// The rules of an owner as "number round exact".
  private func rules(
    of owner: RuleStore.Owner, _ season: SeasonKey? = nil, in transaction: any ReadTransaction
  ) async throws -> [String] {
    let key = (season ?? self.season).description
    return try await RuleStore.versions(of: owner, season: key, in: transaction).all.map {
      "\($0.number) \($0.round) \($0.rule.tiers?.exact.whole ?? 0)"
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has the last one for a round that has not begun, and keeps all others`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (now, key) = (world.now, season.description)
      let (first, second) = (round("One", now + 60), round("Two", now + 600))
      try await world.storage.write { transaction in
        for (points, round, owner, at) in [
          (1, first, one, now), (2, first, one, now), (3, first, two, now), (4, second, one, now + 60),
          (5, second, one, now + 61),
          (6, first, RuleStore.Owner.league, now),
        ] {
          _ = try await RuleStore.add(rule(points), of: owner, season: key, from: round, at: at, in: transaction)
        }
        #expect(try await rules(of: one, in: transaction) == ["2 One 2", "4 Two 5"])
        #expect(try await rules(of: two, in: transaction) == ["1 One 3"])
        #expect(try await rules(of: .league, in: transaction) == ["1 One 6"])
        let groups = try await RuleStore.versions(ofGroups: ["1", "2", "3"], season: key, in: transaction)
        #expect(groups.mapValues { $0.all.map(\.number) } == ["1": [2, 4], "2": [1]])
        #expect(try await RuleStore.versions(ofGroups: [], season: key, in: transaction).isEmpty)
        #expect(try await RuleStore.ofLeagues(in: transaction).mapValues(\.all.count) == [key: 1])
        #expect(try await GroupLeagueStore.groupsWithOwnPoints(season: key, in: transaction) == ["1", "2"])
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps what holds, where a round was brought forward, and takes back what was put off`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (now, key) = (world.now, season.description)
      try await world.storage.write { transaction in
        func remove(_ rounds: [SeasonPeriod], after seconds: Double) async throws -> Bool {
          try await RuleStore.removeComing(
            of: one, season: key, rounds, after: now + seconds, in: transaction)
        }
        func add(_ points: Int, _ round: SeasonPeriod, at seconds: Double) async throws {
          _ = try await RuleStore.add(
            rule(points), of: one, season: key, from: round, at: now + seconds, in: transaction)
        }
        try await add(1, round("Two", now + 600), at: 0)
        // It is brought forward and begins; another rule is made for the next one.
        let early = [round("Two", now + 300), round("Three", now + 900)]
        #expect(try await !remove(early, after: 300))
        try await add(2, early[1], at: 300)
        #expect(try await rules(of: one, in: transaction) == ["1 Two 1", "2 Three 2"])
        // The next one is put off: it does not hold yet when it was to begin.
        #expect(try await remove([early[0], round("Three", now + 5_000)], after: 1_000))
        #expect(try await rules(of: one, in: transaction) == ["1 Two 1"])
        #expect(try await !remove(early, after: 1_000))
        // Of a round that is gone the time counts that it had.
        try await add(3, round("Gone", now + 2_000), at: 1_000)
        #expect(try await !remove([], after: 2_000))
        #expect(try await remove([], after: 1_999))
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `carries the last one over once, into a season that has none`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (now, key, next) = (world.now, season.description, SeasonKey(league: "en.1", season: "2025-26"))
      let first = round("One", now + 60)
      try await world.storage.write { transaction in
        func carry(_ owner: RuleStore.Owner) async throws -> Bool {
          try await RuleStore.carry(owner, from: season, to: next, first, at: now, in: transaction)
        }
        #expect(try await !carry(one), "there is nothing")
        for points in 1...2 {
          _ = try await RuleStore.add(
            rule(points), of: one, season: key, from: round("R\(points)", now - 60), at: now - 90, in: transaction)
        }
        #expect(try await carry(one))
        #expect(try await !carry(one))
        #expect(try await rules(of: one, next, in: transaction) == ["1 One 2"])
        let carried = try await RuleStore.versions(of: one, season: next.description, in: transaction).latest
        #expect(carried?.carriedFrom == "2024-25" && carried?.begins == now + 60)
        // Another rule takes its place and is nobody's but this season's.
        let own = try await RuleStore.add(
          rule(9), of: one, season: next.description, from: first, at: now, in: transaction)
        #expect(own.number == 2)
        #expect(try await rules(of: one, next, in: transaction) == ["2 One 9"])
        #expect(
          try await RuleStore.versions(of: one, season: next.description, in: transaction).latest?.carriedFrom == nil)
        #expect(try await rules(of: two, next, in: transaction) == [])
      }
    }
  }
}
