/// How many points each correct part of a prediction earns. Parts add up; a wrong part earns 0, never less.
public struct PointsRule: Hashable, Sendable {
  /// For the correct win, draw included.
  public let win: Int
  /// For the correct score, in addition to the win that it implies.
  public let score: Int
  /// For each correct scorer.
  public let scorer: Int

  /// The rule of an installation that sets none: 3 for the win, 2 more for the score, 1 for each scorer.
  public static let standard = PointsRule(uncheckedWin: 3, score: 2, scorer: 1)

  /// The points a rule may give one part.
  public static let allowed = 0...1000

  /// Makes a rule; nil unless every value is in 0…1000.
  public init?(win: Int, score: Int, scorer: Int) {
    guard [win, score, scorer].allSatisfy(Self.allowed.contains) else { return nil }
    self.init(uncheckedWin: win, score: score, scorer: scorer)
  }

  private init(uncheckedWin win: Int, score: Int, scorer: Int) {
    self.win = win
    self.score = score
    self.scorer = scorer
  }

  /// Tells rules apart on receipts: "win-3.score-2.scorer-1".
  public var version: String { "win-\(win).score-\(score).scorer-\(scorer)" }

  /// The parts of `prediction` held against a result.
  ///
  /// - Parameters:
  ///   - actual: the score that counts.
  ///   - scorers: the players who scored in the time that counts; nil when the feed has no goals, in which case no
  ///     scorer is correct.
  public func components(_ prediction: Prediction, actual: ScoreLine, scorers: Set<PlayerID>?) -> [PointsComponent] {
    let parts: [(PointsComponent.Kind, String, String, Bool, Int)] = [
      (.win, prediction.outcome.rawValue, actual.outcome.rawValue, prediction.outcome == actual.outcome, win),
      (.score, prediction.score.text, actual.text, prediction.score == actual, score),
    ]
    return parts.map { kind, predicted, actual, isCorrect, worth in
      PointsComponent(
        kind: kind, predicted: predicted, actual: actual, isCorrect: isCorrect, points: isCorrect ? worth : 0)
    } + prediction.scorers.map { component($0, among: scorers) }
  }

  /// The parts of a prediction in a fun game: each correct one brings its points, each wrong one takes them away. A scorer of whom
  /// the feed does not tell brings and takes nothing.
  public func funPoints(_ components: [PointsComponent]) -> Int {
    components.reduce(0) { sum, part in
      let worth = [.win: win, .score: score, .scorer: part.actual == Self.unknown ? 0 : scorer][part.kind] ?? 0
      return sum + (part.isCorrect ? worth : -worth)
    }
  }

  /// What a receipt says of a scorer where the feed has no goals.
  private static let unknown = "unknown"

  private func component(_ player: PlayerID, among scorers: Set<PlayerID>?) -> PointsComponent {
    let isCorrect = scorers?.contains(player) ?? false
    return PointsComponent(
      kind: .scorer, predicted: player.text,
      actual: scorers == nil ? Self.unknown : isCorrect ? "scored" : "did not score",
      isCorrect: isCorrect, points: isCorrect ? scorer : 0)
  }
}
