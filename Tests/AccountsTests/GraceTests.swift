@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// The clock of these tests begins at noon of 15 August 2025 (UTC).
@Suite struct `Whoever looks after something in a plugin` {
  private static let day = 86_400.0

  /// Asks for the second factor, as the host does before what a role guards.
  private static func counts(_ token: String, in world: World) async throws -> Bool {
    try await world.accounts.isStrongEnough(try #require(try await world.accounts.account(forToken: token)))
  }

  private static func state(_ token: String, in world: World) async throws -> JSON {
    try await world.call(.get, "/me/second-factor", token: token).body
  }

  @Test(.tags(.pl18, .tm70))
  func `does so without a second factor for 14 days from the first time, to the millisecond`() async throws {
    try await World.with { world in
      let (ann, bob) = (try await world.person(1), try await world.person(2))
      world.clock.advance(Self.day)
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == nil)
      #expect(try await Self.counts(ann.token, in: world))
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == "2025-08-30T12:00:00Z")
      world.clock.advance(14 * Self.day - 0.001)
      let other = try world.anotherProcess()
      #expect(try await Self.counts(ann.token, in: world))
      #expect(try await Self.counts(ann.token, in: other))
      #expect(try await Self.counts(bob.token, in: world), "each has a time of their own")
      world.clock.advance(0.001)
      #expect(try await !Self.counts(ann.token, in: world))
      #expect(try await !Self.counts(ann.token, in: other))
      #expect(try await Self.counts(bob.token, in: other))
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == "2025-08-30T12:00:00Z")
      let later = try await world.restarted()
      #expect(try await !Self.counts(ann.token, in: later))
      _ = try await later.enrol(try await later.signIn(phone: "491511000001").token)
      #expect(try await !Self.counts(ann.token, in: later), "shown in another session")
      await later.close()
    }
  }

  @Test(.tags(.pl18, .tm70)) func `and has a second factor shows it at once, in every session`() async throws {
    try await World.with { world in
      let ann = try await world.person(1)
      world.clock.advance(60)
      let elsewhere = try await world.signIn(phone: "491511000001")
      try await world.call(.post, "/me/second-factor", token: ann.token)
      #expect(try await Self.counts(elsewhere.token, in: world), "a key that was not confirmed is none")
      let app = try await world.enrol(ann.token)
      #expect(try await Self.counts(ann.token, in: world))
      #expect(try await !Self.counts(elsewhere.token, in: world))
      for token in [ann.token, elsewhere.token] { #expect(try await Self.state(token, in: world)["dueAt"] == nil) }
      world.clock.advance(60)
      var code: JSON = ["code": .string(app.code(at: world.clock.now))]
      #expect(try await world.call(.post, "/me/second-factor/show", code, token: elsewhere.token).status == 204)
      #expect(try await Self.counts(elsewhere.token, in: world))
      world.clock.advance(60)
      code = ["code": .string(app.code(at: world.clock.now))]
      #expect(try await world.call(.post, "/me/second-factor/remove", code, token: ann.token).status == 204)
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == "2025-08-29T12:01:00Z", "no new time begins")
      #expect(try await Self.counts(ann.token, in: world))
      world.clock.advance(14 * Self.day)
      #expect(try await !Self.counts(ann.token, in: world))
    }
  }

  @Test(
    .tags(.pl18), arguments: [(nil, [true, true]), (0, [false, false]), (90, [true, false])] as [(Int?, [Bool])])
  func `has as many days as the operator says`(days: Int?, expected: [Bool]) async throws {
    var settings = AccountsSettings()
    (settings.pluginAdminGraceDays, settings.sessionDays) = (days, 365)
    try await World.with(settings: settings) { world in
      let ann = try await world.person(1)
      #expect(try await Self.counts(ann.token, in: world) == expected[0])
      #expect((try await Self.state(ann.token, in: world)["dueAt"] == nil) == (days == nil))
      world.clock.advance(90 * Self.day)
      #expect(try await Self.counts(ann.token, in: world) == expected[1])
      let again = try await world.signIn(phone: "491511000001")
      _ = try await world.enrol(again.token)
      #expect(try await Self.counts(again.token, in: world))
      let account = try #require(try await world.accounts.account(ann.accountID))
      #expect(try await world.accounts.isStrongEnough(Principal(account: account, session: nil)), "nobody's session")
    }
  }

  @Test(.tags(.pl18), arguments: [(0, 1), (1, 0), (nil, 0), (0, nil)] as [(Int?, Int?)])
  func `has the earlier time of two accounts that become one`(kept: Int?, gone: Int?) async throws {
    try await World.with { world in
      let people = [try await world.person(1), try await world.person(2)]
      for day in 0...1 {
        for (person, asked) in zip(people, [kept, gone]) where asked == day {
          #expect(try await Self.counts(person.token, in: world))
        }
        world.clock.advance(Self.day)
      }
      let (mine, other) = (
        try await world.signIn(phone: "491511000001"), try await world.signIn(phone: "491511000002")
      )
      let merged = try await world.call(.post, "/me/merge", ["token": .string(other.token)], token: mine.token)
      #expect(merged.status == 200, "\(merged.body)")
      #expect(try await Self.state(mine.token, in: world)["dueAt"] == "2025-08-29T12:00:00Z")
    }
  }

  @Test(.tags(.pl18)) func `as a guest has that time as somebody who was there before`() async throws {
    try await World.with { world in
      _ = try await world.person(1)
      let guest = try await world.guestToken()
      #expect(try await Self.counts(guest, in: world))
      world.clock.advance(Self.day)
      let ann = try await world.signIn(phone: "491511000001", guest: guest)
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == "2025-08-29T12:00:00Z")
    }
  }

  @Test func `gains no time by a clock that is set back`() async throws {
    try await World.with { world in
      let ann = try await world.person(1)
      #expect(try await Self.counts(ann.token, in: world))
      world.clock.advance(-7200)
      #expect(try await Self.counts(ann.token, in: world))
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == "2025-08-29T10:00:00Z")
      world.clock.advance(7200)
      #expect(try await Self.counts(ann.token, in: world))
      #expect(try await Self.state(ann.token, in: world)["dueAt"] == "2025-08-29T10:00:00Z")
    }
  }

  @Test func `finds in the export when the second factor was first asked for`() async throws {
    try await World.with { world in
      let ann = try await world.person(1)
      func exported() async throws -> JSON? {
        try await world.call(.get, "/me/export", token: ann.token).body["secondFactorAsked"]
      }
      #expect(try await exported() == [])
      #expect(try await Self.counts(ann.token, in: world))
      #expect(try await exported() == [["factorAskedAt": "2025-08-15T12:00:00Z"]])
    }
  }

  @Test(arguments: EngineKind.available) func `in a database from before was not asked yet`(kind: EngineKind)
    async throws
  {
    try await OlderDatabase.bringUp(kind, from: 22) { storage in
      _ = try await storage.write { transaction in
        try await transaction.execute(
          """
          insert into people (id, kind, generated_name, visibility, created_at)
          values ('ann', 'user', 'User100000', '', 1000)
          """)
      }
    } look: { storage in
      let found = try await storage.read { try await Protection.find(AccountID("ann"), session: "", in: $0) }
      #expect(found == Protection(hasFactor: false, isShown: false, askedAt: nil))
      let nobody = try await storage.read { try await Protection.find(AccountID("bob"), session: "", in: $0) }
      #expect(nobody == nil)
    }
  }
}
