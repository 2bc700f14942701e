import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Settling` {
  /// Ann is right about everything, Bob about the winner, Cat about nothing, and nobody else has said anything.
  private func threePeople(_ world: SoccerWorld) async throws {
    try await world.play(until: SampleSeason.morning)
    try await world.predict(2, 1, scorers: [SampleSeason.ann], as: "ann")
    try await world.predict(1, 0, as: "bob")
    try await world.predict(0, 2, as: "cat")
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gives points when the match is over and not before`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      for instant in ["2024-08-17T11:30:00Z", "2024-08-17T12:30:00Z", "2024-08-17T13:20:59Z"] {
        try await world.play(until: instant)
        #expect(try await world.points(of: "ann") == nil)
      }
      try await world.play(until: "2024-08-17T13:21:00Z")
      #expect(try await world.points(of: "ann") == 6)
      #expect(try await world.points(of: "bob") == 3)
      #expect(try await world.points(of: "cat") == 0)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `ranks by points, then exact scores, then right winners`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      #expect(try await world.board() == ["1 ann 0", "1 bob 0", "1 cat 0"])
      try await world.predict(0, 0, of: SampleSeason.second, as: "cat")
      try await world.predict(1, 1, of: SampleSeason.second, as: "bob")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.board() == ["1 ann 6", "2 bob 6", "3 cat 5"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `counts each person's predictions, settled or not`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      try await world.predict(0, 0, of: SampleSeason.fourth, as: "ann")
      try await world.play(until: SampleSeason.evening)
      let page = try await world.call(.get, "/leagues/en.1/leaderboard?season=2024-25")
      #expect(page["items"]?.array?.map { $0["details"]?["predictions"] } == [2, 1, 1])
    }
  }

  @Test(arguments: TestHost.Engine.allCases, [1, 2, 3, 4, 100])
  func `takes matches together as long as their predictions fit into one transaction, and goes on where it was`(
    engine: TestHost.Engine, batch: Int
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      try await world.predict(0, 0, of: SampleSeason.second, as: "cat")
      try await world.predict(1, 1, of: SampleSeason.second, as: "bob")
      let plugin = try world.plugin
      let settler = Settler(
        store: world.store, scoring: plugin.settler.scoring, catalogue: plugin.catalogue, host: world.host.services,
        batch: batch)
      let matches = plugin.catalogue.reading.matches.values.sorted { $0.id < $1.id }
      for _ in 1...2 { try await settler.settle(matches, at: try instant(SampleSeason.evening)) }
      #expect(try await world.board() == ["1 ann 6", "2 bob 6", "3 cat 5"])
      #expect(try await world.store.settledKeys().keys.sorted() == [SampleSeason.first, SampleSeason.second])
      try await world.host.settled()
      #expect(world.host.events.count == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is done once: looking again changes nothing and tells nobody`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      try await world.play(until: SampleSeason.evening)
      #expect(world.host.events.count == 2)
      let board = try await world.board()
      for instant in ["2024-08-18T20:00:00Z", "2024-08-19T20:00:00Z"] { try await world.play(until: instant) }
      let plugin = try world.plugin
      try await plugin.settler.settle(Array(plugin.catalogue.reading.matches.values), at: world.now)
      #expect(world.host.events.count == 2)
      #expect(try await world.board() == board)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `tells other plugins of every settled match`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      try await world.play(until: SampleSeason.later)
      let events = world.host.events
      #expect(Set(events.map(\.name)) == ["soccer-predictions.match-settled"])
      let settled = events.compactMap { $0.payload["match"]?.string }.sorted()
      #expect(settled == [SampleSeason.first, SampleSeason.second, SampleSeason.third])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `tells those who watch when people have their points, and when they have others`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      let topics = ["soccer-predictions/matches/\(SampleSeason.first)", "soccer-predictions/leagues/en.1"]
      let watcher = try await world.host.watch(topics[0], topics[1])
      func told(on topic: String) -> [String] {
        let events = watcher.events.filter { $0.topic == topic && $0.data["id"]?.string == SampleSeason.first }
        return events.map { "\($0.name) \($0.data["state"]?.string ?? "")" }
      }
      try await world.play(until: SampleSeason.evening)
      try await world.host.settled()
      // The match is over first.
      for topic in topics { #expect(told(on: topic).suffix(2) == ["match played", "settled "]) }
      try world.publish(SampleSeason.text(first: "0-2 (0-0)", goals: ""))
      try await world.play(until: "2024-08-17T20:06:00Z")
      try await world.host.settled()
      for topic in topics {
        #expect(told(on: topic).suffix(2) == ["match played", "settled "])
        #expect(told(on: topic).count { $0 == "settled " } == 2)
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `follows a corrected result: points, ranks and receipt`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      try await world.play(until: SampleSeason.evening)
      try world.publish(SampleSeason.text(first: "0-2 (0-0)", goals: ""))
      try await world.play(until: "2024-08-17T20:06:00Z")
      #expect(try await world.points(of: "ann") == 0)
      #expect(try await world.points(of: "cat") == 5)
      #expect(try await world.board() == ["1 cat 5", "2 ann 0", "2 bob 0"])
      let receipt = try await world.call(.get, "/matches/\(SampleSeason.first)/prediction/receipt", as: "cat")
      #expect(receipt["total"] == 5)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `takes points back when a result is withdrawn`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await threePeople(world)
      try await world.play(until: SampleSeason.evening)
      try world.publish(SampleSeason.text(first: "postponed", goals: ""))
      try await world.play(until: "2024-08-17T20:06:00Z")
      #expect(try await world.points(of: "ann") == nil)
      #expect(try await world.board() == ["1 ann 0", "1 bob 0", "1 cat 0"])
    }
  }

  @Test(
    arguments: TestHost.Engine.allCases,
    [
      ("postponed", [:], nil, nil), ("postponed", ["postponed": "void"], 0, "postponed"),
      ("cancelled", [:], 0, "cancelled"), ("3-0 awarded", [:], 0, "awarded"),
      ("3-0 awarded", ["awarded": "count"], 5, nil), ("3-0 abandoned", [:], 0, "abandoned"),
      ("3-0 abandoned", ["abandoned": "count"], 5, nil), ("abandoned", ["abandoned": "count"], 0, "abandoned"),
      ("3-0 (1-0) aet 4-0", [:], 5, nil), ("0-0 (0-0) aet 3-0", [:], 0, nil), ("3-0", [:], 5, nil),
    ] as [(String, JSONObject, Int?, String?)])
  func `of a match that takes an unusual course is as the operator decided`(
    engine: TestHost.Engine, course: (fact: String, settings: JSONObject, points: Int?, void: String?)
  ) async throws {
    let season = SampleSeason.text(third: course.fact)
    try await SoccerWorld.run(on: engine, season: season, settings: course.settings) { world async throws in
      try await world.play(until: SampleSeason.evening)
      try await world.predict(3, 0, of: SampleSeason.third, as: "ann")
      try await world.play(until: SampleSeason.later)
      #expect(try await world.points(of: "ann", match: SampleSeason.third) == course.points)
      let path = "/matches/\(SampleSeason.third)/prediction/receipt"
      if course.points == nil {
        #expect(await world.problem { try await world.call(.get, path, as: "ann") } == "409 match-pending")
      } else {
        let receipt = try await world.call(.get, path, as: "ann")
        #expect(receipt["void"]?.string == course.void)
        #expect(receipt["total"]?.int == course.points)
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `follows the points of the settings`(engine: TestHost.Engine) async throws {
    let points: JSONObject = ["points": ["win": 10, "score": 0, "scorer": 7]]
    try await SoccerWorld.run(on: engine, settings: points) { world async throws in
      try await threePeople(world)
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.board() == ["1 ann 17", "2 bob 10", "3 cat 0"])
    }
  }

  @Test(.tags(.sp12), arguments: TestHost.Engine.allCases)
  func `of more predictions than one transaction takes reaches everybody`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let match = try #require(world.plugin.catalogue.reading.matches[SampleSeason.first])
      let (store, now) = (world.store, world.now)
      try await world.storage.write { transaction in
        for number in 0..<2_001 {
          try await store.save(
            Prediction(home: 2, away: number % 2), match: match, account: AccountID("p\(number)"), now: now,
            in: transaction)
        }
      }
      try await world.play(until: SampleSeason.evening)
      let sums = try await world.storage.read { transaction in
        try await transaction.query(
          "select points, count(*) as n from predictions group by points order by points"
        ).map { [try $0["points"] as Int, try $0["n"] as Int] }
      }
      #expect(sums == [[3, 1_001], [5, 1_000]])
      #expect(try await world.call(.get, "/leagues/en.1/leaderboard?season=2024-25&limit=1")["size"] == 2_001)
    }
  }
}
