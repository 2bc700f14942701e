import Foundation
import Testing

@testable import SoccerPredictions

@Suite("When a match changes next")
struct NextChangeTests {
  private struct Stage: Equatable {
    let state: MatchState
    let phase: MatchPhase?
    let score: ScoreLine?
  }

  private func stage(_ match: Match, _ now: Date) -> Stage {
    let view = match.view(at: now)
    return Stage(state: view.state, phase: view.phase, score: view.score)
  }

  /// Every instant that `nextChange` names.
  private func changes(_ match: Match) -> [Date] {
    Array(sequence(first: match.kickOff - 3600) { match.nextChange(after: $0) }.dropFirst())
  }

  @Test func `a league match changes at each whistle`() {
    let match = Match.sample(score: Score(halfTime: .goalless, regularTime: ScoreLine(1, 0)))
    #expect(changes(match).map { $0.timeIntervalSince(match.kickOff) / 60 } == [0, 47, 62, 111])
  }

  @Test func `nothing changes between the instants named and something at each of them`() throws {
    for match in try shipped("worldcup-2014.season").matches {
      let instants = changes(match)
      var second = match.kickOff - 60
      while let next = instants.first(where: { $0 > second }) {
        #expect(stage(match, second) == stage(match, next - 1), "\(match.id)")
        #expect(stage(match, next - 1) != stage(match, next), "\(match.id)")
        second = next
      }
      #expect(stage(match, second) == stage(match, .distantFuture))
      #expect(match.view(at: second).state == .played)
    }
  }

  @Test func `every match of the shipped cup ends with its score and all its goals`() throws {
    let matches = try shipped("worldcup-2014.season").matches
    let views = matches.map { $0.view(at: .distantFuture) }
    #expect(zip(matches, views).allSatisfy { $0.score.final == $1.score })
    #expect(views.map(\.goals.count).reduce(0, +) == 171)
  }
}
