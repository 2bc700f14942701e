import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Bonuses over several matches` {
  /// A point for each right winner; somebody has said 1–0 of some matches, which end 1–0 where they are right.
  private func points(
    _ course: [Bool?], _ rules: [ScoringRule], of rounds: [String?], in part: Set<Int>? = nil, void: Set<Int> = []
  ) -> Double {
    var (matches, entries) = ([RuleTable<String>.Counted](), [RuleTable<String>.Entry]())
    for (day, isRight) in course.enumerated() {
      var match = Match.sample("H\(day)", "A\(day)", round: rounds[day])
      match.kickOff += Double(day) * 86_400
      let actual = isRight == false ? ScoreLine(0, 1) : ScoreLine(1, 0)
      matches.append(
        .init(
          match: match, facts: void.contains(day) ? nil : RuledMatch(actual: actual),
          version: RuleVersion(number: 1, round: "", begins: .distantPast, rule: rules[day])))
      if isRight != nil {
        entries.append(.init(person: "ann", match: match.id, prediction: Prediction(home: 1, away: 0)))
      }
    }
    let wanted = part.map { Set($0.map { matches[$0].match.id }) }
    return RuleTable(matches, entries, in: wanted).merits["ann"]?.points.number ?? 0
  }

  private func rule(series: (Int, Int)? = nil, slam: (Int, Int)? = nil) -> ScoringRule {
    var rule = ScoringRule()
    rule.components = .init(winner: Worth(1))
    rule.series = series.map { .init(length: $0.0, points: Worth($0.1)) }
    rule.slam = slam.map { .init(correct: $0.0, points: Worth($0.1)) }
    return rule
  }

  private func same(_ rule: ScoringRule, _ count: Int) -> [ScoringRule] { Array(repeating: rule, count: count) }

  @Test func `of a series go on over what was not predicted and what earns nobody points`() {
    let rounds: [String?] = ["One", "One", "Two", nil, "Three"]
    let three = same(rule(series: (3, 10)), 5)
    #expect(points([true, nil, true, nil, true], three, of: rounds) == 13)
    #expect(
      points([true, true, true, nil, nil], three, of: rounds, void: [1]) == 2, "a void match is none of the three")
    #expect(points([true, true, true, true, nil], three, of: rounds, void: [1]) == 13, "nor does it end the series")
    #expect(points([true, true, false, true, true], three, of: rounds) == 4)
  }

  @Test func `of a series are those of the match that makes it full, whichever part is looked at`() {
    let rounds: [String?] = ["One", "Two", "Three", "Four", "Five"]
    let three = same(rule(series: (3, 10)), 5)
    let parts = (0..<5).map { points([true, true, true, true, true], three, of: rounds, in: [$0]) }
    #expect(parts == [1, 1, 11, 1, 1])
  }

  @Test func `of a series come at once where a later rule asks for fewer than there are`() {
    let rounds: [String?] = ["One", "One", "One", "Two", "Two", "Two"]
    let rules = same(rule(series: (5, 50)), 3) + same(rule(series: (2, 7)), 3)
    // Three in a row are there when two are enough: the fourth makes it full, then two more do.
    #expect(points([true, true, true, true, true, true], rules, of: rounds) == 6 + 7 + 7)
  }

  @Test func `of a slam come with the match that makes it, once a round, and not without a round`() {
    let two = same(rule(slam: (2, 5)), 6)
    #expect(points([true, true, true, true, true, nil], two, of: ["A", "A", "A", "B", "B", "B"]) == 15)
    #expect(points([true, false, true, true, nil, nil], two, of: ["A", "A", "A", "A", "B", "B"]) == 8)
    #expect(points([true, true, nil, nil, nil, nil], two, of: [nil, nil, nil, nil, nil, nil]) == 2)
    #expect(points([true, nil, nil, true, nil, nil], two, of: ["A", "A", "A", "B", "B", "B"]) == 2)
    let parts = (0..<3).map {
      points([true, true, true, nil, nil, nil], two, of: ["A", "A", "A", "B", "B", "B"], in: [$0])
    }
    #expect(parts == [1, 6, 1])
  }
}
