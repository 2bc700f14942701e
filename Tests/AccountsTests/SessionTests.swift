import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Sessions` {
  @Test(.tags(.pl20, .sp25)) func `skipping signs in as a guest`() async throws {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      #expect(guest.status == 201)
      #expect(guest.body["account"]?["kind"]?.string == "guest")
      let me = try await world.call(.get, "/me", token: guest.token)
      #expect(me.body["id"] == guest.body["account"]?["id"])
    }
  }

  @Test(.tags(.pl16)) func `a token has 256 bits and is stored as its hash alone`() async throws {
    try await World.with { world in
      let token = try await world.guestToken()
      #expect(token.utf8.count == 47)
      let rows = try await world.storage.read { try await $0.query("select * from sessions") }
      let stored = rows.flatMap(\.values).map { "\($0)" }.joined()
      #expect(!stored.contains(token))
    }
  }

  @Test(.tags(.pl21)) func `logout ends the session at once and for good`() async throws {
    try await World.with { world in
      let token = try await world.guestToken()
      #expect(try await world.call(.post, "/auth/logout", token: token).status == 204)
      #expect(try await world.call(.get, "/me", token: token).status == 401)
      let later = try await world.restarted()
      #expect(try await later.call(.get, "/me", token: token).status == 401)
      await later.close()
    }
  }

  @Test(.tags(.pl16)) func `a session survives a restart`() async throws {
    try await World.with { world in
      let token = try await world.guestToken()
      let later = try await world.restarted()
      #expect(try await later.call(.get, "/me", token: token).status == 200)
      await later.close()
    }
  }

  @Test(.tags(.pl16)) func `an unused session ends after thirty days, a used one goes on`() async throws {
    try await World.with { world in
      let (idle, used) = (try await world.guestToken(), try await world.guestToken())
      for _ in 0..<2 {
        world.clock.advance(20 * 86_400)
        #expect(try await world.call(.get, "/me", token: used).status == 200)
      }
      #expect(try await world.call(.get, "/me", token: idle).status == 401)
      let later = try await {
        try await world.accounts.flush(); return try await world.restarted()
      }()
      #expect(try await later.call(.get, "/me", token: used).status == 200)
      await later.close()
    }
  }

  @Test(.tags(.pl21)) func `people see and end their own sessions and nobody else's`() async throws {
    try await World.with { world in
      let first = try await world.signIn(phone: "+4915112345678")
      let second = try await world.signIn(phone: "+4915112345678")
      let stranger = try await world.guestToken()
      let list = try await world.call(.get, "/auth/sessions", token: second.token)
      let sessions = try #require(list.body["items"]?.array)
      #expect(sessions.count == 2)
      #expect(sessions.filter { $0["current"]?.bool == true }.count == 1)
      let other = try #require(sessions.first { $0["current"]?.bool == false }?["id"]?.string)
      #expect(try await world.call(.delete, "/auth/sessions/\(other)", token: stranger).status == 404)
      #expect(try await world.call(.delete, "/auth/sessions/\(other)", token: second.token).status == 204)
      #expect(try await world.call(.get, "/me", token: first.token).status == 401)
      #expect(try await world.call(.get, "/me", token: second.token).status == 200)
    }
  }

  @Test(.tags(.pl16)) func `last as many days of the host's clock as the operator says`() async throws {
    var settings = AccountsSettings()
    settings.sessionDays = 3
    settings.clockRate = 2
    try await World.with(settings: settings) { world in
      let (kept, idle) = (try await world.guestToken(), try await world.guestToken())
      let list = try await world.call(.get, "/auth/sessions", token: kept).body
      #expect(list["items"]?[0]?["expiresAt"]?.string == "2025-08-21T12:00:00Z")
      world.clock.advance(6 * 86_400 - 1)
      #expect(try await world.call(.get, "/me", token: kept).status == 200)
      world.clock.advance(1)
      #expect(try await world.call(.get, "/me", token: idle).status == 401)
      #expect(try await world.call(.get, "/me", token: kept).status == 200)
    }
  }

  @Test(.tags(.pl16)) func `follow a simulated clock like every other rule about time`() async throws {
    try await World.with(clock: StandingClock(isSimulated: true)) { world in
      let token = try await world.guestToken()
      world.clock.advance(30 * 86_400 - 1)
      let other = try await world.guestToken()
      #expect(try await world.call(.get, "/me", token: token).status == 200)
      world.clock.advance(30 * 86_400)
      #expect(try await world.call(.get, "/me", token: token).status == 401)
      #expect(try await world.call(.get, "/me", token: other).status == 401)
    }
  }

  @Test func `an unknown token is nobody`() async throws {
    try await World.with { world in
      for token in ["", "not-a-token"] {
        let principal = try await world.accounts.account(forToken: token)
        #expect(principal == nil)
      }
    }
  }

  @Test func `guests are limited by address, not the address of this machine`() async throws {
    try await World.with { world in
      var last = try await world.call(.post, "/auth/guest", address: "198.51.100.1")
      for _ in 0..<60 { last = try await world.call(.post, "/auth/guest", address: "198.51.100.1") }
      #expect(last.status == 429)
      #expect((last.retryAfter ?? 0) > 0)
      #expect(try await world.call(.post, "/auth/guest", address: "198.51.100.2").status == 201)
      world.clock.advance(10)
      #expect(try await world.call(.post, "/auth/guest", address: "198.51.100.1").status == 201)
    }
  }
}
