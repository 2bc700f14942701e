import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `Drawing teams by level` {
  @Test(.tags(.fc18), arguments: TestHost.Engine.available)
  func `is done by the coach for all who wait, and can be done again by everybody`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      var team: JSONObject = ["kind": "team", "teamSize": 3, "teams": 2]
      let bySize = try await world.made(by: coach, team)
      team["drawBy"] = "level"
      let id = try await world.made(by: coach, team)
      let draw = "\(FitnessWorld.path(id))/draw"
      #expect(try await host.post("\(FitnessWorld.path(bySize))/draw", as: coach).problem == "409 not-by-level")
      #expect(try await host.post(draw, as: coach).problem == "409 nobody-waits")
      var people: [TestPerson] = []
      for (name, level) in [("Bob", 3), ("Cy", 3), ("Di", 1), ("Ed", 1), ("Fay", 2)] as [(String, Int64)] {
        let person = try await world.athlete(name)
        #expect(try await world.join(id, as: person, ["isRandom": true, "level": 4]).pointers == ["/level"])
        let joined = try await world.join(id, as: person, ["isRandom": true, "level": .integer(level)])
        #expect(joined.status == 201 && joined["isWaiting"] == true && joined["team"] == nil)
        people.append(person)
      }
      #expect(try await world.join(id, as: people[0]).status == 201, "who waits may say so again")
      #expect(try await host.get("\(FitnessWorld.path(id))/waiting", as: coach)["waiting"] == 5)
      #expect(try await host.post(draw, as: people[0]).problem == "403 forbidden")
      #expect(try await world.log(7, id, as: people[0]).status == 200, "who waits may log already")
      #expect(try await host.post(draw, as: coach)["drawn"] == 5)
      #expect(try await host.post(draw, as: coach).problem == "409 nobody-waits")
      try await host.settled()
      #expect(try await host.inbox(of: people[1]).map { $0["text"] } == ["Run twenty: the teams are drawn."])
      let teams = try await host.get("\(FitnessWorld.path(id))/teams", as: people[2]).items
      #expect(teams.compactMap { $0["members"]?.int }.sorted() == [2, 3])
      #expect(teams.compactMap { $0["points"]?.double }.sorted() == [0, 7], "points come along")
      let seed = try #require(try await world.challenge(id, as: people[2])["drawSeed"]?.int)
      let kept = try await host.get("\(FitnessWorld.path(id))/level-draws", as: people[2]).items[0]
      let levels = kept["people"]?.array?.compactMap(\.int) ?? []
      #expect(levels == [3, 3, 1, 1, 2])
      let drawn = kept["drawn"]?.array?.map(\.int)
      let empty = [BalancedDraw.Team](repeating: BalancedDraw.Team(members: 0, levels: 0), count: 2)
      #expect(drawn == BalancedDraw.draw(levels, into: empty, limit: 3, seed: Int64(seed), number: 0))
      let sums = [0, 1].map { team in zip(levels, drawn ?? []).filter { $1 == team }.map(\.0).reduce(0, +) }
      #expect(abs(sums[0] - sums[1]) <= 3)
      for person in people.prefix(2) {
        let place = try #require(people.firstIndex { $0.id == person.id })
        let name = try await world.challenge(id, as: person)["me"]?["team"]?["name"]?.string
        #expect(name == "\((drawn?[place] ?? 9) + 1)")
      }
      // One place is left, for two who come later.
      for name in ["Gus", "Hal"] { try await world.join(id, as: try await world.athlete(name), ["isRandom": true]) }
      let late = try await host.post(draw, as: coach)
      #expect(late["drawn"] == 1 && late["waiting"] == 1)
    }
  }
}
