import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The earlier matches of two teams` {
  private let match = Match.sample("Albion", "Borough")
  private var now: Date { match.kickOff }

  /// A match so many days before.
  private func earlier(
    _ days: Double, _ home: String, _ away: String, _ score: Score, status: ReportedStatus = .scheduled
  ) -> Match {
    var match = Match.sample(home, away, score: score, status: status)
    match.id += "_\(days)"
    match.kickOff = now - days * 86_400
    return match
  }

  private func full(_ home: Int, _ away: Int) -> Score { Score(regularTime: ScoreLine(home, away)) }

  private func told(_ days: Double, home: Bool = true, _ score: ScoreLine) -> HeadToHead.Meeting {
    HeadToHead.Meeting(
      match: nil, kickOff: now - days * 86_400, home: home ? match.home : match.away,
      away: home ? match.away : match.home,
      score: score, competition: "Cup")
  }

  private func counts(_ found: HeadToHead) -> [Int] { [found.home, found.drawn, found.away] }

  @Test func `are counted for the teams, whoever was at home, by the score after extra time`() {
    let kicks = Score(regularTime: ScoreLine(0, 0), afterExtraTime: ScoreLine(0, 0), penalties: ScoreLine(4, 5))
    let known = [
      earlier(40, "Albion", "Borough", full(2, 0)), earlier(30, "Borough", "Albion", full(0, 1)),
      earlier(20, "Borough", "Albion", Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1))),
      earlier(10, "Albion", "Borough", kicks),
    ]
    let found = HeadToHead(match, known, at: now)
    #expect(counts(found) == [2, 1, 1], "a shoot-out leaves a match drawn")
    #expect(found.matches.map(\.kickOff) == [10, 20, 30, 40].map { now - $0 * 86_400 }, "the latest first")
  }

  @Test func `are those that were played or awarded`() {
    let known = [
      earlier(50, "Albion", "Borough", full(1, 0), status: .abandoned),
      earlier(40, "Albion", "Borough", full(0, 3), status: .awarded),
      earlier(30, "Albion", "Borough", Score(), status: .postponed), earlier(20, "Albion", "Borough", Score()),
      earlier(10, "Albion", "Borough", full(5, 0), status: .removed),
    ]
    let found = HeadToHead(match, known, at: now)
    #expect(found.matches.map(\.status) == [.awarded] && counts(found) == [0, 0, 1])
  }

  @Test func `are told besides where they are not known here, each once and none that is still to come`() {
    let known = [
      earlier(30, "Albion", "Borough", full(1, 0)), earlier(60, "Borough", "Albion", Score(), status: .postponed),
    ]
    let all = [
      told(30.5, ScoreLine(9, 9)), told(60, ScoreLine(9, 9)), told(31, ScoreLine(0, 2)),
      told(90, home: false, ScoreLine(0, 0)),
      told(90.9, ScoreLine(7, 7)), told(-7, ScoreLine(8, 8)), told(0.5, ScoreLine(8, 8)),
    ]
    let found = HeadToHead(match, known, told: all, at: now)
    #expect(found.shown.map(\.score) == [ScoreLine(1, 0), ScoreLine(0, 2), ScoreLine(0, 0)])
    #expect(found.shown.map { $0.match == nil } == [false, true, true])
    #expect(found.shown.map(\.competition) == [nil, "Cup", "Cup"])
    #expect(counts(found) == [1, 1, 1] && found.matches.count == 1)
  }

  @Test func `are ten at most as they are shown, and counted as shown where a provider tells any`() {
    let known = (1...12).map { earlier(Double(10 * $0), "Albion", "Borough", full($0 > 9 ? 0 : 1, $0 > 9 ? 1 : 0)) }
    let alone = HeadToHead(match, known, at: now)
    #expect(alone.shown.count == 10 && alone.matches.count == 12 && counts(alone) == [9, 0, 3])
    let both = HeadToHead(match, known, told: [told(5, ScoreLine(0, 0))], at: now)
    #expect(both.shown.first?.score == ScoreLine(0, 0) && both.shown.count == 10 && counts(both) == [9, 1, 0])
  }
}
