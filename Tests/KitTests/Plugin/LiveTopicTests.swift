import FieldhouseKit
import Testing

@Suite struct `The name of a live topic` {
  @Test func `is covered by a pattern of as many parts, whose parameters stand for one each`() throws {
    let topic = try #require(LiveTopic("cards/c 1/holes/été", pattern: "cards/{card}/holes/{hole}"))
    #expect(topic.name == "cards/c 1/holes/été" && topic.pattern == "cards/{card}/holes/{hole}")
    #expect(topic.parameters == ["card": "c 1", "hole": "été"])
    #expect(LiveTopic("news", pattern: "news")?.parameters == [:])
  }

  @Test(arguments: [
    ("", "news"), ("news/", "news"), ("/news", "news"), ("New", "news"), ("cards", "cards/{card}"),
    ("cards/", "cards/{card}"), ("cards//", "cards/{card}/{hole}"), ("cards/1/2", "cards/{card}"), ("", "{card}"),
    ("card/1", "cards/{card}"), ("cards/{card}/1", "cards/{card}"),
  ])
  func `is not covered otherwise`(name: String, pattern: String) {
    #expect(LiveTopic(name, pattern: pattern) == nil)
  }
}
