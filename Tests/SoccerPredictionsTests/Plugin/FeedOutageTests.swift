import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import SoccerPredictions

@Suite struct `A feed that cannot be read` {
  private static let match = "/matches/en.1_2024-25_matchday-1_albion-fc_borough-fc"

  /// Runs a test with a provider that is called.
  private func run(
    _ provider: String, _ replay: ReplayProvider, _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    let source: JSON = [
      "provider": .string(provider), "address": .string(replay.address),
      "seasons": [["league": "en.1", "season": "2024-25", "code": "39", "name": "English Premier League"]],
    ]
    try await SoccerWorld.run(
      on: .sqlite, feed: ["provider": "http", "pollSeconds": 300, "liveSeconds": 30, "sources": [source]], body)
  }

  @Test(.tags(.sp71), arguments: TestHost.Engine.allCases)
  func `since its folder is gone hinders nothing that is due: predictions close, matches end and bring their points`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      let folder = try #require(try world.plugin.settings.feed.directory)
      try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
      try await world.play(until: "2024-08-17T11:20:00Z")
      #expect(try await world.health().contains("missing-directory"))
      #expect(await world.problem { try await world.predict(0, 0, as: "ann") } == "409 predictions-closed")
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await world.call(.get, "/matches/\(SampleSeason.first)")["state"] == "live")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.points(of: "ann") == 5)
      #expect(try await world.board() == ["1 ann 5"])
      #expect(try await world.health().contains("missing-directory"))
      try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
      try world.publish(SampleSeason.text(first: "0-2 (0-0)", goals: ""))
      try await world.play(until: "2024-08-17T20:06:00Z")
      #expect(try await world.health() == "ok")
      #expect(try await world.points(of: "ann") == 0, "it is read again, and what was corrected meanwhile counts")
    }
  }

  @Test func `since a provider answers something else leaves what was known, and says so until it answers as before`()
    async throws
  {
    let replay = ReplayProvider()
    defer { replay.end() }
    let matches = "/competitions/39/matches"
    let goal = (10, "Ann Archer", nil as String?, true, "REGULAR")
    let end = ProviderAnswers.footballData(.init(status: "FINISHED", score: (1, 0), half: (1, 0), goals: [goal]))
    replay.answer("/competitions", ["standings": []])
    replay.answer(matches, end)
    try await run("football-data", replay) { world async throws in
      func stays() async throws -> Bool {
        let reading = try world.plugin.catalogue.reading
        let match = try await world.call(.get, Self.match)
        return reading.matches.count == 2 && match["state"] == "played" && match["score"] == ["home": 1, "away": 0]
      }
      try await world.play(until: "2024-08-17T09:01:00Z")
      #expect(try await stays())
      replay.answer(matches, ["message": "none"])
      try await world.play(until: "2024-08-17T09:12:00Z")
      #expect(try await world.health().contains("[provider-format]"))
      #expect(try await stays())
      let oddities: [(bytes: [UInt8], time: String)] = [
        (Array("<html>".utf8), "09:20"), ([0xFF, 0xFE], "09:31"), ([], "09:47"),
      ]
      for odd in oddities {
        replay.answer(matches, bytes: odd.bytes)
        try await world.play(until: "2024-08-17T\(odd.time):00Z")
        #expect(try await stays())
      }
      #expect(try await world.health().contains("its answer is not JSON"), "it has failed more than once")
      replay.answer(matches, end)
      try await world.play(until: "2024-08-17T10:30:00Z")
      #expect(try await world.health() == "ok")
      #expect(try await stays())
      let other = try SoccerPredictions(host: world.host.services)
      try await other.tracker.begin()
      #expect(other.catalogue.reading.matches.count == 2, "whoever starts then knows it, too")
    }
  }

  @Test(.tags(.sp11))
  func `since a provider refuses with a friendly status is left alone for longer and longer, everything of it`()
    async throws
  {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/", ["errors": ["requests": "You have reached the request limit for the day."], "response": []])
    try await run("api-football", replay) { world async throws in
      let clock = world.host.clock
      let times = Mutex<[Date]>([])
      replay.whenAsked { _ in times.withLock { $0.append(clock.now) } }
      try await world.play(until: "2024-08-17T10:00:00Z")
      let asked = times.withLock { $0 }
      let gaps = zip(asked, asked.dropFirst()).map { $1.timeIntervalSince($0) }
      #expect(Array(gaps.suffix(5)) == [60, 120, 240, 480, 960], "twice as long each time")
      #expect(replay.asked.allSatisfy { $0.path.hasPrefix("/fixtures?league") }, "the standings are left alone, too")
      #expect(try await world.health().contains("requests: You have reached the request limit"))
      replay.answer("/fixtures", ProviderAnswers.apiFootball(.init(status: "NS")))
      replay.answer("/standings", ["errors": [], "response": []])
      try await world.play(until: "2024-08-17T10:03:29Z")
      #expect(try world.plugin.catalogue.reading.matches.isEmpty)
      try await world.play(until: "2024-08-17T10:04:00Z")
      #expect(try world.plugin.catalogue.reading.matches.count == 1)
      #expect(try await world.health() == "ok")
    }
  }
}
