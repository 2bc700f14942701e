import FieldhouseAccounts
import FieldhouseKit
import Testing

/// One question that can be agreed to.
private struct OneOffer: SharingCatalogue {
  static let steps = SharedQuestion(question: "fitness.steps", asker: "walks")
  static let path = "/me/sharing/fitness.steps/walks"

  func offers(language: String) -> [SharingOffer] {
    [
      SharingOffer(
        shared: Self.steps, askedName: "Fitness", askerName: "Walks", version: "1.2.0", title: "Steps (\(language))",
        purpose: nil)
    ]
  }
}

private struct NoOffer: SharingCatalogue {
  func offers(language: String) -> [SharingOffer] { [] }
}

@Suite struct `What a person lets games tell each other` {
  private static func given(_ person: Answer, in world: World) async throws -> Bool {
    try await world.accounts.isGiven(OneOffer.steps, by: person.accountID)
  }

  @Test func `counts from the moment it is agreed to until it is taken back, and stands in the trail`() async throws {
    try await World.with { world in
      world.accounts.attach(OneOffer())
      let (person, other) = (try await world.person(1), try await world.person(2))
      #expect(try await !Self.given(person, in: world))
      for _ in 0..<2 { #expect(try await world.call(.put, OneOffer.path, token: person.token).status == 204) }
      #expect(try await Self.given(person, in: world))
      #expect(try await !Self.given(other, in: world))
      let shown = try await world.call(.get, "/me/sharing", token: person.token).body["items"]
      #expect(shown?[0]?["givenAt"] == "2025-08-15T12:00:00Z" && shown?[0]?["title"] == "Steps (en)")
      for _ in 0..<2 { #expect(try await world.call(.delete, OneOffer.path, token: person.token).status == 204) }
      #expect(try await !Self.given(person, in: world))
      let trail = try await world.storage.read {
        try await $0.query("select action, detail from audit where subject = \(person.accountID) order by sequence")
          .map { "\(try $0[0] as String) \(try $0[1] as String)" }
      }
      #expect(
        trail.filter { $0.hasPrefix("sharing") } == [
          "sharing.given fitness.steps walks", "sharing.ended fitness.steps walks",
        ])
    }
  }

  @Test func `can be agreed to only while it is asked, and taken back always`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      #expect(try await world.call(.put, OneOffer.path, token: person.token).code == "sharing-unknown")
      world.accounts.attach(OneOffer())
      #expect(try await world.call(.put, OneOffer.path, token: person.token).status == 204)
      world.accounts.attach(NoOffer())
      let left = try await world.call(.get, "/me/sharing", token: person.token).body["items"]?.array ?? []
      #expect(left.count == 1 && left[0]["from"] == "fitness" && left[0]["title"]?.isNull == true)
      #expect(try await world.call(.delete, OneOffer.path, token: person.token).status == 204)
      #expect(try await !Self.given(person, in: world))
      #expect(try await world.call(.get, "/me/sharing", token: person.token).body["items"] == [])
    }
  }

  @Test func `is in the export, moves with a merged account, and goes with an erased one`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      world.accounts.attach(OneOffer())
      let (gone, kept) = (try await world.person(1), try await world.person(2))
      #expect(try await world.call(.put, OneOffer.path, token: gone.token).status == 204)
      let consents = try await world.call(.get, "/me/export", token: gone.token).body["consents"]?.array ?? []
      #expect(
        consents.contains([
          "document": "sharing/fitness.steps/walks", "version": "1.2.0", "acceptedAt": "2025-08-15T12:00:00Z",
        ]))
      #expect(try await world.call(.post, "/me/merge", ["token": .string(gone.token)], token: kept.token).status == 200)
      #expect(try await Self.given(kept, in: world))
      #expect(try await !Self.given(gone, in: world))
      #expect(try await world.call(.delete, "/me", token: kept.token).status == 204)
      #expect(try await !Self.given(kept, in: world))
    }
  }

  @Test func `stays apart from the documents that a person accepts`() async throws {
    try await World.with { world in
      world.accounts.attach(OneOffer())
      let person = try await world.person(1)
      let forged: JSON = ["document": "sharing/fitness.steps/walks", "version": "1"]
      #expect(try await world.call(.post, "/me/consents", forged, token: person.token).status == 422)
      let terms: JSON = ["document": "terms", "version": "1"]
      #expect(try await world.call(.post, "/me/consents", terms, token: person.token).status == 201)
      let shown = try await world.call(.get, "/me/sharing", token: person.token).body["items"]?.array ?? []
      #expect(shown.count == 1 && shown[0]["givenAt"]?.isNull == true)
    }
  }
}
