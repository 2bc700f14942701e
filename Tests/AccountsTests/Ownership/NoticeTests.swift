@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A notice of a change of ownership` {
  @Test(arguments: OwnershipDeed.allCases)
  func `goes to all addresses and numbers known before, with a link of its own, and is on the trail`(
    deed: OwnershipDeed
  ) async throws {
    try await World.with { world in
      let owner = try await world.owner(withFactor: deed.needsFactor)
      let before = try await world.notices().count
      #expect(try await deed.perform(by: owner, in: world).status < 300)
      let notices = try await world.notices().dropFirst(before)
      let recipients = notices.compactMap { $0["to"]?.string }.sorted()
      #expect(recipients == ["+" + Owner.phone, Owner.email])
      #expect(Set(notices.compactMap { $0["link"]?.string }).count == 2)
      for notice in notices {
        let link = try #require(notice["link"]?.string)
        #expect(link.hasPrefix("http://127.0.0.1:8080/undo?token="))
        let text = try #require(notice["text"]?.string)
        #expect(text.contains(link))
        #expect(!text.contains("{"), "\(text)")
        #expect(!text.contains("accounts.notice"), "\(text)")
        #expect(
          notice["subject"]?.string == (notice["channel"] == "email" ? "Your Fieldhouse account was changed" : ""))
      }
      let trail = try await world.storage.read { transaction in
        try await transaction.query("select action, subject from audit order by sequence desc limit 1")
      }
      #expect(try trail.first?["action"] == "ownership.\(deed.rawValue)")
      #expect(try trail.first?["subject"] == owner.id.text)
    }
  }

  @Test func `names what was added so that another mailbox learns no address`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      for deed in [OwnershipDeed.emailAdded, .phoneAdded] {
        #expect(try await deed.perform(by: owner, in: world).status < 300)
      }
      let texts = try await world.notices().compactMap { $0["text"]?.string }
      #expect(texts.contains { $0.contains("t…@evil.example") })
      #expect(texts.contains { $0.contains("…999") })
      #expect(!texts.contains { $0.contains("thief@") || $0.contains("4930999999") })
    }
  }

  @Test func `is not sent where nothing changed`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      let before = try await world.notices().count
      #expect(
        try await world.addIdentifier(["phone": .string(Owner.phone)], to: Owner.phone, token: owner.token).status
          == 204)
      let wrong: JSON = ["email": "new@example.org", "code": "000000"]
      try await world.call(.post, "/me/identifiers", ["email": "new@example.org"], token: owner.token)
      #expect(try await world.call(.post, "/me/identifiers/verify", wrong, token: owner.token).status == 401)
      #expect(try await world.call(.delete, "/me/identifiers?phone=4930111111", token: owner.token).status == 404)
      #expect(try await world.notices().count == before)
    }
  }

  @Test func `is in the language of the account, else in that of the call`() async throws {
    try await World.with { world in
      let owner = try await world.owner()
      try await world.call(.patch, "/me", ["language": "ar"], token: owner.token)
      #expect(try await OwnershipDeed.usernameChanged.perform(by: owner, in: world).status == 200)
      let notice = try #require(try await world.notices().last)
      #expect(notice["text"]?.string?.contains("somebody.else") == true)
      #expect(notice["text"]?.string?.contains("حسابك") == true)
    }
  }

  @Test func `has every sentence in both languages, with the same places to fill`() throws {
    let tables = try Strings.load().tables
    let keys = try #require(tables["en"]).keys.filter { $0.hasPrefix("accounts.") }
    #expect(keys.count >= 30)
    for key in keys {
      let places = ["en", "ar"].map { language in
        Set((tables[language]?[key] ?? "").matches(of: /\{\w+\}/).map { String($0.output) })
      }
      #expect(tables["ar"]?[key] != nil, "\(key)")
      #expect(places[0] == places[1], "\(key)")
    }
    for deed in OwnershipDeed.allCases { #expect(keys.contains("accounts.notice.\(deed.rawValue)")) }
  }

  @Test(
    arguments: [
      (OwnershipChange.emailAdded("jane@example.org"), "j…@example.org"), (.emailRemoved("x"), "…"),
      (.phoneAdded("4915112345678"), "…678"), (.phoneRemoved("12345678"), "…678"),
      (.identityAdded("The club"), "The club"), (.identityRemoved("The club"), "The club"),
      (.usernameChanged("jane"), "jane"), (.usernameChanged(nil), "–"), (.passwordChanged, ""),
      (.leaving(Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00Z"),
    ])
  func `says what it is about`(change: OwnershipChange, value: String) {
    #expect(change.value == value)
    #expect(change.text == "accounts.notice.\(change.name)")
  }
}
