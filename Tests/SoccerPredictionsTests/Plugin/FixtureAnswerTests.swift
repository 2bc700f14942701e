import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The question of the fixtures` {
  /// The question as the shipped manifest offers it.
  static func offered() throws -> JSON {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../manifests/soccer-predictions.json").standardized
    let manifest = try JSON(parsing: [UInt8](Data(contentsOf: file)))
    return try #require(manifest["contributions"]?["questions"]?.array?.first { $0["name"] == "fixtures" })
  }

  /// Asks as the host does, with what is asked and answered held against the manifest.
  static func ask(_ input: JSON, in world: SoccerWorld) async throws -> FixturesOutput {
    let question = try offered()
    let asked = try CompiledSchema(Schema(try #require(question["input"])))
    let answered = try CompiledSchema(Schema(try #require(question["answer"])))
    #expect(asked.validate(input).isEmpty)
    var answers = Answers()
    try world.plugin.answers(&answers)
    let body = try #require(answers.all.first { $0.name == "fixtures" }).body
    let answer = try await body(Question(asker: "team-management", input: input))
    #expect(answered.validate(answer).map { "\($0.pointer) \($0.code)" } == [])
    return try JSONValueDecoder().decode(FixturesOutput.self, from: answer)
  }

  private static let august: JSONObject = ["from": "2024-08-01T00:00:00Z", "to": "2024-08-31T23:59:59Z"]

  @Test func `tells a team's matches in the order of their kick-off, with how they stand`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.evening)
      var input = Self.august
      input["team"] = "eng-albion"
      let answer = try await Self.ask(.object(input), in: world)
      #expect(answer.isComplete)
      #expect(answer.fixtures.map(\.id) == [SampleSeason.first, SampleSeason.third])
      #expect(answer.fixtures.map(\.state) == ["played", "upcoming"])
      #expect(answer.fixtures.map(\.home.name) == ["Albion", "Borough"])
      let kickOffs = try ["2024-08-17T11:30:00Z", "2024-08-24T11:30:00Z"].map(instant)
      #expect(answer.fixtures.map(\.kickOff) == kickOffs)
    }
  }

  @Test func `tells of a league and of days, first and last kick-off among them`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let days: JSON = ["from": "2024-08-17T14:00:00Z", "to": "2024-08-24T11:30:00Z", "league": "en.1"]
      #expect(try await Self.ask(days, in: world).fixtures.map(\.id) == [SampleSeason.second, SampleSeason.third])
      var elsewhere = Self.august
      elsewhere["league"] = "br.1"
      #expect(try await Self.ask(.object(elsewhere), in: world).fixtures.isEmpty)
      let backwards: JSON = ["from": "2024-08-31T00:00:00Z", "to": "2024-08-01T00:00:00Z"]
      #expect(try await Self.ask(backwards, in: world).fixtures.isEmpty)
    }
  }
}
