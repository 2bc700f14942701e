import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who has left an organisation` {
  @Test(arguments: TestHost.Engine.available)
  func `is passed over where its challenges have a place again, and takes none`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bo, cy, di) = (
        try await world.coach("Ann"), try await world.athlete("Bo"), try await world.athlete("Cy"),
        try await world.athlete("Di")
      )
      let groups = "/v1/groups/fitness-challenges"
      let founded = try await host.post(
        groups, ["kind": "organisation", "name": "Works", "admission": "open"], as: coach)
      let works = try #require(founded["id"]?.string)
      for person in [bo, cy, di] { #expect(try await host.post("\(groups)/\(works)/join", as: person).status == 201) }
      let id = try await world.made(by: coach, ["organisation": .string(works), "capacity": 1])
      #expect(try await world.join(id, as: bo).status == 201)
      for (place, person) in [cy, di].enumerated() {
        #expect(try await host.put("\(FitnessWorld.path(id))/waiting-list", as: person)["place"]?.int == place + 1)
      }
      #expect(try await host.post("\(groups)/\(works)/leave", as: cy).status == 204)
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: bo).status == 204)
      let scope = Scope("challenge", id)
      #expect(try await !host.services.groups.isMember(cy.id, of: scope))
      #expect(try await host.services.groups.isMember(di.id, of: scope))
      #expect(try await world.challenge(id, as: di)["me"]?["outcome"] == "running")
      #expect(try await host.get(FitnessWorld.path(id), as: cy).problem == "404 challenge-unknown")
      try await host.settled()
      #expect(try await host.inbox(of: cy).isEmpty)
    }
  }
}
