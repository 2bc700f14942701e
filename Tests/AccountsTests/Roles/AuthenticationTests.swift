import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `What plugins ask of accounts` {
  private func erase(_ person: Answer, in world: World) async throws {
    try await world.call(.delete, "/me", token: person.token)
    world.clock.advance(73 * 3600)
    try await world.accounts.settle()
  }

  @Test(.tags(.pl23)) func `people by id, without those who are unknown or erased`() async throws {
    try await World.with { world in
      let (a, b, guest) = (
        try await world.person(1, name: "Ada"), try await world.person(2, name: "Bob"), try await world.guestToken()
      )
      let guestID = try #require(try await world.accounts.account(forToken: guest)?.account.id)
      let ids = [a.accountID, b.accountID, guestID, AccountID("nobody"), AccountID("")]
      let found = try await world.accounts.accounts(ids)
      #expect(Set(found.keys) == [a.accountID, b.accountID, guestID])
      #expect(found[a.accountID]?.name == "Ada" && found[a.accountID]?.kind == .user)
      #expect(found[guestID]?.kind == .guest && found[guestID]?.name.hasPrefix("User") == true)
      #expect(try await world.accounts.account(b.accountID)?.name == "Bob")
      #expect(try await world.accounts.accounts([]).isEmpty)
      try await erase(a, in: world)
      #expect(Set(try await world.accounts.accounts(ids).keys) == [b.accountID, guestID])
      #expect(try await world.accounts.account(a.accountID) == nil)
      #expect(try await world.accounts.departed(Set(ids)) == [a.accountID: nil])
    }
  }

  @Test func `who is to be shown otherwise, before that is shown`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1, name: "Ada"), try await world.person(2, name: "Bob"))
      let changed = Mutex<[Set<AccountID>?]>([])
      world.accounts.onChange { people in changed.withLock { $0.append(people) } }
      try await world.accounts.freshen()
      #expect(changed.withLock { $0 } == [])
      try await world.call(.patch, "/me", ["name": "Bea"], token: b.token)
      #expect(changed.withLock { $0 } == [[b.accountID]])
      #expect(try await world.accounts.account(b.accountID)?.name == "Bea")
      try await erase(a, in: world)
      #expect(changed.withLock { $0 }.contains([a.accountID]))
    }
  }

  @Test(.tags(.pl22)) func `whether a right counts in this session`() async throws {
    try await World.with { world in
      let admin = try await world.administrator(strong: false)
      let weak = try #require(try await world.accounts.account(forToken: admin.token))
      #expect(weak.roles.isEmpty && weak.withheldRoles == ["super-admin"])
      let problem = await #expect(throws: Problem.self) {
        try await world.accounts.permits(weak, "reports.handle", scope: "")
      }
      #expect(problem == .secondFactorRequired())
      _ = try await world.enrol(admin.token)
      let strong = try #require(try await world.accounts.account(forToken: admin.token))
      #expect(strong.roles == ["super-admin"] && strong.withheldRoles.isEmpty)
      #expect(try await world.accounts.permits(strong, "reports.handle", scope: ""))
      let person = try await world.person(1)
      let nobody = try #require(try await world.accounts.account(forToken: person.token))
      #expect(try await !world.accounts.permits(nobody, "reports.handle", scope: ""))
      try await world.accounts.grant("reports.handle", scope: "", to: person.accountID, by: "test")
      #expect(try await world.accounts.permits(nobody, "reports.handle", scope: "club-1"))
    }
  }

  @Test(.tags(.pl22)) func `roles of nobody are refused, and what is not held cannot be taken`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      await #expect(throws: Problem.self) {
        try await world.accounts.grant("club-admin", scope: "", to: AccountID("nobody"), by: "test")
      }
      await #expect(throws: Problem.self) {
        try await world.accounts.setDisabled(true, AccountID("nobody"), by: "test")
      }
      try await world.accounts.grant("club-admin", scope: "club-1", to: person.accountID, by: "test")
      try await world.accounts.grant("club-admin", scope: "club-1", to: person.accountID, by: "test")
      let problem = await #expect(throws: Problem.self) {
        try await world.accounts.revoke("club-admin", scope: "", from: person.accountID, by: "test")
      }
      #expect(problem?.code == "role-not-held" && problem?.status == 404)
      try await world.accounts.revoke("club-admin", scope: "club-1", from: person.accountID, by: "test")
      await #expect(throws: Problem.self) {
        try await world.accounts.revoke("club-admin", scope: "club-1", from: person.accountID, by: "test")
      }
    }
  }

  @Test(.tags(.pl21)) func `nobody behind a token that is unknown, has ended or belongs to a shut account`()
    async throws
  {
    try await World.with { world in
      let person = try await world.person(1)
      let principal = try #require(try await world.accounts.account(forToken: person.token))
      #expect(principal.account.id == person.accountID && principal.session != nil && !principal.isOperator)
      for token in ["", "x", person.token + "x", String(person.token.dropLast()), person.accountID.text] {
        #expect(try await world.accounts.account(forToken: token) == nil, "\(token)")
      }
      try await world.accounts.setDisabled(true, person.accountID, by: "test")
      #expect(try await world.accounts.account(forToken: person.token) == nil)
      try await world.accounts.setDisabled(false, person.accountID, by: "test")
      #expect(try await world.accounts.account(forToken: person.token) == nil, "its sessions have ended")
      let back = try await world.signIn(phone: "491511000001")
      #expect(try await world.accounts.account(forToken: back.token)?.account.id == person.accountID)
    }
  }
}
