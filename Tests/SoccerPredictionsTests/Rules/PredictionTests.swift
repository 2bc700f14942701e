import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite("What a prediction may say")
struct PredictionTests {
  private let match = Match.sample()

  private func codes(_ prediction: Prediction) -> [String] {
    prediction.problems(in: match).map(\.code)
  }

  @Test(.tags(.sp75, .sp77))
  func `a goalless prediction without scorers is valid`() {
    #expect(codes(Prediction(home: 0, away: 0)).isEmpty)
  }

  @Test(.tags(.sp78), arguments: [0, 1, 99])
  func `a team can be predicted to score up to 99 goals`(goals: Int) {
    #expect(codes(Prediction(home: goals, away: goals)).isEmpty)
  }

  @Test(.tags(.sp78), arguments: [-1, 100, Int.min, Int.max])
  func `goals outside 0 to 99 are refused for the team they are given to`(goals: Int) {
    let home = Prediction(home: goals, away: 1).problems(in: match)
    let away = Prediction(home: 1, away: goals).problems(in: match)
    #expect(home.map(\.pointer) == ["/home"] && home.map(\.code) == ["score-range"])
    #expect(away.map(\.pointer) == ["/away"])
  }

  @Test(.tags(.sp73), arguments: [(2, 1, Outcome.home), (0, 0, .draw), (3, 3, .draw), (0, 99, .away)])
  func `the win follows from the score`(home: Int, away: Int, outcome: Outcome) {
    #expect(Prediction(home: home, away: away).outcome == outcome)
  }

  @Test(.tags(.sp72, .sp76))
  func `each team can have as many scorers as predicted goals`() {
    let second = PlayerID(name: "Cleo", team: match.home.id)
    #expect(codes(Prediction(home: 2, away: 1, scorers: [match.homeScorer, second, match.awayScorer])).isEmpty)
  }

  @Test(.tags(.sp76))
  func `a team predicted not to score has no scorers`() {
    let problems = Prediction(home: 3, away: 0, scorers: [match.awayScorer]).problems(in: match)
    #expect(problems.map(\.code) == ["too-many-scorers"])
    #expect(problems.map(\.pointer) == ["/scorers"])
  }

  @Test(.tags(.sp76))
  func `one team's goals do not make room for the other team's scorers`() {
    let second = PlayerID(name: "Cleo", team: match.home.id)
    #expect(codes(Prediction(home: 1, away: 5, scorers: [match.homeScorer, second])) == ["too-many-scorers"])
  }

  @Test(.tags(.sp76))
  func `a scorer is chosen once`() {
    let problems = Prediction(home: 2, away: 0, scorers: [match.homeScorer, match.homeScorer]).problems(in: match)
    #expect(problems.map(\.code) == ["scorer-repeated"])
    #expect(problems.map(\.pointer) == ["/scorers/1"])
  }

  @Test(.tags(.sp76))
  func `players of other teams are refused`() {
    #expect(
      codes(Prediction(home: 2, away: 2, scorers: [PlayerID(name: "Dot", team: "eng-elsewhere")])) == ["scorer-unknown"]
    )
  }

  @Test func `every broken rule is reported at once`() {
    let prediction = Prediction(home: 100, away: 0, scorers: [match.awayScorer, PlayerID(name: "Dot", team: "x")])
    #expect(codes(prediction) == ["score-range", "scorer-unknown", "too-many-scorers"])
  }

  @Test func `a player's id can be written and read again`() {
    #expect(PlayerID(match.homeScorer.text) == match.homeScorer)
    for text in ["", "ann", ":ann", "eng-home:", "a:b:c"] { #expect(PlayerID(text) == nil) }
  }
}
