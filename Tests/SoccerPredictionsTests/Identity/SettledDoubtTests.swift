import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A doubt that settles itself` {
  private static let played = "2024-09-08T09:00:00Z"
  private let first = "en.1_2024-25_matchday-1_albion_forest"
  private let file = "2024-25/en.1.json"
  private let plain = CorrectedSeason().text()
  private let row = "\"team1\":\"Albion\",\"team2\":\"Forest\""

  /// A season after its first day, of whose first match Ann has said the score.
  private func run(on engine: TestHost.Engine, _ body: (SoccerWorld) async throws -> Void) async throws {
    try await SoccerWorld.run(
      on: engine, season: plain, settings: ["reminderMinutes": 0], file: file, provider: "openfootball"
    ) { world async throws in
      try await world.play(until: "2024-09-01T09:00:00Z")
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.play(until: Self.played)
      try await body(world)
    }
  }

  private func publish(_ text: String, _ world: SoccerWorld) async throws {
    try world.publish(text, as: file)
    try await world.host.clock.advance(by: .seconds(310))
  }

  private func doubts(_ world: SoccerWorld) async throws -> [String] {
    let found = try await world.call(.get, "/doubts", asOperator: true)["items"]?.array ?? []
    return found.map { "\($0["known"]?["name"]?.string ?? "") or \($0["found"]?["name"]?.string ?? "")" }
  }

  private var turned: String { plain.replacing(row, with: "\"team1\":\"Forest\",\"team2\":\"Albion\"") }

  /// The file without the first match.
  private var without: String { plain.split(separator: "\n").filter { !$0.contains(row) }.joined(separator: "\n") }

  @Test(arguments: TestHost.Engine.allCases)
  func `is withdrawn when the match is back, whose points stayed meanwhile`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world async throws in
      try await publish(turned, world)
      #expect(try await doubts(world) == ["Albion – Forest or Forest – Albion"])
      try await publish(plain, world)
      #expect(try await doubts(world) == [])
      #expect(try await world.points(of: "ann", match: first) == 5)
      #expect(try await world.inbox("ann").isEmpty)
      #expect(try await world.call(.get, "/matches/\(first)")["state"] == "played")
      #expect(try await world.health() == "ok")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `about a match in whose place there is nothing any more leaves it removed, as any that is gone`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      try await publish(turned, world)
      #expect(try await world.points(of: "ann", match: first) == 5)
      try await publish(without, world)
      #expect(try await doubts(world) == [])
      #expect(try await world.points(of: "ann", match: first) == 0)
      #expect(try await world.board() == ["1 ann 0"])
      #expect(
        try await world.inbox("ann").first?.hasPrefix("Albion – Forest is not in the fixture list any more") == true)
      let receipt = try await world.call(.get, "/matches/\(first)/prediction/receipt", as: "ann")
      #expect(receipt["void"] == "removed")
      // It is the same match when it returns.
      try await publish(plain, world)
      #expect(try await world.points(of: "ann", match: first) == 5)
      #expect(try await world.board() == ["1 ann 5"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `about a team is withdrawn when the team is called by its name again`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world async throws in
      let ids = try Set(world.plugin.catalogue.reading.matches.keys)
      var other = CorrectedSeason()
      other.names[0] = "Rovers"
      try await publish(other.text(), world)
      #expect(try await doubts(world) == ["Albion or Rovers"])
      #expect(try await world.points(of: "ann", match: first) == 5, "nothing is lost while it waits")
      #expect(try await world.plugin.health().reason.contains("1 cases wait"))
      try await publish(plain, world)
      #expect(try await doubts(world) == [])
      #expect(try await world.plugin.health() == .ok)
      #expect(try await world.points(of: "ann", match: first) == 5)
      let reading = try world.plugin.catalogue.reading
      #expect(Set(reading.seasons.values.flatMap(\.matches).map(\.id)) == ids)
      // It is asked about again when it comes again. Then one match of the team is gone for good, which no doubt keeps.
      try await publish(other.text(), world)
      #expect(try await doubts(world) == ["Albion or Rovers"])
      #expect(try await world.points(of: "ann", match: first) == 5)
      try await publish(without, world)
      #expect(try await doubts(world) == [])
      #expect(try await world.points(of: "ann", match: first) == 0)
    }
  }
}
