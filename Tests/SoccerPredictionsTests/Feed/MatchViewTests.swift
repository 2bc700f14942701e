import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("A match as it stands at an instant")
struct MatchViewTests {
  private let league = Match.sample(score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 2)))
  private let withGoals = Match.sample(
    score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 2)),
    goals: [
      Goal(minute: 1, scorer: "Ann", side: .home), Goal(minute: 46, scorer: "Bea", side: .away),
      Goal(minute: 90, stoppage: 6, scorer: "Bea", side: .away),
    ])

  @Test(.tags(.sp70))
  func `a match is upcoming without a score until its kick-off`() {
    let view = league.view(minute: 0, second: -1)
    #expect(view.state == .upcoming && view.score == nil && view.minute == nil && view.goals.isEmpty)
  }

  @Test(.tags(.sp68))
  func `a match is live and goalless from its kick-off`() {
    let view = withGoals.view(minute: 0)
    #expect(view.state == .live && view.score == .goalless && view.minute?.text == "1")
  }

  @Test(
    .tags(.sp68),
    arguments: [
      (0, "1"), (44, "45"), (45, "45+1"), (46, "45+2"), (47, "HT"), (61, "HT"), (62, "46"), (106, "90"), (107, "90+1"),
      (110, "90+4"),
    ])
  func `the clock runs through halves, stoppage time and the break`(minute: Int, text: String) {
    #expect(league.view(minute: minute).minute?.text == text)
  }

  @Test(.tags(.sp79))
  func `a match is played after the final whistle`() {
    let view = league.view(minute: 111)
    #expect(view.state == .played && view.score == ScoreLine(1, 2) && view.minute == nil && view.isScoreExact)
    #expect(league.view(minute: 110, second: 59).state == .live)
    #expect(league.view(minute: 600).state == .played)
  }

  @Test(.tags(.sp68))
  func `without goals the score is the last one known`() {
    #expect(league.view(minute: 46).score == .goalless)
    #expect(!league.view(minute: 46).isScoreExact)
    #expect(league.view(minute: 47).score == ScoreLine(1, 0))
    #expect(league.view(minute: 47).isScoreExact)
    #expect(league.view(minute: 110).score == ScoreLine(1, 0))
    #expect(league.view(minute: 111).score == ScoreLine(1, 2))
  }

  @Test(.tags(.sp68, .sp90))
  func `goals fall in their minute`() {
    #expect(withGoals.view(minute: 0, second: 29).score == .goalless)
    #expect(withGoals.view(minute: 0, second: 30).score == ScoreLine(1, 0))
    #expect(withGoals.view(minute: 62, second: 30).score == ScoreLine(1, 1))
    #expect(withGoals.view(minute: 62, second: 30).goals.map(\.scorer) == ["Ann", "Bea"])
    #expect(withGoals.view(minute: 62, second: 30).minute?.text == "46")
  }

  @Test func `a goal late in stoppage time prolongs the half`() {
    let view = withGoals.view(minute: 112, second: 30)
    #expect(view.state == .live && view.score == ScoreLine(1, 2) && view.minute?.text == "90+6")
    #expect(withGoals.view(minute: 113).state == .played)
  }

  @Test func `extra time and a shoot-out follow where they were needed`() {
    let match = Match.sample(
      score: Score(regularTime: ScoreLine(0, 0), afterExtraTime: ScoreLine(1, 1), penalties: ScoreLine(4, 2)),
      goals: [Goal(minute: 95, scorer: "Ann", side: .home), Goal(minute: 121, scorer: "Bea", side: .away)])
    let seen = [112, 116, 121, 132, 133, 148, 150, 155].map { match.view(minute: $0) }
    #expect(seen.map(\.minute?.text) == ["ET", "91", "96", "ET", "106", "120+1", "PEN", "PEN"])
    #expect(seen.map(\.score) == [0, 0, 1, 1, 1, 1, 1, 1].enumerated().map { ScoreLine($1, $0 > 5 ? 1 : 0) })
    #expect(seen.allSatisfy { $0.state == .live && $0.penalties == nil })
    let end = match.view(minute: 164)
    #expect(end.state == .played && end.score == ScoreLine(1, 1) && end.penalties == ScoreLine(4, 2))
  }

  @Test func `goals that contradict the score are not shown`() {
    let match = Match.sample(
      score: Score(regularTime: ScoreLine(2, 0)), goals: [Goal(minute: 5, scorer: "Ann", side: .home)])
    #expect(match.view(minute: 30).score == .goalless && match.view(minute: 30).goals.isEmpty)
    #expect(match.goalsContradiction == "the score after 90 minutes is 2–0, the goals make 1–0")
  }

  @Test func `a match without a result stays upcoming`() {
    #expect(Match.sample().view(minute: 500).state == .upcoming)
    #expect(Match.sample().nextChange(after: .distantPast) == nil)
  }

  @Test(arguments: [
    (ReportedStatus.postponed, MatchState.postponed), (.cancelled, .cancelled), (.awarded, .awarded),
  ])
  func `what became of a match is known at its kick-off`(status: ReportedStatus, state: MatchState) {
    let match = Match.sample(score: status == .awarded ? Score(regularTime: ScoreLine(0, 3)) : Score(), status: status)
    #expect(match.view(minute: -1).state == .upcoming)
    #expect(match.view(minute: 0).state == state)
    #expect(match.view(minute: 0).score == match.score.final)
    #expect(match.nextChange(after: match.kickOff - 1) == match.kickOff)
    #expect(match.nextChange(after: match.kickOff) == nil)
  }

  @Test func `a feed kept up to date tells at once what became of a match`() {
    let match = Match.sample(status: .postponed)
    #expect(match.view(at: match.kickOff - 86_400, disclosure: .atOnce).state == .postponed)
    #expect(match.nextChange(after: .distantPast, disclosure: .atOnce) == nil)
  }

  @Test func `an abandoned match is live before it is abandoned`() {
    let match = Match.sample(status: .abandoned)
    #expect(match.view(minute: 30).state == .live)
    #expect(match.view(minute: 111).state == .abandoned)
    #expect(match.nextChange(after: match.kickOff - 1) == match.kickOff)
  }
}
