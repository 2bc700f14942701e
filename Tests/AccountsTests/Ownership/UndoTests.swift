@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Taking a change of ownership back` {
  @Test(arguments: OwnershipDeed.allCases, [Owner.email, Owner.phone])
  func `puts everything back, ends every session and voids the password`(
    deed: OwnershipDeed, recipient: String
  ) async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: deed.needsFactor)
      // The phone came after the address; what is taken back came after both.
      world.clock.advance(60)
      let before = try await world.standing(of: owner.id)
      #expect(try await deed.perform(by: owner, in: world).status < 300)
      let secret = try await world.undoToken(to: recipient)
      #expect(try await world.undo(secret).status == 204)
      let after = try await world.standing(of: owner.id)
      #expect(after.identifiers == before.identifiers)
      #expect(after.username == before.username)
      #expect(after.factor?.sealed == before.factor?.sealed)
      #expect(after.factor?.recoveryHashes == before.factor?.recoveryHashes)
      #expect(try await world.call(.get, "/me", token: owner.token).status == 401)
      #expect(try await world.login().code == "login-failed")
      #expect(try await world.undo(secret).code == "link-wrong")
      #expect(try await world.deliveries().last?["link"]?.string?.hasSuffix("/password/forgot") == true)
    }
  }

  @Test func `leads to a new password by mail, and the thief stays out`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      world.clock.advance(60)
      for deed in [OwnershipDeed.emailAdded, .emailRemoved, .phoneRemoved] {
        #expect(try await deed.perform(by: owner, in: world).status < 300)
      }
      try await world.call(.post, "/auth/password/forgot", ["email": "thief@evil.example"])
      let stolen = try await world.lastLinkToken(to: "thief@evil.example", containing: "/password/reset")
      #expect(try await world.undo(try await world.undoToken(to: Owner.email)).status == 204)
      let reset: (String) -> JSON = { token in
        ["token": .string(token), "password": "a new long phrase 9", "passwordConfirmation": "a new long phrase 9"]
      }
      #expect(try await world.call(.post, "/auth/password/reset", reset(stolen)).status == 422)
      try await world.call(.post, "/auth/password/forgot", ["email": .string(Owner.email)])
      let mine = try await world.lastLinkToken(to: Owner.email, containing: "/password/reset")
      #expect(try await world.call(.post, "/auth/password/reset", reset(mine)).status == 204)
      let back = try await world.login(Owner.email, "a new long phrase 9")
      #expect(back.accountID == owner.id)
      let me = try await world.call(.get, "/me/identifiers", token: back.token).body["items"]?.array
      #expect(me?.compactMap { $0["value"]?.string }.sorted() == [Owner.phone, Owner.email])
    }
  }

  @Test func `throws out what came later, also through a notice of a later change`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      world.clock.advance(60)
      #expect(try await OwnershipDeed.emailAdded.perform(by: owner, in: world).status == 204)
      world.clock.advance(60)
      #expect(try await OwnershipDeed.emailRemoved.perform(by: owner, in: world).status == 204)
      let (mine, thiefs) = (
        try await world.undoToken(to: Owner.email), try await world.undoToken(to: "thief@evil.example")
      )
      #expect(try await world.undo(mine).status == 204)
      let values = try await world.standing(of: owner.id).identifiers.map(\.value).sorted()
      #expect(values == [Owner.phone, Owner.email])
      #expect(try await world.undo(thiefs).code == "link-wrong")
    }
  }

  @Test func `through the thief's own link gives back, and takes nothing`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      world.clock.advance(60)
      for deed in [OwnershipDeed.emailAdded, .emailRemoved] {
        #expect(try await deed.perform(by: owner, in: world).status == 204)
      }
      let (mine, thiefs) = (
        try await world.undoToken(to: Owner.email), try await world.undoToken(to: "thief@evil.example")
      )
      #expect(try await world.undo(thiefs).status == 204)
      #expect(try await world.standing(of: owner.id).identifiers.map(\.value).contains(Owner.email))
      #expect(try await world.undo(mine).status == 204)
      #expect(try await !world.standing(of: owner.id).identifiers.map(\.value).contains("thief@evil.example"))
    }
  }

  @Test func `ends after the grace time, which is a setting`() async throws {
    for (hours, settings) in [(72, AccountsSettings()), (5, Self.settings(hours: 5))] {
      try await World.with(settings: settings) { world in
        let owner = try await world.owner()
        world.clock.advance(60)
        #expect(try await OwnershipDeed.phoneRemoved.perform(by: owner, in: world).status == 204)
        let (mail, text) = (try await world.undoToken(to: Owner.email), try await world.undoToken(to: Owner.phone))
        world.clock.advance(Double(hours) * 3600 - 1)
        #expect(try await world.undo(mail).status == 204)
        world.clock.advance(1)
        #expect(try await world.undo(text).code == "link-wrong")
        try await world.accounts.settle()
        let left = try await world.storage.read { try await $0.query("select 1 from undos") }
        #expect(left.isEmpty)
      }
    }
  }

  private static func settings(hours: Int) -> AccountsSettings {
    var settings = AccountsSettings()
    settings.undoHours = hours
    return settings
  }

  @Test func `leaves to others what they have come to have since`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      world.clock.advance(60)
      for deed in [OwnershipDeed.phoneRemoved, .usernameChanged] {
        #expect(try await deed.perform(by: owner, in: world).status < 300)
      }
      let other = try await world.signIn(phone: Owner.phone)
      #expect(other.body["isNew"] == true)
      try await world.call(.patch, "/me", ["username": "jane.doe"], token: other.token)
      #expect(try await world.undo(try await world.undoToken(to: Owner.email)).status == 204)
      let after = try await world.standing(of: owner.id)
      #expect(after.identifiers.map(\.value) == [Owner.email])
      #expect(after.username == nil)
      #expect(try await world.standing(of: other.accountID).username == "jane.doe")
    }
  }

  @Test(arguments: ["", "x", String(repeating: "A", count: 43)])
  func `takes no made-up link`(secret: String) async throws {
    try await World.with { world in
      _ = try await world.owner()
      #expect(try await world.undo(secret).status == 422)
    }
  }

  @Test func `keeps nothing readable in the database`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      #expect(try await OwnershipDeed.emailAdded.perform(by: owner, in: world).status == 204)
      let secret = try await world.undoToken(to: Owner.email)
      let rows = try await world.storage.read { try await $0.query("select * from undos") }
      let text = rows.flatMap(\.values).map { "\($0)" }.joined(separator: " ")
      #expect(rows.count == 3)
      for canary in [secret, Owner.email, Owner.phone, "jane.doe"] { #expect(!text.contains(canary)) }
      try await world.call(.delete, "/me", token: owner.token)
      world.clock.advance(73 * 3600)
      try await world.accounts.settle()
      let left = try await world.storage.read { try await $0.query("select 1 from undos") }
      #expect(left.isEmpty)
    }
  }
}
