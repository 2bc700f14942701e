/// What a person predicts of a match: the score and, if wanted, scorers.
///
/// The win is not predicted on its own; it follows from the score.
public struct Prediction: Hashable, Sendable {
  /// The goals a prediction may give one team.
  public static let goals = 0...99

  /// The predicted score after 90 minutes.
  public let score: ScoreLine
  /// Players predicted to score, each once.
  public let scorers: [PlayerID]

  /// Makes a prediction, which may break the rules: see `problems(in:)`.
  public init(home: Int, away: Int, scorers: [PlayerID] = []) {
    score = ScoreLine(home, away)
    self.scorers = scorers
  }

  /// The predicted win.
  public var outcome: Outcome { score.outcome }
}

/// A rule that a prediction breaks.
public struct PredictionProblem: Hashable, Sendable {
  /// JSON pointer into the prediction: "/home", "/scorers/2".
  public let pointer: String
  /// The stable code.
  public let code: String
  /// What to change, as a sentence.
  public let detail: String
}

extension Prediction {
  /// Every rule that the prediction breaks; empty when it may be made.
  ///
  /// Each team's goals are 0…99. A scorer plays for one of the two teams, is chosen once, and a team has at most as
  /// many scorers as predicted goals.
  ///
  /// - Parameter match: the match that it is made for.
  public func problems(in match: Match) -> [PredictionProblem] {
    scoreProblems + scorers.indices.compactMap { scorerProblem(at: $0, match) }
      + [Side.home, .away].compactMap { surplus($0, match) }
  }

  private var scoreProblems: [PredictionProblem] {
    [("/home", score.home), ("/away", score.away)].filter { !Self.goals.contains($0.1) }.map { pointer, _ in
      PredictionProblem(pointer: pointer, code: "score-range", detail: "The goals of a team must be from 0 to 99.")
    }
  }

  private func scorerProblem(at index: Int, _ match: Match) -> PredictionProblem? {
    let scorer = scorers[index]
    let pointer = "/scorers/\(index)"
    if scorers[..<index].contains(scorer) {
      return PredictionProblem(pointer: pointer, code: "scorer-repeated", detail: "A scorer can be chosen once only.")
    }
    guard [match.home.id, match.away.id].contains(scorer.team) else {
      return PredictionProblem(
        pointer: pointer, code: "scorer-unknown", detail: "Choose scorers among the players of the two teams.")
    }
    return nil
  }

  private func surplus(_ side: Side, _ match: Match) -> PredictionProblem? {
    let goals = max(0, side == .home ? score.home : score.away)
    let chosen = scorers.count { $0.team == match.team(side).id }
    guard chosen > goals else { return nil }
    return PredictionProblem(
      pointer: "/scorers", code: "too-many-scorers",
      detail:
        "\(match.team(side).name) is predicted to score \(goals), so at most \(goals) of its players can be chosen.")
  }
}
