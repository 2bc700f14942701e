import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Challenges of an organisation` {
  @Test(.tags(.fc13, .fc15), arguments: TestHost.Engine.available)
  func `are seen and joined by its members without an invitation, and by nobody else`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, other, bob, eve) = (
        try await world.coach("Ann"), try await world.coach("Cy"), try await world.athlete("Bob"),
        try await world.athlete("Eve")
      )
      let groups = "/v1/groups/fitness-challenges"
      let founded = try await host.post(
        groups, ["kind": "organisation", "name": "Works", "admission": "open"], as: coach)
      #expect(founded.status == 201, "\(founded.text)")
      let works = try #require(founded["id"]?.string)
      #expect(try await host.post("\(groups)/\(works)/join", as: bob).status == 201)
      let mine = "\(FitnessWorld.area)/me/organisations"
      #expect(try await host.get(mine, as: coach).items.map { $0["mayChallenge"] } == [true])
      #expect(try await host.get(mine, as: bob).items.map { $0["mayChallenge"] } == [false])
      #expect(try await host.get(mine, as: eve).items.isEmpty)
      let draft = FitnessWorld.draft(["organisation": .string(works), "title": "For us"])
      #expect(try await host.post(FitnessWorld.challenges, draft, as: other).problem == "403 forbidden")
      let id = try await world.made(by: coach, ["organisation": .string(works), "title": "For us"])
      _ = try await world.made(by: coach, ["title": "For all"])
      func titles(_ person: TestPerson, _ query: String = "") async throws -> Set<String> {
        let found = try await host.get("\(FitnessWorld.challenges)?\(query)", as: person).items
        return Set(found.compactMap { $0["title"]?.string })
      }
      #expect(try await titles(bob) == ["For us", "For all"])
      #expect(try await titles(bob, "organisation=\(works)") == ["For us"])
      #expect(try await titles(eve) == ["For all"])
      #expect(try await titles(eve, "organisation=\(works)").isEmpty)
      for path in ["", "/teams", "/board", "/draws"] {
        #expect(try await host.get(FitnessWorld.path(id) + path, as: eve).problem == "404 challenge-unknown", "\(path)")
      }
      #expect(try await world.join(id, as: eve).problem == "404 challenge-unknown")
      #expect(try await world.join(id, as: bob).status == 201)
      let code = try #require(try await host.put("\(groups)/\(id)/code", as: coach)["code"]?.string)
      let door = "/v1/group-codes/fitness-challenges/\(code)"
      #expect(try await host.post(door, ["sharesContact": true], as: eve).problem == "403 forbidden")
      #expect(try await host.post("\(groups)/\(works)/leave", as: bob).status == 204)
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "running", "who takes part goes on")
      #expect(try await world.log(2, id, as: bob).status == 200)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `are of it, too, that are made of a template of one, by who may make challenges for it`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let (groups, templates) = ("/v1/groups/fitness-challenges", "\(FitnessWorld.area)/me/templates")
      let founded = try await host.post(
        groups, ["kind": "organisation", "name": "Works", "admission": "open"], as: coach)
      let works = try #require(founded["id"]?.string)
      let id = try await world.made(by: coach, ["organisation": .string(works)])
      let kept = try await host.post(templates, ["challenge": .string(id), "name": "Ours"], as: coach)
      let use = "\(templates)/\(try #require(kept["id"]?.string))/challenges"
      let made = try await host.post(use, ["start": "2025-09-10"], as: coach)
      #expect(made.status == 201 && made["organisation"]?.string == works, "\(made.text)")
      #expect(try await host.post("\(groups)/\(works)/join", as: try await host.person("Bob")).status == 201)
      #expect(try await host.post("\(groups)/\(works)/leave", as: coach).status == 204)
      #expect(try await host.post(use, ["start": "2025-09-10"], as: coach).problem == "403 forbidden")
    }
  }
}
