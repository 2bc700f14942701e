import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite("Averages of all predictions of a match")
struct PredictionAveragesTests {
  private let predictions = [
    Prediction(home: 2, away: 1), Prediction(home: 1, away: 1), Prediction(home: 3, away: 0),
    Prediction(home: 0, away: 2),
  ]

  private var averages: PredictionAverages {
    predictions.reduce(into: PredictionAverages()) { $0.add($1) }
  }

  @Test(.tags(.sp88))
  func `the shares of home, draw and away are percentages of all predictions`() {
    #expect(averages.share(.home) == 50)
    #expect(averages.share(.draw) == 25)
    #expect(averages.share(.away) == 25)
  }

  @Test(.tags(.sp88))
  func `the mean score is that of all predictions`() {
    #expect(averages.meanScore?.home == 1.5)
    #expect(averages.meanScore?.away == 1)
  }

  @Test(.tags(.sp88))
  func `without predictions there are no averages`() {
    #expect(PredictionAverages().share(.home) == nil)
    #expect(PredictionAverages().meanScore == nil)
  }

  @Test func `a prediction that is changed or withdrawn leaves no trace`() {
    var changed = averages
    let other = Prediction(home: 9, away: 9)
    changed.add(other)
    #expect(changed != averages)
    changed.remove(other)
    #expect(changed == averages)
  }

  @Test func `stored sums give the same averages`() {
    let stored = PredictionAverages(homeWins: 2, draws: 1, awayWins: 1, goals: ScoreLine(6, 4))
    #expect(stored == averages)
  }
}
