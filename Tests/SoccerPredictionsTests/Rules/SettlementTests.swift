import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite("Which result settles a match")
struct SettlementTests {
  private let prediction = Prediction(home: 1, away: 1, scorers: [Match.sample().homeScorer])

  /// 1–1 after 90 minutes, 2–1 after extra time by Ann's second goal.
  private let cupTie = Match.sample(
    score: Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1), penalties: nil),
    goals: [
      Goal(minute: 90, stoppage: 3, scorer: "Bea", side: .away), Goal(minute: 44, scorer: "Cleo", side: .home),
      Goal(minute: 91, scorer: "Ann", side: .home),
    ])

  @Test(.tags(.sp74), arguments: [MatchState.upcoming, .live])
  func `a match that is not over settles nothing`(state: MatchState) {
    #expect(Settlement().receipt(for: prediction, on: cupTie, state: state) == nil)
  }

  @Test(.tags(.sp74))
  func `extra time does not count`() throws {
    let receipt = try Settlement().receipt(for: prediction, on: cupTie, state: .played).unwrapped
    #expect(receipt.components.map(\.points) == [3, 2, 0])
  }

  @Test func `extra time counts where the operator says so`() throws {
    let receipt = try Settlement(basis: .afterExtraTime).receipt(for: prediction, on: cupTie, state: .played).unwrapped
    #expect(receipt.components.map(\.points) == [0, 0, 1])
  }

  @Test func `a shoot-out never counts`() {
    let match = Match.sample(
      score: Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(1, 1), penalties: ScoreLine(4, 2)))
    for basis in SettlementBasis.allCases {
      #expect(Settlement(basis: basis).verdict(on: match, state: .played) == .score(ScoreLine(1, 1)))
    }
  }

  @Test func `a prediction stays when its match is postponed`() {
    let match = Match.sample(status: .postponed)
    #expect(Settlement().verdict(on: match, state: .postponed) == .pending)
    var policy = VoidPolicy()
    policy.postponed = .void
    #expect(Settlement(policy: policy).verdict(on: match, state: .postponed) == .void(.postponed))
  }

  @Test(.tags(.sp86))
  func `a cancelled match earns nobody points`() throws {
    let match = Match.sample(status: .cancelled)
    let receipt = try Settlement().receipt(for: prediction, on: match, state: .cancelled).unwrapped
    #expect(receipt.total == 0 && receipt.components.isEmpty && receipt.void == .cancelled)
  }

  @Test(arguments: [(ReportedStatus.abandoned, MatchState.abandoned), (.awarded, .awarded)])
  func `abandoned and awarded matches are void unless the operator lets them count`(
    status: ReportedStatus, state: MatchState
  ) {
    let match = Match.sample(score: Score(regularTime: ScoreLine(0, 3)), status: status)
    guard case .void = Settlement().verdict(on: match, state: state) else {
      Issue.record("the match counts")
      return
    }
    var policy = VoidPolicy()
    (policy.abandoned, policy.awarded) = (.count, .count)
    #expect(Settlement(policy: policy).verdict(on: match, state: state) == .score(ScoreLine(0, 3)))
  }

  @Test func `an abandoned match that is completed later counts`() {
    let completed = Match.sample(score: Score(regularTime: ScoreLine(1, 1)))
    #expect(Settlement().verdict(on: completed, state: .played) == .score(ScoreLine(1, 1)))
  }

  @Test func `a corrected result gives another receipt with another match version`() throws {
    let before = Match.sample(score: Score(regularTime: ScoreLine(1, 1)))
    let after = Match.sample(score: Score(regularTime: ScoreLine(1, 2)))
    let first = try Settlement().receipt(for: prediction, on: before, state: .played).unwrapped
    let second = try Settlement().receipt(for: prediction, on: after, state: .played).unwrapped
    #expect(first.total == 5 && second.total == 0)
    #expect(first.matchVersion != second.matchVersion && before.id == after.id)
    #expect(try Settlement().receipt(for: prediction, on: before, state: .played).unwrapped == first)
  }

  @Test func `scores that contradict each other settle nothing`() {
    let match = Match.sample(score: Score(halfTime: ScoreLine(3, 0), regularTime: ScoreLine(1, 0)))
    #expect(Settlement().verdict(on: match, state: .played) == .pending)
    #expect(Settlement().receipt(for: Prediction(home: 1, away: 0), on: match, state: .played) == nil)
  }

  @Test func `a wrong score at half-time costs nobody a scorer, a wrong one at the end does`() throws {
    let goals = [Goal(minute: 10, scorer: "Ann", side: .home)]
    for (half, final, expected) in [(0, 1, 6), (1, 1, 6), (0, 2, 3)] {
      let score = Score(halfTime: ScoreLine(half, 0), regularTime: ScoreLine(final, 0))
      let match = Match.sample(score: score, goals: goals)
      let prediction = Prediction(home: 1, away: 0, scorers: [match.homeScorer])
      let receipt = try Settlement().receipt(for: prediction, on: match, state: .played).unwrapped
      #expect(receipt.total == expected)
    }
  }
}
