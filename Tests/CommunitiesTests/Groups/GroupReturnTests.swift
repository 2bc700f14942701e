@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A group that comes back from the archive` {
  @Test(arguments: TestHost.Engine.allCases)
  func `holds nobody who has left the group that it lies in meanwhile`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (host, ada, bob, cleo) = (world.host, people[0], people[1], people[2])
      let squad = try await world.found("squad", "First", by: ada, ["parent": .string(club.id)])
      for person in [bob, cleo] {
        try await host.clock.advance(by: .seconds(1))
        #expect(try await world.join(squad, as: person).status == 201)
      }
      #expect(try await host.put("\(squad.path)/archive", as: ada).status == 200)
      #expect(try await host.post("\(club.path)/leave", as: bob).status == 204)
      #expect(try await host.delete("\(squad.path)/archive", as: ada).status == 204)
      #expect(try await world.members(of: squad, as: ada) == ["Ada: captain+player", "Cleo: player"])
      #expect(try await host.get(squad.path, as: ada)["members"] == 2)
      #expect(try await host.services.groups.groups(of: bob.id, kind: nil).isEmpty)
      // Its captain goes, too, and who is there for longest follows.
      #expect(try await host.put("\(club.path)/members/\(cleo.id)/roles/admin", as: ada).status == 204)
      #expect(try await host.put("\(squad.path)/archive", as: ada).status == 200)
      #expect(try await host.put("\(club.path)/bans/\(ada.id)", as: cleo).status == 204)
      #expect(try await host.delete("\(squad.path)/archive", as: cleo).status == 204)
      #expect(try await world.members(of: squad, as: cleo) == ["Cleo: captain+player"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is found again by its words, and has no code, link, request or invitation of before`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let club = try await world.found("club", "Lions of Ulm", by: ada, ["admission": "request"])
      let code = try #require(try await world.host.put("\(club.path)/code", as: ada)["code"]?.string)
      let link = try await world.host.post("\(club.path)/links", as: ada)["link"]?.string?.split(separator: "/").last
      #expect(try await world.host.post("\(club.path)/requests", as: bob).status == 202)
      #expect(try await world.host.put("\(club.path)/invitations/\(cleo.id)", as: ada).status == 204)
      let version = try await world.host.put("\(club.path)/archive", as: ada)["version"]
      #expect(version == 2)
      func found() async throws -> Int {
        let listed = try await world.host.get("\(ClubWorld.root)/?kind=club").items.count
        return try await world.host.get("\(ClubWorld.root)/?search=ulm").items.count + 10 * listed
      }
      #expect(try await found() == 0)
      for _ in 0..<2 { #expect(try await world.host.delete("\(club.path)/archive", as: ada).status == 204) }
      #expect(try await found() == 11)
      #expect(try await world.host.get(club.path)["version"] == 3, "letting it live twice is once")
      #expect(try await world.host.get("\(club.path)/code", as: ada)["code"] == nil)
      #expect(
        try await world.host.post("/v1/group-codes/clubs/\(code)", as: bob).problem == "404 group-code-unknown")
      #expect(
        try await world.host.post("/v1/group-links/clubs/\(try #require(link))", as: bob).problem
          == "410 group-link-revoked")
      #expect(try await world.host.get("\(club.path)/requests", as: ada).items.isEmpty)
      #expect(try await world.join(club, as: cleo).problem == "403 group-invitation-needed")
    }
  }

  @Test(.tags(.pl34, .pl70), arguments: TestHost.Engine.allCases)
  func `reaches nobody who had agreed to that for a request of before`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ann, ben) = (Account("ann"), Account("ben"))
      let reached = try await world.ledger { ledger in
        let league = try await ledger.found(GroupDraft(kind: "league", name: "Premier"), by: nil)
        let team = try await ledger.found(
          GroupDraft(kind: "team", name: "Reds", parent: league.id, admission: .request), by: nil)
        for person in [ann, ben] { try await ledger.ask(person, team, message: "", agrees: true) }
        try await ledger.add(ben.id, to: team.id, by: nil)
        try await ledger.archive(team.id, by: nil)
        _ = try await ledger.restore(team.id, by: nil)
        try await ledger.add(ann.id, to: team.id, by: nil)
        return try await ledger.tables.reachable(in: team.id, after: nil, limit: 10).map(\.account.text)
      }
      #expect(reached == ["ben"])
    }
  }
}
