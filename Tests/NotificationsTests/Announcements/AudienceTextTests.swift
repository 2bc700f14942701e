import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `The text that names an audience` {
  @Test(
    arguments: [
      ("everyone", .everyone), ("role:super-admin", .role("super-admin")), ("role:a:b/c", .role("a:b/c")),
      ("group:clubs/x1", .group(area: "clubs", id: "x1")), ("group:clubs/x1/y", .group(area: "clubs", id: "x1/y")),
      ("person:abc", .person(AccountID("abc"))), ("followers:abc", .followers(of: AccountID("abc"))),
    ] as [(String, AnnouncementAudience)])
  func `is read and written`(text: String, audience: AnnouncementAudience) {
    #expect(AnnouncementAudience(text) == audience)
    #expect(audience.text == text)
  }

  @Test(arguments: [
    "", "Everyone", "everyone ", "everyone:", "role", "role:", ":role:x", ":", "group:clubs", "group:clubs/",
    "group:/clubs/x", "group://x", "group:/x", "person:", "person:a/b", "followers:/a", "followers:", "friends:a",
    "ROLE:x",
  ])
  func `names none in any other form`(text: String) { #expect(AnnouncementAudience(text) == nil) }

  @Test func `names those who go with a person`() {
    #expect(AnnouncementAudience.personal(AccountID("abc")).map(\.text) == ["person:abc", "followers:abc"])
  }
}
