@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A code to become friends with` {
  private static func make(_ world: World, _ person: Answer) async throws -> (code: JSON, secret: String) {
    let made = try await world.call(.post, "/me/friend-code", token: person.token)
    try #require(made.status == 201, "\(made.body)")
    return (made.body, try #require(made.body["link"]?.string?.split(separator: "=").last.map(String.init)))
  }

  @Test(.tags(.fs134, .pl37)) func `is shown, says nothing of the account, and makes friends of who reads it`()
    async throws
  {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1, name: "Ann"), try await world.person(2), try await world.person(3))
      let (code, secret) = try await Self.make(world, a)
      #expect(code["link"]?.string == "http://127.0.0.1:8080/invitation?token=\(secret)")
      #expect(!code.serialized().contains(a.accountID.text))
      let open = try await world.call(.get, "/invitations/\(secret)").body
      #expect(open["kind"] == "friend" && open["inviter"]?["name"] == "Ann")
      for person in [b, c, b] {
        #expect(try await world.call(.put, "/invitations/\(secret)/acceptance", token: person.token).status == 204)
      }
      #expect(
        try await world.accounts.friends(of: a.accountID) == [b, c].map(\.accountID).sorted { $0.text < $1.text })
      #expect(try await world.accounts.areFriends(b.accountID, a.accountID))
      #expect(try await world.call(.put, "/invitations/\(secret)/acceptance", token: a.token).code == "yourself")
      #expect(try await world.call(.get, "/me/invitations", token: a.token).body["items"] == [])
    }
  }

  @Test(.tags(.pl37, .fs134, .pl40)) func `leads somebody through signing up`() async throws {
    try await World.with { world in
      let a = try await world.person(1)
      let (_, secret) = try await Self.make(world, a)
      let newcomer = try await world.register(changes: ["invitation": .string(secret)])
      #expect(try await world.accounts.areFriends(a.accountID, newcomer.accountID))
    }
  }

  @Test(.tags(.fs134)) func `ends after half an hour, also while somebody signs up, who gets the account all the same`()
    async throws
  {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      let (code, secret) = try await Self.make(world, a)
      #expect(code["expiresAt"]?.string == "2025-08-15T12:30:00Z")
      world.clock.advance(1_799)
      #expect(try await world.call(.get, "/invitations/\(secret)").status == 200)
      world.clock.advance(1)
      #expect(try await world.call(.get, "/invitations/\(secret)").code == "invitation-ended")
      let late = try await world.call(.put, "/invitations/\(secret)/acceptance", token: b.token)
      #expect(late.status == 404 && late.code == "invitation-ended")
      let newcomer = try await world.register(changes: ["invitation": .string(secret)])
      #expect(try await world.accounts.friends(of: newcomer.accountID).isEmpty)
      #expect(try await world.call(.get, "/me", token: newcomer.token).status == 200)
    }
  }

  @Test(.tags(.fs134)) func `is drawn for its maker alone, while it holds`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      let (code, secret) = try await Self.make(world, a)
      let path = "/me/friend-code/\(secret)"
      #expect(code["picture"]?.string == "/v1\(path)")
      let drawn = try await world.call(.get, path, token: a.token)
      #expect(drawn.status == 200 && drawn.headers["cache-control"] == "private, no-store")
      #expect(drawn.headers["content-security-policy"] == "default-src 'none'; sandbox")
      #expect(try await world.call(.get, path, token: b.token).code == "invitation-ended")
      #expect(try await world.call(.get, path).status == 401)
      #expect(try await world.call(.get, "/me/friend-code/unknown", token: a.token).status == 404)
      world.clock.advance(1_800)
      #expect(try await world.call(.get, path, token: a.token).code == "invitation-ended")
    }
  }

  @Test(.tags(.fs134, .pl38)) func `makes no friends where there is a block, and none for guests`() async throws {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      let (_, secret) = try await Self.make(world, a)
      try await world.call(.put, "/me/blocked/\(b.accountID)", token: a.token)
      try await world.call(.put, "/me/blocked/\(a.accountID)", token: c.token)
      let path = "/invitations/\(secret)/acceptance"
      #expect(try await world.call(.put, path, token: b.token).status == 204, "who is blocked is not told")
      #expect(try await world.call(.put, path, token: c.token).code == "person-blocked")
      #expect(try await world.accounts.friends(of: a.accountID).isEmpty)
      let guest = try await world.guestToken()
      #expect(try await world.call(.put, path, token: guest).code == "account-needed")
      #expect(try await world.call(.post, "/me/friend-code", token: guest).code == "account-needed")
    }
  }

  @Test(.tags(.fs134)) func `is made so often and no more, and is stored as its digest`() async throws {
    var settings = AccountsSettings()
    settings.limits[.invitationsPerAccount] = LimitRule(2, every: 600)
    try await World.with(settings: settings) { world in
      let a = try await world.person(1)
      let (_, secret) = try await Self.make(world, a)
      #expect(try await !world.dump().contains(secret))
      _ = try await Self.make(world, a)
      #expect(try await world.call(.post, "/me/friend-code", token: a.token).status == 429)
    }
  }

  @Test(.tags(.pl37)) func `is refused to who has too many friends, who can still sign up with it`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      let (_, secret) = try await Self.make(world, a)
      try await world.storage.write { [now = world.clock.now] transaction in
        for number in 0..<Friendship.mostFriends {
          let friend = AccountID("~\(number)")
          let friendship = Friendship(requester: a.accountID, addressee: friend, createdAt: now, acceptedAt: now)
          try await FriendStore.keep(friendship, of: a.accountID, friend, in: transaction)
        }
      }
      let full = try await world.call(.put, "/invitations/\(secret)/acceptance", token: b.token)
      #expect(full.status == 409 && full.code == "friends-many")
      let newcomer = try await world.register(changes: ["invitation": .string(secret)])
      #expect(try await world.call(.get, "/me", token: newcomer.token).status == 200)
      #expect(try await world.accounts.friends(of: newcomer.accountID).isEmpty)
    }
  }
}
