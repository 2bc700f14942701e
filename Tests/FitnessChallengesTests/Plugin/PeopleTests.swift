import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Challenges and what happens to people` {
  private func data(_ person: TestPerson, _ host: TestHost) async throws -> JSON? {
    try await host.export(of: person)["plugins"]?["fitness-challenges"]?["data"]
  }

  @Test(.tags(.fc7), arguments: TestHost.Engine.available)
  func `who leaves takes name and log along; the team keeps the points`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, cy) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Cy")
      )
      let id = try await world.made(by: coach, ["kind": "team", "teamSize": 2, "teams": 1, "about": "Words of Ann"])
      for person in [bob, cy] { try await world.join(id, as: person, ["isRandom": true]) }
      try await world.log(6, id, as: bob)
      let exported = try await data(bob, host)
      #expect(exported?["participations"]?[0]?["entries"]?[0]?["value"]?.double == 6)
      #expect(try await data(coach, host)?["challenges"]?[0]?["title"] == "Run twenty")
      try await host.leave(bob)
      try await host.settled()
      let team = try await host.get("\(FitnessWorld.path(id))/teams", as: cy).items[0]
      #expect(team["points"]?.double == 6 && team["members"] == 1)
      let left = try await host.services.storage.read { transaction in
        (
          try await transaction.query("select * from entries").count,
          try await transaction.query("select id from participants where account = \(bob.id)").count
        )
      }
      #expect(left == (0, 0))
      #expect(
        try await host.get("\(FitnessWorld.path(id))/athletes", as: coach).items.map { $0["person"]?["name"] } == ["Cy"]
      )
      try await host.leave(coach)
      try await host.settled()
      let seen = try await world.challenge(id, as: cy)
      #expect(seen["coach"] == nil && seen["about"] == "", "it goes on without its coach")
      #expect(try await world.log(1, id, as: cy).status == 200)
      #expect(try await host.get(FitnessWorld.challenges, as: cy).items.isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `who comes to another account keeps everything, and what both had counts once`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, second) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Rob")
      )
      let (both, one) = (try await world.made(by: coach), try await world.made(by: coach, ["title": "Other"]))
      for person in [bob, second] { try await world.join(both, as: person) }
      try await world.join(one, as: second)
      try await world.log(2, both, as: bob)
      try await world.log(7, both, as: second)
      try await world.log(3, one, as: second)
      try await host.merge(second, into: bob)
      try await host.settled()
      let mine = try await host.get("\(FitnessWorld.area)/me/challenges", as: bob).items
      #expect(Set(mine.compactMap { $0["title"]?.string }) == ["Run twenty", "Other"])
      #expect(try await world.challenge(both, as: bob)["me"]?["points"]?.double == 2)
      #expect(try await world.challenge(one, as: bob)["me"]?["points"]?.double == 3)
      #expect(try await world.log(4, one, as: bob, entry: "two").status == 200)
      #expect(try await host.get("\(FitnessWorld.path(both))/athletes", as: coach).items.count == 1)
    }
  }
}
