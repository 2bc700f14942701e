import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Searching the members of a group` {
  @Test(.tags(.pl43, .sp126), arguments: TestHost.Engine.allCases)
  func `finds them by the beginnings of their names, page by page, but for the blocked`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "Lions", by: ada, ["visibility": "listed"])
      var people: [TestPerson] = []
      for name in ["Jörg Müller", "Jorge Blanco", "Maja Jordan", "Bob"] {
        try await world.host.clock.advance(by: .seconds(1))
        people.append(try await world.host.person(name))
        try await world.join(club, as: people[people.count - 1])
      }
      _ = try await world.host.person("Jora Elsewhere")
      func find(_ query: String, as person: TestPerson? = nil) async throws -> [String] {
        try await world.host.get("\(club.path)/members?\(query)", as: person ?? ada).items
          .compactMap { $0["person"]?["name"]?.string }
      }
      #expect(try await find("search=jor") == ["Jörg Müller", "Jorge Blanco", "Maja Jordan"])
      #expect(try await find("search=J%C3%96RG") == ["Jörg Müller", "Jorge Blanco"])
      #expect(try await find("search=jor%20ma") == ["Maja Jordan"])
      #expect(try await find("search=org").isEmpty)
      #expect(try await find("search=-").isEmpty)
      let first = try await world.host.get("\(club.path)/members?search=jor&limit=2", as: ada)
      #expect(first.items.count == 2)
      let next = try #require(first["next"]?.string)
      let rest = try await world.host.get("\(club.path)/members?search=jor&limit=2&after=\(next)", as: ada)
      #expect(rest.items.map { $0["person"]?["name"] } == ["Maja Jordan"])
      #expect(rest["next"] == .null)
      #expect(try await world.host.put("/v1/me/blocked/\(people[1].id)", as: ada).status == 204)
      #expect(try await find("search=jor") == ["Jörg Müller", "Maja Jordan"])
      #expect(try await find("search=ada", as: people[1]).isEmpty)
      let stranger = try await world.host.person("Stranger")
      #expect(try await world.host.get("\(club.path)/members?search=jor", as: stranger).problem == "403 forbidden")
      #expect(try await world.host.get("\(club.path)/members?search=", as: ada).status == 422)
    }
  }
}
