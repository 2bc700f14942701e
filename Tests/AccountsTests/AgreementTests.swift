import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What whoever signs up agrees to` {
  private static let phone = "+4915112345678"
  private static let old: [String: JSON] = ["acceptsTerms": true, "termsVersion": "0"]
  private static let now: [String: JSON] = ["acceptsTerms": true, "termsVersion": "1", "privacyVersion": "1"]

  /// What a message to a new number proves: its code, or the link beside it.
  private func proof(_ way: String, _ world: World) async throws -> JSONObject {
    try #require(try await world.call(.post, "/auth/otp", ["phone": .string(Self.phone)]).status == 202)
    let code = try await world.lastCode(to: Self.phone)
    guard way == "link" else { return ["phone": .string(Self.phone), "code": .string(code)] }
    return ["token": .string(try await world.lastLinkToken(to: Self.phone, containing: "/code?token="))]
  }

  private func verify(_ world: World, _ proof: JSONObject, _ more: [String: JSON], _ guest: String?) async throws
    -> Answer
  {
    var body = proof
    for (key, value) in more { body[key] = value }
    return try await world.call(.post, "/auth/otp/verify", .object(body), token: guest)
  }

  @Test(.tags(.pl10, .pl6), arguments: ["code", "link"], [false, true])
  func `is asked for before a number gets an account, and the same code goes on`(way: String, isGuest: Bool)
    async throws
  {
    try await World.with { world in
      let guest = isGuest ? try await world.guestToken() : nil
      let proof = try await proof(way, world)
      for no: [String: JSON] in [[:], ["acceptsTerms": false], ["acceptsTerms": .null, "termsVersion": "1"]] {
        let asked = try await verify(world, proof, no, guest)
        #expect(asked.status == 409 && asked.code == "terms-needed")
        #expect(asked.body["detail"] == "Please agree to the Terms and Conditions and the Privacy Policy.")
      }
      for changed in [Self.old, Self.now.merging(["privacyVersion": "2"]) { $1 }] {
        let asked = try await verify(world, proof, changed, guest)
        #expect(asked.status == 409 && asked.code == "terms-changed")
      }
      let users = try await world.storage.read {
        try await $0.first("select count(*) from people where kind = 'user'")?[0] as Int?
      }
      #expect(users == 0)
      world.clock.advance(5)
      let arrived = try await verify(world, proof, Self.now, guest)
      #expect(arrived.status == 200 && arrived.body["isNew"] == true, "\(arrived.body)")
      let export = try await world.call(.get, "/me/export", token: arrived.token)
      let consents = try #require(export.body["consents"]?.array)
      #expect(consents.map { $0["document"] } == ["privacy", "terms"])
      #expect(consents.allSatisfy { $0["version"] == "1" && $0["acceptedAt"] == "2025-08-15T12:00:05Z" })
      world.clock.advance(60)
      let known = try await verify(world, try await self.proof(way, world), [:], nil)
      #expect(known.status == 200 && known.accountID == arrived.accountID, "who has an account is not asked again")
    }
  }

  @Test(.tags(.pl10)) func `is what was shown: a form that is older than the texts is asked again`() async throws {
    try await World.with { world in
      let late = try await world.call(.post, "/auth/register", world.registration(changes: Self.old))
      #expect(late.status == 409 && late.code == "terms-changed")
      #expect(
        late.body["detail"]
          == "The terms have changed since they were shown. Please read them again, and agree once more.")
      #expect(try await world.deliveries().isEmpty)
      let ways = try await world.call(.get, "/auth/methods").body
      let shown: [String: JSON] = [
        "termsVersion": try #require(ways["termsVersion"]), "privacyVersion": try #require(ways["privacyVersion"]),
      ]
      #expect(try await world.register(changes: shown).status == 200)
    }
  }

  @Test(.tags(.pl10, .pl19)) func `is asked again on the way back from a provider, where it was`() async throws {
    try await World.withProvider { world, provider in
      let journey = try await world.journey(provider)
      for more in [Self.old, ["acceptsTerms": true, "privacyVersion": "9"]] {
        var late = journey
        for (key, value) in more { late.body[key] = value }
        #expect(try await world.finish(late).code == "terms-changed")
      }
      #expect(try await world.counts() == (1, 0))
      #expect(try await world.finish(journey).status == 200)
    }
  }
}
