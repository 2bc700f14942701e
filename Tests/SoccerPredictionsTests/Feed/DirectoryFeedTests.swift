import Foundation
import Testing

@testable import SoccerPredictions

@Suite("A feed of files")
struct DirectoryFeedTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
  private let key = SeasonKey(league: "en.1", season: "2024-25")

  private func write(_ score: String, to path: String = "2024-25/en.1.json") throws {
    let text =
      "{\"name\":\"Premier League 2024/25\",\"matches\":[{\"round\":\"Matchday 1\",\"date\":\"2024-08-16\","
      + "\"team1\":\"A\",\"team2\":\"B\",\"score\":\(score)}]}"
    try write(text: text, to: path)
  }

  private func write(text: String, to path: String) throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func withFeed(_ body: (DirectoryFeed) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try write("{\"ft\":[1,0]}")
    try await body(DirectoryFeed(directory: directory, reader: OpenFootballReader(table: competitions())))
  }

  @Test func `leagues and matches are those of the files`() async throws {
    try await withFeed { feed async throws in
      #expect(try await feed.leagues().map(\.key) == [key])
      #expect(try await feed.matches(of: key).map(\.score.final) == [ScoreLine(1, 0)])
      #expect(try await feed.matches(of: SeasonKey(league: "en.1", season: "1999-00")).isEmpty)
    }
  }

  @Test func `nothing changes while the files stay the same`() async throws {
    try await withFeed { feed async throws in
      let first = try await feed.changes(since: nil)
      #expect(first.updated.map(\.league.key) == [key])
      #expect(try await feed.changes(since: first.cursor).isEmpty)
    }
  }

  @Test func `a corrected result of the same length is noticed and keeps the match's id`() async throws {
    try await withFeed { feed async throws in
      let first = try await feed.changes(since: nil)
      try write("{\"ft\":[2,0]}")
      let second = try await feed.changes(since: first.cursor)
      let changes = MatchChanges(from: first.updated[0].matches, to: second.updated[0].matches)
      #expect(changes.changed.map(\.score.final) == [ScoreLine(2, 0)])
      #expect(changes.added.isEmpty && changes.removed.isEmpty)
    }
  }

  @Test func `a file caught half-written is reported and its last good state kept`() async throws {
    try await withFeed { feed async throws in
      let first = try await feed.changes(since: nil)
      try write(text: "{\"name\":\"Premier", to: "2024-25/en.1.json")
      let broken = try await feed.changes(since: first.cursor)
      #expect(broken.isEmpty && broken.problems.map(\.code) == ["invalid-value"])
      #expect(try await feed.matches(of: key).count == 1)
      try write("{\"ft\":[3,0]}")
      let mended = try await feed.changes(since: broken.cursor)
      #expect(mended.updated.count == 1 && mended.problems.isEmpty)
    }
  }

  @Test func `new and vanished files are noticed`() async throws {
    try await withFeed { feed async throws in
      let first = try await feed.changes(since: nil)
      try write("{}", to: "2024-25/de.1.json")
      try FileManager.default.removeItem(at: directory.appending(path: "2024-25/en.1.json"))
      let second = try await feed.changes(since: first.cursor)
      #expect(second.updated.map(\.league.id) == ["de.1"] && second.removed == [key])
    }
  }

  @Test func `of two files for one season the first counts and the other is reported`() async throws {
    try await withFeed { feed async throws in
      try write("{\"ft\":[9,0]}", to: "copy/2024-25/en.1.json")
      let changes = try await feed.changes(since: nil)
      #expect(changes.updated.count == 1 && changes.updated[0].matches[0].score.final == ScoreLine(1, 0))
      #expect(changes.problems.map(\.code) == ["duplicate-season"])
    }
  }

  @Test func `a missing directory is named`() async throws {
    let feed = DirectoryFeed(directory: directory, reader: OpenFootballReader(table: try competitions()))
    await #expect(throws: FeedProblem.self) { try await feed.leagues() }
  }

  @Test func `the difference of two seasons names added, changed and removed matches`() {
    let changes = MatchChanges(
      from: [Match.sample("A", "B"), .sample("C", "D"), .sample("E", "F")],
      to: [Match.sample("A", "B"), .sample("C", "D", status: .postponed), .sample("G", "H")])
    #expect(changes.added.map(\.home.name) == ["G"])
    #expect(changes.changed.map(\.home.name) == ["C"])
    #expect(changes.removed.map(\.home.name) == ["E"])
  }
}
