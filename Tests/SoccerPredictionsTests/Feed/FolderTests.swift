import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A folder of match data` {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-\(UUID().uuidString)")

  private func text(_ score: String = "[1,0]") -> String {
    "{\"name\":\"League 2024/25\",\"matches\":[{\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\","
      + "\"score\":{\"ft\":\(score)}}]}"
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: path).path, withDestinationPath: target)
  }

  private func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appending(path: path)) }

  /// Runs a test on the folder, which has the league en.1.
  private func run(_ body: (DirectoryFeed) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(text(), to: "2024-25/en.1.json")
    try await body(DirectoryFeed(directory: folder, reader: OpenFootballReader(table: try competitions())))
  }

  @Test func `has the regular files in it and in its folders, those that links lead to among them, and nothing else`()
    async throws
  {
    try await run { feed async throws in
      try write(text(), to: "2024-25/deep/er/de.1.json")
      try write(text(), to: "2024-25/old.json/readme.txt")
      try write(text(), to: "2024-25/json")
      try link("2024-25/null.json", to: "/dev/null")
      try write(text(), to: "elsewhere.txt")
      try link("2024-25/fr.1.json", to: folder.appending(path: "elsewhere.txt").path)
      let found = try await feed.changes(since: nil)
      #expect(found.updated.map(\.league.id) == ["de.1", "en.1", "fr.1"])
      #expect(found.problems.isEmpty, "a folder or a device is no file that cannot be read")
    }
  }

  @Test func `keeps what a file told that cannot be opened any more, until it can`() async throws {
    try await run { feed async throws in
      let first = try await feed.changes(since: nil)
      try remove("2024-25/en.1.json")
      try link("2024-25/en.1.json", to: "/nowhere/at/all")
      let lost = try await feed.changes(since: first.cursor)
      #expect(lost.isEmpty && lost.problems.map(\.code) == ["unreadable"])
      #expect(lost.problems.map(\.file) == ["2024-25/en.1.json"])
      #expect(try await feed.leagues().map(\.id) == ["en.1"])
      try remove("2024-25/en.1.json")
      try write(text(), to: "2024-25/en.1.json")
      let back = try await feed.changes(since: lost.cursor)
      #expect(back.isEmpty && back.problems.isEmpty, "it tells the same as before")
    }
  }

  @Test func `has a season no longer once its file holds something else, and another one where it says so`()
    async throws
  {
    try await run { feed async throws in
      let first = try await feed.changes(since: nil)
      try write("{\"stadiums\":[]}", to: "2024-25/en.1.json")
      let other = try await feed.changes(since: first.cursor)
      #expect(other.updated.isEmpty && other.removed.map(\.description) == ["en.1_2024-25"])
      try remove("2024-25/en.1.json")
      try write(text(), to: "2025-26/en.1.json")
      let next = try await feed.changes(since: other.cursor)
      #expect(next.updated.map(\.league.key.season) == ["2025-26"] && next.removed.isEmpty)
    }
  }

  @Test func `has of two files of one season the other once the first is gone`() async throws {
    try await run { feed async throws in
      try write(text("[7,0]"), to: "copy/2024-25/en.1.json")
      try write(text("[9,0]"), to: "zz/2024-25/en.1.json")
      func scores() async throws -> [Int?] {
        try await feed.matches(of: SeasonKey(league: "en.1", season: "2024-25")).map(\.score.final?.home)
      }
      let first = try await feed.changes(since: nil)
      #expect(try await scores() == [1])
      #expect(first.problems.map(\.file) == ["copy/2024-25/en.1.json", "zz/2024-25/en.1.json"])
      try remove("2024-25")
      let second = try await feed.changes(since: first.cursor)
      #expect(try await scores() == [7])
      #expect(second.updated.count == 1 && second.removed.isEmpty && second.problems.count == 1)
      // A broken first file goes on counting as it was.
      try write("{", to: "copy/2024-25/en.1.json")
      #expect(try await feed.changes(since: second.cursor).isEmpty)
      #expect(try await scores() == [7])
    }
  }

  @Test func `tells each of several listeners of a change once, however they take turns`() async throws {
    try await run { feed async throws in
      let start = try await feed.changes(since: nil).cursor
      var cursors = [start, start]
      func heard(_ listener: Int) async throws -> Int {
        let changes = try await feed.changes(since: cursors[listener])
        cursors[listener] = changes.cursor
        return changes.updated.count
      }
      try write(text("[2,0]"), to: "2024-25/en.1.json")
      #expect(try await [heard(0), heard(0), heard(1), heard(1)] == [1, 0, 1, 0])
      try write(text("[3,0]"), to: "2024-25/en.1.json")
      #expect(try await heard(1) == 1)
      try write(text("[2,0]"), to: "2024-25/en.1.json")
      #expect(try await [heard(1), heard(0)] == [1, 0], "whoever has missed a change and its taking back has no news")
      await feed.close()
      try write(text("[4,0]"), to: "2024-25/en.1.json")
      #expect(try await [heard(0), heard(0), heard(1)] == [1, 0, 1], "it is looked at anew")
    }
  }

  @Test func `is watched with the folders in it: what is written, renamed or removed ends the quiet`() async throws {
    try await run { _ async throws in
      try write("x", to: "2024-25/deep/a.txt")
      let watch = try #require(FolderWatch(folder))
      #expect(FolderWatch(folder.appending(path: "none")) == nil)
      let deep = folder.appending(path: "2024-25/deep")
      let changes: [() throws -> Void] = [
        { try write("y", to: "2024-25/deep/a.txt") }, { try write("z", to: "new.json") },
        { try FileManager.default.moveItem(at: deep.appending(path: "a.txt"), to: deep.appending(path: "b.txt")) },
        { try remove("2024-25/deep/b.txt") }, { try remove("2024-25/deep") },
      ]
      for (number, change) in changes.enumerated() {
        // Silence counts for a moment only, which a busy machine may miss.
        try await eventually {
          watch.clear()
          return watch.isQuiet
        }
        watch.clear()
        try change()
        #expect(!watch.isQuiet, "change \(number)")
      }
    }
  }
}
