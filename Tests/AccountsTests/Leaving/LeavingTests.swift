@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `An account that its owner erases` {
  private func isThere(_ account: AccountID, in world: World) async throws -> Bool {
    try await world.storage.read { try await PersonStore.find(account, in: $0) } != nil
  }

  @Test func `is gone for everybody at once`() async throws {
    try await World.with { world in
      let (owner, other) = (try await world.owner(), try await world.person(1, name: "Somebody Else"))
      try await world.call(.put, "/me/following/\(owner.id)", token: other.token)
      try await world.call(.put, "/me/friends/\(owner.id)", token: other.token)
      #expect(try await world.call(.delete, "/me", token: owner.token).status == 204)
      #expect(try await world.call(.get, "/me", token: owner.token).status == 401)
      #expect(try await world.call(.get, "/people/\(owner.id)", token: other.token).status == 404)
      #expect(try await world.call(.get, "/people/\(owner.id)/followers", token: other.token).status == 404)
      for (path, _) in [("/people?query=jane", 0), ("/people/\(other.accountID)/following", 0), ("/me/friends", 0)] {
        #expect(try await world.call(.get, path, token: other.token).body["items"]?.array?.isEmpty == true, "\(path)")
      }
      #expect(try await world.call(.put, "/me/following/\(owner.id)", token: other.token).status == 404)
      #expect(try await world.accounts.account(owner.id) == nil)
      #expect(try await world.accounts.accounts([owner.id, other.accountID]).map(\.key) == [other.accountID])
      let contacts: JSON = ["contacts": [.string(Owner.email), .string(Owner.phone)]]
      #expect(try await world.call(.post, "/me/contacts", contacts, token: other.token).body["items"] == [])
    }
  }

  @Test(arguments: ["phone", "password"])
  func `is offered to whoever signs in within the grace time, and taken back if wanted`(way: String) async throws {
    try await World.with { world in
      let owner = try await world.owner()
      try await world.call(.delete, "/me", token: owner.token)
      world.clock.advance(71 * 3600)
      try await world.accounts.settle()
      var body: JSONObject =
        way == "phone"
        ? ["phone": .string(Owner.phone)]
        : ["identifier": .string(Owner.email), "password": .string(World.password)]
      let path = way == "phone" ? "/auth/otp/verify" : "/auth/login"
      if way == "phone" {
        try await world.call(.post, "/auth/otp", .object(body))
        body["code"] = .string(try await world.lastCode(to: Owner.phone))
      }
      let offered = try await world.call(.post, path, .object(body))
      #expect(offered.status == 403)
      #expect(offered.code == "account-leaving")
      #expect(try await world.accounts.account(owner.id) == nil)
      body["keep"] = true
      let kept = try await world.call(.post, path, .object(body))
      #expect(kept.status == 200, "\(kept.body)")
      #expect(kept.accountID == owner.id)
      #expect(try await world.accounts.account(owner.id) != nil)
      world.clock.advance(2 * 3600)
      try await world.accounts.settle()
      #expect(try await world.call(.get, "/me", token: kept.token).body["username"]?.string == "jane.doe")
    }
  }

  @Test func `is taken back through a provider in the same journey`() async throws {
    try await World.withProvider { world, provider in
      let person = try await world.signIn(provider)
      try await world.call(.delete, "/me", token: person.token)
      let journey = try await world.journey(provider)
      #expect(try await world.finish(journey).code == "account-leaving")
      let kept = try await world.finish(journey.with(["keep": true]))
      #expect(kept.status == 200, "\(kept.body)")
      #expect(kept.accountID == person.accountID)
    }
  }

  @Test func `is erased for good when the grace time is over, and plugins are told once`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      try await world.call(.delete, "/me", token: owner.token)
      #expect(try await world.erasedPeople().isEmpty)
      world.clock.advance(72 * 3600 - 1)
      try await world.accounts.settle()
      #expect(try await isThere(owner.id, in: world))
      world.clock.advance(1)
      try await world.accounts.settle()
      try await world.accounts.settle()
      #expect(try await !isThere(owner.id, in: world))
      #expect(try await world.erasedPeople() == [owner.id.text])
      #expect(try await world.login().code == "login-failed")
      #expect(try await world.signIn(phone: Owner.phone).body["isNew"] == true)
      #expect(try ErasureJournal(path: world.folder.path + "/erased.ids").read().erased == [owner.id.text])
    }
  }

  @Test func `is erased at once where there is no grace time, and its owner is told`() async throws {
    var settings = AccountsSettings()
    settings.erasureGraceHours = 0
    try await World.with(settings: settings) { world in
      let owner = try await world.owner()
      world.forgetProofs()
      #expect(try await world.call(.delete, "/me", token: owner.token).code == "step-up-needed")
      try await world.stepUp(owner.token)
      #expect(try await world.call(.delete, "/me", token: owner.token).status == 204)
      #expect(try await !isThere(owner.id, in: world))
      #expect(try await world.erasedPeople() == [owner.id.text])
      let told = try await world.deliveries().suffix(2)
      #expect(told.compactMap { $0["to"]?.string }.sorted() == ["+" + Owner.phone, Owner.email])
      #expect(told.allSatisfy { $0["text"]?.string?.contains("erased") == true && $0["link"]?.isNull != false })
    }
  }

  @Test func `stays shut when an administrator shut it meanwhile`() async throws {
    try await World.with { world in
      let (owner, admin) = (try await world.owner(), try await world.administrator())
      try await world.call(.delete, "/me", token: owner.token)
      #expect(try await world.call(.put, "/people/\(owner.id)/disabled", token: admin.token).status == 204)
      let body: JSON = [
        "identifier": .string(Owner.email), "password": .string(World.password), "keep": true,
      ]
      #expect(try await world.call(.post, "/auth/login", body).code == "account-disabled")
      #expect(try await world.undo(try await world.undoToken(to: Owner.email)).status == 204)
      #expect(try await world.signIn(phone: Owner.phone).code == "account-disabled")
      world.clock.advance(60)
      #expect(try await world.call(.delete, "/people/\(owner.id)/disabled", token: admin.token).status == 204)
      #expect(try await world.signIn(phone: Owner.phone).accountID == owner.id)
    }
  }

  @Test func `survives a restart on its way out`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      try await world.call(.delete, "/me", token: owner.token)
      let later = try await world.restarted()
      #expect(try await later.login().code == "account-leaving")
      later.clock.advance(72 * 3600)
      try await later.accounts.settle()
      #expect(try await later.login().code == "login-failed")
      await later.close()
    }
  }
}

@Suite struct `Guests that nobody uses any more` {
  private static func settings(days: Int) -> AccountsSettings {
    var settings = AccountsSettings()
    settings.guestDays = days
    return settings
  }

  @Test func `are erased after ninety days, and plugins are told`() async throws {
    try await World.with { world in
      let old = try await world.call(.post, "/auth/guest")
      world.clock.advance(60 * 86_400)
      let young = try await world.call(.post, "/auth/guest")
      let person = try await world.person(1)
      world.clock.advance(30 * 86_400 - 1)
      try await world.accounts.settle()
      #expect(try await world.erasedPeople().isEmpty)
      world.clock.advance(1)
      try await world.accounts.settle()
      #expect(try await world.erasedPeople() == [old.accountID.text])
      for (account, isThere) in [(old.accountID, false), (young.accountID, true), (person.accountID, true)] {
        #expect(try await (world.accounts.account(account) != nil) == isThere)
      }
      world.clock.advance(3650 * 86_400)
      try await world.accounts.settle()
      #expect(try await world.accounts.account(person.accountID) != nil)
    }
  }

  @Test func `are counted from their last use, also when the session has ended since`() async throws {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      for _ in 0..<4 {
        world.clock.advance(25 * 86_400)
        #expect(try await world.call(.get, "/me", token: guest.token).status == 200)
      }
      try await world.accounts.settle()
      world.clock.advance(89 * 86_400)
      try await world.accounts.settle()
      #expect(try await world.accounts.account(guest.accountID) != nil)
      let sessions = try await world.storage.read { try await $0.query("select 1 from sessions") }
      #expect(sessions.isEmpty)
      world.clock.advance(86_400)
      try await world.accounts.settle()
      #expect(try await world.accounts.account(guest.accountID) == nil)
    }
  }

  @Test func `are kept when they became accounts, or when the operator keeps guests`() async throws {
    try await World.with { world in
      let guest = try await world.call(.post, "/auth/guest")
      let account = try await world.signIn(phone: Owner.phone, guest: guest.token)
      #expect(account.accountID == guest.accountID)
      world.clock.advance(400 * 86_400)
      try await world.accounts.settle()
      #expect(try await world.accounts.account(account.accountID) != nil)
    }
    try await World.with(settings: Self.settings(days: 0)) { world in
      let guest = try await world.call(.post, "/auth/guest")
      world.clock.advance(4000 * 86_400)
      try await world.accounts.settle()
      #expect(try await world.accounts.account(guest.accountID) != nil)
    }
  }

  @Test func `go in portions that let others write between them`() async throws {
    try await World.with(settings: Self.settings(days: 1)) { world in
      let count = Leaving.portion * 2 + 5
      for number in 0..<count { try await world.call(.post, "/auth/guest", address: "198.51.100.\(number)") }
      world.clock.advance(2 * 86_400)
      let changes = NamespaceChanges(namespace: world.storage)
      let mark = try await changes.since(nil).mark
      async let settled: Void = world.accounts.settle()
      let person = try await world.person(1)
      try await settled
      #expect(try await world.erasedPeople().count == count)
      #expect(try await world.call(.get, "/me", token: person.token).status == 200)
      let changed = try await changes.since(mark)
      #expect(Set(changed.changes).count >= count)
      let left = try await world.storage.read { try await $0.query("select 1 from people where kind = 'guest'") }
      #expect(left.isEmpty)
    }
  }
}

extension World {
  /// The accounts that plugins are told of as erased.
  func erasedPeople() async throws -> [String] {
    try await accounts.changesOfPeople(after: 0, limit: 1000).filter { $0.kind == .erased }.map(\.account.text)
  }
}
