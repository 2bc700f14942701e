import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Following the feed` {
  @Test(arguments: TestHost.Engine.allCases)
  func `tells those who watch a match or its league of kick-off, goals, half-time and the end`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let topics = ["soccer-predictions/matches/\(SampleSeason.first)", "soccer-predictions/leagues/en.1"]
      let watcher = try await world.host.watch(topics[0], topics[1])
      try await world.play(until: "2024-08-17T11:29:00Z")
      try await world.host.settled()
      #expect(watcher.events.isEmpty)
      var seen = 0
      var states: [String] = []
      for minute in 0...120 {
        let moment = try instant("2024-08-17T11:30:00Z") + Double(minute * 60)
        try await world.host.clock.advance(to: moment)
        try await world.host.settled()
        let told = watcher.events.dropFirst(seen).filter { $0.data["id"]?.string == SampleSeason.first }
        seen = watcher.events.count
        guard let data = told.last?.data else { continue }
        #expect(Set(told.map(\.topic)) == Set(topics))
        #expect(told.allSatisfy { $0.name == "match" })
        let score = data["score"].map { "\($0["home"]?.int ?? -1)-\($0["away"]?.int ?? -1)" } ?? "-"
        states.append("\(minute) \(data["state"]?.string ?? "") \(score)")
      }
      #expect(
        states == [
          "0 live 0-0", "10 live 1-0", "47 live 1-0", "62 live 1-0", "77 live 1-1", "109 live 2-1", "111 played 2-1",
        ])
    }
  }

  @Test func `wants to run next at the next change, or when the feed is to be read again`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      for (now, next) in [
        (SampleSeason.morning, "2024-08-17T09:05:00Z"), ("2024-08-17T11:28:00Z", "2024-08-17T11:30:00Z"),
        ("2024-08-17T11:39:00Z", "2024-08-17T11:39:30Z"),
      ] {
        try await world.play(until: now)
        let (due, expected) = (try await world.plugin.tracker.step(world.now), try instant(next))
        #expect(due == expected)
      }
    }
  }

  @Test func `reads it again after the poll time and not before`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.morning)
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:04:59Z")
      #expect(await world.problem { try await world.call(.get, "/leagues/br.1") } == "404 league-unknown")
      try await world.play(until: "2024-08-17T09:05:00Z")
      #expect(try await world.call(.get, "/leagues/br.1")["name"] == "Brasileirão")
    }
  }

  @Test func `says that it is degraded while a file cannot be read, and keeps what it knew`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      #expect(try await world.health() == "ok")
      try world.publish("fieldhouse season 1\nnonsense")
      try await world.play(until: "2024-08-17T09:05:00Z")
      #expect(try await world.health().hasPrefix("degraded: "))
      #expect(try world.plugin.catalogue.reading.matches.count == 4)
      try world.publish(SampleSeason.text())
      try await world.play(until: "2024-08-17T09:10:00Z")
      #expect(try await world.health() == "ok")
    }
  }

  @Test func `keeps a season whose file is gone, and says so`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try world.publish(nil)
      try await world.play(until: "2024-08-17T09:05:00Z")
      let reading = try world.plugin.catalogue.reading
      #expect(reading.seasons.keys.map(\.league).sorted() == ["br.1", "en.1"])
      #expect(reading.matches.count == 5)
      #expect(try await world.health().contains("season-gone"))
    }
  }

  @Test func `leaves what is due to the next start when the host is to end`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.predict(2, 1, as: "ann")
      let ending = try SoccerPredictions(host: world.host.services)
      try await ending.tracker.begin()
      ending.tracker.stop()
      let evening = try instant(SampleSeason.evening)
      #expect(try await ending.tracker.step(evening).map { $0 <= world.now + 301 } == true)
      #expect(try await world.points(of: "ann") == nil)
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.points(of: "ann") == 5)
    }
  }
}
