import FieldhouseKit
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `How a feed is doing` {
  private let season = SeasonKey(league: "en.1", season: "2024-25")
  private let health = FeedHealth()

  private func problem(_ code: String) -> FeedProblem { FeedProblem(file: "en.1.json", code: code, detail: "odd") }

  /// The feed has been read.
  private func read(
    _ problems: [FeedProblem] = [], has seasons: [SeasonKey] = [], removed: [SeasonKey] = [],
    renamed: Set<SeasonKey> = []
  ) {
    let versions = Dictionary(seasons.map { ($0, Fingerprint(of: "")) }, uniquingKeysWith: { $1 })
    health.read(
      FeedChanges(cursor: FeedCursor(versions: versions), updated: [], removed: removed, problems: problems),
      renamed: renamed)
  }

  /// So many minutes after the kick-off of the sample.
  private func after(_ minutes: Double) -> Date { Match.sample().kickOff + 60 * minutes }

  @Test func `is well until something is wrong, and again when it can be read`() {
    #expect(health.health == .ok)
    health.failed(problem("missing-directory"))
    #expect(health.health.state == .degraded && health.health.reason.contains("[missing-directory] odd"))
    #expect(health.health.remedy.contains("read again by itself"))
    read()
    #expect(health.health == .ok)
  }

  @Test func `is told with the number of problems and the first, of files, of seasons, then of what is gone`() {
    health.note([season: [problem("season-shrunk")]])
    #expect(health.health.reason == "1 problems in the feed; the first: en.1.json: [season-shrunk] odd")
    read([problem("invalid-json"), problem("duplicate-season")], removed: [season])
    #expect(health.health.reason == "4 problems in the feed; the first: en.1.json: [invalid-json] odd")
    read()
    #expect(health.health.reason.hasPrefix("2 problems"), "a file is mended; the season and its file are as they were")
    health.note([season: []])
    #expect(health.health.reason.contains("[season-gone]") && health.health.reason.contains("en.1_2024-25"))
    health.failed(problem("unreadable-directory"))
    #expect(health.health.reason.contains("unreadable-directory") && !health.health.reason.contains("season-gone"))
  }

  @Test func `misses a season until it is there again, or there under another name`() {
    let other = SeasonKey(league: "de.1", season: "2024-25")
    read(removed: [season, other])
    #expect(health.health.reason.hasPrefix("2 problems"))
    read(has: [other])
    #expect(health.health.reason.hasPrefix("1 problems"))
    read(renamed: [season])
    #expect(health.health == .ok)
    read(removed: [season])
    read(has: [season])
    #expect(health.health == .ok)
  }

  /// A match takes five hours at most; a day after that it is missed, and two weeks after that no more.
  @Test(
    arguments: [
      (29 * 60 - 1, false), (29 * 60, true), (5 * 60 + 14 * 1440 - 1, true), (5 * 60 + 14 * 1440, false), (0, false),
    ] as [(Double, Bool)])
  func `is behind with a match that should be over for a day, and not for ever`(minutes: Double, isBehind: Bool) {
    let match = Match.sample()
    health.note([match], at: after(minutes))
    #expect((health.health != .ok) == isBehind)
    #expect(health.health.state == (isBehind ? .degraded : .ok))
    #expect(match.overdueTimes == [after(29 * 60), after(5 * 60 + 14 * 1440)], "then it is to be looked at")
  }

  @Test func `is behind with no match of which it says anything, or whose teams nobody knows`() {
    let matches = [
      Match.sample(status: .postponed), .sample(status: .cancelled), .sample(status: .removed),
      .sample(status: .abandoned), .sample(score: Score(regularTime: .goalless)),
      .sample(score: Score(halfTime: .goalless)), .sample("TBD", "Borough"), .sample("Albion", "W7"),
    ]
    health.note(matches, at: after(48 * 60))
    #expect(health.health == .ok)
  }

  @Test func `names the first match that it is behind with and how many there are, until it tells of them`() {
    let matches = [Match.sample("B"), .sample("A"), .sample("C")]
    health.note(matches, at: after(48 * 60))
    #expect(health.health.reason.contains("of 3 matches") && health.health.reason.contains(matches[1].id))
    #expect(health.health.remedy == "See why the feed is not kept up to date.")
    let told = Match.sample("A", score: Score(regularTime: .goalless))
    health.note([told], at: after(49 * 60))
    #expect(health.health.reason.contains("of 2 matches") && health.health.reason.contains(matches[0].id))
    read([problem("invalid-json")])
    #expect(health.health.reason.hasPrefix("1 problems"), "what cannot be read comes first")
    read()
    health.note([matches[0], matches[2]], at: after(20 * 1440))
    #expect(health.health == .ok)
  }
}
