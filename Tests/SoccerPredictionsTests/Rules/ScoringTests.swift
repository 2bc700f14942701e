import FieldhouseKit
import FieldhouseKitTesting
import Testing

@testable import SoccerPredictions

/// A rule module of one function, which gives what the test says.
private struct HandRule: RuleModules, RuleFunction {
  let body: @Sendable ([RuleValue]) throws -> RuleValue

  func function(_ name: String) -> (any RuleFunction)? { name == "house" ? self : nil }
  func call(_ arguments: [RuleValue]) throws -> RuleValue { try body(arguments) }
}

@Suite struct `A rule module` {
  private func settings(points: SoccerSettings.Points, rule: String?) -> SoccerSettings {
    SoccerSettings(
      feed: .init(provider: "fieldhouse", directory: "Data", pollSeconds: 1), points: points, pointsRule: rule,
      reminderMinutes: 120, postponed: .keep, abandoned: .void, awarded: .void)
  }

  /// The receipt for 2–1 and two scorers where that was the result and both have scored.
  private func receipt(_ rule: @escaping @Sendable ([RuleValue]) throws -> RuleValue) throws -> PointsReceipt {
    let settings = settings(points: .init(win: 3, score: 2, scorer: 1), rule: "house")
    let match = Match.sample(
      score: Score(regularTime: ScoreLine(2, 1)),
      goals: [
        Goal(minute: 10, scorer: "Ann", side: .home), Goal(minute: 60, scorer: "Bea", side: .away),
        Goal(minute: 80, scorer: "Cleo", side: .home),
      ])
    let prediction = Prediction(home: 2, away: 1, scorers: [match.homeScorer, match.awayScorer])
    let scoring = try Scoring(settings, rules: HandRule(body: rule))
    return try scoring.receipt(for: prediction, on: match, state: .played).unwrapped
  }

  @Test func `gets prediction, result and right scorers, and its points stand for the whole`() throws {
    let receipt = try receipt { arguments in
      #expect(arguments == [.integer(2), .integer(1), .integer(2), .integer(1), .integer(2)])
      return .integer(42)
    }
    #expect(receipt.total == 42)
    #expect(receipt.ruleVersion == "module-house")
    #expect(receipt.components.map(\.points) == [0, 0, 0, 0, 42])
    #expect(receipt.components.last?.kind == .module)
  }

  @Test func `that gives less than nothing gives nothing`() throws {
    #expect(try receipt { _ in .integer(-5) }.total == 0)
  }

  @Test func `that gives no whole number is refused`() throws {
    let error = #expect(throws: RuleError.self) { try receipt { _ in .double(1) } }
    #expect(error?.code == "rule-result-type")
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that is shipped is called when a match is settled`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine, settings: ["pointsRule": "exact-difference"]) { world async throws in
      try await world.predict(2, 1, scorers: [SampleSeason.ann, SampleSeason.bob], as: "ann")
      try await world.predict(3, 2, as: "bob")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.board() == ["1 ann 6", "2 bob 3"])
      let path = "/matches/\(SampleSeason.first)/prediction/receipt"
      #expect(try await world.call(.get, path, as: "ann")["ruleVersion"] == "module-exact-difference")
    }
  }

  @Test func `that nobody declares keeps the plugin from starting`() async throws {
    let error = await #expect(throws: TestHostError.self) {
      try await SoccerWorld.run(on: .sqlite, settings: ["pointsRule": "other"]) { _ in }
    }
    #expect(error?.description.contains("No rule module declares the function 'other' of pointsRule.") == true)
  }

  @Test(arguments: [(-1, 2, 1), (3, 1001, 1), (3, 2, -1)])
  func `is not reached with points that no rule may give`(win: Int, score: Int, scorer: Int) {
    let settings = settings(points: .init(win: win, score: score, scorer: scorer), rule: nil)
    let error = #expect(throws: RuleError.self) { try Scoring(settings, rules: HandRule { _ in .integer(0) }) }
    #expect(error?.code == "points-out-of-range")
  }
}
