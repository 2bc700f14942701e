import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Endings of challenges` {
  private static func outcomes(
    _ id: String, _ people: [TestPerson], _ world: FitnessWorld
  ) async throws -> [String] {
    var found: [String] = []
    for person in people { found.append(try await world.challenge(id, as: person)["me"]?["outcome"]?.string ?? "") }
    return found
  }

  @Test(.tags(.fc12, .fc20), arguments: TestHost.Engine.available)
  func `together are told as figures that are those of everybody, also of who is gone`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let id = try await world.made(by: coach)
      var people: [TestPerson] = []
      for (name, value) in [("Bob", 20), ("Cy", 19), ("Di", 25), ("Ed", 7), ("Fay", 0)] as [(String, Int64)] {
        let person = try await world.athlete(name)
        try await world.join(id, as: person)
        if value > 0 { try await world.log(.integer(value), id, as: person) }
        people.append(person)
      }
      func totals() async throws -> [Int] {
        let found = try await host.get("\(FitnessWorld.path(id))/totals", as: coach)
        return ["running", "passed", "failed", "withdrawn", "points"].map { Int(found[$0]?.double ?? -1) }
      }
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: people[3]).status == 204)
      #expect(try await totals() == [2, 2, 0, 1, 71])
      try await host.leave(people[2])
      try await host.settled()
      #expect(try await totals() == [2, 1, 0, 2, 71], "who leaves the platform takes part no more; the points stay")
      try await host.clock.advance(to: "2025-08-26T00:00:00.001Z")
      #expect(try await totals() == [0, 1, 2, 2, 71])
      #expect(try await host.delete("\(FitnessWorld.area)/me/challenges/\(id)", as: people[1]).status == 204)
      #expect(try await totals() == [0, 1, 2, 2, 71])
      #expect(try await host.get("\(FitnessWorld.path(id))/totals", as: people[0]).problem == "403 forbidden")
      let kept = [people[0], people[1], people[3], people[4]]
      #expect(try await Self.outcomes(id, kept, world) == ["passed", "", "withdrawn", "failed"])
      let trophies = try await host.get("\(FitnessWorld.area)/me/trophies", as: people[0]).items
      #expect(trophies.map { $0["id"]?.string } == [id])
      let mine = "\(FitnessWorld.area)/me/challenges/\(id)"
      for person in [people[0], people[3]] {
        #expect(try await host.delete(mine, as: person).problem == "409 not-failed", "only a failure goes")
      }
    }
  }

  @Test(.tags(.fc12), arguments: TestHost.Engine.available)
  func `take an exercise of which nothing is written down for 0, and nobody for passed who writes nothing down`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let exercises: JSON = [
        ["name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 5"],
        ["name": "Sweets", "measure": "whole", "goal": "total <= 3"],
      ]
      let both = try await world.made(by: coach, ["exercises": exercises])
      let one = try await world.made(by: coach, ["exercises": [exercises[1] ?? .null]])
      let people = [
        try await world.athlete("Bob"), try await world.athlete("Cy"), try await world.athlete("Di"),
      ]
      for person in people {
        for id in [both, one] { try await world.join(id, as: person) }
      }
      for person in people.prefix(2) { try await world.log(5, both, as: person) }
      try await world.log(4, both, as: people[1], exercise: "e2")
      try await world.log(0, one, as: people[0])
      try await host.clock.advance(to: "2025-08-26T00:00:00.001Z")
      #expect(try await Self.outcomes(both, people, world) == ["passed", "failed", "failed"])
      #expect(try await Self.outcomes(one, people, world) == ["passed", "failed", "failed"])
    }
  }

  @Test(.tags(.fc12), arguments: TestHost.Engine.available)
  func `of a leaderboard are proven when it is closed, by the winners alone, as often as they want`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let run: JSON = [["name": "Run", "measure": "distance", "unit": "km"]]
      let id = try await world.made(
        by: coach, ["mode": "leaderboard", "winners": 1, "days": 1, "exercises": run, "title": "Läuferin \"A\" 走"])
      let (bob, cy) = (try await world.athlete("Bob"), try await world.athlete("Cy"))
      for (person, value) in [(bob, 3.25), (cy, 3.249)] as [(TestPerson, Double)] {
        try await world.join(id, as: person)
        try await world.log(.number(value), id, as: person)
      }
      let proof = "\(FitnessWorld.path(id))/proof"
      try await host.clock.advance(to: "2025-08-17T00:00:00Z")
      #expect(try await host.post(proof, as: bob).problem == "409 not-passed", "it may change still")
      try await host.clock.advance(by: .milliseconds(1))
      #expect(try await host.post(proof, as: cy).problem == "409 not-passed")
      var bodies: [JSON] = []
      let before = try #require(try await host.post(proof, as: bob)["proof"]?.string)
      #expect(try await host.patch("/v1/me", ["name": "Robert"], as: bob).status == 200)
      try await host.clock.advance(by: .seconds(1))
      let after = try #require(try await host.post(proof, as: bob)["proof"]?.string)
      let keys = try await host.get("\(FitnessWorld.area)/proof-keys")["keys"]?.array ?? []
      #expect(keys.count == 1, "one key signs all of them")
      let key = Base64URL.bytes(keys[0]["x"]?.string ?? "")
      for text in [before, after] {
        let parts = text.split(separator: ".").map(String.init)
        let (signed, signature) = (Array("\(parts[0]).\(parts[1])".utf8), Base64URL.bytes(parts[2]))
        #expect(Ed25519.verifies(signature, of: signed, by: key))
        for place in [0, signed.count / 2, signed.count - 1] {
          var changed = signed
          changed[place] ^= 1
          #expect(!Ed25519.verifies(signature, of: changed, by: key))
        }
        bodies.append(try JSON(parsing: Base64URL.bytes(parts[1])))
      }
      #expect(bodies.map { $0["name"] } == ["Bob", "Robert"])
      #expect(bodies.map { $0["iat"] } == [1_755_388_800, 1_755_388_801])
      #expect(bodies.allSatisfy { $0["title"] == "Läuferin \"A\" 走" && $0["points"]?.double == 3.25 })
      #expect(bodies.allSatisfy { $0["iss"] == "fieldhouse/fitness-challenges" && $0["challenge"]?.string == id })
    }
  }

  @Test(.tags(.fc18, .fc28), arguments: TestHost.Engine.available)
  func `lead to a copy of one's own that has neither teams nor draws nor others to be better than`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      let run: JSON = [["name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 5"]]
      let id = try await world.made(
        by: coach,
        [
          "kind": "team", "teamSize": 2, "teams": 2, "mode": "leaderboard", "drawBy": "level", "drawsAtStart": true,
          "teamScoring": "average", "exercises": run, "capacity": 4, "days": 3, "zone": "Asia/Tokyo", "graceHours": 48,
        ])
      try await world.join(id, as: bob, ["isRandom": true])
      try await host.clock.advance(to: "2025-08-25T18:00:00Z")
      try await host.settled()
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "failed")
      let made = try await host.post("\(FitnessWorld.path(id))/restart", as: bob)
      let copy = try #require(made["challenge"]?.string, "\(made.text)")
      let seen = try await world.challenge(copy, as: bob)
      #expect(seen["kind"] == "individual" && seen["mode"] == "threshold" && seen["isListed"] == false)
      #expect(seen["drawsAtStart"] == false && seen["drawsAt"] == nil && seen["drawBy"] == nil)
      for key in ["teamSize", "teamScoring", "winners", "capacity", "coach", "start"] {
        #expect(seen[key] == nil, "\(key)")
      }
      #expect(seen["me"]?["start"] == "2025-08-26" && seen["me"]?["end"] == "2025-08-28", "it is the next day in Tokyo")
      #expect(seen["graceHours"] == 48 && seen["title"] == "Run twenty" && seen["difficulty"] == 4)
      #expect(try await world.log(5, copy, as: bob, day: "2025-08-26")["me"]?["outcome"] == "passed")
      #expect(try await host.post("\(FitnessWorld.path(copy))/restart", as: bob).status == 201, "and once more")
    }
  }

  @Test(.tags(.fc27), arguments: TestHost.Engine.available)
  func `lie within reach: a challenge begins within ten years, also one that is made from another`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      // 3,660 days behind 2025-08-15.
      let farthest = try await world.made(by: coach, ["start": "2035-08-23", "days": 366])
      #expect(try await world.join(farthest, as: bob)["closesAt"] == "2036-08-24T00:00:00Z")
      for start in ["2035-08-24", "9999-12-31"] {
        let body = FitnessWorld.draft(["start": .string(start)])
        let refused = try await host.post(FitnessWorld.challenges, body, as: coach)
        #expect(refused.pointers == ["/start"] && refused["errors"]?[0]?["code"] == "start-far", "\(refused.text)")
        let copied = try await host.post("\(FitnessWorld.path(farthest))/copy", ["start": .string(start)], as: coach)
        #expect(copied.pointers == ["/start"])
      }
    }
  }
}
