import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The end of a challenge` {
  private let area = FitnessWorld.area

  @Test(.tags(.fc12), arguments: TestHost.Engine.available)
  func `comes with the entry that completes it, whose answer says so, and puts a trophy on the shelf`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      let before = try await world.log(19.999, id, as: bob)
      #expect(before["hasJustPassed"] == false && before["me"]?["outcome"] == "running")
      #expect(try await host.get("\(area)/me/trophies", as: bob).items.isEmpty)
      let last = try await world.log(0.001, id, as: bob, entry: "last")
      #expect(last["hasJustPassed"] == true && last["me"]?["outcome"] == "passed")
      #expect(last["me"]?["isTrophySeen"] == false)
      #expect(try await world.log(3, id, as: bob, entry: "more")["hasJustPassed"] == false)
      #expect(try await host.put("\(FitnessWorld.path(id))/trophy", as: bob).status == 204)
      let shelf = try await host.get("\(area)/me/trophies", as: bob).items
      #expect(shelf.map { $0["title"] } == ["Run twenty"] && shelf[0]["me"]?["isTrophySeen"] == true)
      #expect(try await host.delete("\(area)/me/challenges/\(id)", as: bob).problem == "409 not-failed")
    }
  }

  @Test(.tags(.fc12), arguments: TestHost.Engine.available)
  func `of a goal that can be lost again comes when nothing can be written down any more`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(
        by: coach,
        ["days": 2, "exercises": [["name": "Sweets", "measure": "whole", "goal": "total <= 3 and days >= 1"]]])
      try await world.join(id, as: bob)
      #expect(try await world.log(2, id, as: bob)["me"]?["outcome"] == "running")
      try await host.clock.advance(to: "2025-08-18T00:00:00Z")
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "running")
      try await host.clock.advance(by: .milliseconds(1))
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "passed")
    }
  }

  @Test(.tags(.fc20), arguments: TestHost.Engine.available)
  func `of one that has failed can be taken off the own record, while the figures stay`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob, cy) = (
        try await world.coach("Ann"), try await world.athlete("Bob"), try await world.athlete("Cy")
      )
      let id = try await world.made(by: coach)
      for person in [bob, cy] {
        try await world.join(id, as: person)
        try await world.log(4, id, as: person)
      }
      let mine = "\(area)/me/challenges"
      #expect(try await host.delete("\(mine)/\(id)", as: bob).problem == "409 not-failed", "it goes on")
      try await host.clock.advance(to: "2025-08-26T00:00:00.001Z")
      #expect(try await host.get(mine, as: bob).items.map { $0["me"]?["outcome"] } == ["failed"])
      let totals = "\(FitnessWorld.path(id))/totals"
      let before = try await host.get(totals, as: coach)
      #expect(before["failed"] == 2 && before["points"]?.double == 8)
      #expect(try await host.delete("\(mine)/\(id)", as: bob).status == 204)
      #expect(try await host.get(mine, as: bob).items.isEmpty)
      #expect(try await host.delete("\(mine)/\(id)", as: bob).problem == "404 participant-unknown")
      #expect(try await host.get(totals, as: coach).text == before.text)
      let athletes = try await host.get("\(FitnessWorld.path(id))/athletes", as: coach)
      #expect(athletes.items.map { $0["person"]?["name"] } == ["Cy"])
      try await host.settled()
      #expect(
        try await host.get("\(FitnessWorld.path(id))/board", as: coach).items.map { $0["person"]?["name"] } == ["Cy"])
      let data = try await host.export(of: bob)["plugins"]?["fitness-challenges"]?["data"]
      #expect(data == nil || data == .null)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is no end: it begins once more as a copy of one's own, which nobody else sees`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      let restart = "\(FitnessWorld.path(id))/restart"
      #expect(try await host.post(restart, as: bob).problem == "409 not-over")
      try await host.clock.advance(to: "2025-09-01T10:00:00Z")
      let copy = try #require(try await host.post(restart, as: bob)["challenge"]?.string)
      let seen = try await world.challenge(copy, as: bob)
      #expect(seen["isPersonal"] == true && seen["me"]?["start"] == "2025-09-01" && seen["coach"] == nil)
      #expect(try await world.log(21, copy, as: bob, day: "2025-09-01")["me"]?["outcome"] == "passed")
      for person in [coach, try await world.athlete("Cy")] {
        #expect(try await host.get(FitnessWorld.path(copy), as: person).problem == "404 challenge-unknown")
        #expect(try await host.get("\(FitnessWorld.path(copy))/board", as: person).problem == "404 challenge-unknown")
      }
    }
  }
}
