/// Which score of a match predictions are held against.
public enum SettlementBasis: String, Hashable, Sendable, CaseIterable {
  /// After 90 minutes and stoppage time; extra time and shoot-out do not count.
  case regularTime
  /// After extra time, where there was any; the shoot-out does not count.
  case afterExtraTime
}

/// Turns predictions into points once a match is decided.
public struct Settlement: Hashable, Sendable {
  /// Whether and how a match can be settled.
  public enum Verdict: Hashable, Sendable {
    /// Not decided yet.
    case pending
    /// It earns nobody points.
    case void(VoidReason)
    /// This score counts.
    case score(ScoreLine)
  }

  /// The points for each part.
  public let rule: PointsRule
  /// The score that counts.
  public let basis: SettlementBasis
  /// What becomes of matches that took no ordinary course.
  public let policy: VoidPolicy

  /// Makes a settlement.
  public init(rule: PointsRule = .standard, basis: SettlementBasis = .regularTime, policy: VoidPolicy = VoidPolicy()) {
    self.rule = rule
    self.basis = basis
    self.policy = policy
  }

  /// What holds for `match` in `state`. The facts alone do not decide: a past season's match that is still being
  /// replayed is pending.
  public func verdict(on match: Match, state: MatchState) -> Verdict {
    switch state {
    case .upcoming, .live, .suspended: .pending
    // Of scores that contradict each other nobody knows which is right.
    case .played: match.score.contradiction == nil ? score(match).map(Verdict.score) ?? .pending : .pending
    case .postponed: policy.postponed == .keep ? .pending : .void(.postponed)
    case .cancelled: .void(.cancelled)
    case .removed: match.isDoubtful ? .pending : .void(.removed)
    case .abandoned: doubtful(match, policy.abandoned, .abandoned)
    case .awarded: doubtful(match, policy.awarded, .awarded)
    }
  }

  /// The receipt for a prediction; nil while the match is pending. The same arguments always give the same receipt.
  public func receipt(for prediction: Prediction, on match: Match, state: MatchState) -> PointsReceipt? {
    switch verdict(on: match, state: state) {
    case .pending: nil
    case .void(let reason): receipt(match, void: reason, [])
    case .score(let score):
      receipt(match, void: nil, rule.components(prediction, actual: score, scorers: scorers(match)))
    }
  }

  private func receipt(_ match: Match, void: VoidReason?, _ components: [PointsComponent]) -> PointsReceipt {
    PointsReceipt(
      ruleVersion: rule.version, matchVersion: match.version, void: void, components: components,
      total: components.reduce(0) { $0 + $1.points })
  }

  private func score(_ match: Match) -> ScoreLine? {
    basis == .regularTime ? match.score.regularTime : match.score.final
  }

  private func doubtful(_ match: Match, _ policy: VoidPolicy.Doubtful, _ reason: VoidReason) -> Verdict {
    guard policy == .count, let score = score(match) else { return .void(reason) }
    return .score(score)
  }

  /// The players who scored in the time that counts, own goals left out; nil when the feed has no goals.
  private func scorers(_ match: Match) -> Set<PlayerID>? {
    guard let goals = match.reliableGoals else { return nil }
    let counting = goals.filter { $0.kind != .ownGoal && (basis == .afterExtraTime || $0.isInRegularTime) }
    return Set(counting.map(match.scorer(of:)))
  }
}
