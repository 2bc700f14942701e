import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `The guide to changing disc golf` {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  private static let plugin = root.appending(path: "Plugins/FolfScoring")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool {
    [Self.plugin, Self.root].contains { FileManager.default.fileExists(atPath: $0.appending(path: path).path) }
  }

  @Test(.tags(.fs9)) func `tells of courses, games and pages, and names files that there are`() throws {
    let guide = try text("Plugins/FolfScoring/GUIDE.md")
    for heading in ["Add or correct a course", "Add a game", "Change a page"] {
      #expect(guide.contains("## \(heading)\n"))
    }
    let named = guide.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }.filter {
        $0.hasSuffix(".md") || $0.hasSuffix(".swift") || $0.contains("/") && !$0.contains(" ")
      }
    #expect(named.count > 25)
    for path in named where !path.hasPrefix(".build") { #expect(exists(path), "\(path)") }
  }

  @Test(.tags(.fs9), arguments: Game.allCases)
  func `is enough for a game: it is offered, and named and told about in each language`(game: Game) throws {
    #expect(try text("Plugins/FolfScoring/web/games.js").contains("\"\(game.rawValue)\""))
    for language in ["en", "ar"] {
      let texts = try JSON(parsing: Array(Data(contentsOf: Self.plugin.appending(path: "strings/\(language).json"))))
      for key in ["game", "about"] {
        #expect(texts["\(key).\(game.rawValue)"]?.string?.isEmpty == false, "\(key) in \(language)")
      }
    }
  }
}
