/// One line of a receipt.
public struct PointsComponent: Hashable, Sendable, Codable {
  /// The parts of a prediction that earn points.
  public enum Kind: String, Hashable, Sendable, Codable {
    case win, score, scorer
    /// The points of a rule module, for the prediction as a whole.
    case module
  }

  /// The part.
  public let kind: Kind
  /// What was predicted: an outcome, a score or a player's id.
  public let predicted: String
  /// What happened, in the same terms.
  public let actual: String
  /// Whether they agree.
  public let isCorrect: Bool
  /// The points earned, 0 or more.
  public let points: Int
}

/// How the points of a settled prediction came about.
public struct PointsReceipt: Hashable, Sendable, Codable {
  /// The rule that was applied, as `PointsRule.version`.
  public let ruleVersion: String
  /// The match data it was applied to, as `Match.version`.
  public let matchVersion: String
  /// Why the match earns nobody points; nil when it counts.
  public let void: VoidReason?
  /// Each part; empty for a void match.
  public let components: [PointsComponent]
  /// The sum of the components, 0 or more.
  public let total: Int
}

/// Why a match earns nobody points.
public enum VoidReason: String, Hashable, Sendable, Codable {
  case postponed, cancelled, abandoned, awarded, removed
}
