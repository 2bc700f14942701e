import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A match as a rule sees it` {
  /// 1–1 after 90 minutes, 2–2 after extra time.
  private let cupTie = Match.sample(
    score: Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 2), penalties: ScoreLine(3, 5)),
    goals: [
      Goal(minute: 5, scorer: "Ann", side: .home),
      Goal(minute: 90, stoppage: 6, scorer: "Ann", side: .away, kind: .ownGoal),
      Goal(minute: 91, scorer: "Ann", side: .home),
      Goal(minute: 120, stoppage: 1, scorer: "Bea", side: .away, kind: .penalty),
    ], round: "Finals, Final")

  private func facts(_ match: Match, _ state: MatchState = .played, _ settlement: Settlement = Settlement())
    -> RuledMatch?
  {
    RuledMatch(match, state: state, settlement, crowd: PredictionCrowd([ScoreLine(1, 0)]))
  }

  @Test func `has the score and the goals of the time that counts, own goals left out`() throws {
    let ninety = try facts(cupTie).unwrapped
    #expect(ninety.actual == ScoreLine(1, 1) && ninety.goals == [cupTie.homeScorer: 1])
    #expect(ninety.round == "Finals, Final" && ninety.crowd.count == 1)
    let all = try facts(cupTie, .played, Settlement(basis: .afterExtraTime)).unwrapped
    #expect(all.actual == ScoreLine(2, 2) && all.goals == [cupTie.homeScorer: 2, cupTie.awayScorer: 1])
  }

  @Test func `has no goals where the feed has none that make the score, and none in a goalless match`() throws {
    var doubtful = cupTie
    doubtful.goals = Array((cupTie.goals ?? []).dropLast())
    #expect(try facts(doubtful).unwrapped.goals == nil)
    let goalless = Match.sample(score: Score(regularTime: .goalless))
    #expect(try facts(goalless).unwrapped.goals == [:])
    #expect(try facts(Match.sample(score: Score(regularTime: ScoreLine(1, 0)))).unwrapped.goals == nil)
  }

  @Test func `is none while it is pending, and where it earns nobody points`() {
    for state in MatchState.allCases {
      #expect((facts(cupTie, state) != nil) == (state == .played), "\(state)")
    }
    var policy = VoidPolicy()
    (policy.abandoned, policy.awarded) = (.count, .count)
    let lenient = Settlement(policy: policy)
    for state in MatchState.allCases {
      #expect((facts(cupTie, state, lenient) != nil) == [.played, .abandoned, .awarded].contains(state), "\(state)")
    }
  }

  @Test func `is settled by the league's rule as by a group's, with whole points`() throws {
    var rule = ScoringRule()
    rule.tiers = .init(exact: Worth(hundredths: 450), outcome: Worth(hundredths: 150))
    rule.joker = .init(factor: Worth(2))
    rule.basis = .afterExtraTime
    rule.isWhole = true
    let version = RuleVersion(number: 3, round: "Final", begins: .distantPast, rule: rule)
    let judged = try LeagueMatch(cupTie, state: .played, version, Settlement(), crowd: .init()).unwrapped
    func outcome(_ home: Int, _ away: Int, joker: Bool = false) -> SettledOutcome {
      judged.outcome(Prediction(home: home, away: away), hasJoker: joker, fun: -3)
    }
    #expect(outcome(2, 2) == SettledOutcome(points: 5, isExact: true, isCorrect: true, fun: -3))
    #expect(outcome(2, 2, joker: true).points == 9)
    #expect(
      outcome(1, 1) == SettledOutcome(points: 2, isExact: false, isCorrect: true, fun: -3), "90 minutes do not count")
    #expect(outcome(1, 0) == SettledOutcome(points: 0, isExact: false, isCorrect: false, fun: -3))
    #expect(LeagueMatch(cupTie, state: .live, version, Settlement(), crowd: .init()) == nil)
    let void = try LeagueMatch(cupTie, state: .cancelled, version, Settlement(), crowd: .init()).unwrapped
    #expect(void.outcome(Prediction(home: 2, away: 2), hasJoker: true, fun: 0).points == 0)
  }
}
