import Foundation
import Testing

@testable import SoccerPredictions

/// A match of which a provider tells while it runs, and that the provider's word decides.
@Suite struct `A match that a provider follows` {
  private let goals = [
    Goal(minute: 10, scorer: "Ann", side: .home), Goal(minute: 80, scorer: "Bea", side: .away),
    Goal(minute: 95, scorer: "Cleo", side: .home),
  ]

  private func running(_ report: LiveReport, _ goals: [Goal]?, score: Score = Score()) -> Match {
    var match = Match.sample(score: score, goals: goals)
    match.progress = .running(report)
    return match
  }

  @Test func `in extra time counts as it stood after 90 minutes, as far as the goals tell`() throws {
    let report = LiveReport(phase: .extraTimeFirstHalf, minute: 96, score: ScoreLine(2, 1))
    func standing(_ match: Match) throws -> Score { try match.asItStands(at: match.kickOff + 7_500).unwrapped.score }
    #expect(
      try standing(running(report, goals)) == Score(regularTime: ScoreLine(1, 1), afterExtraTime: ScoreLine(2, 1)))
    #expect(
      try standing(running(report, nil, score: Score(regularTime: ScoreLine(0, 1))))
        == Score(regularTime: ScoreLine(0, 1), afterExtraTime: ScoreLine(2, 1)), "what is told goes before")
    // Without the goals, or with some that are not all, nobody can tell them apart.
    for some in [nil, Array(goals.prefix(1))] {
      #expect(try standing(running(report, some)).regularTime == ScoreLine(2, 1))
    }
  }

  @Test func `settles as it stands with the scorers of the 90 minutes alone`() throws {
    let match = running(LiveReport(phase: .extraTimeFirstHalf, minute: 96, score: ScoreLine(2, 1)), goals)
    let ended = try match.asItStands(at: match.kickOff + 7_500).unwrapped
    let picks = [PlayerID(name: "Ann", team: match.home.id), PlayerID(name: "Cleo", team: match.home.id)]
    let prediction = Prediction(home: 2, away: 2, scorers: picks)
    let receipt = try Settlement().receipt(for: prediction, on: ended, state: .played).unwrapped
    #expect(receipt.components.map(\.points) == [3, 0, 1, 0])
  }

  @Test func `tells of its goals in their order, those of extra time after the others`() {
    let match = running(LiveReport(phase: .extraTimeFirstHalf, minute: 96, score: ScoreLine(2, 1)), goals)
    let updates = match.updates(at: match.kickOff + 7_500)
    #expect(updates.map { $0.score?.text } == ["0–0", "1–0", "1–1", "2–1"])
    #expect(zip(updates, updates.dropFirst()).allSatisfy { $1.isLater(than: $0) })
    #expect(updates.allSatisfy { $0.instant <= match.kickOff + 7_500 })
  }

  @Test func `and is interrupted has begun and has not ended`() {
    let match = running(
      LiveReport(phase: .firstHalf, minute: 12, score: ScoreLine(1, 0), isSuspended: true), [goals[0]])
    let updates = match.updates(at: match.kickOff + 3_600)
    #expect(updates.map(\.kind) == [.kickOff, .goal(goals[0])])
    #expect(match.asItStands(at: match.kickOff + 3_600) == nil)
    #expect(Settlement().verdict(on: match, state: .suspended) == .pending)
  }

  @Test func `keeps the names of what has happened when it goes on and ends`() {
    let report = LiveReport(phase: .secondHalf, minute: 85, score: ScoreLine(1, 1))
    let early = running(report, Array(goals.prefix(2)))
    var over = Match.sample(score: Score(regularTime: ScoreLine(1, 1)), goals: Array(goals.prefix(2)))
    over.progress = .over
    let (before, after) = (early.updates(at: early.kickOff + 6_600), over.updates(at: over.kickOff + 9_000))
    #expect(after.prefix(3).map(\.id) == before.map(\.id) && after.last?.kind == .ended(.played))
  }

  @Test(arguments: [(MatchState.abandoned, ReportedStatus.abandoned), (.awarded, .awarded)])
  func `that was not played to its end says how that was`(state: MatchState, status: ReportedStatus) {
    let match = Match.sample(score: Score(regularTime: ScoreLine(0, 3)), status: status)
    #expect(match.updates(at: match.kickOff + 18_000).last?.kind == .ended(state))
    #expect(match.updates(at: match.kickOff - 1).isEmpty)
  }
}
