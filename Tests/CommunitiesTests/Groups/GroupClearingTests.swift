import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What has ended in groups` {
  @Test(arguments: TestHost.Engine.allCases)
  func `is cleared away every day: invitations that have expired, and links a week later`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let round = try await world.found("round", "Ours", by: ada)
      #expect(try await world.host.put("\(round.path)/invitations/\(bob.id)", as: ada).status == 204)
      let used = try await world.host.post("\(round.path)/links", ["places": 1], as: ada)
      let end = try #require(RFC3339.string(from: world.host.clock.now.addingTimeInterval(20 * 86_400)))
      _ = try await world.host.post("\(round.path)/links", ["expiresAt": .string(end)], as: ada)
      let token = try #require(used["link"]?.string?.split(separator: "/").last)
      func invited() async throws -> Int? {
        try await world.host.export(of: bob)["plugins"]?["clubs"]?["groups"]?["invitations"]?.array?.count
      }
      func links() async throws -> Int { try await world.host.get("\(round.path)/links", as: ada).items.count }
      let cleo = try await world.host.person("Cleo")
      #expect(try await world.host.post("/v1/group-links/clubs/\(token)", as: cleo).status == 201)
      try await world.host.clock.advance(by: .seconds(6 * 86_400))
      #expect(try await links() == 2)
      #expect(try await world.host.get("/v1/group-links/\(token)", as: bob).problem == "410 group-link-used-up")
      try await world.host.clock.advance(by: .seconds(2 * 86_400))
      #expect(try await links() == 1)
      #expect(try await world.host.get("/v1/group-links/\(token)", as: bob).problem == "404 group-link-unknown")
      let uses = try await world.host.export(of: cleo)["plugins"]?["clubs"]?["groups"]?["joinedThroughLinks"]
      #expect(uses == [])
      try await world.host.clock.advance(by: .seconds(20 * 86_400))
      #expect(try await links() == 0)
      #expect(try await invited() == 1)
      try await world.host.clock.advance(by: .seconds(3 * 86_400))
      #expect(try await invited() == 0)
    }
  }
}

@Suite struct `How many groups one is in` {
  @Test(arguments: TestHost.Engine.allCases)
  func `is kept to when a group comes back from the archive`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.host.clock.advance(by: .seconds(1))
      try await world.join(club, as: bob)
      let first = try await world.found("squad", "First", by: ada, ["parent": .string(club.id)])
      try await world.join(first, as: bob)
      #expect(try await world.host.put("\(first.path)/archive", as: ada).status == 200)
      let second = try await world.found("squad", "Second", by: ada, ["parent": .string(club.id)])
      #expect(try await world.host.delete("\(first.path)/archive", as: ada).status == 204)
      #expect(try await world.members(of: first, as: ada) == ["Bob: captain+player"])
      #expect(try await world.members(of: second, as: ada) == ["Ada: captain+player"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is kept to when two accounts become one, in groups that lie in others too`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo"] { people.append(try await world.host.person(name)) }
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      let (lions, bears) = (
        try await world.found("club", "Lions", by: ada), try await world.found("club", "Bears", by: ada)
      )
      for person in [bob, cleo] { try await world.join(lions, as: person) }
      try await world.join(bears, as: cleo)
      let squad = try await world.found("squad", "Of lions", by: ada, ["parent": .string(lions.id)])
      for person in [bob] { #expect(try await world.join(squad, as: person).status == 201) }
      let other = try await world.host.post(
        "\(ClubWorld.root)/", ["kind": "squad", "name": "Of bears", "parent": .string(bears.id)],
        as: world.host.operator)
      let otherPath = "\(ClubWorld.root)/\(other["id"]?.string ?? "")"
      #expect(try await world.host.post("\(otherPath)/join", as: cleo).status == 201)
      #expect(try await world.host.put("\(bears.path)/bans/\(bob.id)", as: ada).status == 204)
      try await world.host.merge(cleo, into: bob)
      try await world.host.settled()
      #expect(try await world.host.services.groups.groups(of: bob.id, kind: "squad").map(\.name) == ["Of lions"])
      #expect(try await world.members(of: bears) == ["Ada: admin+member"])
      #expect(try await world.host.get(otherPath)["members"] == 0)
      #expect(Set(try await world.members(of: lions)) == ["Ada: admin+member", "Bob: member"])
    }
  }
}
