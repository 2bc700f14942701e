import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Creating a challenge` {
  private func created(_ changes: JSONObject, _ world: FitnessWorld, _ coach: TestPerson) async throws -> TestReply {
    try await world.host.post(FitnessWorld.challenges, FitnessWorld.draft(changes), as: coach)
  }

  @Test(.tags(.fc22, .fc23, .fc24, .fc27, .fc31), arguments: TestHost.Engine.available)
  func `asks for kind, difficulty, length and size of the teams, within their limits, and shows them before joining`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let coach = try await world.coach("Ann")
      for (value, isTaken) in [(0, false), (1, true), (10, true), (11, false)] as [(Int64, Bool)] {
        let reply = try await created(["difficulty": .integer(value)], world, coach)
        #expect(isTaken ? reply.status == 201 : reply.pointers == ["/difficulty"])
        if !isTaken {
          #expect(
            reply["errors"]?[0]?["detail"] == "The difficulty is a number from 1 to 10, 10 being the hardest.")
        }
      }
      for (days, isTaken) in [(0, false), (1, true), (184, true), (366, true), (367, false)] as [(Int64, Bool)] {
        let reply = try await created(["days": .integer(days)], world, coach)
        #expect(isTaken ? reply.status == 201 : reply.pointers == ["/days"])
        if !isTaken {
          let detail = days == 0 ? "A challenge lasts a day or more." : "A challenge lasts at most 366 days."
          #expect(reply["errors"]?[0]?["detail"] == .string(detail))
        }
      }
      #expect(try await created(["kind": "duel"], world, coach).pointers == ["/kind"])
      for (size, isTaken) in [(1, false), (2, true), (1_000, true), (1_001, false)] as [(Int64, Bool)] {
        let reply = try await created(["kind": "team", "teamSize": .integer(size), "teams": 2], world, coach)
        #expect(isTaken ? reply.status == 201 : reply.pointers == ["/teamSize"])
        if !isTaken { #expect(reply["errors"]?[0]?["detail"] == "A team has 2 to 1,000 members.") }
      }
      for (best, isTaken) in [(0, false), (1, true), (100, true), (101, false)] as [(Int64, Bool)] {
        let reply = try await created(
          ["kind": "team", "teamSize": 3, "teams": 2, "teamScoring": "best", "bestCount": .integer(best)], world, coach)
        #expect(isTaken ? reply.status == 201 : reply.pointers == ["/bestCount"])
      }
      #expect(try await created(["kind": "team", "teams": 2], world, coach).pointers == ["/teamSize"])
      #expect(try await created(["kind": "team", "teamSize": 3], world, coach).pointers == ["/teams"])
      let team = try await world.made(
        by: coach, ["kind": "team", "teamSize": 3, "teams": 2, "days": 184, "difficulty": 9])
      let seen = try await world.challenge(team, as: try await world.host.person("Bob"))
      #expect(seen["difficulty"] == 9 && seen["days"] == 184 && seen["teamSize"] == 3 && seen["kind"] == "team")
      #expect(seen["start"] == "2025-08-15" && seen["end"] == "2026-02-14" && seen["coach"]?["name"] == "Ann")
    }
  }

  @Test(.tags(.fc28), arguments: TestHost.Engine.available)
  func `takes any exercise with goals of its own, and says of each what is wrong`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let coach = try await world.coach("Ann")
      let exercises: JSON = [
        ["name": "Plank", "measure": "duration", "goal": "days(2) >= 5", "points": "daycap(10)"],
        ["name": "Squats", "measure": "whole", "goal": "total >= 500", "points": "total / 10"],
        ["name": "Ruderboot", "measure": "decimal", "unit": "sea miles", "goal": "best >= 2.5"],
        ["name": "No lift", "measure": "yesNo", "goal": "streak >= 7", "points": "streak * 3"],
        ["name": "Swim", "measure": "distance", "unit": "m", "goal": "week >= 3000"],
      ]
      let id = try await world.made(by: coach, ["exercises": exercises, "needed": 3])
      let seen = try await world.challenge(id, as: coach)
      #expect(seen["exercises"]?.array?.map { $0["name"] } == ["Plank", "Squats", "Ruderboot", "No lift", "Swim"])
      #expect(seen["exercises"]?[2]?["unit"] == "sea miles" && seen["exercises"]?[2]?["points"] == "total")
      #expect(seen["needed"] == 3)
      let wrong: JSON = [
        ["name": "Plank", "measure": "duration", "goal": "days(2)"],
        ["name": "Squats", "measure": "whole", "goal": "total >= 5", "points": "steps * 2"],
      ]
      let refused = try await created(["exercises": wrong], world, coach)
      #expect(refused.pointers == ["/exercises/0/goal", "/exercises/1/points"])
      #expect(
        refused["errors"]?[0]?["detail"] == "Character 1: A goal is a condition such as total >= 100.")
      #expect(refused["errors"]?[1]?["detail"] == "Character 1: Formulas know no 'steps'.")
      #expect(try await created(["exercises": []], world, coach).pointers == ["/exercises"])
      let many = JSON.array(Array(repeating: ["name": "Run", "measure": "whole", "goal": "total >= 1"], count: 21))
      #expect(try await created(["exercises": many], world, coach).pointers == ["/exercises"])
      #expect(try await created(["needed": 2], world, coach).pointers == ["/needed"])
      #expect(try await created(["zone": "Mars/Base"], world, coach).pointers == ["/zone"])
      #expect(try await created(["start": "2025-08-14"], world, coach).pointers == ["/start"])
      #expect(try await created(["title": " "], world, coach).pointers == ["/title"])
    }
  }

  @Test(.tags(.fc28)) func `can be tried out on a sample log before`() async throws {
    try await FitnessWorld.run(on: .sqlite) { world async throws in
      let path = "\(FitnessWorld.area)/formulas/try"
      let sample: JSONObject = ["measure": "whole", "days": 7, "values": [10, 0, 20]]
      func tried(_ goal: String, _ points: String) async throws -> TestReply {
        var body = sample
        (body["goal"], body["points"]) = (.string(goal), .string(points))
        return try await world.host.post(path, .object(body), as: try await world.host.guest())
      }
      let met = try await tried("total >= 30", "total / 4")
      #expect(met["isMet"] == true && met["points"]?.double == 7.5 && met["isRising"] == true)
      #expect(try await tried("total <= 29", "total")["isMet"] == false)
      #expect(try await tried("total >= ", "(total").pointers == ["/goal", "/points"])
    }
  }
}
