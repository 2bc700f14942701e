import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A live topic and its pattern` {
  private static let words = ["cards", "é", "1", "a b", "\u{301}x", "{", "}", "c%2F1", "🏳️‍🌈", "\u{338}"]

  @Test(arguments: 1...4) func `fit when every part does, and say what stands for what`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let names = (0..<1 + random.next(below: 4)).map { _ in Self.words[random.next(below: Self.words.count)] }
      var expected: [String: String] = [:]
      let pattern = names.enumerated().map { index, name in
        guard name.hasPrefix("{") || random.next(below: 2) == 0 else { return name }
        expected["p\(index)"] = name
        return "{p\(index)}"
      }
      let topic = try #require(
        LiveTopic(names.joined(separator: "/"), pattern: pattern.joined(separator: "/")), "\(names) \(pattern)")
      #expect(topic.parameters == expected && topic.name == names.joined(separator: "/"))
      #expect(LiveTopic(topic.name + "/x", pattern: topic.pattern) == nil)
      #expect(LiveTopic("x/" + topic.name, pattern: topic.pattern) == nil)
      let other = pattern.firstIndex { !$0.hasPrefix("{") }
      guard let other else { continue }
      var wrong = names
      wrong[other] += "x"
      #expect(LiveTopic(wrong.joined(separator: "/"), pattern: topic.pattern) == nil)
      wrong[other] = ""
      #expect(LiveTopic(wrong.joined(separator: "/"), pattern: topic.pattern) == nil)
    }
  }

  @Test func `are divided by every slash, also one with a mark on it`() throws {
    let topic = try #require(LiveTopic("cards/\u{338}c1", pattern: "cards/{card}"))
    #expect(topic.parameters["card"].map { Array($0.unicodeScalars) } == ["\u{338}", "c", "1"])
    #expect(LiveTopic("cards/a/\u{301}b", pattern: "cards/{card}") == nil)
  }

  @Test func `are compared as they are written`() {
    #expect(LiveTopic("caf\u{E9}", pattern: "caf\u{E9}") != nil)
    #expect(LiveTopic("cafe\u{301}", pattern: "caf\u{E9}") == nil)
  }

  @Test func `have names up to a limit that clients are told`() {
    #expect(LiveTopic.longestName == 400 && LiveEvent.longestName == 64 && LiveEvent.longestPayload == 65_536)
  }
}

@Suite struct `A live event` {
  @Test func `says nothing beyond its name unless told`() {
    #expect(LiveEvent("ended") == LiveEvent("ended", [:]))
    #expect(LiveEvent("ended") != LiveEvent("begun") && LiveEvent("ended") != LiveEvent("ended", .null))
  }
}

@Suite struct `An event between plugins` {
  @Test func `is told apart by name and payload`() {
    let event = Event(name: "match-settled", payload: ["match": "m1"])
    #expect(event == Event(name: "match-settled", payload: ["match": "m1"]))
    #expect(
      Set([event, Event(name: "match-begun", payload: event.payload), Event(name: event.name, payload: [:])]).count == 3
    )
  }
}

@Suite struct `A notification that waits` {
  private static let full = NotificationRequest(
    recipients: [AccountID("a")], about: [AccountID("b")], kind: "goal", text: "goal.text", arguments: ["who": "B"],
    link: "/m/1", deduplicationKey: "m1")

  @Test func `is about nobody unless told, and goes everywhere only once it is named`() {
    let plain = NotificationRequest(recipients: [AccountID("a")], kind: "goal", text: "t")
    #expect(plain.about.isEmpty && plain.arguments.isEmpty && plain.link == nil && plain.deduplicationKey == nil)
    #expect(plain == NotificationRequest(recipients: [AccountID("a")], about: [], kind: "goal", text: "t"))
    #expect(
      plain != NotificationRequest(recipients: [AccountID("a")], about: [AccountID("b")], kind: "goal", text: "t"))
  }

  @Test(
    arguments: [
      ("recipients", "required"), ("about", nil), ("kind", "required"), ("text", "required"), ("arguments", "required"),
      ("link", nil), ("deduplicationKey", nil),
    ] as [(String, String?)])
  func `is read back without what may be missing, and with nothing less`(name: String, code: String?) throws {
    let json = try JSON(encoding: Self.full)
    #expect(try JSONValueDecoder().decode(NotificationRequest.self, from: json) == Self.full)
    var members = try #require(json.object)
    #expect(members.contains(key: name))
    members[name] = nil
    var found: String?
    do {
      let read = try JSONValueDecoder().decode(NotificationRequest.self, from: .object(members))
      #expect(read != Self.full && read.kind == "goal")
    } catch { found = (error as? JSONDecodingError).map { "\($0.pointer) \($0.code)" } }
    #expect(found == code.map { "/\(name) \($0)" })
  }
}
