import FieldhouseKit
import Testing

@testable import SoccerPredictions

/// Functions that always give a point.
private struct AnyRule: RuleModules, RuleFunction {
  func function(_ name: String) -> (any RuleFunction)? { self }
  func call(_ arguments: [RuleValue]) throws -> RuleValue { .integer(1) }
}

@Suite struct `Whether a match is to be settled anew` {
  private let played = Match.sample(
    score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1)))

  private func scoring(
    win: Int = 3, module: String? = nil, postponed: VoidPolicy.Postponed = .keep, awarded: VoidPolicy.Doubtful = .void
  ) throws -> Scoring {
    let settings = SoccerSettings(
      feed: .init(provider: "fieldhouse", directory: "Data", pollSeconds: 1),
      points: .init(win: win, score: 2, scorer: 1), pointsRule: module, reminderMinutes: 0, postponed: postponed,
      abandoned: .void, awarded: awarded)
    return try Scoring(settings, rules: AnyRule())
  }

  @Test(arguments: [MatchState.upcoming, .live, .suspended, .postponed])
  func `is no question while it is not decided`(state: MatchState) throws {
    #expect(try scoring().key(played, state) == nil)
    #expect(try scoring().receipt(for: Prediction(home: 1, away: 1), on: played, state: state) == nil)
    #expect(try scoring().funPoints(for: Prediction(home: 1, away: 1), on: played, state: state) == nil)
  }

  @Test func `goes by the facts of the match, the points, the module and why it earns nobody any`() throws {
    var corrected = played
    corrected.score.halfTime = ScoreLine(0, 1)
    let keys = [
      try scoring().key(played, .played), try scoring().key(corrected, .played),
      try scoring(win: 4).key(played, .played),
      try scoring(module: "house").key(played, .played), try scoring(module: "other").key(played, .played),
      try scoring().key(played, .cancelled), try scoring().key(played, .removed), try scoring().key(played, .abandoned),
      try scoring().key(played, .awarded), try scoring(postponed: .void).key(played, .postponed),
      try scoring(win: 4).key(played, .cancelled),
    ]
    #expect(keys.allSatisfy { $0 != nil } && Set(keys).count == keys.count)
    #expect(try scoring().key(played, .played) == keys[0], "and by nothing else")
    #expect(
      try scoring().key(corrected, .cancelled) == keys[5], "of a match that earns nobody any facts count for nothing")
    #expect(try scoring(awarded: .count).key(played, .awarded) == keys[0], "a verdict that counts is a result")
  }

  @Test func `is pending where scores contradict each other, or the one that counts is not known`() throws {
    let odd = Match.sample(score: Score(halfTime: ScoreLine(2, 0), regularTime: ScoreLine(1, 0)))
    let unknown = Match.sample(score: Score(afterExtraTime: ScoreLine(2, 1)))
    for match in [odd, unknown] { #expect(try scoring().key(match, .played) == nil) }
    #expect(
      try scoring(awarded: .count).key(Match.sample(status: .awarded), .awarded)?.hasSuffix("void-awarded") == true)
  }

  @Test(
    arguments: [
      ((1, 1), MatchState.played, 5), ((0, 0), .played, 1), ((2, 1), .played, -5), ((1, 1), .cancelled, 0),
      ((2, 1), .cancelled, 0),
    ] as [((Int, Int), MatchState, Int)])
  func `changes nothing of fun games, where what is wrong costs as much, module or not`(
    score: (Int, Int), state: MatchState, points: Int
  ) throws {
    let prediction = Prediction(home: score.0, away: score.1)
    for module in [nil, "house"] {
      #expect(try scoring(module: module).funPoints(for: prediction, on: played, state: state) == points)
    }
  }

  @Test func `names the module on the receipt, but of a match that earns nobody any`() throws {
    let prediction = Prediction(home: 1, away: 1)
    let counted = try #require(try scoring(module: "house").receipt(for: prediction, on: played, state: .played))
    #expect(counted.ruleVersion == "module-house" && counted.total == 1 && counted.matchVersion == played.version)
    let void = try #require(try scoring(module: "house").receipt(for: prediction, on: played, state: .cancelled))
    #expect(void.void == .cancelled && void.total == 0 && void.components.isEmpty)
    #expect(try scoring(module: "house").hasModule && !scoring().hasModule)
  }
}
