import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Contacts who are here` {
  @Test(.tags(.pl39, .sp116)) func `are found by number, however written, and by address`() async throws {
    try await World.with { world in
      let me = try await world.person(0)
      let known = try await world.signIn(phone: "+4915112345678")
      let mailed = try await world.register()
      let body: JSON = [
        "contacts": ["0151 1234 5678", "+49 (151) 12345678", "+491700000000", "Jane@Example.org", "not a number"],
        "country": "DE",
      ]
      let found = try await world.call(.post, "/me/contacts", body, token: me.token).body["items"]
      let contacts: [String?] = (0..<3).map { found?[$0]?["contact"]?.string }
      #expect(contacts == ["0151 1234 5678", "+49 (151) 12345678", "Jane@Example.org"])
      let people = try (0..<3).map { AccountID(try #require(found?[$0]?["account"]?["id"]?.string)) }
      #expect(people == [known.accountID, known.accountID, mailed.accountID])
      #expect(found?.array?.count == 3)
    }
  }

  @Test(.tags(.pl39)) func `are not found when they hide, are shut, have blocked me or are myself`() async throws {
    try await World.with { world in
      let (me, admin) = (try await world.person(0), try await world.administrator())
      let (hidden, shut, blocking) = (
        try await world.person(1), try await world.person(2), try await world.person(3)
      )
      try await world.call(.patch, "/me", ["visibility": ["contacts": "nobody"]], token: hidden.token)
      try await world.call(.put, "/people/\(shut.accountID)/disabled", token: admin.token)
      try await world.call(.put, "/me/blocked/\(me.accountID)", token: blocking.token)
      let numbers: JSON = ["+491511000000", "+491511000001", "+491511000002", "+491511000003"]
      let found = try await world.call(.post, "/me/contacts", ["contacts": numbers], token: me.token)
      #expect(found.status == 200)
      #expect(found.body["items"]?.array?.isEmpty == true)
    }
  }

  @Test(.tags(.pl39, .pl38)) func `are not found where I have blocked them`() async throws {
    try await World.with { world in
      let (me, other) = (try await world.person(0), try await world.person(1))
      let body: JSON = ["contacts": ["+491511000001"]]
      #expect(try await world.call(.post, "/me/contacts", body, token: me.token).body["items"]?.array?.count == 1)
      try await world.call(.put, "/me/blocked/\(other.accountID)", token: me.token)
      #expect(try await world.call(.post, "/me/contacts", body, token: me.token).body["items"] == [])
    }
  }

  @Test(.tags(.pl39)) func `are stored nowhere, and numbers cannot be probed without end`() async throws {
    try await World.with { world in
      let me = try await world.person(0)
      let body: JSON = ["contacts": ["+15550001234567", "canary@example.org"]]
      for _ in 0..<10 { #expect(try await world.call(.post, "/me/contacts", body, token: me.token).status == 200) }
      #expect(try await world.call(.post, "/me/contacts", body, token: me.token).status == 429)
      let text = try await world.dump()
      for canary in ["15550001234567", "canary@example.org"] { #expect(!text.contains(canary)) }
      #expect(!world.log.lines.joined().contains("canary"))
    }
  }
}
