/// The shares and mean of all predictions of a match, kept as sums so that one prediction more or less costs nothing.
public struct PredictionAverages: Hashable, Sendable {
  /// How many predictions there are.
  public private(set) var count = 0
  private var outcomes: [Outcome: Int] = [.home: 0, .draw: 0, .away: 0]
  private var goals = ScoreLine.goalless

  /// The averages of no predictions.
  public init() {}

  /// The averages of stored sums.
  ///
  /// - Parameters:
  ///   - homeWins, draws, awayWins: how many predictions say so.
  ///   - goals: the sum of the predicted goals.
  public init(homeWins: Int, draws: Int, awayWins: Int, goals: ScoreLine) {
    count = homeWins + draws + awayWins
    outcomes = [.home: homeWins, .draw: draws, .away: awayWins]
    self.goals = goals
  }

  /// Takes in a new prediction.
  public mutating func add(_ prediction: Prediction) { apply(prediction, 1) }

  /// Takes out a prediction that was taken in before.
  public mutating func remove(_ prediction: Prediction) { apply(prediction, -1) }

  /// The part of the predictions, in percent, that say `outcome`; nil without predictions. The shares add up to 100.
  public func share(_ outcome: Outcome) -> Double? {
    count == 0 ? nil : 100 * Double(outcomes[outcome, default: 0]) / Double(count)
  }

  /// The mean of the goals predicted for each team; nil without predictions.
  public var meanScore: (home: Double, away: Double)? {
    count == 0 ? nil : (Double(goals.home) / Double(count), Double(goals.away) / Double(count))
  }

  private mutating func apply(_ prediction: Prediction, _ sign: Int) {
    count += sign
    outcomes[prediction.outcome, default: 0] += sign
    goals.home += sign * prediction.score.home
    goals.away += sign * prediction.score.away
  }
}
