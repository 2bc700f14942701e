@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What opens a group` {
  private static let now = Date(timeIntervalSince1970: 1_755_259_200)

  private static func link(
    expires seconds: Double = 60, places: Int? = nil, joined: Int = 0, isRevoked: Bool = false
  ) -> GroupLink {
    GroupLink(
      id: "l", group: "g", maker: nil, places: places, joined: joined, at: now.addingTimeInterval(-60),
      expiresAt: now.addingTimeInterval(seconds), revokedAt: isRevoked ? now : nil)
  }

  @Test func `is a link until its end, its last place or its withdrawal, and says which came`() {
    let rows: [(GroupLink, GroupLink.State, String?)] = [
      (Self.link(), .open, nil), (Self.link(expires: 0.001), .open, nil),
      (Self.link(expires: 0), .expired, "group-link-expired"), (Self.link(places: 2, joined: 1), .open, nil),
      (Self.link(places: 2, joined: 2), .usedUp, "group-link-used-up"), (Self.link(joined: 1_000_000), .open, nil),
      (Self.link(isRevoked: true), .revoked, "group-link-revoked"),
      (Self.link(expires: -1, places: 1, joined: 1), .usedUp, "group-link-used-up"),
      (Self.link(expires: -1, places: 1, joined: 1, isRevoked: true), .revoked, "group-link-revoked"),
    ]
    for (link, state, code) in rows {
      #expect(link.state(at: Self.now) == state)
      var problem: Problem?
      do { try link.check(at: Self.now) } catch { problem = error as? Problem }
      #expect(problem?.code == code && problem?.status == (code == nil ? nil : 410))
    }
  }

  @Test func `is remembered for a week behind its end`() {
    #expect(GroupLink.clearing(Self.now) == Date(timeIntervalSince1970: 1_755_259_200 + 604_800))
  }

  @Test func `is written in letters and digits that nobody takes for others`() {
    let codes = (0..<300).map { _ in GroupID.code() }
    #expect(codes.allSatisfy { $0.count == 8 && $0.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) } })
    #expect(!codes.joined().contains { "01LO".contains($0) })
    #expect(Set((0..<300).map { _ in GroupID.secret() }.map(\.count)) == [32])
    #expect(Set((0..<300).map { _ in GroupID.random() }).count == 300)
  }

  @Test(arguments: ["abcd2345", "ABCD2345", "AbCd-2345", " ab cd\t23 45\n", "a.b.c.d/2345"])
  func `is a code in whichever case and pieces it is typed`(typed: String) {
    #expect(CodeInput.normal(typed) == "ABCD2345")
  }
}

@Suite struct `Where a list of groups goes on` {
  @Test func `comes back as it was, whatever stands in the name`() throws {
    var random = SeededRandom(seed: 11)
    let names = (0..<200).map { _ in random.text() } + ["", "\n", "a\nb\n", String(repeating: "நி", count: 100)]
    for name in names {
      let place = GroupPlace(name: name, id: "abc/def")
      #expect(try GroupPlace(place.text) == place, "\(name.debugDescription)")
      #expect(
        place.text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
    }
    let member = GroupMember(
      account: AccountID("ada"), since: Date(millisecondsSince1970: 1_755_259_200_123), roles: [])
    #expect(try GroupMember(cursor: member.cursor) == member)
  }

  /// Not in the alphabet, of a length that no bytes have, without two parts, not in UTF-8, and no number where one belongs.
  @Test(arguments: ["%%", "a", "YWJj", "_w", "YQpi"])
  func `is refused when no page has said it`(text: String) {
    let problem = #expect(throws: Problem.self) { try HistoryPlace(text) }
    #expect(problem?.status == 422 && problem?.errors.map(\.pointer) == ["/after"])
  }
}
