/// Something that brings or takes points under a rule.
struct RulePart: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Of tiers and closeness.
    case exact, close, difference, outcome, wrong
    /// Of components.
    case score, winner, draw, homeGoals, awayGoals, goalDifference, totalGoals
    case deviation, exactGoals
    case quota, pot
    case scorer
    /// What the round, the joker, the insurance of the joker, the least and the rounding add to the rest.
    case stage, joker, insured, least, rounding
    /// Over several matches.
    case series, slam
    /// A bonus question.
    case question
  }

  let kind: Kind
  /// What was predicted, as the receipt shows it; empty where that is plain.
  var predicted = ""
  let points: Worth
}

/// How many people said what of a match.
struct PredictionCrowd: Hashable, Sendable {
  private(set) var count = 0
  private(set) var outcomes: [Outcome: Int] = [:]
  private(set) var scores: [ScoreLine: Int] = [:]

  init(_ scores: some Sequence<ScoreLine> = []) {
    for score in scores { add(score) }
  }

  mutating func add(_ score: ScoreLine, times: Int = 1) {
    count += times
    outcomes[score.outcome, default: 0] += times
    scores[score, default: 0] += times
  }

  /// How many said the same as `score` says.
  func same(_ score: ScoreLine, _ part: ScoringRule.Crowded) -> Int {
    part == .outcome ? outcomes[score.outcome] ?? 0 : scores[score] ?? 0
  }
}

/// A match as a rule sees it once it counts.
struct RuledMatch: Sendable {
  /// The score that counts.
  let actual: ScoreLine
  /// How many goals each player scored in the time that counts, own goals left out; nil when the feed has no goals.
  let goals: [PlayerID: Int]?
  /// The round's label.
  let round: String?
  /// What everybody said whom the points are for.
  var crowd: PredictionCrowd

  init(actual: ScoreLine, goals: [PlayerID: Int]? = nil, round: String? = nil, crowd: PredictionCrowd = .init()) {
    (self.actual, self.goals, self.round, self.crowd) = (actual, goals, round, crowd)
  }

  /// A match that a settlement counts; nil while it is pending, and for one that earns nobody points.
  init?(_ match: Match, state: MatchState, _ settlement: Settlement, crowd: PredictionCrowd) {
    guard case .score(let score) = settlement.verdict(on: match, state: state) else { return nil }
    let counting = match.reliableGoals?.filter {
      $0.kind != .ownGoal && (settlement.basis == .afterExtraTime || $0.isInRegularTime)
    }
    let goals = counting.map { Dictionary($0.map { (match.scorer(of: $0), 1) }, uniquingKeysWith: +) }
    self.init(actual: score, goals: goals, round: match.round, crowd: crowd)
  }
}

extension ScoringRule {
  /// The parts of a prediction that bring or take points, which add up to what the match brings. The same arguments always give the
  /// same parts.
  func parts(_ prediction: Prediction, _ match: RuledMatch, hasJoker: Bool = false) -> [RulePart] {
    var parts = tierParts(prediction.score, match.actual) + componentParts(prediction.score, match.actual)
    parts += closenessParts(prediction.score, match.actual) + deviationParts(prediction.score, match.actual)
    parts += crowdParts(prediction.score, match) + prediction.scorers.flatMap { scorerParts($0, match.goals) }
    parts = parts.filter { $0.points != .zero }
    add(&parts, .stage) { sum in
      stages?.first { $0.fits(match.round) }.map { sum.times($0.factor) - sum } ?? .zero
    }
    if hasJoker, let joker {
      let isRight = prediction.outcome == match.actual.outcome
      add(&parts, .joker) { sum in
        if !isRight, let deduct = joker.deduct { return -deduct }
        return sum.times(joker.factor) - sum
      }
      if joker.isInsured == true { add(&parts, .insured) { max(.zero, -$0) } }
    }
    if let least { add(&parts, .least) { max(.zero, least - $0) } }
    if isWhole == true { add(&parts, .rounding) { Worth($0.whole) - $0 } }
    return parts
  }

  private func add(_ parts: inout [RulePart], _ kind: RulePart.Kind, _ points: (Worth) -> Worth) {
    let more = points(parts.map(\.points).sum)
    if more != .zero { parts.append(RulePart(kind: kind, points: more)) }
  }

  private func tierParts(_ score: ScoreLine, _ actual: ScoreLine) -> [RulePart] {
    guard let tiers else { return [] }
    let isDraw = actual.outcome == .draw
    let (kind, points): (RulePart.Kind, Worth) =
      if score == actual {
        (.exact, isDraw ? tiers.draw?.exact ?? tiers.exact : tiers.exact)
      } else if score.outcome != actual.outcome {
        (.wrong, tiers.wrong ?? .zero)
      } else if isDraw {
        (.outcome, tiers.draw?.outcome ?? tiers.outcome)
      } else if score.difference == actual.difference, let difference = tiers.difference {
        (.difference, difference)
      } else {
        (.outcome, tiers.outcome)
      }
    return [RulePart(kind: kind, predicted: score.text, points: points)]
  }

  private func componentParts(_ score: ScoreLine, _ actual: ScoreLine) -> [RulePart] {
    guard let components else { return [] }
    let saysDraw = score.outcome == .draw
    let outcome = saysDraw ? components.draw : components.winner
    let all: [(RulePart.Kind, Worth?, Bool, String)] = [
      (.score, components.score, score == actual, score.text),
      (saysDraw ? .draw : .winner, outcome, score.outcome == actual.outcome, score.outcome.rawValue),
      (.homeGoals, components.homeGoals, score.home == actual.home, "\(score.home)"),
      (.awayGoals, components.awayGoals, score.away == actual.away, "\(score.away)"),
      (.goalDifference, components.difference, score.difference == actual.difference, "\(score.difference)"),
      (.totalGoals, components.totalGoals, score.total == actual.total, "\(score.total)"),
    ]
    return all.compactMap { kind, worth, isRight, predicted in
      guard let worth, isRight || components.isMinus == true else { return nil }
      return RulePart(kind: kind, predicted: predicted, points: isRight ? worth : -worth)
    }
  }

  private func closenessParts(_ score: ScoreLine, _ actual: ScoreLine) -> [RulePart] {
    guard let closeness, score.outcome == actual.outcome else { return [] }
    let (kind, points): (RulePart.Kind, Worth) =
      score == actual
      ? (.exact, closeness.exact)
      : score.error(actual) <= closeness.within ? (.close, closeness.close) : (.outcome, closeness.outcome)
    return [RulePart(kind: kind, predicted: score.text, points: points)]
  }

  private func deviationParts(_ score: ScoreLine, _ actual: ScoreLine) -> [RulePart] {
    guard let deviation else { return [] }
    let goals = Worth(score.error(actual)).times(deviation.perGoal)
    let difference = Worth(abs(score.difference - actual.difference)).times(deviation.perDifference ?? .zero)
    let exact = [score.home == actual.home, score.away == actual.away].count { $0 }
    return [
      RulePart(
        kind: .deviation, predicted: score.text,
        points: max(deviation.least ?? .zero, deviation.from - goals - difference)),
      RulePart(kind: .exactGoals, predicted: score.text, points: Worth(exact).times(deviation.exactGoals ?? .zero)),
    ]
  }

  private func crowdParts(_ score: ScoreLine, _ match: RuledMatch) -> [RulePart] {
    func isRight(_ part: Crowded) -> Bool {
      part == .outcome ? score.outcome == match.actual.outcome : score == match.actual
    }
    var parts: [RulePart] = []
    if let quota, isRight(quota.of ?? .outcome) {
      let same = match.crowd.same(score, quota.of ?? .outcome)
      let less = (quota.most - quota.least).share(same, of: match.crowd.count)
      parts.append(RulePart(kind: .quota, predicted: score.text, points: quota.most - less))
    }
    if let pot, isRight(pot.of ?? .outcome) {
      let same = match.crowd.same(score, pot.of ?? .outcome)
      parts.append(RulePart(kind: .pot, predicted: score.text, points: pot.points.share(1, of: max(1, same))))
    }
    return parts
  }

  private func scorerParts(_ player: PlayerID, _ goals: [PlayerID: Int]?) -> [RulePart] {
    guard let scorers, let goals else { return [] }
    let count = goals[player] ?? 0
    let points =
      count == 0 ? scorers.wrong ?? .zero : scorers.points.times(scorers.isPerGoal == true ? Worth(count) : .one)
    return [RulePart(kind: .scorer, predicted: player.text, points: min(points, scorers.most ?? points))]
  }
}

extension [RulePart] {
  var total: Worth { map(\.points).sum }
}

extension ScoreLine {
  /// By how many goals the home team is ahead; below 0 for the other one.
  var difference: Int { home - away }
  var total: Int { home + away }

  /// How many goals of both teams are too many or too few.
  func error(_ actual: ScoreLine) -> Int { abs(home - actual.home) + abs(away - actual.away) }
}
