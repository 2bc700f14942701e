import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `What came of sending to several devices` {
  private static func round(_ outcomes: [(String, PushService.Outcome)]) -> PushRound {
    outcomes.reduce(into: PushRound()) { $0.add($1.1, of: $1.0) }
  }

  @Test func `is that it arrived where one device took it, and which are tried again`() {
    let later = PushService.Outcome.later("503", seconds: nil)
    #expect(Self.round([("a", .arrived)]).result == .arrived(left: []))
    let mixed = Self.round([("c", later), ("a", .arrived), ("b", later), ("d", .gone("410")), ("e", .refused("400"))])
    #expect(mixed.result == .arrived(left: ["b", "c"]))
    #expect(mixed.gone == ["d"])
  }

  @Test func `is another try of those that may take it later, not before the longest rest that was asked for`() {
    let round = Self.round([
      ("d", .gone("404")), ("b", .later("503", seconds: nil)), ("a", .later("429", seconds: 30)),
      ("c", .later("429", seconds: 7)),
    ])
    #expect(round.result == .later("429", seconds: 30, left: ["a", "b", "c"]))
    #expect(Self.round([("a", .later("503", seconds: nil))]).result == .later("503", seconds: nil, left: ["a"]))
  }

  @Test func `is over where none will ever take it`() {
    #expect(
      Self.round([("a", .gone("410")), ("b", .refused("the push service answered 413"))]).result
        == .failed("the push service answered 413"))
    #expect(Self.round([]).result == .failed("no device could be reached"))
  }

  /// 1, 2, 4 … seconds, at most ten minutes.
  @Test func `is tried again after a pause that doubles up to ten minutes`() {
    #expect((0...12).map(RetryRule.pause) == [1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
    #expect([100, Int.max].map(RetryRule.pause) == [600, 600])
    let before = (1..<RetryRule.tries(hasNext: true)).map(RetryRule.pause).reduce(0, +)
    #expect(before <= 60, "the next way follows within the minute")
    let all = (1..<RetryRule.tries(hasNext: false)).map(RetryRule.pause).reduce(0, +)
    #expect(all >= RetryRule.age / 2, "the last way is tried over hours")
  }
}

@Suite struct `What takes the place of what on a device` {
  private static func kind(_ collapse: NotificationCollapse) -> NotificationKind {
    NotificationKind(owner: "soccer", name: "goal", title: "t", collapse: collapse)
  }

  @Test func `is each by itself, those of a kind that lead to one page, or all of a kind`() {
    let none = Self.kind(.none)
    #expect(none.tag(of: "1", leadingTo: "/a") != none.tag(of: "2", leadingTo: "/a"))
    let link = Self.kind(.link)
    #expect(link.tag(of: "1", leadingTo: "/a") == link.tag(of: "2", leadingTo: "/a"))
    #expect(link.tag(of: "1", leadingTo: "/a") != link.tag(of: "1", leadingTo: "/b"))
    #expect(link.tag(of: "1", leadingTo: nil) != link.tag(of: "2", leadingTo: nil))
    let all = Self.kind(.kind)
    #expect(all.tag(of: "1", leadingTo: "/a") == all.tag(of: "2", leadingTo: nil))
    var other = NotificationKind(owner: "soccer", name: "card", title: "t")
    #expect(other.tag(of: "1", leadingTo: "/a") != link.tag(of: "1", leadingTo: "/a"))
    other = NotificationKind(owner: "folf", name: "goal", title: "t", collapse: .kind)
    #expect(other.tag(of: "1", leadingTo: nil) != all.tag(of: "1", leadingTo: nil))
  }

  /// RFC 3986 § 2.3: a value fills one part of the path and no other.
  @Test(
    arguments: [
      ("/a/{x}/b/{y}", ["x": "1", "y": "2"], "/a/1/b/2"), ("/a/{x}", ["x": "../b"], "/a/..%2Fb"),
      ("/a/{x}", ["x": "ü ?#"], "/a/%C3%BC%20%3F%23"), ("/a/{x}/{y}", ["x": "1"], nil), ("/a/b", ["x": "1"], "/a/b"),
      ("/a/{x}", ["x": "{y}", "y": "2"], "/a/%7By%7D"),
    ] as [(String, [String: String], String?)])
  func `is found by the page that a kind leads to, with its arguments filled in`(
    link: String, arguments: [String: String], filled: String?
  ) {
    let kind = NotificationKind(owner: "soccer", name: "goal", title: "t", link: link)
    #expect(kind.link(nil, arguments) == filled)
    #expect(kind.link("/own", arguments) == "/own")
  }
}
