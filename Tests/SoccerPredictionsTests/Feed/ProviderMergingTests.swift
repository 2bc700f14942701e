import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A season that two providers tell of` {
  /// What a provider says of a match: that it is to come, that it is played with the score 1–0, or that it has ended 2–1.
  enum Word: String, CaseIterable, Sendable {
    case coming, playing, over

    var progress: MatchProgress? {
      switch self {
      case .coming: nil
      case .playing: .running(LiveReport(minute: 30, score: ScoreLine(1, 0)))
      case .over: .over
      }
    }

    var score: Score { self == .over ? Score(regularTime: ScoreLine(2, 1)) : Score() }
  }

  private func told(
    _ word: Word, _ number: String = "1", home: String = "Albion", away: String = "Borough",
    at text: String = "2024-08-17T11:30:00Z", goals: [Goal]? = nil, stadium: String? = nil
  ) throws -> ProviderMatch {
    var row = try MatchRow.sample(home, away, at: text, score: word.score, goals: goals, progress: word.progress)
    row.stadium = stadium
    return ProviderMatch(number: number, row: row)
  }

  private func filled(
    _ first: ProviderMatch, from other: ProviderMatch, isStale: Bool
  ) throws -> MatchRow {
    let all = ProviderMatch.filled([first], from: [other], isStale: isStale)
    #expect(all.count == 1, "both mean one match")
    return try #require(all.first).row
  }

  @Test(arguments: Word.allCases, Word.allCases)
  func `stands as the first one says while that answers, and else as the other one says, but for what is over`(
    first: Word, other: Word
  ) throws {
    let fresh = try filled(told(first), from: told(other, "9", at: "2024-08-18T14:00:00Z"), isStale: false)
    #expect(fresh.progress == first.progress && fresh.score == first.score)
    #expect(fresh.instant == (try instant("2024-08-17T11:30:00Z")))
    let stale = try filled(told(first), from: told(other, "9", at: "2024-08-18T14:00:00Z"), isStale: true)
    let isKept = first == .over && other != .over
    #expect(stale.progress == (isKept ? Word.over : other).progress)
    #expect(stale.score == (isKept ? Word.over : other).score)
    #expect(stale.instant == (try instant(isKept ? "2024-08-17T11:30:00Z" : "2024-08-18T14:00:00Z")))
  }

  @Test func `has the ground and the goals from whoever tells them, and no goals of another score`() throws {
    let goals = [Goal(minute: 3, scorer: "Ann", side: .home)]
    let other = try told(.over, "9", home: "Albion FC", away: "Borough AFC", goals: goals, stadium: "Arena")
    let row = try filled(told(.over), from: other, isStale: false)
    #expect(row.stadium == "Arena" && row.goals == goals && row.home == "Albion", "the first one's names stay")
    let own = [Goal(minute: 4, scorer: "Bea", side: .home)]
    let kept = try filled(told(.over, goals: own, stadium: "Park"), from: other, isStale: false)
    #expect(kept.stadium == "Park" && kept.goals == own)
    #expect(try filled(told(.coming), from: other, isStale: false).goals == nil)
    var corrected = try told(.over)
    corrected.row.score = Score(regularTime: ScoreLine(3, 1))
    #expect(try filled(corrected, from: other, isStale: false).goals == nil)
  }

  @Test func `stands as the other one says where the first says a word that nobody knows, unless neither does`() throws
  {
    var odd = try told(.coming)
    odd.row.unknownState = "WEATHER_WATCH"
    let known = try filled(odd, from: told(.playing, "9"), isStale: false)
    #expect(known.progress == Word.playing.progress && known.unknownState == nil)
    var other = try told(.coming, "9")
    other.row.unknownState = "RAIN"
    #expect(try filled(odd, from: other, isStale: false).unknownState == "WEATHER_WATCH")
  }

  @Test(arguments: [("2024-08-20T23:00:00Z", true), ("2024-08-21T00:00:00Z", false), ("2024-08-14T00:00:00Z", true)])
  func `has one match for both where they are three days apart at most`(at: String, isOne: Bool) throws {
    let all = ProviderMatch.filled([try told(.coming)], from: [try told(.over, "9", at: at)], isStale: true)
    #expect(all.count == (isOne ? 1 : 2))
    #expect(all.first?.row.progress == (isOne ? .over : nil))
  }

  @Test func `has the same teams' other match, each once, and never turned round`() throws {
    let first = [try told(.coming), try told(.coming, "2", at: "2024-08-19T11:30:00Z")]
    let others = [
      try told(.over, "8"), try told(.playing, "9", at: "2024-08-19T11:30:00Z"),
      try told(.over, "7", home: "Borough", away: "Albion"),
    ]
    let all = ProviderMatch.filled(first, from: others, isStale: true)
    #expect(all.map(\.row.progress) == [.over, Word.playing.progress, .over])
    #expect(all.map(\.number) == ["1", "2", "7"])
  }

  @Test func `gains what the other one alone has only while the first has nothing or has fallen behind`() throws {
    let (known, new) = (try told(.coming), try told(.coming, "9", home: "City", away: "Dynamo"))
    #expect(ProviderMatch.filled([known], from: [new], isStale: false).map(\.number) == ["1"])
    #expect(ProviderMatch.filled([known], from: [new], isStale: true).map(\.number) == ["1", "9"])
    #expect(ProviderMatch.filled([], from: [known, new], isStale: false).map(\.number) == ["1", "9"])
    #expect(ProviderMatch.filled([known], from: [], isStale: true).map(\.number) == ["1"])
  }
}
