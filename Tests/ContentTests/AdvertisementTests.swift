import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `An advertisement` {
  private static let places = [
    Advertising.Place(area: "soccer", name: "Soccer", isAccepting: true),
    Advertising.Place(area: "walks", name: "Walks", isAccepting: true),
    Advertising.Place(area: "folf", name: "Disc golf", isAccepting: false),
  ]

  /// A host that shows advertisements.
  private func shop(_ database: TestDatabase, limit: @escaping Content.Limit = { _ in }) async throws -> ContentWorld {
    let world = try await ContentWorld(database, places: Self.places, limit: limit)
    try await world.call(.put, "/advertising", ["isOn": true], as: "operator")
    return world
  }

  /// Makes one that is shown from now on for an hour.
  @discardableResult
  private func make(
    _ name: String, in world: ContentWorld, places: [String] = [], countries: [String] = [],
    from start: String = "2025-08-15T12:00:00Z", to end: String = "2025-08-15T13:00:00Z"
  ) async throws -> String {
    let made = try await world.call(
      .post, "/advertisements", Self.draft(name, places, countries, start, end), as: "operator")
    return try #require(made["id"]?.string)
  }

  private static func draft(
    _ name: String, _ places: [String] = [], _ countries: [String] = [], _ start: String = "2025-08-15T12:00:00Z",
    _ end: String = "2025-08-15T13:00:00Z", link: String = "https://shoes.example/"
  ) -> JSON {
    [
      "name": .string(name), "title": .string("\(name)!"), "text": "Buy.", "link": .string(link),
      "startsAt": .string(start), "endsAt": .string(end), "places": .array(places.map { .string($0) }),
      "countries": .array(countries.map { .string($0) }),
    ]
  }

  /// The title of what is shown beside a page; nil for nothing.
  private func shown(
    _ path: String, in world: ContentWorld, area: String = "soccer", country: String? = nil
  ) async throws -> String? {
    let slot = try await world.call(
      .get, "/advertisement?area=\(area)&path=\(path)", as: country == nil ? nil : "ann", in: country)
    return slot["advertisement"]?["title"]?.string
  }

  /// How often one was looked at and followed.
  private func counts(_ id: String, in world: ContentWorld) async throws -> [Int?] {
    let all = try await world.call(.get, "/advertisements", as: "operator")["items"]?.array ?? []
    let item = all.first { $0["id"]?.string == id }
    return [item?["views"]?.int, item?["clicks"]?.int]
  }

  @Test(.tags(.pl68, .sp5, .sp66, .sp181), arguments: TestEngine.allCases)
  func `is shown to those of its countries beside the pages it is for, the closest first`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let world = try await shop(database)
      #expect(try await shown("leagues/en.1", in: world) == nil)
      try await make("Anywhere", in: world)
      try await make("Soccer", in: world, places: ["soccer"])
      try await make("League", in: world, places: ["walks", "soccer/leagues/en.1"])
      try await make("Egypt", in: world, places: ["soccer/leagues/en.1"], countries: ["EG", "SD"])
      #expect(try await shown("leagues/en.1", in: world) == "League!")
      #expect(try await shown("leagues/en.1/board", in: world) == "League!")
      #expect(try await shown("leagues/en.10", in: world) == "Soccer!")
      #expect(try await shown("", in: world) == "Soccer!")
      #expect(try await shown("", in: world, area: "walks") == "League!")
      #expect(try await shown("leagues/en.1", in: world, country: "EG") == "Egypt!")
      #expect(try await shown("leagues/en.1", in: world, country: "DE") == "League!")
      #expect(try await shown("leagues/de.1", in: world, country: "EG") == "Soccer!")
    }
  }

  @Test(.tags(.pl68, .sp66), arguments: TestEngine.allCases)
  func `is shown from its first instant to before its last, in turn with others that fit as well`(engine: TestEngine)
    async throws
  {
    try await engine.run { database in
      let world = try await shop(database)
      let later = ("2025-08-15T12:00:10Z", "2025-08-15T12:00:20Z")
      let one = try await make("One", in: world, from: later.0, to: later.1)
      #expect(try await shown("", in: world) == nil)
      world.clock.advance(10)
      #expect(try await shown("", in: world) == "One!")
      try await make("Two", in: world, from: later.0, to: later.1)
      try await world.call(.post, "/advertisements/\(one)/views", [:])
      #expect(try await shown("", in: world) == "Two!")
      world.clock.advance(9.999)
      #expect(try await shown("", in: world) == "Two!")
      world.clock.advance(0.001)
      #expect(try await shown("", in: world) == nil)
      let ended = await problem { try await world.call(.post, "/advertisements/\(one)/clicks", [:]) }
      #expect(ended?.code == "advertisement-unknown")
    }
  }

  @Test(.tags(.pl68, .sp181, .fs35), arguments: TestEngine.allCases)
  func `is shown where the operator wants any, and never beside what accepts none`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, places: Self.places)
      let id = try await make("Shoes", in: world)
      for area in ["soccer", "walks", "folf"] { #expect(try await shown("", in: world, area: area) == nil, "\(area)") }
      #expect(await problem { try await world.call(.post, "/advertisements/\(id)/views", [:]) }?.status == 404)
      let on = try await world.call(.put, "/advertising", ["isOn": true], as: "operator")
      #expect(on["plugins"]?.array?.map { $0["isOn"] } == [true, true, false])
      #expect(on["plugins"]?.array?.map { $0["isAccepting"] } == [true, true, false])
      try await world.call(.put, "/advertising/walks", ["isOn": false], as: "operator")
      #expect(try await shown("", in: world) == "Shoes!")
      for area in ["walks", "folf", "nowhere"] { #expect(try await shown("", in: world, area: area) == nil, "\(area)") }
      for (area, code) in [("folf", "advertisements-refused"), ("nowhere", "area-unknown")] {
        let refused = await problem {
          try await world.call(.put, "/advertising/\(area)", ["isOn": true], as: "operator")
        }
        #expect(refused?.code == code)
      }
      // Another process learns of it, and so does one that starts.
      let other = Content(
        storage: world.storage, texts: TextCatalog(), pictures: world.shelf.pictures, films: world.reel.films,
        limit: { _ in }, crashLimit: { _ in })
      #expect(!other.switches.shows(in: "soccer"))
      try await other.followTexts()
      #expect(other.switches.shows(in: "soccer") && !other.switches.shows(in: "walks"))
      try await world.call(.put, "/advertising", ["isOn": false], as: "operator")
      try await other.followTexts()
      #expect(!other.switches.shows(in: "soccer"))
      #expect(try await shown("", in: world) == nil)
      #expect(try await world.call(.get, "/advertising", as: "operator")["isOn"] == false)
    }
  }

  @Test(.tags(.pl68), arguments: TestEngine.allCases)
  func `counts each client once a day, and keeps nothing of whom`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await shop(database)
      let id = try await make("Shoes", in: world, to: "2025-08-20T00:00:00Z")
      func view(_ person: String?, _ address: String, _ kind: Account.Kind = .user) async throws {
        try await world.call(.post, "/advertisements/\(id)/views", [:], as: person, from: address, kind: kind)
      }
      for _ in 0..<3 { try await view(nil, "192.0.2.1") }
      // A guest is made in an instant, and so is what the address is.
      try await view("gus", "192.0.2.1", .guest)
      #expect(try await counts(id, in: world) == [1, 0])
      for address in ["192.0.2.1", "192.0.2.7"] { try await view("ann", address) }
      try await view(nil, "192.0.2.2")
      #expect(try await counts(id, in: world) == [3, 0])
      for _ in 0..<2 { try await world.call(.post, "/advertisements/\(id)/clicks", [:], as: "ann") }
      #expect(try await counts(id, in: world) == [3, 1])
      world.clock.advance(12 * 3600)
      try await view("ann", "192.0.2.1")
      #expect(try await counts(id, in: world) == [4, 1])
      let columns = try await world.storage.read { try await $0.query("select * from content_advertisements") }
      #expect(!"\(columns)".contains("ann") && !"\(columns)".contains("192.0.2"))
    }
  }

  @Test(.tags(.pl68)) func `is not counted for who asks too often`() async throws {
    try await TestEngine.sqlite.run { database in
      let left = Mutex(1)
      let world = try await shop(database) { _ in
        let isSpent = left.withLock { left in
          left -= 1
          return left < 0
        }
        if isSpent { throw Problem(status: 429, code: "too-many-attempts", detail: "Later.") }
      }
      let id = try await make("Shoes", in: world)
      try await world.call(.post, "/advertisements/\(id)/views", [:])
      let refused = await problem {
        try await world.call(.post, "/advertisements/\(id)/views", [:], from: "192.0.2.9")
      }
      #expect(refused?.status == 429)
      #expect(try await counts(id, in: world) == [1, 0])
    }
  }

  @Test(.tags(.pl68, .sp181), arguments: TestEngine.allCases)
  func `is changed by one operator at a time, has a picture, and is removed with it`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await shop(database)
      let id = try await make("Shoes", in: world)
      var change = Self.draft("Boots", ["soccer"]).object ?? [:]
      change["version"] = 1
      let changed = try await world.call(.put, "/advertisements/\(id)", .object(change), as: "operator")
      #expect(changed["name"] == "Boots" && changed["version"] == 2 && changed["places"] == ["soccer"])
      for (path, code) in [(id, "advertisement-changed"), ("none", "advertisement-unknown")] {
        let late = await problem {
          try await world.call(.put, "/advertisements/\(path)", .object(change), as: "operator")
        }
        #expect(late?.code == code)
      }
      try await world.upload("one", to: "/advertisements/\(id)")
      try await world.upload("two", to: "/advertisements/\(id)")
      let slot = try await world.call(.get, "/advertisement?area=soccer")["advertisement"]
      let picture = try #require(slot?["picture"]?.string)
      #expect(try await world.call(.get, String(picture.trimmingPrefix("/v1/content"))) == "two")
      #expect(world.shelf.count == 1)
      #expect(slot?["name"] == nil && slot?["views"] == nil)
      try await world.call(.delete, "/advertisements/\(id)", as: "operator")
      #expect(world.shelf.count == 0)
      #expect(try await shown("", in: world) == nil)
      let gone = await problem { try await world.upload("one", to: "/advertisements/\(id)") }
      #expect(gone?.code == "advertisement-unknown" && world.shelf.count == 0)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `stands in a list by its end, those of one instant each once`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await shop(database)
      for index in 0..<5 { try await make("\(index)", in: world) }
      try await make("last", in: world, to: "2025-09-01T00:00:00Z")
      var (seen, after): ([String], String?) = ([], nil)
      repeat {
        let page = try await world.call(
          .get, "/advertisements?limit=2" + (after.map { "&after=\($0)" } ?? ""), as: "operator")
        seen += page["items"]?.array?.compactMap { $0["name"]?.string } ?? []
        after = page["next"]?.string
      } while after != nil
      #expect(seen.first == "last" && seen.sorted() == ["0", "1", "2", "3", "4", "last"])
    }
  }

  @Test(arguments: [
    ("javascript:alert(1)", "2025-08-15T12:00:00Z", "/link"),
    ("https://a:b@c.example", "2025-08-15T12:00:00Z", "/link"),
    ("https://c.example", "2025-08-15T13:00:00Z", "/endsAt"),
  ])
  func `that leads nowhere or ends before it begins is refused`(link: String, start: String, pointer: String)
    async throws
  {
    try await TestEngine.sqlite.run { database in
      let world = try await shop(database)
      let draft = Self.draft("Shoes", [], [], start, link: link)
      let refused = await problem { try await world.call(.post, "/advertisements", draft, as: "operator") }
      #expect(refused?.status == 422 && refused?.errors.map(\.pointer) == [pointer])
    }
  }
}
