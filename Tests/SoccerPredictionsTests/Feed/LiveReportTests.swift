import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What a provider tells of a match that is played` {
  /// Nothing is known of the match but its kick-off: the first half ends after 47 minutes, the second begins after 62 and ends after 111.
  private let timeline = MatchTimeline(.sample())

  private func match(_ progress: MatchProgress, score: Score = Score(), goals: [Goal]? = nil) -> Match {
    var match = Match.sample(score: score, goals: goals)
    match.progress = progress
    match.disclosure = .atOnce
    return match
  }

  @Test(
    .tags(.sp68),
    arguments: [
      (nil, nil, 0, 0, "1"), (nil, nil, 0, 30, "31"), (nil, nil, 0, 46, "45+2"), (nil, nil, 0, 50, "HT"),
      (nil, nil, 0, 62, "46"), (nil, nil, 0, 112, "90+1"), (nil, nil, 0, -5, "1"),
      (.halfTime, 46, 0, 46, "HT"), (.breakBeforeExtraTime, 90, 0, 112, "ET"), (.shootOut, 120, 0, 150, "PEN"),
      (.secondHalf, 50, 0, 30, "50"), (.firstHalf, 45, 2, 46, "45+2"), (nil, 45, -3, 46, "45"),
      (nil, 130, 0, 140, "120"), (nil, 0, 0, 0, "1"), (.secondHalf, nil, 0, 80, "64"),
      // The break was short, the match began early, it began late.
      (.secondHalf, nil, 0, 50, "46"), (.secondHalf, nil, 0, 20, "46"), (.firstHalf, nil, 0, 70, "45"),
      (.extraTimeFirstHalf, nil, 0, 100, "91"),
    ] as [(MatchPhase?, Int?, Int, Int, String)])
  func `is the minute that it says, else the one that fits the phase that it says, else that of the clock`(
    phase: MatchPhase?, minute: Int?, stoppage: Int, elapsed: Int, text: String
  ) {
    let report = LiveReport(phase: phase, minute: minute, stoppage: stoppage)
    #expect(report.clock(at: Double(elapsed * 60), timeline).text == text)
  }

  @Test(
    arguments: [
      (1, .firstHalf), (45, .firstHalf), (46, .secondHalf), (90, .secondHalf), (91, .extraTimeFirstHalf),
      (105, .extraTimeFirstHalf), (106, .extraTimeSecondHalf), (120, .extraTimeSecondHalf),
    ] as [(Int, MatchPhase)])
  func `is in the phase of its minute where it says no other one`(minute: Int, phase: MatchPhase) {
    #expect(LiveReport(minute: minute).phase(at: 0, timeline) == phase)
    #expect(LiveReport(phase: .halfTime, minute: minute).phase(at: 0, timeline) == .halfTime)
  }

  @Test func `is in the phase of the clock where it says nothing, and in the second half once that has run out`() {
    let phases = [-10, 0, 46, 47, 61, 62, 110, 111, 200].map { LiveReport().phase(at: Double($0 * 60), timeline) }
    let expected: [MatchPhase] = [
      .firstHalf, .firstHalf, .firstHalf, .halfTime, .halfTime, .secondHalf, .secondHalf, .secondHalf, .secondHalf,
    ]
    #expect(phases == expected)
  }

  @Test(.tags(.sp68)) func `has the score that it says, also before its hour and when a goal was taken back`() {
    let goal = Goal(minute: 10, scorer: "Ann", side: .home)
    let cases: [(ScoreLine, [Goal], Int)] = [
      (ScoreLine(1, 0), [goal], 1), (.goalless, [goal], 0), (ScoreLine(1, 0), [], 0),
    ]
    for (told, goals, shown) in cases {
      let match = match(.running(LiveReport(minute: 12, score: told)), goals: goals)
      for minute in [-20, 0, 40] {
        let view = match.view(minute: minute)
        #expect(view.state == .live && view.score == told && view.isScoreExact && view.minute?.text == "12")
        #expect(view.goals.count == shown, "goals that do not make the score are not shown")
      }
    }
  }

  @Test func `has no exact score while none is told, and no minute while play is interrupted`() {
    let untold = match(.running(LiveReport(minute: 3))).view(minute: 3)
    #expect(untold.score == .goalless && !untold.isScoreExact)
    let report = LiveReport(minute: 70, score: ScoreLine(2, 2), isSuspended: true)
    let suspended = match(.running(report)).view(minute: 80)
    #expect(suspended.state == .suspended && suspended.minute == nil && suspended.score == ScoreLine(2, 2))
    #expect(suspended.phase == .secondHalf)
  }

  @Test func `is live no longer than five hours after its kick-off, whatever was told last`() {
    let match = match(.running(LiveReport(minute: 88, score: ScoreLine(1, 0))))
    let end = match.kickOff + 5 * 3600
    #expect(match.view(at: end - 1).state == .live)
    #expect(match.view(at: end) == .upcoming)
    #expect(match.nextChange(after: match.kickOff) == end && match.nextChange(after: end) == nil)
  }

  @Test func `is over as soon as it says so, with its score, and waits for one without`() {
    let end = Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 1))
    let over = match(.over, score: end)
    for minute in [-60, 0, 80, 600] {
      #expect(over.view(minute: minute).state == .played && over.view(minute: minute).score == ScoreLine(1, 1))
    }
    #expect(over.nextChange(after: .distantPast) == nil)
    #expect(match(.over).view(minute: 200).state == .upcoming)
  }

  @Test func `gives way to the word that the match was put off`() {
    var match = match(.running(LiveReport(minute: 5, score: .goalless)))
    match.status = .postponed
    #expect(match.view(minute: 5).state == .postponed && match.view(minute: 5).score == nil)
  }
}
