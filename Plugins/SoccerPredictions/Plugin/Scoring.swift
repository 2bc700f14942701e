import FieldhouseKit

/// How predictions become points: the rule of the settings, or a function of a rule module in its place.
struct Scoring: Sendable {
  let settlement: Settlement
  private let module: (name: String, function: any RuleFunction)?

  /// - Throws: ``RuleError`` `points-out-of-range` when the settings give points that no rule may give, `rule-unknown` when no
  ///   module has the function that they name.
  init(_ settings: SoccerSettings, rules: any RuleModules) throws {
    let points = settings.points
    guard let rule = PointsRule(win: points.win, score: points.score, scorer: points.scorer) else {
      let (least, most) = (PointsRule.allowed.lowerBound, PointsRule.allowed.upperBound)
      throw RuleError(code: "points-out-of-range", message: "Each of points must be from \(least) to \(most).")
    }
    settlement = Settlement(rule: rule, policy: settings.policy)
    module = try settings.pointsRule.map { name in
      guard let function = rules.function(name) else {
        throw RuleError(code: "rule-unknown", message: "No rule module declares the function '\(name)' of pointsRule.")
      }
      return (name, function)
    }
  }

  /// Names the rule on receipts; a match settled by another version is settled again.
  var version: String { module.map { "module-\($0.name)" } ?? settlement.rule.version }

  /// Whether a rule module gives the points.
  var hasModule: Bool { module != nil }

  /// What names the state of a match's settlement: another one means that it must be settled again.
  /// - Parameter rule: the rule of the league, where it has one.
  func key(_ match: Match, _ state: MatchState, _ rule: RuleVersion? = nil) -> String? {
    let version = rule?.name ?? self.version
    var settlement = self.settlement
    if let basis = rule?.rule.basis {
      settlement = Settlement(rule: settlement.rule, basis: basis, policy: settlement.policy)
    }
    return switch settlement.verdict(on: match, state: state) {
    case .pending: nil
    case .void(let reason): "\(version) fun void-\(reason.rawValue)"
    case .score: "\(version) fun \(match.version)"
    }
  }

  /// What a prediction brings in fun games, where what is wrong costs as much as it would have brought; nil while the match is
  /// pending, 0 for one that earns nobody points. A rule module does not change it.
  func funPoints(for prediction: Prediction, on match: Match, state: MatchState) -> Int? {
    settlement.receipt(for: prediction, on: match, state: state).map { settlement.rule.funPoints($0.components) }
  }

  /// The receipt of a prediction; nil while the match is pending.
  /// - Throws: ``RuleError`` when the module's function fails.
  func receipt(for prediction: Prediction, on match: Match, state: MatchState) throws -> PointsReceipt? {
    guard let receipt = settlement.receipt(for: prediction, on: match, state: state) else { return nil }
    guard let module, receipt.void == nil, let actual = match.score.regularTime else { return receipt }
    let scorers = receipt.components.filter { $0.kind == .scorer && $0.isCorrect }.count
    let arguments = [prediction.score.home, prediction.score.away, actual.home, actual.away, scorers]
    guard case .integer(let points) = try module.function.call(arguments.map { .integer(Int64($0)) }) else {
      throw RuleError(code: "rule-result-type", message: "The function '\(module.name)' must give an int64.")
    }
    return receipt.replacingTotal(max(0, Int(points)), ruleVersion: version)
  }
}

extension PointsReceipt {
  /// The receipt with the points of a rule module, which speaks for the prediction as a whole.
  func replacingTotal(_ total: Int, ruleVersion: String) -> PointsReceipt {
    let parts = components.map {
      PointsComponent(kind: $0.kind, predicted: $0.predicted, actual: $0.actual, isCorrect: $0.isCorrect, points: 0)
    }
    let whole = PointsComponent(
      kind: .module, predicted: components.first { $0.kind == .score }?.predicted ?? "",
      actual: components.first { $0.kind == .score }?.actual ?? "", isCorrect: total > 0, points: total)
    return PointsReceipt(
      ruleVersion: ruleVersion, matchVersion: matchVersion, void: void, components: parts + [whole], total: total)
  }
}
