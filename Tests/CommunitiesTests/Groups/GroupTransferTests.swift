import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A group that is handed over` {
  private func transfer(
    _ group: TestGroup, to person: TestPerson, by admin: TestPerson?, _ world: ClubWorld
  ) async throws -> TestReply {
    try await world.host.post("\(group.path)/transfer", ["account": .string(person.id.text)], as: admin)
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has another admin, and both are told`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      #expect(try await transfer(club, to: bob, by: ada, world).problem == "409 group-member-needed")
      try await world.host.clock.advance(by: .seconds(1))
      try await world.join(club, as: bob)
      #expect(try await transfer(club, to: ada, by: bob, world).problem == "403 forbidden")
      #expect(try await transfer(club, to: ada, by: ada, world).pointers == ["/account"])
      #expect(try await transfer(club, to: bob, by: nil, world).problem == "401 unauthenticated")
      #expect(try await transfer(club, to: bob, by: ada, world).status == 204)
      #expect(try await world.members(of: club) == ["Ada: member", "Bob: admin+member"])
      #expect(try await transfer(club, to: bob, by: ada, world).problem == "403 forbidden")
      try await world.host.settled()
      #expect(
        try await world.host.inbox(of: bob).map { $0["text"] } == ["Ada has handed the group Lions over to you."])
      #expect(
        try await world.host.inbox(of: ada).map { $0["text"] } == ["You have handed the group Lions over to Bob."])
      #expect(try await world.host.post("\(club.path)/leave", as: ada).status == 204)
      #expect(try await world.members(of: club) == ["Bob: admin+member"])
      let history = try await world.host.get("\(club.path)/history?limit=100", as: bob)
      #expect(history.items.contains { $0["action"] == "dismissed" && $0["person"]?["name"] == "Ada" })
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `asks the admin once more who it is, and is not handed to who has blocked them`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      #expect(try await world.host.put("/v1/me/blocked/\(ada.id)", as: bob).status == 204)
      #expect(try await transfer(club, to: bob, by: ada, world).problem == "404 person-unknown")
      #expect(try await world.host.delete("/v1/me/blocked/\(ada.id)", as: bob).status == 204)
      try await world.host.clock.advance(by: .seconds(601))
      #expect(try await transfer(club, to: bob, by: ada, world).problem == "403 step-up-needed")
      #expect(try await world.members(of: club).contains("Ada: admin+member"))
      #expect(try await world.host.put("\(club.path)/archive", as: ada).status == 200)
      try await world.host.clock.advance(by: .seconds(1))
      #expect(try await transfer(club, to: ada, by: bob, world).problem == "403 forbidden")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps an admin where the kind knows no succession`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let league = try await world.found("league", "Bundesliga", by: world.host.operator)
      for person in [ada, bob] { try await world.join(league, as: person) }
      let chair = "\(league.path)/members/\(ada.id)/roles/chair"
      #expect(try await world.host.put(chair, as: world.host.operator).status == 204)
      #expect(try await transfer(league, to: bob, by: ada, world).status == 204)
      #expect(Set(try await world.members(of: league)) == ["Ada: fan", "Bob: chair+fan"])
    }
  }
}
