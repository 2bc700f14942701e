import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `Matches that take no ordinary course` {
  struct Course: Sendable, CustomTestStringConvertible {
    /// What the feed says behind the teams.
    let fact: String
    let settings: JSONObject
    /// The state of the match once its time has come.
    let state: String
    /// The points for a predicted 1–0; nil while the prediction waits.
    let points: Int?
    /// Why nobody earns points.
    let void: String?

    var testDescription: String { "\(fact) with \(JSON.object(settings).serialized())" }
  }

  static let courses = [
    Course(fact: "postponed", settings: [:], state: "postponed", points: nil, void: nil),
    Course(fact: "postponed", settings: ["postponed": "void"], state: "postponed", points: 0, void: "postponed"),
    Course(fact: "cancelled", settings: [:], state: "cancelled", points: 0, void: "cancelled"),
    Course(fact: "1-0 awarded", settings: [:], state: "awarded", points: 0, void: "awarded"),
    Course(fact: "1-0 awarded", settings: ["awarded": "count"], state: "awarded", points: 5, void: nil),
    Course(fact: "1-0 abandoned", settings: [:], state: "abandoned", points: 0, void: "abandoned"),
    Course(fact: "1-0 abandoned", settings: ["abandoned": "count"], state: "abandoned", points: 5, void: nil),
  ]

  @Test(arguments: courses) func `are settled as the operator decided`(_ course: Course) async throws {
    let installation = try Installation(
      season: TestSeason.text(third: course.fact), pollSeconds: 3600, settings: course.settings)
    try await RunningHost.run(installation, clock: "2024-08-24T09:00:00Z") { host in
      let person = try await host.predictor("+4915100000001", 1, 0, match: TestSeason.third)
      try await host.advance(to: "2024-08-24T18:00:00Z")
      let match = try await host.soccer("/matches/\(TestSeason.third)")
      #expect(match["state"] == .string(course.state))
      #expect(try await host.points(of: person, match: TestSeason.third) == course.points)
      let receipt = try await host.soccer("/matches/\(TestSeason.third)/prediction/receipt", as: person)
      #expect(receipt.status == (course.points == nil ? 409 : 200))
      #expect(receipt["void"]?.string == course.void)
    }
  }

  @Test func `extra time does not count: the score after 90 minutes does`() async throws {
    let installation = try Installation(
      season: TestSeason.text(third: "1-1 (0-0) aet 3-1"), pollSeconds: 3600)
    try await RunningHost.run(installation, clock: "2024-08-24T09:00:00Z") { host in
      let draw = try await host.predictor("+4915100000001", 1, 1, match: TestSeason.third)
      let win = try await host.predictor("+4915100000002", 3, 1, match: TestSeason.third)
      try await host.advance(to: "2024-08-24T18:00:00Z")
      #expect(try await host.points(of: draw, match: TestSeason.third) == 5)
      #expect(try await host.points(of: win, match: TestSeason.third) == 0)
    }
  }
}
