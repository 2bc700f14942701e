import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

/// The families of points in use elsewhere, with their numbers; the tags in the names are the sources in the comparison of peers.
@Suite struct `A rule of points` {
  private func rule(_ text: String) throws -> ScoringRule {
    let json = try JSON(parsing: Array(text.utf8))
    let violations = try CompiledSchema(ScoringRule.schema).validate(json)
    #expect(violations.isEmpty, "\(violations)")
    let rule = try JSONValueDecoder().decode(ScoringRule.self, from: json)
    #expect(rule.mistakes.isEmpty)
    return rule
  }

  /// What predicted scores bring where the match ended so.
  private func points(
    _ text: String, _ actual: (Int, Int), _ predicted: (Int, Int)..., round: String? = nil, crowd: [ScoreLine] = [],
    joker: Bool = false
  ) throws -> [Double] {
    let rule = try rule(text)
    let match = RuledMatch(
      actual: ScoreLine(actual.0, actual.1), goals: [:], round: round, crowd: PredictionCrowd(crowd))
    return predicted.map { home, away in
      rule.parts(Prediction(home: home, away: away), match, hasJoker: joker).total.number
    }
  }

  // Tiers.

  @Test(arguments: [
    // S3, S22: 4/3/2, of a draw 4/-/2.
    (
      #"{"format":1,"tiers":{"exact":4,"difference":3,"outcome":2,"draw":{"exact":4,"outcome":2}}}"#, [4, 3, 2, 0.0],
      [4, 2.0]
    ),
    // S5: 4/3/2, of a draw 4/-/3.
    (
      #"{"format":1,"tiers":{"exact":4,"difference":3,"outcome":2,"draw":{"exact":4,"outcome":3}}}"#, [4, 3, 2, 0],
      [4, 3]
    ),
    // S23: 5/4/3/0, of a draw 5/-/4.
    (
      #"{"format":1,"tiers":{"exact":5,"difference":4,"outcome":3,"draw":{"exact":5,"outcome":4}}}"#, [5, 4, 3, 0],
      [5, 4]
    ),
    // S30: a wrong result takes 10.
    (#"{"format":1,"tiers":{"exact":10,"outcome":3,"wrong":-10}}"#, [10, 3, 3, -10], [10, 3]),
  ])
  func `counts only the highest of exact, difference and outcome, with own values of draws`(
    text: String, won: [Double], drawn: [Double]
  ) throws {
    #expect(try points(text, (2, 1), (2, 1), (3, 2), (2, 0), (1, 1)) == won)
    #expect(try points(text, (1, 1), (1, 1), (2, 2)) == drawn)
  }

  // Components.

  @Test func `adds up what is right: total score 10, draw 7, winner 5, goals of each team 1 (S14)`() throws {
    let text = #"{"format":1,"components":{"score":10,"winner":5,"draw":7,"homeGoals":1,"awayGoals":1}}"#
    #expect(try points(text, (2, 1), (2, 1), (2, 0), (3, 1), (1, 0), (0, 1), (0, 2)) == [17, 6, 6, 5, 1, 0])
    #expect(try points(text, (1, 1), (1, 1), (0, 0), (1, 0)) == [19, 7, 1])
  }

  @Test func `adds up goals of each team 3, difference 1 and the sum of goals (S24)`() throws {
    let text =
      #"{"format":1,"components":{"winner":7,"draw":7,"homeGoals":3,"awayGoals":3,"difference":1,"totalGoals":2}}"#
    #expect(try points(text, (2, 1), (2, 1), (3, 2), (3, 0), (1, 2), (0, 0)) == [16, 8, 9, 2, 0])
  }

  @Test func `in the form of data gives what the points of the settings give, for every score`() throws {
    let data = ScoringRule(.standard)
    for (home, away) in (0...6).flatMap({ home in (0...6).map { (home, $0) } }) {
      for actual in [ScoreLine(2, 1), ScoreLine(0, 0), ScoreLine(1, 4)] {
        let prediction = Prediction(home: home, away: away)
        let plain = PointsRule.standard.components(prediction, actual: actual, scorers: [])
        let parts = data.parts(prediction, RuledMatch(actual: actual, goals: [:]))
        #expect(parts.total == Worth(plain.reduce(0) { $0 + $1.points }))
      }
    }
  }

  // Closeness.

  @Test func `gives 3 for exact, 1.5 for close, 1 for the result (S9)`() throws {
    let text = #"{"format":1,"closeness":{"exact":3,"close":1.5,"within":1,"outcome":1}}"#
    #expect(try points(text, (2, 1), (2, 1), (3, 1), (2, 0), (3, 2), (1, 1)) == [3, 1.5, 1.5, 1, 0])
  }

  @Test func `takes from a number for each goal and each of the difference, and adds for exact goals (S25)`() throws {
    let text = #"{"format":1,"deviation":{"from":10,"perGoal":2,"perDifference":1,"exactGoals":1.5}}"#
    #expect(try points(text, (2, 1), (2, 1), (3, 1), (3, 2), (0, 3), (9, 9)) == [13, 8.5, 6, 0, 0])
  }

  // Crowd.

  private func crowd(_ counts: [(ScoreLine, Int)]) -> [ScoreLine] {
    counts.flatMap { Array(repeating: $0, count: $1) }
  }

  @Test func `gives more the fewer said the same: 100 less the percentage of them (S10)`() throws {
    let text = #"{"format":1,"quota":{"least":0,"most":100}}"#
    let crowd = crowd([(ScoreLine(2, 0), 35), (ScoreLine(1, 0), 35), (ScoreLine(0, 0), 30)])
    #expect(try points(text, (3, 1), (2, 0), (0, 0), crowd: crowd) == [30, 0])
    #expect(try points(text, (1, 1), (0, 0), crowd: crowd) == [70])
  }

  @Test func `gives between a least and a most, by who said the same score (S1, S4)`() throws {
    let text = #"{"format":1,"quota":{"least":2,"most":6,"of":"score"}}"#
    let crowd = crowd([(ScoreLine(2, 0), 1), (ScoreLine(1, 0), 3)])
    #expect(try points(text, (2, 0), (2, 0), (1, 0), crowd: crowd) == [5, 0])
    #expect(try points(text, (1, 0), (1, 0), crowd: crowd) == [3])
    #expect(try points(text, (1, 0), (1, 0), crowd: [ScoreLine(1, 0)]) == [2], "all said so")
  }

  @Test func `shares a pot equally: 100 among 70 are 1.43 (S26)`() throws {
    let crowd = crowd([(ScoreLine(2, 0), 70), (ScoreLine(0, 0), 30)])
    #expect(
      try points(#"{"format":1,"pot":{"points":100}}"#, (3, 1), (2, 0), (0, 0), crowd: crowd) == [1.43, 0])
  }

  // Rounds, jokers, minus.

  @Test(arguments: [
    ("Quarter-finals", 7.5), ("Finals, Quarterfinals", 7.5), ("Semi-finals", 10), ("Match for third place", 10),
    ("Final", 15), ("Matchday 1", 5), (nil, 5),
  ])
  func `counts late rounds more: 1.5, 2 and 3 times (S9)`(round: String?, expected: Double) throws {
    let text = #"""
      {"format":1,"components":{"winner":3,"score":2},"stages":[{"round":"Quarter-finals","factor":1.5},
      {"round":"Semi-finals","factor":2},{"round":"Match for third place","factor":2},{"round":"Final","factor":3}]}
      """#
    #expect(try points(text, (2, 1), (2, 1), round: round) == [expected])
  }

  @Test(arguments: [(2, [10.0, 0]), (3, [15, 0])])
  func `counts the joker's match twice or three times (S29, S20, S16)`(factor: Int, expected: [Double]) throws {
    let text = "{\"format\":1,\"components\":{\"winner\":3,\"score\":2},\"joker\":{\"factor\":\(factor)}}"
    #expect(try points(text, (2, 1), (2, 1), (1, 1), joker: true) == expected)
    #expect(try points(text, (2, 1), (2, 1), joker: false) == [5])
  }

  @Test func `doubles or deducts 20 (S32)`() throws {
    let text = #"{"format":1,"components":{"winner":10,"draw":10},"joker":{"factor":2,"deduct":20}}"#
    #expect(try points(text, (2, 1), (1, 0), (0, 0), joker: true) == [20, -20])
    #expect(try points(text, (2, 1), (0, 0)) == [0])
  }

  @Test func `takes 1 for a wrong result and twice that late (S31), and with an insurance nothing (S33)`() throws {
    let text = #"""
      {"format":1,"tiers":{"exact":3,"outcome":1,"wrong":-1},"stages":[{"round":"Final","factor":2}],
      "joker":{"factor":1,"insured":true}}
      """#
    #expect(try points(text, (2, 1), (0, 0)) == [-1])
    #expect(try points(text, (2, 1), (0, 0), (2, 1), round: "Final") == [-2, 6])
    #expect(try points(text, (2, 1), (0, 0), (2, 1), round: "Final", joker: true) == [0, 6])
  }

  @Test(.tags(.sp133, .sp134))
  func `takes for what is wrong what it would have brought, as fun games do`() throws {
    let text = #"{"format":1,"components":{"winner":3,"draw":3,"score":2,"minus":true}}"#
    #expect(try points(text, (2, 1), (2, 1), (1, 0), (1, 1), (0, 3)) == [5, 1, -5, -5])
    let bounded = #"{"format":1,"components":{"winner":3,"draw":3,"score":2,"minus":true},"least":0}"#
    #expect(try points(bounded, (2, 1), (1, 0), (1, 1)) == [1, 0])
  }

  @Test func `rounds a half away from zero where it says so`() throws {
    let text = #"{"format":1,"whole":true,"tiers":{"exact":2.5,"outcome":1.25,"wrong":-2.5}}"#
    #expect(try points(text, (2, 1), (2, 1), (1, 0), (0, 0)) == [3, 1, -3])
  }

  // Scorers.

  @Test func `gives points by the goals of a player in the time that counts, at most 4 (S15)`() throws {
    let rule = try rule(
      #"{"format":1,"tiers":{"exact":10,"outcome":3},"scorers":{"points":2,"perGoal":true,"most":4}}"#)
    let match = Match.sample(
      score: Score(regularTime: ScoreLine(3, 2), afterExtraTime: ScoreLine(4, 2)),
      goals: [
        Goal(minute: 1, scorer: "Ann", side: .home), Goal(minute: 2, scorer: "Ann", side: .home),
        Goal(minute: 3, scorer: "Ann", side: .home), Goal(minute: 4, scorer: "Bea", side: .away),
        Goal(minute: 5, scorer: "Eve", side: .away, kind: .ownGoal), Goal(minute: 100, scorer: "Late", side: .home),
      ])
    let facts = try RuledMatch(match, state: .played, Settlement(), crowd: .init()).unwrapped
    func picks(_ players: PlayerID...) -> [Double] {
      rule.parts(Prediction(home: 3, away: 2, scorers: players), facts).filter { $0.kind == .scorer }.map(
        \.points.number)
    }
    let (late, own) = (PlayerID(name: "Late", team: match.home.id), PlayerID(name: "Eve", team: match.home.id))
    #expect(picks(match.homeScorer, match.awayScorer) == [4, 2])
    #expect(picks(late) == [], "extra time never counts")
    #expect(picks(own) == [], "own goals alone are 0")
    #expect(rule.parts(Prediction(home: 3, away: 2), facts).total == Worth(10), "exact 10 or result 3, not both")
  }

  @Test func `takes 1 for each wrong event (S30), and nothing where the feed has no goals`() throws {
    let rule = try rule(#"{"format":1,"scorers":{"points":3,"wrong":-1}}"#)
    let (ann, bea) = (PlayerID(name: "Ann", team: "a"), PlayerID(name: "Bea", team: "a"))
    let prediction = Prediction(home: 2, away: 0, scorers: [ann, bea])
    #expect(
      rule.parts(prediction, RuledMatch(actual: ScoreLine(2, 0), goals: [ann: 2])).map(\.points) == [
        Worth(3), Worth(-1),
      ])
    #expect(rule.parts(prediction, RuledMatch(actual: ScoreLine(2, 0), goals: nil)).isEmpty)
  }

  // Documents.

  @Test(arguments: [
    (#"{"tiers":{"exact":4,"outcome":2}}"#, "/format required"),
    (#"{"format":2,"tiers":{"exact":4,"outcome":2}}"#, "/format enum"),
    (#"{"format":1,"tiers":{"exact":4}}"#, "/tiers/outcome required"),
    (#"{"format":1,"tiers":{"exact":1000.25,"outcome":2}}"#, "/tiers/exact maximum"),
    (#"{"format":1,"tiers":{"exact":4,"outcome":-1000.25}}"#, "/tiers/outcome minimum"),
    (#"{"format":1,"tiers":{"exact":4,"outcome":0.1}}"#, "/tiers/outcome multiple-of"),
    (#"{"format":1,"components":{"winner":-1}}"#, "/components/winner minimum"),
    (#"{"format":1,"odds":{"factor":3}}"#, "/odds unknown-key"),
    (#"{"format":1,"components":{"winner":1},"joker":{"factor":4}}"#, "/joker/factor maximum"),
    (#"{"format":1,"components":{"winner":1},"ties":["earliest","earliest"]}"#, "/ties/1 duplicate-item"),
    (#"{"format":1}"#, " rule-empty"), (#"{"format":1,"components":{}}"#, " rule-empty"),
    (#"{"format":1,"tiers":{"exact":4,"difference":5,"outcome":2}}"#, "/tiers/difference rule-order"),
    (#"{"format":1,"tiers":{"exact":4,"outcome":2,"wrong":3}}"#, "/tiers/wrong rule-order"),
    (#"{"format":1,"tiers":{"exact":4,"outcome":2,"draw":{"exact":1,"outcome":2}}}"#, "/tiers/draw/outcome rule-order"),
    (#"{"format":1,"closeness":{"exact":3,"close":4,"within":1,"outcome":1}}"#, "/closeness/close rule-order"),
    (#"{"format":1,"quota":{"least":7,"most":6}}"#, "/quota/least rule-order"),
    (
      #"{"format":1,"components":{"winner":1},"stages":[{"round":"Final","factor":2},{"round":"FINAL","factor":3}]}"#,
      "/stages/1/round stage-repeated"
    ),
  ])
  func `is refused at its place`(text: String, expected: String) throws {
    let json = try JSON(parsing: Array(text.utf8))
    let violations = try CompiledSchema(ScoringRule.schema).validate(json).map { "\($0.pointer) \($0.code)" }
    guard violations.isEmpty else {
      #expect(violations == [expected])
      return
    }
    let rule = try JSONValueDecoder().decode(ScoringRule.self, from: json)
    #expect(rule.mistakes.map { "\($0.pointer) \($0.code)" } == [expected])
  }

  @Test(.tags(.sp86))
  func `of a league takes no points away and is whole`() throws {
    let text = #"""
      {"format":1,"tiers":{"exact":4,"outcome":2,"wrong":-1},"scorers":{"points":1,"wrong":-1},
      "joker":{"factor":2,"deduct":3},"slam":{"correct":3,"points":1}}
      """#
    let codes = try rule(text).mistakesInLeague.map { "\($0.pointer) \($0.code)" }
    #expect(
      codes == [
        "/tiers/wrong negative-in-league", "/scorers/wrong negative-in-league", "/joker/deduct negative-in-league",
        "/whole whole-in-league", "/slam not-in-league",
      ])
    #expect(
      try rule(#"{"format":1,"tiers":{"exact":4,"outcome":2,"wrong":-1},"least":0,"whole":true}"#).mistakesInLeague
        .isEmpty)
  }

  @Test func `is stored as what it was read from, and every template can be used`() throws {
    for (name, rule) in RuleTemplates.all {
      let json = try JSON(parsing: Array(rule.text.utf8))
      #expect(try CompiledSchema(ScoringRule.schema).validate(json).isEmpty, "\(name)")
      #expect(rule.mistakes.isEmpty, "\(name)")
      #expect(try JSONValueDecoder().decode(ScoringRule.self, from: json) == rule)
    }
  }
}
