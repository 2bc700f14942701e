import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Two matches that are made one` {
  private let season = SeasonKey(league: "en.1", season: "2024-25")

  private func record(_ id: String, _ home: String = "Albion", _ away: String = "Borough") -> MatchRecord {
    var match = Match.sample(home, away)
    match.id = id
    return MatchRecord(match: match, state: id == "old" ? .missing : .present, source: "source of \(id)")
  }

  /// Keeps both matches and what people have said of each: home goals, away goals and when, in seconds.
  private func store(
    _ old: [String: (Int, Int, Double)], _ new: [String: (Int, Int, Double)], in world: SoccerWorld
  ) async throws {
    let (store, records, now) = (world.store, [record("old"), record("new")], world.now)
    try await world.storage.write { transaction in
      for table in ["predictions", "broadcasts", "match_aliases", "matches"] {
        try await transaction.execute(SQL(stringLiteral: "delete from \(table) where 1 = 1"))
      }
      try await IdentityStore.save(records, in: transaction)
      for (record, said) in zip(records, [old, new]) {
        for (name, (home, away, at)) in said {
          try await store.save(
            Prediction(home: home, away: away), match: record.match, account: AccountID(name), now: now + at,
            in: transaction)
        }
      }
    }
  }

  private func merge(isTurned: Bool = false, in world: SoccerWorld) async throws {
    let (old, new) = (record("old"), record("new", "Borough", "Albion"))
    try await world.storage.write { try await MatchMerge.merge(new, into: old, isTurned: isTurned, in: $0) }
  }

  /// What is said of the match that stays, and how many predictions there are at all.
  private func said(_ world: SoccerWorld) async throws -> (of: [String: String], all: Int) {
    try await world.storage.read { transaction in
      let rows = try await transaction.query("select match, account, home, away from predictions")
      let own = try rows.filter { try $0["match"] as String == "old" }.map { row in
        (try row["account"] as String, "\(try row["home"] as Int)–\(try row["away"] as Int)")
      }
      return (Dictionary(own, uniquingKeysWith: { $1 }), rows.count)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keep what everybody has said of either, and of both the later`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let old = ["ann": (1, 0, 1.0), "bob": (2, 0, 9.0), "cat": (3, 0, 5.0), "dan": (4, 0, 1.0)]
      let new = ["ann": (0, 1, 5.0), "bob": (0, 7, 5.0), "cat": (0, 3, 5.0), "eve": (0, 5, 1.0)]
      try await store(old, new, in: world)
      let preview = try await world.storage.read { try await MatchMerge.preview("old", "new", in: $0) }
      #expect(preview == MatchMerge.Preview(predictions: 4, newPredictions: 4, both: 3, settled: 0, points: 0))
      try await merge(in: world)
      var found = try await said(world)
      #expect(found.of == ["ann": "0–1", "bob": "2–0", "cat": "0–3", "dan": "4–0", "eve": "0–5"] && found.all == 5)
      // What was said of the old match is turned with it; what was said of the new one was said of the new teams.
      try await store(old, new, in: world)
      try await merge(isTurned: true, in: world)
      found = try await said(world)
      #expect(found.of == ["ann": "0–1", "bob": "0–2", "cat": "0–3", "dan": "0–4", "eve": "0–5"] && found.all == 5)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `tell before how many have points, and how many these are`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await store(
        ["ann": (1, 0, 1), "bob": (2, 0, 1), "cat": (0, 1, 1), "dan": (1, 1, 1)], ["ann": (0, 0, 1)], in: world)
      let preview = try await world.storage.write { transaction in
        for (name, points) in [("ann", 5), ("bob", 3), ("cat", 0)] {
          try await transaction.execute(
            "update predictions set points = \(points) where match = 'old' and account = \(name)")
        }
        return try await MatchMerge.preview("old", "new", in: transaction)
      }
      #expect(preview == MatchMerge.Preview(predictions: 4, newPredictions: 1, both: 1, settled: 2, points: 8))
      let none = try await world.storage.read { try await MatchMerge.preview("nothing", "else", in: $0) }
      #expect(none == MatchMerge.Preview())
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `have what the feed says of the new one under the old id, to which all others lead`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await store([:], [:], in: world)
      let (season, now) = (season.description, world.now)
      let known = Closings.Known(closesAt: now)
      try await world.storage.write { transaction in
        try await IdentityStore.save(matchAliases: ["older": "old", "newer": "new"], in: transaction)
        try await world.store.markSettled(
          ["old": SettledAs(key: "a", facts: ""), "new": SettledAs(key: "b", facts: "")], in: transaction)
        try await ClosingStore.save(["old": known, "new": known], in: transaction)
      }
      try await merge(in: world)
      let (records, aliases, closings) = try await world.storage.read { transaction in
        (
          try await IdentityStore.records(of: season, in: transaction),
          try await IdentityStore.matchAliases(of: season, in: transaction),
          try await ClosingStore.find(["old", "new"], in: transaction)
        )
      }
      #expect(records.map(\.id) == ["old"] && records[0].state == .present && records[0].source == "source of new")
      #expect(records[0].match.home.name == "Borough")
      #expect(aliases == ["older": "old", "newer": "old", "new": "old"])
      #expect(closings == ["old": known])
      #expect(try await world.store.settledKeys() == ["old": ""], "what was settled is settled anew")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are watched where the new one is, or else where the old one was`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let operators = OperatorStore(storage: world.storage)
      for (old, new, expected) in [
        ("https://a", "https://b", "https://b"), ("https://a", nil, "https://a"), (nil, "https://b", "https://b"),
        (nil, nil, nil),
      ] as [(String?, String?, String?)] {
        try await store([:], [:], in: world)
        try await world.storage.write { transaction in
          try await operators.setBroadcast(old, of: "old", in: transaction)
          try await operators.setBroadcast(new, of: "new", in: transaction)
        }
        try await merge(in: world)
        #expect(try await operators.broadcast(of: "old") == expected)
        #expect(try await operators.broadcast(of: "new") == nil)
      }
    }
  }
}
