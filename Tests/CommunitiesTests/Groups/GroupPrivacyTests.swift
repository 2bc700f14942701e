import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A private group` {
  /// Everything that might tell of a group, as somebody gets it.
  private func replies(_ group: TestGroup, as person: TestPerson?, _ world: ClubWorld) async throws -> [TestReply] {
    var all: [TestReply] = []
    for path in ["", "/members", "/history", "/requests", "/invitations", "/bans", "/code"] {
      all.append(try await world.host.get(group.path + path, as: person))
    }
    for path in ["/join", "/leave", "/requests"] {
      all.append(try await world.host.post(group.path + path, as: person))
    }
    for path in ["/archive", "/code", "/members/x", "/bans/x", "/invitations/x"] {
      all.append(try await world.host.delete(group.path + path, as: person))
    }
    all.append(try await world.host.patch(group.path, ["name": "X"], as: person))
    for query in ["", "&search=zanzibar"] {
      all.append(try await world.host.get("\(ClubWorld.root)/?parent=\(group.id)\(query)", as: person))
    }
    return all
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is not there for strangers, nor for who was removed or banned`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let (stranger, removed, banned) = (
        try await world.host.person("Stranger"), try await world.host.person("Removed"),
        try await world.host.person("Banned")
      )
      let club = try await world.found(
        "club", "Zanzibar Nine", by: ada, ["visibility": "private", "admission": "invitation"])
      for person in [removed, banned] {
        #expect(try await world.host.put("\(club.path)/members/\(person.id)", as: ada).status == 204)
      }
      let watchers = [
        try await world.host.watch("clubs/groups/club/\(club.id)", as: removed),
        try await world.host.watch("clubs/groups/club/\(club.id)", as: banned),
      ]
      #expect(try await world.host.delete("\(club.path)/members/\(removed.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/bans/\(banned.id)", as: ada).status == 204)
      try await world.host.settled()
      for watcher in watchers { #expect(watcher.isOver) }
      for person in [stranger, removed, banned] {
        for reply in try await replies(club, as: person, world) { #expect(reply.problem == "404 group-unknown") }
        await #expect(throws: TestHostError.self) {
          try await world.host.watch("clubs/groups/club/\(club.id)", as: person)
        }
        for query in ["kind=club", "search=zanzibar", "search=nine", "kind=club&search=zanzibar"] {
          #expect(try await world.host.get("\(ClubWorld.root)/?\(query)", as: person).items.isEmpty)
        }
      }
      for reply in try await replies(club, as: nil, world) {
        #expect(reply.problem == "404 group-unknown" || reply.problem == "401 unauthenticated")
      }
      let export = try await world.host.export(of: stranger)
      #expect(!export.serialized().contains("Zanzibar"))
      let kept = try await world.host.export(of: removed)["plugins"]?["clubs"]?["groups"]
      #expect(kept?["memberships"] == [])
      #expect(try await world.host.export(of: banned)["plugins"]?["clubs"]?["groups"]?["bans"]?.array?.count == 1)
      #expect(try await world.host.get(club.path, as: ada).status == 200)
      #expect(try await world.host.get(club.path, as: world.host.operator).status == 200)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of its kind or not, a listed one tells who is in it to members only`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada, ["visibility": "listed"])
      #expect(try await world.host.get(club.path)["members"] == 1)
      #expect(try await world.host.get("\(club.path)/members").problem == "403 forbidden")
      #expect(try await world.host.get("\(club.path)/members", as: bob).problem == "403 forbidden")
      try await world.join(club, as: bob)
      #expect(try await world.members(of: club, as: bob).count == 2)
      #expect(try await world.host.patch(club.path, ["visibility": "public"], as: ada).status == 200)
      #expect(try await world.members(of: club).count == 2)
    }
  }

  @Test(.tags(.tm86), arguments: TestHost.Engine.allCases)
  func `is found by the beginnings of its words as soon as it is listed, and no longer than that`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let names = ["Örebro Walkers", "Örebro Runners", "Walking Oslo"]
      for name in names { _ = try await world.found("club", name, by: ada) }
      let secret = try await world.found("club", "Walkers in secret", by: ada, ["visibility": "private"])
      func find(_ query: String) async throws -> [String] {
        try await world.host.get("\(ClubWorld.root)/?\(query)").items.compactMap { $0["name"]?.string }
      }
      #expect(Set(try await find("search=orebro")) == ["Örebro Runners", "Örebro Walkers"])
      #expect(try await find("search=WALK%20ore") == ["Örebro Walkers"])
      #expect(Set(try await find("search=walk")) == ["Örebro Walkers", "Walking Oslo"])
      #expect(try await find("search=alk").isEmpty)
      #expect(try await find("kind=club") == ["Örebro Runners", "Örebro Walkers", "Walking Oslo"])
      #expect(try await world.host.patch(secret.path, ["visibility": "listed"], as: ada).status == 200)
      #expect(try await find("search=secret") == ["Walkers in secret"])
      #expect(try await world.host.patch(secret.path, ["name": "Hidden walkers"], as: ada).status == 200)
      #expect(try await find("search=secret").isEmpty)
      #expect(try await find("search=hidden") == ["Hidden walkers"])
      let first = try await world.host.get("\(ClubWorld.root)/?kind=club&limit=3")
      let next = try #require(first["next"]?.string)
      #expect(try await find("kind=club&limit=3&after=\(next)") == ["Walking Oslo"])
      #expect(try await world.host.get("\(ClubWorld.root)/").pointers == ["/kind"])
      #expect(try await world.host.get("\(ClubWorld.root)/?kind=band").pointers == ["/kind"])
    }
  }

  @Test func `tells its members what becomes of it while they watch`() async throws {
    try await ClubWorld.run { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada, ["visibility": "private", "admission": "open"])
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)", as: ada)
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/steward", as: ada).status == 204)
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      try await world.host.settled()
      #expect(watcher.events.map(\.name) == ["joined", "appointed", "left"])
      #expect(watcher.events.first?.data["account"] == .string(bob.id.text))
      #expect(watcher.events.first?.data["members"] == 2)
      #expect(watcher.events.dropFirst().first?.data["role"] == "steward")
    }
  }
}
