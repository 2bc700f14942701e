@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The sessions that a process remembers` {
  private static let start = Date(timeIntervalSince1970: 1_755_259_200)

  private static func session(_ id: String, of account: String) -> Session {
    Session(
      id: id, account: AccountID(account), address: "192.0.2.1", createdAt: start,
      expiresAt: start.addingTimeInterval(3600), isStrong: false)
  }

  private static func token(_ text: String) -> TokenHash { TokenHash(of: text) }

  /// A cache with two sessions of Ada's and one of Bob's, all seen at revision 7.
  private static func filled() -> SessionCache {
    let cache = SessionCache()
    for (id, account) in [("a1", "ada"), ("a2", "ada"), ("b1", "bob")] {
      cache.remember(session(id, of: account), token: token(id), revision: 7)
    }
    return cache
  }

  private static func remembered(_ cache: SessionCache) -> [String] {
    ["a1", "a2", "b1"].filter { cache.session(token($0)) != nil }
  }

  @Test func `are found by their token alone`() {
    let cache = Self.filled()
    #expect(cache.session(Self.token("a1"))?.id == "a1")
    #expect(cache.session(Self.token("A1")) == nil && cache.session(Self.token("")) == nil)
  }

  @Test(.tags(.pl21)) func `are forgotten with the account that has changed, and nobody else's are`() {
    let cache = Self.filled()
    cache.forget([AccountID("ada"), AccountID("nobody")], revision: 8)
    #expect(Self.remembered(cache) == ["b1"])
    cache.forget([AccountID("ada")], revision: 9)
    #expect(Self.remembered(cache) == ["b1"])
    cache.forgetAll(revision: 10)
    #expect(Self.remembered(cache).isEmpty)
  }

  @Test(.tags(.pl21)) func `that were read before a change was seen are not remembered after it`() {
    let cache = Self.filled()
    cache.forget([AccountID("ada")], revision: 8)
    cache.remember(Self.session("a1", of: "ada"), token: Self.token("a1"), revision: 7)
    #expect(Self.remembered(cache) == ["b1"], "the session may have ended in revision 8")
    cache.remember(Self.session("a1", of: "ada"), token: Self.token("a1"), revision: 8)
    #expect(Self.remembered(cache) == ["a1", "b1"])
    cache.forgetAll(revision: 20)
    cache.forget([], revision: 12)
    cache.remember(Self.session("a1", of: "ada"), token: Self.token("a1"), revision: 19)
    #expect(Self.remembered(cache).isEmpty, "an older look makes nothing older")
  }

  @Test func `are moved on by one use of many at the same moment`() async {
    let cache = Self.filled()
    let (now, end) = (Self.start.addingTimeInterval(60), Self.start.addingTimeInterval(9000))
    let moved = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { cache.touch(Self.token("a1"), seenAt: now, expiresAt: end) } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(moved == 1)
    #expect(cache.session(Self.token("a1"))?.seenAt == now && cache.session(Self.token("a1"))?.expiresAt == end)
    #expect(cache.session(Self.token("a2"))?.seenAt == Self.start)
    #expect(!cache.touch(Self.token("a1"), seenAt: Self.start, expiresAt: end), "never backwards")
    #expect(!cache.touch(Self.token("unknown"), seenAt: now, expiresAt: end))
  }
}

@Suite struct `What a role brings` {
  private static func allows(_ permission: String, _ scope: String, _ grants: [(String, String)]) -> Bool {
    RoleCatalogue().allows(permission, in: scope, grants: grants.map { HeldRole(role: $0.0, scope: $0.1) })
  }

  @Test(
    .tags(.pl22),
    arguments: [
      ("members.see", "c1", [("club-admin", "c1")], true), ("members.see", "c2", [("club-admin", "c1")], false),
      ("members.see", "c2", [("club-admin", "")], true), ("members.see", "", [("club-admin", "c1")], false),
      ("members.see", "c1", [("coach", "c1")], false), ("members.see", "c1", [], false),
      ("members.see", "c1", [("members.see", "c1")], true), ("members.see", "c2", [("members.see", "c1")], false),
      ("members.see", "c9", [("members.see", "")], true),
      ("reports.handle", "", [("club-admin", "")], true), ("reports.handle", "", [("club-admin", "c1")], false),
      ("anything", "anywhere", [("super-admin", "")], true), ("anything", "c1", [("super-admin", "c1")], false),
      ("anything", "", [("unknown-role", "")], false), ("a", "s", [("coach", "s"), ("a", "s")], true),
    ] as [(String, String, [(String, String)], Bool)])
  func `counts in its scope, and everywhere without one`(
    permission: String, scope: String, grants: [(String, String)], isAllowed: Bool
  ) {
    #expect(Self.allows(permission, scope, grants) == isAllowed)
  }

  @Test(.tags(.pl22)) func `is known of the platform's own roles alone`() {
    let roles = RoleCatalogue()
    for name in ["super-admin", "club-admin"] { #expect(roles.knows(name), "\(name)") }
    for name in ["team-admin", "coach", "athlete", "group-admin", "game-host", ""] {
      #expect(!roles.knows(name), "\(name) is a plugin's to declare")
    }
  }
}
