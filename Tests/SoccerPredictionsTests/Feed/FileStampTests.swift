import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A folder in which nothing is new` {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "stamps-\(UUID().uuidString)")

  private func write(_ score: String, to path: String = "2024-25/en.1.json") throws {
    let file = directory.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text =
      "{\"name\":\"League 2024/25\",\"matches\":[{\"date\":\"2024-08-16\",\"team1\":\"A\",\"team2\":\"B\",\"score\":{\"ft\":\(score)}}]}"
    try Data(text.utf8).write(to: file)
  }

  @Test func `gives the same answer again, and another one as soon as a file is written, added or removed`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: directory) }
    try write("[1,0]")
    let feed = DirectoryFeed(directory: directory, reader: OpenFootballReader(table: try competitions()))
    var cursor = try await feed.changes(since: nil).cursor
    func news() async throws -> (updated: [String], removed: [String]) {
      let changes = try await feed.changes(since: cursor)
      cursor = changes.cursor
      return (changes.updated.map(\.league.id).sorted(), changes.removed.map(\.league))
    }
    for score in ["[2,0]", "[0,2]", "[2,2]"] {
      #expect(try await news().updated.isEmpty)
      try write(score)
      #expect(try await news().updated == ["en.1"], "of the same length, within the same moment")
    }
    try write("[1,1]", to: "2024-25/deep/de.1.json")
    #expect(try await news().updated == ["de.1"])
    try FileManager.default.removeItem(at: directory.appending(path: "2024-25/en.1.json"))
    #expect(try await news().removed == ["en.1"])
    #expect(try await news() == ([], []))
  }

  @Test func `is read anew by whoever has not seen it yet`() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try write("[1,0]")
    let feed = DirectoryFeed(directory: directory, reader: OpenFootballReader(table: try competitions()))
    for _ in 1...3 { #expect(try await feed.changes(since: nil).updated.map(\.league.id) == ["en.1"]) }
  }

  @Test func `has files whose stamps settle, and differ once they are written`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try write("[1,0]")
    let path = directory.appending(path: "2024-25/en.1.json").path
    let fresh = try #require(FileStamp(of: path))
    #expect(!fresh.isSettled, "a file that was written just now may be written again unseen")
    #expect(FileStamp(of: path + ".not") == nil)
    try write("[10,0]")
    #expect(FileStamp(of: path) != fresh)
  }
}
