import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

@Suite struct `A rule whose round is brought forward` {
  private static let tiers: JSON = ["format": 1, "whole": true, "tiers": ["exact": 4, "outcome": 2]]
  private static let bold: JSON = ["format": 1, "whole": true, "tiers": ["exact": 9, "outcome": 1]]

  /// The sample with a third matchday, and the first match of the second one on a day of its own.
  private func season(_ day: String) -> String {
    SampleSeason.text().replacing("2024-08-24 12:30", with: "\(day) 12:30")
      + "round Matchday 3\n2024-08-31 12:30 ALB CIT\n"
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `holds from then on, and is neither taken back nor replaced`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine, season: season("2024-08-24")) { world async throws in
      let group = try await world.group(of: "Ada", with: "Bob")
      let owners = [("/groups/\(group)/rules/en.1", false), ("/leagues/en.1/rules", true)]
      try await world.play(until: SampleSeason.evening)
      for (path, isOperator) in owners {
        let set = try await world.call(
          .put, path, ["rule": Self.tiers], as: isOperator ? nil : "Ada", asOperator: isOperator)
        #expect(set["round"] == "Matchday 2" && set["holds"] == false && set["begins"] == "2024-08-24T11:30:00Z")
      }
      try world.publish(season("2024-08-20"))
      try await world.play(until: "2024-08-18T09:00:00Z")
      try await world.predict(3, 0, of: SampleSeason.third, as: "Bob")
      try await world.play(until: "2024-08-21T09:00:00Z")
      for (path, isOperator) in owners {
        let rules = try await world.call(.get, path, as: "Bob")
        #expect(rules["next"] == "Matchday 3" && rules["items"]?[0]?["holds"] == true)
        #expect(rules["items"]?[0]?["begins"] == "2024-08-20T11:30:00Z")
        let refusal = await world.problem {
          try await world.call(.delete, path, as: isOperator ? nil : "Ada", asOperator: isOperator)
        }
        #expect(refusal == "404 rule-unknown")
        let next = try await world.call(
          .put, path, ["rule": Self.bold], as: isOperator ? nil : "Ada", asOperator: isOperator)
        #expect(next["round"] == "Matchday 3" && next["number"] == 2)
        #expect(try await world.call(.get, path, as: "Bob")["items"]?.array?.count == 2)
        try await world.call(.delete, path, as: isOperator ? nil : "Ada", asOperator: isOperator)
        #expect(try await world.call(.get, path, as: "Bob")["items"]?.array?.map { $0["number"] } == [1])
      }
      #expect(try await world.table(group, "&round=Matchday%202", as: "Ada", "points") == ["Bob 4", "Ada 0"])
      #expect(try await world.points(of: "Bob", match: SampleSeason.third) == 4)
    }
  }
}
