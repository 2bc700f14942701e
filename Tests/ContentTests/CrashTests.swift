import FieldhouseContent
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A fault of the web app` {
  private func tell(
    _ world: ContentWorld, _ message: String, place: String = "/app.js:1:1", page: String = "/people/ann"
  ) async throws {
    try await world.call(
      .post, "/crashes",
      [
        "message": .string(message), "place": .string(place), "stack": "at draw (/app.js:1:1)\nat show (/app.js:9:9)",
        "page": .string(page), "browser": "A browser 1.0", "version": "1.0.0",
      ])
  }

  private func list(_ world: ContentWorld, _ query: String = "") async throws -> JSON {
    try await world.call(.get, "/crashes" + query, as: "operator")
  }

  @Test(.tags(.pl79, .wc82), arguments: TestEngine.allCases)
  func `is counted by what it says and where, and tells nothing of who met it`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await tell(world, "x is undefined")
      world.clock.advance(60)
      try await tell(world, "x is undefined", page: "/")
      try await tell(world, "x is undefined", place: "/dom.js:2:2")
      let items = try await list(world)["items"]?.array ?? []
      #expect(items.map { $0["times"] } == [1, 2] || items.map { $0["times"] } == [2, 1])
      let counted = try #require(items.first { $0["times"] == 2 })
      #expect(counted["page"] == "/" && counted["version"] == "1.0.0" && counted["browser"] == "A browser 1.0")
      #expect(counted["stack"] == "at draw (/app.js:1:1)\nat show (/app.js:9:9)")
      #expect(counted["firstAt"] != counted["lastAt"])
      #expect(counted["account"] == nil && counted["address"] == nil)
    }
  }

  @Test(.tags(.pl79, .wc82), arguments: TestEngine.allCases)
  func `is listed page by page, the latest first, until it is forgotten`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      for number in 1...5 {
        try await tell(world, "fault \(number)")
        world.clock.advance(1)
      }
      let first = try await list(world, "?limit=3")
      let next = try #require(first["next"]?.string)
      let second = try await list(world, "?limit=3&after=\(next)")
      let all = (first["items"]?.array ?? []) + (second["items"]?.array ?? [])
      #expect(all.map { $0["message"]?.string } == (1...5).reversed().map { "fault \($0)" })
      #expect(second["next"] == .null || second["next"] == nil)
      let id = try #require(all[1]["id"]?.string)
      try await world.call(.delete, "/crashes/\(id)", as: "operator")
      #expect(try await list(world)["items"]?.array?.count == 4)
      let wrong = await problem { _ = try await list(world, "?after=nowhere") }
      #expect(wrong?.status == 422 && wrong?.errors.map(\.pointer) == ["/after"])
    }
  }

  @Test(.tags(.pl79), arguments: TestEngine.allCases)
  func `is kept for ninety days, and no more than five hundred are`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database)
      try await tell(world, "old")
      world.clock.advance(90 * 86_400)
      try await tell(world, "new")
      #expect(try await list(world)["items"]?.array?.count == 2)
      world.clock.advance(0.001)
      try await tell(world, "newer")
      #expect(try await list(world)["items"]?.array?.map { $0["message"]?.string } == ["newer", "new"])
      for number in 0..<499 {
        world.clock.advance(0.001)
        try await tell(world, "many \(number)")
      }
      var (found, after): ([JSON], String?) = ([], nil)
      repeat {
        let page = try await list(world, "?limit=100" + (after.map { "&after=\($0)" } ?? ""))
        found += page["items"]?.array ?? []
        after = page["next"]?.string
      } while after != nil
      #expect(found.count == 500)
      #expect(found.last?["message"] == "newer")
    }
  }

  @Test(
    .tags(.pl79),
    arguments: [
      ("", "/", "/message"), (String(repeating: "x", count: 301), "/", "/message"), ("x", "", "/page"),
      ("x", "/inbox?token=secret", "/page"), ("x", "/inbox#part", "/page"), ("x", "inbox", "/page"),
    ])
  func `has a message and the path of a page alone`(message: String, page: String, pointer: String) async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await ContentWorld(database)
      let refused = await problem { try await tell(world, message, page: page) }
      #expect(refused?.status == 422 && refused?.errors.map(\.pointer) == [pointer])
      #expect(try await list(world)["items"]?.array == [])
    }
  }

  @Test(.tags(.pl79)) func `is told no more often than one may`() async throws {
    try await TestEngine.sqlite.run { database in
      let refusing = try await ContentWorld(database) { _ in
        throw Problem(status: 429, code: "too-many-attempts", detail: "Too many attempts. Please wait and try again.")
      }
      let refused = await problem { try await tell(refusing, "x") }
      #expect(refused?.code == "too-many-attempts")
      #expect(try await list(refusing)["items"]?.array == [])
    }
  }
}
