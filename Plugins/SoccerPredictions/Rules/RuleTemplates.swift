/// Rules to begin with, by name: the families that are in use elsewhere.
enum RuleTemplates {
  static let all: [(name: String, rule: ScoringRule)] = [
    ("classic", classic), ("tiers", tiers), ("parts", parts), ("close", close), ("crowd", crowd), ("bold", bold),
  ]

  /// Winner 3, score 2 more, each scorer 1.
  static let classic = ScoringRule(.standard)

  /// Exact 4, difference 3, outcome 2, only the highest.
  private static var tiers: ScoringRule {
    var rule = ScoringRule()
    rule.tiers = .init(
      exact: Worth(4), difference: Worth(3), outcome: Worth(2), draw: .init(exact: Worth(4), outcome: Worth(2)))
    return rule
  }

  /// Each right part adds up.
  private static var parts: ScoringRule {
    var rule = ScoringRule()
    rule.components = .init(
      score: Worth(10), winner: Worth(5), draw: Worth(7), homeGoals: Worth(1), awayGoals: Worth(1))
    return rule
  }

  /// Near counts, and later rounds count more.
  private static var close: ScoringRule {
    var rule = ScoringRule()
    rule.closeness = .init(exact: Worth(3), close: Worth(hundredths: 150), within: 1, outcome: Worth(1))
    rule.stages = [
      .init(round: "Quarter-finals", factor: Worth(hundredths: 150)), .init(round: "Semi-finals", factor: Worth(2)),
      .init(round: "Match for third place", factor: Worth(2)), .init(round: "Final", factor: Worth(3)),
    ]
    return rule
  }

  /// The more the fewer said so.
  private static var crowd: ScoringRule {
    var rule = ScoringRule()
    rule.quota = .init(least: Worth(2), most: Worth(6))
    rule.components = .init(score: Worth(2))
    rule.isWhole = true
    return rule
  }

  /// What is wrong costs, and one match of a round counts twice.
  private static var bold: ScoringRule {
    var rule = ScoringRule()
    rule.components = .init(score: Worth(2), winner: Worth(3), draw: Worth(3), isMinus: true)
    rule.scorers = .init(points: Worth(1), wrong: Worth(-1))
    rule.joker = .init(factor: Worth(2))
    return rule
  }
}
