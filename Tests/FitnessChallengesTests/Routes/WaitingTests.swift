import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A challenge with few places` {
  private func waiting(_ challenge: String) -> String { "\(FitnessWorld.path(challenge))/waiting-list" }

  @Test(.tags(.fc15, .fc17), arguments: TestHost.Engine.available)
  func `has a list of who waits, who move up one after the other as others leave, and are told`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let id = try await world.made(by: coach, ["capacity": 2])
      var people: [TestPerson] = []
      for name in ["Bo", "Cy", "Di", "Ed", "Flo", "Gus"] { people.append(try await world.athlete(name)) }
      #expect(try await host.put(waiting(id), as: people[0]).problem == "409 has-room")
      for person in people.prefix(2) { #expect(try await world.join(id, as: person).status == 201) }
      #expect(try await world.join(id, as: people[0]).status == 201, "who is in it already")
      #expect(try await host.put(waiting(id), as: people[0]).problem == "409 takes-part")
      #expect(try await host.put(waiting(id), as: coach).problem == "403 forbidden", "who is no athlete")
      #expect(try await world.join(id, as: people[2]).problem == "409 challenge-full")
      for (place, person) in people.dropFirst(2).enumerated() {
        let reply = try await host.put(waiting(id), as: person)
        #expect(reply["place"]?.int == place + 1 && reply["waiting"]?.int == place + 1)
      }
      #expect(try await host.put(waiting(id), as: people[2])["place"] == 1, "once more keeps the place")
      let seen = try await world.challenge(id, as: people[3])
      #expect(seen["isFull"] == true && seen["capacity"] == 2 && seen["waiting"] == 4 && seen["myPlace"] == 2)
      #expect(try await world.challenge(id, as: people[0])["myPlace"] == nil)
      #expect(try await host.delete(waiting(id), as: people[3]).status == 204)
      #expect(try await world.challenge(id, as: people[4])["myPlace"] == 2)
      // Who is no athlete any more is passed over.
      #expect(try await host.delete("\(FitnessWorld.area)/me/athlete", as: people[4]).status == 204)
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: people[0]).status == 204)
      #expect(try await world.challenge(id, as: people[2])["me"]?["outcome"] == "running")
      #expect(try await world.challenge(id, as: people[2])["myPlace"] == nil)
      #expect(try await world.join(id, as: people[0]).problem == "409 challenge-full", "who comes back waits, too")
      #expect(try await host.put(waiting(id), as: people[0])["place"] == 3)
      try await host.leave(people[1])
      try await host.settled()
      #expect(try await world.challenge(id, as: people[4])["me"] == nil)
      #expect(try await world.challenge(id, as: people[5])["me"]?["outcome"] == "running")
      #expect(try await world.challenge(id, as: people[0])["myPlace"] == 1)
      let told = try await host.inbox(of: people[5]).map { $0["text"] }
      #expect(told == ["Run twenty: a place has become free, and you take part now."])
      #expect(try await world.log(3, id, as: people[5]).status == 200)
      let unlimited = try await world.made(by: coach)
      #expect(try await world.challenge(unlimited, as: people[0])["isFull"] == nil)
      #expect(try await host.put(waiting(unlimited), as: people[0]).problem == "409 has-room")
      for capacity in [0, 100_001] as [JSON] {
        let draft = FitnessWorld.draft(["capacity": capacity])
        #expect(try await host.post(FitnessWorld.challenges, draft, as: coach).pointers == ["/capacity"])
      }
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `gives no place when it is over, and one to whoever joins accounts only once`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let id = try await world.made(by: coach, ["capacity": 1])
      let (bo, cy, second) = (
        try await world.athlete("Bo"), try await world.athlete("Cy"), try await world.athlete("Cyril")
      )
      try await world.join(id, as: bo)
      for person in [cy, second] { #expect(try await host.put(waiting(id), as: person).status == 200) }
      let exported = try await host.export(of: cy)["plugins"]?["fitness-challenges"]?["data"]
      #expect(exported?["waitsFor"]?[0]?["challenge"]?.string == id)
      try await host.merge(second, into: cy)
      try await host.settled()
      #expect(try await world.challenge(id, as: cy)["waiting"] == 1)
      try await host.clock.advance(to: "2025-08-25T12:00:00Z")
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: bo).status == 204)
      #expect(try await world.challenge(id, as: cy)["me"] == nil)
      try await host.leave(cy)
      try await host.settled()
      let left = try await host.services.storage.read { try await $0.query("select id from waiting_list").count }
      #expect(left == 0)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `has as many when its coach is gone`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let id = try await world.made(by: coach, ["capacity": 1])
      let (bo, cy) = (try await world.athlete("Bo"), try await world.athlete("Cy"))
      try await world.join(id, as: bo)
      try await host.leave(coach)
      try await host.settled()
      #expect(try await world.join(id, as: cy).problem == "409 challenge-full")
      #expect(try await host.put(waiting(id), as: cy)["place"] == 1)
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: bo).status == 204)
      #expect(try await world.challenge(id, as: cy)["me"]?["outcome"] == "running")
      #expect(try await world.join(id, as: bo).problem == "409 challenge-full")
    }
  }

  @Test(.tags(.fc15), arguments: TestHost.Engine.available)
  func `is joined by a code, by athletes alone, and not beyond its places`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bo, cy) = (
        try await world.coach("Ann"), try await world.athlete("Bo"), try await world.athlete("Cy")
      )
      let stranger = try await host.person("Di")
      let id = try await world.made(by: coach, ["capacity": 1, "isListed": false])
      let group = "/v1/groups/fitness-challenges/\(id)"
      #expect(try await host.put("\(group)/code", as: bo).status == 404)
      let code = try #require(try await host.put("\(group)/code", as: coach)["code"]?.string)
      #expect(code.count == 8)
      let door = "/v1/group-codes/fitness-challenges/\(code)"
      #expect(try await host.get(door, as: bo)["name"] == "Run twenty")
      #expect(try await host.post(door, ["sharesContact": true], as: stranger).problem == "403 forbidden")
      #expect(try await host.post(door, ["sharesContact": true], as: bo)["id"]?.string == id)
      #expect(try await world.challenge(id, as: bo)["me"]?["outcome"] == "running")
      #expect(try await host.post(door, ["sharesContact": true], as: cy).problem == "409 group-full")
      #expect(try await host.put(waiting(id), as: cy)["place"] == 1)
      #expect(try await host.delete("\(group)/code", as: coach).status == 204)
      #expect(try await host.get(door, as: cy).status == 404)
    }
  }
}
