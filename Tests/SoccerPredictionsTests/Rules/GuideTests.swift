import FieldhouseKit
import Testing

@testable import SoccerPredictions

@Suite struct `What a score can bring` {
  private func lines(
    _ rule: ScoringRule, _ home: Int, _ away: Int, round: String? = nil, joker: Bool = false, people: Int? = nil
  ) -> [String] {
    rule.guide(ScoreLine(home, away), round: round, hasJoker: joker, people: people).map {
      "\($0.right) \($0.least.number)–\($0.most.number)"
    }
  }

  private func rule(_ change: (inout ScoringRule) -> Void) -> ScoringRule {
    var rule = ScoringRule()
    change(&rule)
    return rule
  }

  @Test func `is told for each way in which it may be right`() {
    let tiers = rule {
      $0.tiers = .init(
        exact: Worth(4), difference: Worth(3), outcome: Worth(2), wrong: Worth(-1),
        draw: .init(exact: Worth(6), outcome: Worth(5)))
    }
    #expect(lines(tiers, 2, 1) == ["exact 4.0–4.0", "difference 3.0–3.0", "outcome 2.0–2.0", "wrong -1.0–-1.0"])
    #expect(
      lines(tiers, 1, 1) == ["exact 6.0–6.0", "difference 5.0–5.0", "wrong -1.0–-1.0"], "any draw has its difference")
    #expect(lines(tiers, 0, 0).count == 3)
  }

  /// 10 less 2 for each goal that is wrong, 0 at least. 3–2 is two goals off 2–1, 9–8 fourteen; 3–1 is one, 9–0 eight; 2–2 and 1–1 are one.
  @Test func `lies between what the nearest and the farthest result bring`() {
    let far = rule { $0.deviation = .init(from: Worth(10), perGoal: Worth(2)) }
    #expect(lines(far, 2, 1) == ["exact 10.0–10.0", "difference 0.0–6.0", "outcome 0.0–8.0", "wrong 0.0–8.0"])
  }

  @Test func `is told of a score that hardly any match has`() {
    let far = rule { $0.components = .init(score: Worth(10), winner: Worth(1)) }
    #expect(
      lines(far, 14, 3) == ["exact 11.0–11.0", "outcome 1.0–1.0", "wrong 0.0–0.0"], "no result has its difference")
    #expect(lines(far, 12, 3) == ["exact 11.0–11.0", "difference 1.0–1.0", "outcome 1.0–1.0", "wrong 0.0–0.0"])
  }

  @Test(
    arguments: [
      (nil, "0.0–100.0", "2.0–6.0"), (4, "25.0–100.0", "2.0–5.0"), (1, "100.0–100.0", "2.0–2.0"),
    ] as [(Int?, String, String)])
  func `depends on how many may say the same`(people: Int?, pot: String, quota: String) {
    let shared = rule { $0.pot = .init(points: Worth(100)) }
    let crowd = rule { $0.quota = .init(least: Worth(2), most: Worth(6)) }
    for (home, away) in [(1, 0), (0, 2), (2, 2)] {
      #expect(lines(shared, home, away, people: people).first == "exact \(pot)")
      #expect(lines(crowd, home, away, people: people).first == "exact \(quota)")
      #expect(lines(crowd, home, away, people: people).last == "wrong 0.0–0.0")
    }
  }

  @Test func `counts the round and the joker in, also where that may cost`() {
    let bold = rule {
      $0.components = .init(winner: Worth(3), draw: Worth(3))
      $0.stages = [.init(round: "Final", factor: Worth(2))]
      $0.joker = .init(factor: Worth(3), deduct: Worth(4))
    }
    #expect(lines(bold, 1, 0).first == "exact 3.0–3.0")
    #expect(lines(bold, 1, 0, round: "Finals, Final").first == "exact 6.0–6.0")
    let all = lines(bold, 1, 0, round: "Final", joker: true)
    #expect(all.first == "exact 18.0–18.0" && all.last == "wrong -4.0–-4.0")
  }

  @Test func `has a line for each scorer where goals are predicted`() {
    let plain = rule { $0.scorers = .init(points: Worth(2), wrong: Worth(-1)) }
    #expect(lines(plain, 1, 0).last == "scorer 2.0–2.0")
    #expect(lines(plain, 0, 0).last == "wrong 0.0–0.0", "nobody can be picked")
    let goals = rule { $0.scorers = .init(points: Worth(2), isPerGoal: true, most: Worth(5)) }
    #expect(lines(goals, 3, 1).last == "scorer 2.0–5.0")
  }
}
