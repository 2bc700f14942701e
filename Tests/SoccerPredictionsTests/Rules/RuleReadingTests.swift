import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

/// What a prediction brings, read off a rule's documentation word by word, in hundredths.
struct RuleReading {
  let rule: ScoringRule
  let said: Prediction
  let match: RuledMatch
  var hasJoker = false

  private var home: Int { said.score.home }
  private var away: Int { said.score.away }
  private var actual: ScoreLine { match.actual }
  private var isExact: Bool { home == actual.home && away == actual.away }
  private var isRight: Bool { (home - away).signum() == (actual.home - actual.away).signum() }
  private var wrongGoals: Int { abs(home - actual.home) + abs(away - actual.away) }
  private var wrongMargin: Int { abs((home - away) - (actual.home - actual.away)) }

  var total: Int {
    var sum = tiers + parts + near + far + crowd + said.scorers.map(player).reduce(0, +)
    if let stage = rule.stages?.first(where: { $0.round == match.round }) {
      sum = over(sum * stage.factor.hundredths, 100)
    }
    if hasJoker, let joker = rule.joker {
      if !isRight, let deduct = joker.deduct {
        sum -= deduct.hundredths
      } else {
        sum = over(sum * joker.factor.hundredths, 100)
      }
      if joker.isInsured == true, sum < 0 { sum = 0 }
    }
    if let least = rule.least?.hundredths, sum < least { sum = least }
    return rule.isWhole == true ? 100 * over(sum, 100) : sum
  }

  private func over(_ numerator: Int, _ denominator: Int) -> Int {
    Int((Double(numerator) / Double(denominator)).rounded(.toNearestOrAwayFromZero))
  }

  private var tiers: Int {
    guard let tiers = rule.tiers else { return 0 }
    let own = actual.home == actual.away ? tiers.draw : nil
    if isExact { return (own?.exact ?? tiers.exact).hundredths }
    if !isRight { return tiers.wrong?.hundredths ?? 0 }
    if actual.home != actual.away, wrongMargin == 0 { return (tiers.difference ?? tiers.outcome).hundredths }
    return (own?.outcome ?? tiers.outcome).hundredths
  }

  private var parts: Int {
    guard let parts = rule.components else { return 0 }
    let rows: [(Worth?, Bool)] = [
      (parts.score, isExact), (home == away ? parts.draw : parts.winner, isRight),
      (parts.homeGoals, home == actual.home),
      (parts.awayGoals, away == actual.away), (parts.difference, wrongMargin == 0),
      (parts.totalGoals, home + away == actual.home + actual.away),
    ]
    return rows.reduce(0) { sum, row in
      let worth = row.0?.hundredths ?? 0
      return sum + (row.1 ? worth : parts.isMinus == true ? -worth : 0)
    }
  }

  private var near: Int {
    guard let near = rule.closeness, isRight else { return 0 }
    return (isExact ? near.exact : wrongGoals <= near.within ? near.close : near.outcome).hundredths
  }

  private var far: Int {
    guard let far = rule.deviation else { return 0 }
    let taken = wrongGoals * far.perGoal.hundredths + wrongMargin * (far.perDifference?.hundredths ?? 0)
    let exact = (home == actual.home ? 1 : 0) + (away == actual.away ? 1 : 0)
    return max(far.least?.hundredths ?? 0, far.from.hundredths - taken) + exact * (far.exactGoals?.hundredths ?? 0)
  }

  private var crowd: Int {
    func same(_ part: ScoringRule.Crowded?) -> (isRight: Bool, people: Int) {
      part == .score
        ? (isExact, match.crowd.scores[said.score] ?? 0) : (isRight, match.crowd.outcomes[said.score.outcome] ?? 0)
    }
    var sum = 0
    if let quota = rule.quota, same(quota.of).isRight {
      let span = quota.most.hundredths - quota.least.hundredths
      sum += quota.most.hundredths - over(span * same(quota.of).people, match.crowd.count)
    }
    if let pot = rule.pot, same(pot.of).isRight { sum += over(pot.points.hundredths, same(pot.of).people) }
    return sum
  }

  private func player(_ player: PlayerID) -> Int {
    guard let scorers = rule.scorers, let goals = match.goals else { return 0 }
    guard let count = goals[player] else { return scorers.wrong?.hundredths ?? 0 }
    let points = scorers.points.hundredths * (scorers.isPerGoal == true ? count : 1)
    return min(points, scorers.most?.hundredths ?? points)
  }
}

/// Rules and predictions that follow from a seed.
struct RandomRules {
  var random: SeededRandom
  static let players = ["ann", "bea", "cleo"].map { PlayerID(slug: $0, team: "eng-home-town") }

  mutating func isSo() -> Bool { random.next(below: 2) == 0 }
  mutating func perhaps() -> Bool? { isSo() ? true : nil }
  mutating func score(below limit: Int = 5) -> ScoreLine {
    ScoreLine(random.next(below: limit), random.next(below: limit))
  }

  mutating func worth(_ least: Int, _ most: Int) -> Worth {
    Worth(hundredths: 100 * least + 25 * random.next(below: 4 * (most - least) + 1))
  }

  mutating func perhaps(_ least: Int, _ most: Int) -> Worth? { isSo() ? worth(least, most) : nil }

  mutating func crowded() -> ScoringRule.Crowded? { [nil, .outcome, .score][random.next(below: 3)] }

  mutating func rule() -> ScoringRule {
    var rule = ScoringRule()
    if isSo() {
      let draw = isSo() ? ScoringRule.Draw(exact: worth(3, 9), outcome: worth(0, 3)) : nil
      rule.tiers = ScoringRule.Tiers(
        exact: worth(3, 9), difference: perhaps(2, 3), outcome: worth(0, 2), wrong: perhaps(-5, 0), draw: draw)
    }
    if isSo() {
      rule.components = ScoringRule.Components(
        score: perhaps(0, 9), winner: worth(0, 9), draw: perhaps(0, 9), homeGoals: perhaps(0, 3),
        awayGoals: perhaps(0, 3), difference: perhaps(0, 3), totalGoals: perhaps(0, 3), isMinus: perhaps())
    }
    if isSo() {
      rule.closeness = ScoringRule.Closeness(
        exact: worth(3, 5), close: worth(1, 3), within: 1 + random.next(below: 3), outcome: worth(0, 1))
    }
    if isSo() {
      rule.deviation = ScoringRule.Deviation(
        from: worth(2, 10), perGoal: worth(0, 3), perDifference: perhaps(0, 2), exactGoals: perhaps(0, 2),
        least: perhaps(-3, 2))
    }
    if isSo() { rule.quota = ScoringRule.Quota(least: worth(0, 3), most: worth(3, 9), of: crowded()) }
    if isSo() { rule.pot = ScoringRule.Pot(points: worth(1, 20), of: crowded()) }
    if isSo() {
      rule.scorers = ScoringRule.Scorers(
        points: worth(0, 3), isPerGoal: perhaps(), most: perhaps(0, 4), wrong: perhaps(-2, 0))
    }
    if isSo() { rule.stages = [ScoringRule.Stage(round: "Final", factor: worth(0, 3))] }
    if isSo() { rule.joker = ScoringRule.Joker(factor: worth(1, 3), deduct: perhaps(0, 5), isInsured: perhaps()) }
    rule.least = perhaps(-3, 1)
    rule.isWhole = perhaps()
    return rule
  }
}

@Suite struct `The points of any rule` {
  @Test func `are what its words say, of whatever was predicted and whatever happened`() {
    var make = RandomRules(random: SeededRandom(seed: 2024))
    for number in 0..<1_500 {
      let rule = make.rule()
      let scores = (0..<1 + make.random.next(below: 6)).map { _ in make.score() }
      let match = RuledMatch(
        actual: make.score(), goals: make.isSo() ? [RandomRules.players[0]: 1, RandomRules.players[1]: 3] : nil,
        round: make.isSo() ? "Final" : nil, crowd: PredictionCrowd(scores))
      let picked = RandomRules.players.prefix(make.random.next(below: 4))
      let said = Prediction(home: scores[0].home, away: scores[0].away, scorers: Array(picked))
      let hasJoker = make.isSo()
      let parts = rule.parts(said, match, hasJoker: hasJoker)
      let expected = RuleReading(rule: rule, said: said, match: match, hasJoker: hasJoker).total
      #expect(parts.total.hundredths == expected, "\(number): \(rule.text) \(said.score.text) \(match.actual.text)")
      #expect(parts.allSatisfy { $0.points != .zero }, "\(number): what brings nothing is not on a receipt")
    }
  }

  @Test func `are those of the same rule after it has been stored`() throws {
    var make = RandomRules(random: SeededRandom(seed: 7))
    for _ in 0..<200 {
      let rule = make.rule()
      let json = try JSON(parsing: Array(rule.text.utf8))
      #expect(try JSONValueDecoder().decode(ScoringRule.self, from: json) == rule)
      #expect(try CompiledSchema(ScoringRule.schema).validate(json).isEmpty, "\(rule.text)")
    }
  }
}
