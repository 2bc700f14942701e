import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `The points of an exercise` {
  private static func plan(_ points: [String]) throws -> Plan {
    try Plan(
      ChallengeRules(
        exercises: points.enumerated().map { index, text in
          Exercise(id: "e\(index + 1)", name: "Run", measure: .decimal, unit: "", goal: "total >= 1", points: text)
        }))
  }

  private static func score(_ points: String, _ thousandths: Int64) throws -> Int64 {
    try plan([points]).standing([LogValue(exercise: "e1", day: 0, thousandths: thousandths)], length: 1).score
  }

  @Test(
    arguments: [
      ("total", 1_234, 1_234), ("total / 3", 1_000, 333), ("total / 3", 2_000, 667), ("total / 2000", 1_000, 1),
      ("total / 2001", 1_000, 0), ("total - 5", 5_000, 0), ("total - 5", 4_000, 0), ("-total", 4_000, 0),
      ("total * 1000", 999_999_999, 999_999_999_000), ("total * 1000", 1_000_000_000, 1_000_000_000_000),
      ("total * 1001", 1_000_000_000, 1_000_000_000_000), ("999999999999 * 999999999999", 1, 1_000_000_000_000),
    ] as [(String, Int64, Int64)])
  func `are none at least and as many as the largest goal at most, rounded to thousandths`(
    points: String, thousandths: Int64, score: Int64
  ) throws {
    #expect(try Self.score(points, thousandths) == score)
  }

  @Test func `can be added up however many there are, also those of a large team`() throws {
    let plan = try Self.plan(Array(repeating: "999999999999 * 999999999999", count: 20))
    let standing = plan.standing([LogValue(exercise: "e1", day: 0, thousandths: 1_000)], length: 3_660)
    #expect(standing.score == 20_000_000_000_000)
    let team = [Int64](repeating: standing.score, count: 100_000)
    #expect(TeamScoring.sum.score(team, active: 1) == 2_000_000_000_000_000_000)
    #expect(TeamScoring.average.score(team, active: 100_000) == standing.score)
    #expect(Outlook([], plan, length: 3_660, today: 5, open: 4) == .atRisk, "the most that can be written down, too")
  }

  @Test(.tags(.fc28)) func `are the same where a coach tries them out`() async throws {
    try await FitnessWorld.run(on: .sqlite) { world async throws in
      func tried(_ points: String) async throws -> Double? {
        let body: JSON = [
          "goal": "total >= 1", "points": .string(points), "measure": "decimal", "days": 3, "values": [0.25, 0, 0.75],
        ]
        return try await world.host.post("\(FitnessWorld.area)/formulas/try", body, as: try await world.host.guest())[
          "points"]?.double
      }
      #expect(try await tried("total * 2 / 3") == 0.667)
      #expect(try await tried("total * 999999999999") == 1_000_000_000)
      #expect(try await tried("total - 9") == 0)
    }
  }
}
