internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A pattern of live topics")
struct TopicPatternTests {
  private static let parts = ["", "cards", "c1", "{card}", "{", "é", "e\u{301}", "Cards", " "]

  /// Names and patterns of one to three parts.
  private static let names =
    parts + parts.flatMap { first in parts.map { "\(first)/\($0)" } } + [
      "cards/c1/moves", "cards/{card}/moves", "cards//moves", "//", "cards/c1/", "/cards/c1",
    ]

  @Test func `covers what the contract says that it covers`() {
    var covered = 0
    for text in Self.names {
      let pattern = TopicPattern(text)
      for name in Self.names {
        let isCovered = LiveTopic(name, pattern: text) != nil
        #expect(pattern.covers(TopicPattern.parts(of: name)) == isCovered, "\(text): \(name)")
        covered += isCovered ? 1 : 0
      }
    }
    #expect(covered > Self.names.count)
  }
}
