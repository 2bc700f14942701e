import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite("Points for a prediction")
struct PointsTests {
  /// 2–1 after 90 minutes by Ann (home), Bea (away) and an own goal of Bea's.
  private let match = Match.sample(
    score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(2, 1)),
    goals: [
      Goal(minute: 10, scorer: "Ann", side: .home), Goal(minute: 50, scorer: "Bea", side: .away, kind: .penalty),
      Goal(minute: 70, scorer: "Eve", side: .home, kind: .ownGoal),
    ])

  private func total(_ home: Int, _ away: Int, _ scorers: [PlayerID] = []) throws -> Int {
    try receipt(Prediction(home: home, away: away, scorers: scorers)).total
  }

  private func receipt(_ prediction: Prediction, rule: PointsRule = .standard) throws -> PointsReceipt {
    try Settlement(rule: rule).receipt(for: prediction, on: match, state: .played).unwrapped
  }

  @Test(.tags(.sp73, .sp74))
  func `the correct win alone earns 3 points`() throws {
    #expect(try total(1, 0) == 3)
  }

  @Test(.tags(.sp73, .sp74))
  func `the correct score earns 2 more than the win it implies`() throws {
    #expect(try total(2, 1) == 5)
  }

  @Test(.tags(.sp74, .sp86))
  func `each correct scorer earns 1 and points add up`() throws {
    #expect(try total(2, 1, [match.homeScorer, match.awayScorer]) == 7)
  }

  @Test(.tags(.sp74))
  func `correct scorers earn points also with a wrong score`() throws {
    #expect(try total(0, 1, [match.awayScorer]) == 1)
  }

  @Test(.tags(.sp74))
  func `a player whose only goal was an own goal is no correct scorer`() throws {
    #expect(try total(0, 1, [PlayerID(name: "Eve", team: match.away.id)]) == 0)
    #expect(try total(1, 0, [PlayerID(name: "Eve", team: match.home.id)]) == 3)
  }

  @Test(.tags(.sp86))
  func `no prediction earns less than 0 points`() throws {
    for home in 0...12 {
      for away in 0...12 {
        let receipt = try receipt(
          Prediction(home: home, away: away, scorers: [PlayerID(name: "No", team: match.home.id)]))
        #expect(receipt.components.allSatisfy { $0.isCorrect ? $0.points > 0 : $0.points == 0 })
        #expect(receipt.total == receipt.components.map(\.points).reduce(0, +))
      }
    }
  }

  @Test(.tags(.sp86))
  func `a rule cannot take points away`() {
    #expect(PointsRule(win: -1, score: 2, scorer: 1) == nil)
    #expect(PointsRule(win: 3, score: 2, scorer: 1001) == nil)
    #expect(PointsRule(win: 0, score: 0, scorer: 0) != nil)
  }

  @Test(.tags(.sp74))
  func `the operator's rule replaces the standard one and is named on the receipt`() throws {
    let rule = try PointsRule(win: 10, score: 20, scorer: 40).unwrapped
    let receipt = try receipt(Prediction(home: 2, away: 1, scorers: [match.homeScorer]), rule: rule)
    #expect(receipt.total == 70)
    #expect(receipt.ruleVersion == "win-10.score-20.scorer-40")
    #expect(receipt.matchVersion == match.version)
  }

  @Test(.tags(.sp73, .sp74))
  func `a receipt shows what was predicted and what happened`() throws {
    let receipt = try receipt(Prediction(home: 3, away: 1, scorers: [match.homeScorer]))
    #expect(receipt.components.map(\.kind) == [.win, .score, .scorer])
    #expect(receipt.components.map(\.predicted) == ["home", "3–1", match.homeScorer.text])
    #expect(receipt.components.map(\.actual) == ["home", "2–1", "scored"])
    #expect(receipt.components.map(\.points) == [3, 0, 1])
  }

  @Test func `without goals in the feed no scorer earns points and the receipt says so`() throws {
    let match = Match.sample(score: Score(regularTime: ScoreLine(2, 1)))
    let receipt = try Settlement().receipt(
      for: Prediction(home: 2, away: 1, scorers: [match.homeScorer]), on: match, state: .played
    ).unwrapped
    #expect(receipt.total == 5)
    #expect(receipt.components.last?.actual == "unknown")
  }
}
