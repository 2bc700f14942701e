import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Lists of groups and of people in them` {
  /// What the pages of a list hold, one after the other.
  private static func everything(
    _ path: String, limit: Int = 1, as person: TestPerson? = nil, _ world: ClubWorld, _ name: (JSON) -> JSON?
  ) async throws -> [String] {
    var (names, after): ([String], String?) = ([], nil)
    repeat {
      let query = "limit=\(limit)" + (after.map { "&after=\($0)" } ?? "")
      let page = try await world.host.get("\(path)\(path.contains("?") ? "&" : "?")\(query)", as: person)
      guard page.status == 200, page.items.count <= limit else { throw ClubWorld.Unexpected(reply: page.text) }
      names += page.items.compactMap { name($0)?.string }
      after = page["next"]?.string
    } while after != nil
    return names
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of what lies in a group hold the kind that is asked for`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.runWithGuilds(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let (guild, other) = (
        try await world.found("guild", "Makers", by: ada), try await world.found("guild", "Bakers", by: ada)
      )
      for (kind, name, parent) in [
        ("band", "Brass", guild), ("crew", "Roofers", guild), ("band", "Äolian", guild), ("crew", "Brass too", other),
      ] { _ = try await world.found(kind, name, by: ada, ["parent": .string(parent.id)]) }
      func list(_ query: String) async throws -> [String] {
        try await Self.everything("\(ClubWorld.root)/?\(query)", world) { $0["name"] }
      }
      #expect(try await list("parent=\(guild.id)") == ["Äolian", "Brass", "Roofers"])
      #expect(try await list("parent=\(guild.id)&kind=band") == ["Äolian", "Brass"])
      #expect(try await list("parent=\(guild.id)&kind=guild").isEmpty)
      #expect(try await list("kind=crew") == ["Brass too", "Roofers"])
      #expect(try await list("search=brass&parent=\(guild.id)&kind=band") == ["Brass"])
      #expect(try await list("search=brass&kind=crew") == ["Brass too"])
      for query in ["parent=\(guild.id)&kind=choir", "search=brass&kind=choir", "kind=choir"] {
        #expect(try await world.host.get("\(ClubWorld.root)/?\(query)").pointers == ["/kind"], "\(query)")
      }
      #expect(try await world.host.get("\(ClubWorld.root)/").pointers == ["/kind"])
      #expect(try await world.host.get("\(ClubWorld.root)/?parent=none").problem == "404 group-unknown")
    }
  }

  /// A sign of Tamil has six bytes.
  @Test(arguments: TestHost.Engine.allCases)
  func `go on behind names of any script and length`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.runWithGuilds(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let names = ["அ", "ஆ", "இ"].map { $0 + String(repeating: "நி", count: 99) }
      for name in names.reversed() { _ = try await world.found("guild", name, by: ada) }
      let found = try await Self.everything("\(ClubWorld.root)/?kind=guild", world) { $0["name"] }
      #expect(found == names)
      let mine = try await Self.everything("/v1/me/groups", as: ada, world) { $0["group"]?["name"] }
      #expect(mine == names)
      let leagues = "/v1/organisations/clubs/league"
      for name in names.reversed() {
        let made: JSON = ["name": .string(String(name.prefix(60)))]
        #expect(try await world.host.post(leagues, made, as: world.host.operator).status == 201)
      }
      let kept = try await Self.everything(leagues, as: world.host.operator, world) { $0["group"]?["name"] }
      #expect(kept == names.map { String($0.prefix(60)) })
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of those who ask, are invited, kept out or in hold each once, page by page`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let club = try await world.found("club", "Lions", by: ada, ["admission": "request"])
      for list in ["requests", "invitations", "bans", "members"] {
        for number in 1...3 {
          let person = try await host.person("\(list) \(number)")
          let reply =
            list == "requests"
            ? try await host.post("\(club.path)/requests", as: person)
            : try await host.put("\(club.path)/\(list)/\(person.id)", as: ada)
          #expect([202, 204].contains(reply.status), "\(reply.text)")
        }
        for limit in [1, 2, 3] {
          let names = try await Self.everything("\(club.path)/\(list)", limit: limit, as: ada, world) {
            $0["person"]?["name"]
          }
          let expected = (1...3).map { "\(list) \($0)" } + (list == "members" ? ["Ada"] : [])
          #expect(names.sorted() == expected.sorted(), "\(list) \(limit)")
        }
      }
    }
  }
}
