import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

@Suite struct `A part of a season in a group` {
  private let rounds = ["&round=Matchday%201", "&round=Matchday%202"]

  @Test(arguments: TestHost.Engine.allCases)
  func `has the matches that are being played in it, as if they ended now, and those of no other part`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let group = try await world.group(of: "Ada", with: "Bob", "Cleo")
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(1, 0, as: "Bob")
      try await world.predict(3, 0, of: SampleSeason.third, as: "Bob")
      func live(_ part: String) async throws -> [String] {
        try await world.table(group, "&view=live\(part)", as: "Cleo", "rank", "points", "gained", "change")
      }
      // 1–0: Bob has the score, Ada the winner.
      try await world.play(until: "2024-08-17T12:00:00Z")
      let first = ["Bob 1 5 5 0", "Ada 2 3 3 0", "Cleo - 0 - -"]
      let nothing = ["Ada - 0 - -", "Bob - 0 - -", "Cleo - 0 - -"]
      for part in [rounds[0], "&month=2024-08", rounds[0] + "&month=2024-08"] {
        #expect(try await live(part) == first, "\(part)")
      }
      #expect(try await live(rounds[1]) == nothing)
      // A week later it is the other way round: at half-time it is 1–0 for Borough, which Bob has said would win.
      try await world.play(until: "2024-08-24T12:20:00Z")
      #expect(try await live(rounds[0]) == ["Ada 1 5 0 0", "Bob 2 3 0 0", "Cleo - 0 - -"])
      #expect(try await live(rounds[1]) == ["Bob 1 3 3 0", "Ada - 0 - -", "Cleo - 0 - -"])
      #expect(try await live("&month=2024-08") == ["Bob 1 6 3 1", "Ada 2 5 0 -1", "Cleo - 0 - -"])
      #expect(
        try await world.table(group, rounds[1], as: "Cleo", "rank", "points") == ["Ada - 0", "Bob - 0", "Cleo - 0"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has the bonus that a series comes to in it, as the course of the season says`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let group = try await world.group(of: "Ada", with: "Bob")
      let rule: JSON = ["format": 1, "components": ["winner": 1, "draw": 1], "series": ["length": 3, "points": 10]]
      try await world.call(.put, "/groups/\(group)/rules/en.1", ["rule": rule], as: "Ada")
      try await world.predict(1, 0, as: "Bob")
      try await world.predict(1, 1, of: SampleSeason.second, as: "Bob")
      try await world.predict(2, 0, of: SampleSeason.third, as: "Bob")
      try await world.predict(2, 0, of: SampleSeason.third, as: "Ada")
      try await world.play(until: SampleSeason.later)
      let parts = try await rounds.asyncMap { try await world.table(group, $0, as: "Ada", "points") }
      #expect(parts == [["Bob 2", "Ada 0"], ["Bob 11", "Ada 1"]])
      let course = try await world.call(.get, "/groups/\(group)/course?league=en.1", as: "Bob")["items"]?.array ?? []
      #expect(course.map { $0["points"] } == [2, 11] && course.map { $0["total"] } == [2, 13])
      #expect(try await world.table(group, "&month=2024-08", as: "Ada", "points") == ["Bob 13", "Ada 1"])
      #expect(try await world.table(group, "", as: "Ada", "points") == ["Bob 13", "Ada 1"])
    }
  }
}
