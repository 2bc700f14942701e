import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite("Points of fun games")
struct FunPointsTests {
  private func points(_ home: Int, _ away: Int, scorers: [PlayerID] = [], goals: [Goal]? = nil) throws -> Int {
    let match = Match.sample(score: Score(regularTime: ScoreLine(2, 1)), goals: goals)
    let prediction = Prediction(home: home, away: away, scorers: scorers)
    let receipt = try Settlement().receipt(for: prediction, on: match, state: .played).unwrapped
    return PointsRule.standard.funPoints(receipt.components)
  }

  @Test(
    .tags(.sp133, .sp134),
    arguments: [(2, 1, 5), (1, 0, 1), (3, 2, 1), (1, 1, -5), (0, 0, -5), (0, 3, -5)])
  func `what is right brings its points and what is wrong takes them away`(home: Int, away: Int, expected: Int) throws {
    #expect(try points(home, away) == expected)
  }

  @Test(.tags(.sp133, .sp134))
  func `a scorer counts for or against, and neither where the feed has no goals`() throws {
    let match = Match.sample()
    let goals = [
      Goal(minute: 1, scorer: "Ann", side: .home), Goal(minute: 2, scorer: "Ann", side: .home),
      Goal(minute: 3, scorer: "Bea", side: .away),
    ]
    #expect(try points(2, 1, scorers: [match.homeScorer], goals: goals) == 6)
    let nobody = PlayerID(name: "Eve", team: match.home.id)
    #expect(try points(2, 1, scorers: [match.homeScorer, nobody], goals: goals) == 5)
    #expect(try points(1, 1, scorers: [nobody], goals: goals) == -6)
    #expect(try points(2, 1, scorers: [nobody]) == 5)
  }

  @Test func `a match that earns nobody points takes none`() throws {
    let scoring = Settlement()
    let match = Match.sample(score: Score(regularTime: ScoreLine(2, 1)), status: .cancelled)
    let receipt = try scoring.receipt(for: Prediction(home: 0, away: 3), on: match, state: .cancelled).unwrapped
    #expect(PointsRule.standard.funPoints(receipt.components) == 0)
  }
}
