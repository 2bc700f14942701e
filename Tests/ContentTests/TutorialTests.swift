import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A tutorial` {
  private func entry(_ world: ContentWorld, language: String = "en") async throws -> JSON? {
    try await world.call(.get, "/pages?section=tutorials", language: language)["items"]?.array?.first
  }

  private func film(
    _ world: ContentWorld, _ page: String, _ title: String, _ video: String, in language: String = "en",
    position: Int = 0
  ) async throws -> JSON {
    let body: JSON = [
      "language": .string(language), "section": "tutorials", "title": .string(title), "text": "Look.",
      "video": .string(video), "position": .integer(Int64(position)),
    ]
    return try await world.call(.put, "/pages/\(page)", body, as: "operator")
  }

  @Test(.tags(.pl61, .sp50, .sp166, .sp180), arguments: TestEngine.allCases)
  func `has a film in each language, stands in order, and is taken away`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let english = try await film(world, "first-steps", "First steps", "https://example.org/en.mp4", position: 2)
      #expect(english["video"] == "https://example.org/en.mp4" && english["version"] == 1)
      _ = try await film(world, "first-steps", "الخطوات الأولى", "https://example.org/ar.mp4", in: "ar", position: 2)
      _ = try await film(world, "scores", "Scores", "http://example.org/s", position: 1)
      try await world.publish("words", "Words alone", section: "tutorials", position: 3)
      #expect(try await world.titles("?section=tutorials") == ["Scores", "First steps", "Words alone"])
      let arabic = try await world.call(.get, "/pages/first-steps", language: "ar")
      #expect(arabic["video"] == "https://example.org/ar.mp4" && arabic["title"] == "الخطوات الأولى")
      // Put before the other one, in whichever language; without a film in that one any more.
      try await world.publish("first-steps", "Your first steps", section: "tutorials", position: 0)
      #expect(try await world.titles("?section=tutorials") == ["Your first steps", "Scores", "Words alone"])
      #expect(try await entry(world)?["video"] == nil)
      #expect(try await world.call(.get, "/pages/first-steps")["video"] == nil)
      #expect(try await world.call(.get, "/pages/first-steps/versions/1")["video"] == "https://example.org/en.mp4")
      #expect(try await entry(world, language: "ar")?["video"] == "https://example.org/ar.mp4")
      try await world.call(.delete, "/pages/first-steps", as: "operator")
      #expect(try await world.titles("?section=tutorials", language: "ar") == ["Scores", "Words alone"])
      #expect(await problem { try await world.call(.get, "/pages/first-steps") }?.code == "page-unknown")
      #expect(
        await problem { try await world.call(.delete, "/pages/first-steps", as: "operator") }?.code == "page-unknown")
      #expect(try await world.call(.get, "/pages/first-steps/versions/2")["title"] == "الخطوات الأولى")
    }
  }

  @Test(
    .tags(.pl61),
    arguments: [
      "javascript:alert(1)", "ftp://example.org/a", "https://", "//example.org/a", "https://me:secret@example.org/a",
      "https://example.org\\@evil.example/", "https://exa mple.org", "film.mp4",
      "https://example.org/" + String(repeating: "a", count: 1981),
    ])
  func `leads to no film that is no plain address of the web`(video: String) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await ContentWorld(database)
      let refused = await problem { _ = try await film(world, "first-steps", "First steps", video) }
      #expect(refused?.status == 422 && refused?.errors.map(\.pointer) == ["/video"])
      #expect(try await world.titles() == [])
    }
  }

  @Test(.tags(.pl61, .sp180), arguments: TestEngine.allCases)
  func `has one picture in all its languages, which goes with it`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      let path = "/pages/first-steps"
      let early = await problem { try await world.upload("early", to: "\(path)") }
      #expect(early?.code == "page-unknown" && world.shelf.count == 0)
      try await world.publish("first-steps", "First steps", section: "tutorials")
      #expect(try await entry(world)?["picture"] == nil)
      try await world.upload("one", to: "\(path)")
      let one = try #require(try await entry(world)?["picture"]?.string)
      try await world.publish("first-steps", "الخطوات الأولى", in: "ar", section: "tutorials")
      for language in ["en", "ar"] {
        #expect(try await entry(world, language: language)?["picture"]?.string == one)
        #expect(try await world.call(.get, path, language: language)["picture"]?.string == one)
      }
      let fetched = String(one.trimmingPrefix("/v1/content"))
      #expect(try await world.call(.get, fetched) == "one")
      let refused = await problem { try await world.upload("none", to: "\(path)") }
      #expect(refused?.status == 415)
      try await world.upload("two", to: "\(path)")
      let two = try #require(try await entry(world)?["picture"]?.string)
      #expect(two != one && world.shelf.count == 1)
      #expect(await problem { try await world.call(.get, fetched) }?.code == "picture-unknown")
      try await world.call(.delete, path, as: "operator")
      #expect(world.shelf.count == 0)
      #expect(
        await problem { try await world.call(.get, String(two.trimmingPrefix("/v1/content"))) }?.status == 404)
      try await world.publish("first-steps", "First steps", section: "tutorials")
      #expect(try await entry(world)?["picture"] == nil)
      try await world.upload("three", to: "\(path)")
      try await world.call(.delete, "\(path)/picture", as: "operator")
      #expect(try await entry(world)?["picture"] == nil)
      #expect(world.shelf.count == 0)
    }
  }
}

@Suite struct `The tour of the web app` {
  @Test(.tags(.pl61, .wc24), arguments: TestEngine.allCases)
  func `comes once to each account, goes on with it and leaves with it`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      func seen(_ person: String, _ kind: Account.Kind = .user) async throws -> JSON? {
        try await world.call(.get, "/tour", as: person, kind: kind)["seenAt"]
      }
      #expect(try await seen("gus", .guest) == nil)
      try await world.call(.put, "/tour", as: "gus", kind: .guest)
      let first = try await seen("gus", .guest)
      #expect(first == "2025-08-15T12:00:00Z")
      world.clock.advance(60)
      try await world.call(.put, "/tour", as: "gus", kind: .guest)
      #expect(try await seen("gus", .guest) == first)
      #expect(try await seen("ann") == nil)
      // The guest becomes an account, which has seen it then; so had the next one, at its own time.
      try await world.storage.write { try await Content.merge(AccountID("gus"), into: AccountID("ann"), in: $0) }
      #expect(try await seen("ann") == first)
      #expect(try await seen("gus", .guest) == nil)
      try await world.call(.put, "/tour", as: "eve")
      try await world.storage.write { try await Content.merge(AccountID("ann"), into: AccountID("eve"), in: $0) }
      #expect(try await seen("eve") == "2025-08-15T12:01:00Z")
      #expect(try await world.content.export(AccountID("eve"))["tour"]?["seenAt"] == "2025-08-15T12:01:00Z")
      try await world.storage.write { try await Content.erase(AccountID("eve"), in: $0) }
      #expect(try await seen("eve") == nil)
      #expect(try await world.content.export(AccountID("eve"))["tour"] == nil)
    }
  }
}
