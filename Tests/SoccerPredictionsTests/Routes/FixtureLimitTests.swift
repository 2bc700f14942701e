import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The calendar that other plugins ask for` {
  private typealias Fixtures = `The question of the fixtures`

  private func days(_ from: String, _ to: String, _ more: JSONObject = [:]) -> JSON {
    var all: JSONObject = ["from": .string(from), "to": .string(to)]
    for (name, value) in more { all[name] = value }
    return .object(all)
  }

  @Test func `tells two hundred matches at once, the first ones, and that there are more`() async throws {
    // Two matches a day from 1 September 2024, the first at 11:30 UTC until the clocks are put back.
    let rows = (0..<110).map { day in
      let date = CivilDay(daysSince1970: 19_967 + day).description
      return "round Matchday \(day + 1)\n\(date) 12:30 ALB BOR\n\(date) 15:00 CIT DYN"
    }
    try await SoccerWorld.run(on: .sqlite, season: SampleSeason.with(rows.joined(separator: "\n"))) {
      world async throws in
      let all = try await Fixtures.ask(days("2024-01-01T00:00:00Z", "2025-12-31T00:00:00Z"), in: world)
      #expect(all.fixtures.count == 200 && !all.isComplete)
      #expect(all.fixtures.first?.kickOff == (try instant("2024-09-01T11:30:00Z")))
      #expect(
        all.fixtures.last?.kickOff == (try instant("2024-12-09T15:00:00Z")), "the second one of the hundredth day")
      let rest = try await Fixtures.ask(days("2024-12-10T00:00:00Z", "2025-12-31T00:00:00Z"), in: world)
      #expect(rest.fixtures.count == 20 && rest.isComplete)
      let exactly = try await Fixtures.ask(days("2024-09-01T00:00:00Z", "2024-12-09T15:00:00Z"), in: world)
      #expect(exactly.fixtures.count == 200 && exactly.isComplete, "there are no more than these")
    }
  }

  @Test func `tells nothing of days that end before they begin, and a team's matches under any of its names`()
    async throws
  {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let kickOff = "2024-08-17T14:00:00Z"
      #expect(try await Fixtures.ask(days(kickOff, kickOff), in: world).fixtures.map(\.id) == [SampleSeason.second])
      let backwards = try await Fixtures.ask(days(kickOff, "2024-08-17T13:59:59Z"), in: world)
      #expect(backwards.fixtures.isEmpty && backwards.isComplete)

      let left = SampleSeason.text().replacing("2024-08-24 12:30 BOR ALB 3-0 (1-0)\n", with: "")
      try world.publish(left.replacing("ALB Albion", with: "ALB Albion FC"))
      try await world.play(until: "2024-08-17T09:06:00Z")
      for team in ["eng-albion", "eng-albion-fc"] as [JSON] {
        let told = try await Fixtures.ask(
          days("2024-08-01T00:00:00Z", "2024-09-01T00:00:00Z", ["team": team]), in: world)
        #expect(told.fixtures.map(\.id) == [SampleSeason.first])
        #expect(told.fixtures.map(\.home.id) == ["eng-albion"] && told.fixtures.map(\.home.name) == ["Albion FC"])
      }
      let nobody = days("2024-08-01T00:00:00Z", "2024-09-01T00:00:00Z", ["team": "eng-nobody"])
      #expect(try await Fixtures.ask(nobody, in: world).fixtures.isEmpty)
    }
  }
}
