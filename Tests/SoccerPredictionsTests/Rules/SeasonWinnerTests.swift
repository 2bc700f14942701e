import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What the data says of a bonus question` {
  private func question(_ kind: BonusQuestion.Kind, _ options: [String] = [], answer: String? = nil) -> BonusQuestion {
    BonusQuestion(
      id: "q", kind: kind, text: "Who?", options: options, points: Worth(1), round: "Matchday 1",
      closesAt: .distantPast,
      answer: answer)
  }

  private func id(_ name: String) -> String { Team(name: name, country: "ENG").id }

  private func match(
    _ home: String, _ away: String, _ score: Score, round: String = "Final", day: Double = 0,
    status: ReportedStatus = .scheduled, goals: [Goal]? = nil
  ) -> Match {
    var match = Match.sample(home, away, score: score, goals: goals, status: status, round: round)
    match.kickOff += day * 86_400
    return match
  }

  private func full(_ home: Int, _ away: Int) -> Score { Score(regularTime: ScoreLine(home, away)) }

  private func champion(_ matches: [Match]) -> Set<String>? { question(.champion).right(matches, isOver: true) }

  // The champion.

  @Test func `is, of a final in two legs, who has more goals in both`() {
    let first = match("A", "B", full(3, 0))
    #expect(champion([first, match("B", "A", full(1, 0), day: 7)]) == [id("A")])
    #expect(champion([first, match("B", "A", full(4, 0), day: 7)]) == [id("B")])
    #expect(champion([first, match("B", "A", full(3, 0), day: 7)]) == nil, "nobody tells who went through")
    let kicks = Score(regularTime: ScoreLine(3, 0), afterExtraTime: ScoreLine(3, 0), penalties: ScoreLine(5, 4))
    #expect(champion([first, match("B", "A", kicks, day: 7)]) == [id("B")])
    let longer = Score(regularTime: ScoreLine(3, 0), afterExtraTime: ScoreLine(3, 1))
    #expect(champion([first, match("B", "A", longer, day: 7)]) == [id("A")])
    #expect(champion([first, match("B", "A", Score(), day: 7)]) == nil)
  }

  @Test func `is who wins the replay of a drawn final, and one that was broken off counts for nothing`() {
    let replay = match("B", "A", full(2, 1), day: 5)
    #expect(champion([match("A", "B", full(1, 1)), replay]) == [id("B")])
    #expect(champion([match("A", "B", full(5, 0), status: .abandoned), replay]) == [id("B")])
    #expect(champion([match("A", "B", full(3, 0), status: .awarded)]) == [id("A")])
    #expect(champion([match("A", "B", Score(), status: .cancelled)]) == nil, "no table takes the place of a final")
    #expect(champion([match("A", "B", full(1, 1))]) == nil)
  }

  @Test(arguments: ["Semi-finals", "Match for third place", "Quarter-finals", "Final Four", "Finals"])
  func `is not told by a match of another round`(round: String) {
    let final = match("A", "B", full(1, 0), day: 1)
    #expect(champion([match("C", "D", full(0, 9), round: round, day: 2), final]) == [id("A")])
  }

  @Test func `is the first of the table, and nobody where two share that place or there are several tables`() {
    func row(_ home: String, _ away: String, _ goals: Int, _ against: Int, round: String = "Matchday 1") -> Match {
      match(home, away, full(goals, against), round: round)
    }
    #expect(champion([row("A", "B", 2, 0), row("C", "D", 3, 1)]) == [id("C")], "three goals go before two")
    #expect(champion([row("A", "B", 2, 0), row("C", "D", 2, 0)]) == nil)
    #expect(
      champion([row("A", "B", 2, 0, round: "Apertura, Matchday 1"), row("A", "B", 2, 0, round: "Clausura, Matchday 1")])
        == nil)
    #expect(champion([]) == nil)
    #expect(question(.champion).right([row("A", "B", 2, 0)], isOver: false) == nil, "the season goes on")
    #expect(
      question(.champion, answer: id("B")).right([row("A", "B", 2, 0)], isOver: true) == [id("B")],
      "an admin has said it")
    #expect(question(.free, ["Yes", "No"]).right([row("A", "B", 2, 0)], isOver: true) == nil)
  }

  // The top scorer.

  private func scored(_ names: [String], by side: Side = .home, day: Double = 0, kind: Goal.Kind = .play) -> Match {
    let goals = names.enumerated().map { Goal(minute: $0.offset + 1, scorer: $0.element, side: side, kind: kind) }
    let (home, away) = side == .home ? (names.count, 0) : (0, names.count)
    return match("Home Town", "Away Town", full(home, away), round: "Matchday 1", day: day, goals: goals)
  }

  @Test func `is found by any name that the feed has called the player`() {
    var matches = [scored(["E. Haaland", "Erling Haaland", "Bea"]), scored(["Bea"], day: 7)]
    var players = PlayerRegistry()
    let team = matches[0].home.id
    for name in ["E. Haaland", "Erling Haaland", "Bea"] { _ = players.player(name, of: team) }
    // As the seasons are read, each goal names the player by the first name of all.
    for place in matches.indices {
      matches[place].goals = matches[place].goals?.map { goal in
        var goal = goal
        let player = players.aliases[PlayerID(name: goal.scorer, team: team).text].flatMap { PlayerID($0) }
        goal.player = player
        return goal
      }
    }
    let asked = question(.topScorer, ["Erling Haaland", "BEA", "Somebody Else"])
    #expect(asked.right(matches, isOver: true) == ["Erling Haaland", "BEA"], "two goals each")
    #expect(question(.topScorer, ["E. Haaland"]).right(matches, isOver: true) == ["E. Haaland"])
    matches.append(scored(["Bea"], day: 14))
    #expect(asked.right(matches, isOver: true) == ["BEA"])
  }

  @Test func `has no own goals, counts a namesake of another team apart, and may be none of the options`() {
    let asked = question(.topScorer, ["Ann", "Bea"])
    #expect(
      asked.right([scored(["Ann", "Bea", "Bea"]), scored(["Ann", "Ann"], day: 7, kind: .ownGoal)], isOver: true) == [
        "Bea"
      ])
    let namesakes = [
      scored(["Ann", "Ann"]), scored(["Ann", "Ann"], by: .away, day: 7), scored(["Bea", "Bea", "Bea"], day: 9),
    ]
    #expect(asked.right(namesakes, isOver: true) == ["Bea"], "four goals of two players")
    #expect(asked.right([scored(["Cleo"])], isOver: true) == [])
    let goalless = match("A", "B", full(0, 0), round: "Matchday 1")
    #expect(asked.right([goalless], isOver: true) == [], "nobody has scored")
  }

  @Test func `of a cup is asked among the teams that are known, by their names`() {
    let matches = [match("Zebra", "Öster", Score()), match("W101", "Able", Score(), day: 1)]
    #expect(question(.champion).choices(matches).map(\.name) == ["Able", "Zebra", "Öster"])
    #expect(question(.free, ["No", "Yes"]).choices(matches).map(\.id) == ["No", "Yes"])
  }
}
