import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Teams that are drawn when a challenge begins` {
  private static func draft(_ drawBy: String) -> JSONObject {
    [
      "kind": "team", "teamSize": 4, "teams": 2, "start": "2025-08-17", "zone": "America/New_York",
      "drawsAtStart": true, "drawBy": .string(drawBy),
    ]
  }

  @Test(.tags(.fc16, .fc18, .fc31), arguments: TestHost.Engine.available, ["size", "level"])
  func `are drawn on the first day in its zone, again by everybody, and who comes later is put into the smallest`(
    on engine: TestHost.Engine, by drawBy: String
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let id = try await world.made(by: coach, Self.draft(drawBy))
      var people: [TestPerson] = []
      for (name, level) in [("Bob", 3), ("Cy", 1), ("Di", 2), ("Ed", 3), ("Fay", 1)] as [(String, Int64)] {
        let person = try await world.athlete(name)
        let joined = try await world.join(id, as: person, ["isRandom": true, "level": .integer(level)])
        #expect(joined["isWaiting"] == true && joined["team"] == nil)
        people.append(person)
      }
      let seen = try await world.challenge(id, as: people[0])
      #expect(seen["drawsAtStart"] == true && seen["drawsAt"] == "2025-08-17T04:00:00Z")
      let draw = try await host.post("\(FitnessWorld.path(id))/draw", as: coach)
      #expect(draw.problem == (drawBy == "level" ? "409 drawn-at-start" : "409 not-by-level"))
      try await host.clock.advance(to: "2025-08-17T03:59:59Z")
      #expect(try await world.challenge(id, as: people[0])["me"]?["isWaiting"] == true)
      try await host.clock.advance(to: "2025-08-17T04:00:01Z")
      try await host.settled()
      #expect(try await world.challenge(id, as: people[0])["drawsAt"] == nil)
      let levels = drawBy == "level" ? [3, 1, 2, 3, 1] : [1, 1, 1, 1, 1]
      let seed = try #require(seen["drawSeed"]?.int)
      let empty = [BalancedDraw.Team](repeating: BalancedDraw.Team(members: 0, levels: 0), count: 2)
      let expected = BalancedDraw.draw(levels, into: empty, limit: 4, seed: Int64(seed), number: 0)
      for (person, place) in zip(people, expected) {
        let me = try await world.challenge(id, as: person)["me"]
        #expect(me?["team"]?["name"]?.string == "\((place ?? 9) + 1)" && me?["isWaiting"] == false)
      }
      let draws = "\(FitnessWorld.path(id))/level-draws"
      #expect(try await host.get(draws, as: people[0]).items[0]["people"]?.array?.compactMap(\.int) == levels)
      #expect(try await host.inbox(of: people[1]).map { $0["text"] } == ["Run twenty: the teams are drawn."])
      let drawn = try await host.get("\(FitnessWorld.path(id))/teams", as: coach).items
      #expect(drawn.compactMap { $0["members"]?.int }.sorted() == [2, 3])
      let late = try await world.join(id, as: try await world.athlete("Gus"), ["isRandom": true])
      #expect(late["team"] != nil && late["isWaiting"] == false)
      let teams = try await host.get("\(FitnessWorld.path(id))/teams", as: coach).items
      #expect(teams.map { $0["members"] } == [3, 3])
      #expect(try await host.get(draws, as: people[0]).items.count == 2, "that draw is published, too")
      for name in ["Hal", "Ida"] { try await world.join(id, as: try await world.athlete(name), ["isRandom": true]) }
      #expect(
        try await world.join(id, as: try await world.athlete("Jo"), ["isRandom": true]).problem == "409 teams-full")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `begin on a day that the coach has to say, and are drawn after a pause of the host, too`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      var draft = Self.draft("size")
      draft["start"] = .null
      #expect(
        try await host.post(FitnessWorld.challenges, FitnessWorld.draft(draft), as: coach).pointers == ["/start"])
      let (one, two) = (
        try await world.made(by: coach, Self.draft("size")), try await world.made(by: coach, Self.draft("size"))
      )
      let bob = try await world.athlete("Bob")
      for id in [one, two] { try await world.join(id, as: bob, ["isRandom": true]) }
      try await host.clock.advance(to: "2025-08-19T12:00:00Z")
      try await host.settled()
      for id in [one, two] { #expect(try await world.challenge(id, as: bob)["me"]?["team"] != nil) }
      let alone = try await world.made(by: coach, ["start": "2025-08-20", "drawsAtStart": true])
      #expect(try await world.challenge(alone, as: coach)["drawsAtStart"] == false, "there are no teams")
    }
  }
}
