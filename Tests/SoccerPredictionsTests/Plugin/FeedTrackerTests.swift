import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Following the feed` {
  @Test func `tells those who watch a match or its league of kick-off, goals, half-time and the end`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.morning)
      #expect(try await world.told().events.isEmpty)
      var last: Int64 = 0
      var states: [String] = []
      for minute in 0...120 {
        let moment = try instant("2024-08-17T11:30:00Z") + Double(minute * 60)
        try await world.play(until: moment.formatted(.iso8601))
        let told = try await world.told(since: last)
        last = told.last
        let mine = told.events.filter { $0.payload["id"]?.string == SampleSeason.first }
        guard let payload = mine.first?.payload else { continue }
        #expect(
          Set(mine.map(\.topic)) == ["matches/\(SampleSeason.first)", "leagues/en.1"])
        let score = payload["score"].map { "\($0["home"]?.int ?? -1)-\($0["away"]?.int ?? -1)" } ?? "-"
        states.append("\(minute) \(payload["state"]?.string ?? "") \(score)")
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
        let due = try await world.play(until: now)
        let expected = try instant(next)
        #expect(due == expected)
      }
    }
  }

  @Test func `reads it again after the poll time and not before`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.morning)
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:04:59Z")
      #expect(world.plugin.catalogue.reading.calendars["br.1"] == nil)
      try await world.play(until: "2024-08-17T09:05:00Z")
      #expect(world.plugin.catalogue.reading.calendars["br.1"] != nil)
    }
  }

  @Test func `says that it is degraded while a file cannot be read, and keeps what it knew`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      #expect(await world.plugin.health() == .ok)
      try world.publish("fieldhouse season 1\nnonsense")
      try await world.play(until: "2024-08-17T09:05:00Z")
      #expect(await world.plugin.health() != .ok)
      #expect(world.plugin.catalogue.reading.matches.count == 4)
      try world.publish(SampleSeason.text())
      try await world.play(until: "2024-08-17T09:10:00Z")
      #expect(await world.plugin.health() == .ok)
    }
  }

  @Test func `forgets a season whose file is gone`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try world.publish(nil)
      try await world.play(until: "2024-08-17T09:05:00Z")
      #expect(world.plugin.catalogue.reading.seasons.keys.map(\.league) == ["br.1"])
      #expect(world.plugin.catalogue.reading.matches.keys.allSatisfy { $0.hasPrefix("br.1") })
    }
  }
}
