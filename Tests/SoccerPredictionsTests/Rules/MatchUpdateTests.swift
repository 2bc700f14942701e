import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What has happened in a match` {
  private let goals = [
    Goal(minute: 10, scorer: "Ann", side: .home), Goal(minute: 60, scorer: "Bea", side: .away, kind: .penalty),
  ]

  private func told(_ match: Match, minute: Int) -> [String] {
    match.updates(at: match.kickOff + Double(minute * 60)).map { update in
      let score = update.score.map { " \($0.text)" } ?? ""
      let second = Int(update.instant.timeIntervalSince(match.kickOff))
      switch update.kind {
      case .kickOff: return "\(second) kick-off\(score)"
      case .goal(let goal): return "\(second) \(goal.scorer)\(score)"
      case .ended(let state): return "\(second) \(state.rawValue)\(score)"
      }
    }
  }

  @Test(.tags(.sp48)) func `is told from kick-off to the end, and nothing before it is known`() {
    let match = Match.sample(
      score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 1)), goals: goals)
    #expect(told(match, minute: -1).isEmpty)
    #expect(told(match, minute: 0) == ["0 kick-off 0–0"])
    #expect(told(match, minute: 12) == ["0 kick-off 0–0", "570 Ann 1–0"])
    // Half-time and 2 minutes of stoppage time lie before the second half.
    let half = (45 + 2 + 15) * 60
    let (second, whistle) = (half + 14 * 60 + 30, half + (45 + 4) * 60)
    let end: [String] = ["0 kick-off 0–0", "570 Ann 1–0", "\(second) Bea 1–1", "\(whistle) played 1–1"]
    #expect(told(match, minute: 300) == end)
    #expect(Set(match.updates(at: match.kickOff + 18_000).map(\.id)).count == 4)
  }

  @Test(
    arguments: [
      (.postponed, ["0 postponed"]), (.cancelled, ["0 cancelled"]), (.removed, []),
    ] as [(ReportedStatus, [String])])
  func `of one that is not played is told from its kick-off on`(status: ReportedStatus, expected: [String]) {
    let match = Match.sample(status: status)
    #expect(told(match, minute: -1).isEmpty)
    #expect(told(match, minute: 1) == expected)
  }

  @Test func `counts as it stands while it is played, and not before or afterwards`() throws {
    let match = Match.sample(
      score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 1)), goals: goals)
    #expect(match.asItStands(at: match.kickOff - 1) == nil)
    let early = try match.asItStands(at: match.kickOff + 900).unwrapped
    #expect(early.score == Score(regularTime: ScoreLine(1, 0)))
    #expect(early.reliableGoals?.map(\.scorer) == ["Ann"])
    #expect(match.asItStands(at: match.kickOff + 9000) == nil)
    // In extra time points go by the 90 minutes that are over.
    let longer = Match.sample(
      score: Score(halfTime: ScoreLine(1, 0), regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1)),
      goals: goals + [Goal(minute: 93, scorer: "Ann", side: .home)])
    let extraTime = (45 + 2 + 15 + 45 + 4 + 5) * 60.0
    let late = try longer.asItStands(at: longer.kickOff + extraTime + 240).unwrapped
    #expect(late.score == Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1)))
  }
}
