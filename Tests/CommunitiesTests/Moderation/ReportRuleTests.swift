@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What is decided about a report` {
  private static func found(
    _ state: ReportCase.State = .open, isHidden: Bool = false, author: AccountID? = AccountID("bob"),
    holder: String = "lions"
  ) -> ReportCase {
    ReportCase(
      id: "c", place: ReportPlace(kind: "message", holder: holder, thing: "1"), scope: "", author: author, words: "",
      state: state, isHidden: isHidden, round: 1, movedAt: Date(timeIntervalSince1970: 0), appeal: nil, appealedAt: nil)
  }

  /// What stands in the way of each decision, in their order: restore, remove, warn, ban, suspend, dismiss.
  private static func obstacles(_ found: ReportCase, canBeHidden: Bool = true) -> [String?] {
    ReportDecision.allCases.map { $0.conflict(with: found, canBeHidden: canBeHidden)?.code }
  }

  @Test(.tags(.pl69)) func `depends on whether the thing stands and whether it was decided`() {
    #expect(ReportDecision.allCases == [.restore, .remove, .warn, .ban, .suspend, .dismiss])
    #expect(Self.obstacles(Self.found()) == ["report-not-hidden", nil, nil, nil, nil, nil])
    #expect(Self.obstacles(Self.found(isHidden: true)) == [nil, nil, nil, nil, nil, "report-hidden"])
    #expect(Self.obstacles(Self.found(.decided)) == ["report-not-hidden", nil, nil, nil, nil, "report-decided"])
    #expect(
      Self.obstacles(Self.found(.decided, isHidden: true)) == [nil, "report-hidden", nil, nil, nil, "report-hidden"])
  }

  @Test(.tags(.pl69)) func `is nothing about nobody, nor what cannot be done to a thing`() {
    #expect(
      Self.obstacles(Self.found(author: nil)) == [
        "report-not-hidden", nil, nil, "report-nobody", "report-nobody", nil,
      ])
    #expect(
      Self.obstacles(Self.found(holder: "stadium/wembley")) == [
        "report-not-hidden", nil, nil, "report-no-group", nil, nil,
      ])
    #expect(
      Self.obstacles(Self.found(), canBeHidden: false) == [
        "report-not-hidden", "report-not-removable", nil, nil, nil, nil,
      ])
  }

  @Test func `begins a round anew where the thing stands again`() {
    #expect(ReportDecision.allCases.filter(\.beginsAnew) == [.restore, .dismiss])
  }

  @Test(
    arguments: [
      ([:], 0, nil), ([.spam: 1], 1, .spam), ([.spam: 1, .other: 2], 3, .other),
      ([.spam: 2, .bullying: 2], 4, .bullying),
      ([.other: 1, .inappropriate: 1, .spam: 1, .bullying: 1, .harassment: 1], 5, .harassment),
    ] as [([ReportReason: Int], Int, ReportReason?)])
  func `names the reason that most gave, and of several the gravest`(
    counts: [ReportReason: Int], total: Int, leading: ReportReason?
  ) {
    let tally = ReportTally(counts: counts)
    #expect(tally.total == total && tally.leading == leading)
  }

  @Test(.tags(.pl46)) func `comes by itself behind as many reports as are set for the kind, or never`() {
    let limits = ReportLimits(["message": 3, "group": 0, "post": 1])
    let hidden = { (kind: String) in (0...4).map { limits.hide(kind, at: $0) } }
    #expect(hidden("message") == [false, false, false, true, true])
    #expect(hidden("post") == [false, true, true, true, true])
    for kind in ["group", "member", ""] { #expect(!hidden(kind).contains(true), "\(kind)") }
  }
}

@Suite struct `Where something lies that is reported` {
  @Test(
    arguments: [
      ("5", [5]), ("5/2", [5, 2]), ("05", nil), ("5/02", nil), ("5/", nil), ("/5", nil), ("5//2", nil), ("5/2/1", nil),
      ("+5", nil), ("5/x", nil), ("x", nil), ("", nil), ("٥", nil), ("5 ", nil), ("9223372036854775808", nil),
    ] as [(String, [Int]?)])
  func `is a post or a comment by its numbers, each in one form`(thing: String, numbers: [Int]?) {
    #expect(ReportPlace(kind: "post", thing: thing).numbers == numbers)
  }

  @Test func `is a group or a thing with a feed, and comes back from storage as it was`() {
    for place in [
      ReportPlace(kind: "message", group: "lions", thing: "1"), ReportPlace(kind: "group", group: "lions", thing: ""),
      ReportPlace(kind: "post", feed: FeedPlace(kind: "stadium", thing: "wembley"), thing: "1"),
      ReportPlace(kind: "comment", feed: FeedPlace(kind: "stadium", thing: "a/b/"), thing: "1/2"),
    ] { #expect(ReportPlace(kind: place.kind, holder: place.holder, thing: place.thing) == place) }
  }

  /// Comments are numbered within their post, and reports of them within the feed.
  @Test func `has a position of its own among all of its kind in a feed`() {
    let feed = Feed(kind: "club", thing: "lions", isOfGroup: true)
    var positions = Set<Int>()
    for post in 1...40 {
      for comment in 1...40 { positions.insert(FeedItem(feed, post: post, comment: comment).position) }
      #expect(FeedItem(feed, post: post).position == post)
    }
    #expect(positions.count == 1_600)
    let last = FeedItem(feed, post: 7, comment: Int(UInt32.max)).position
    #expect(last < FeedItem(feed, post: 8, comment: 1).position && last > FeedItem(feed, post: 7, comment: 1).position)
  }
}
