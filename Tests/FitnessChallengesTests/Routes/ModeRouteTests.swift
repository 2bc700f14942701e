import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Modes of challenges` {
  private static let run: JSON = [["name": "Run", "measure": "distance", "unit": "km"]]

  private func outcome(_ id: String, _ person: TestPerson, _ world: FitnessWorld) async throws -> String {
    try await world.challenge(id, as: person)["me"]?["outcome"]?.string ?? ""
  }

  @Test(.tags(.fc28), arguments: TestHost.Engine.available)
  func `a leaderboard is won by the best in the end, with whom they share a place`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      #expect(
        try await host.post(
          FitnessWorld.challenges, FitnessWorld.draft(["mode": "leaderboard", "start": .null]), as: coach
        ).pointers == ["/start"])
      let id = try await world.made(
        by: coach, ["mode": "leaderboard", "winners": 2, "days": 2, "exercises": Self.run])
      var people: [TestPerson] = []
      for (name, value) in [("Bob", 9), ("Cy", 7), ("Di", 7), ("Ed", 5), ("Fay", 0), ("Gus", 99)] as [(String, Int64)] {
        let person = try await world.athlete(name)
        try await world.join(id, as: person)
        if value > 0 { try await world.log(.integer(value), id, as: person) }
        people.append(person)
      }
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: people[5]).status == 204)
      try await host.clock.advance(to: "2025-08-18T00:00:00Z")
      #expect(try await outcome(id, people[0], world) == "running", "somebody may write more down still")
      try await host.clock.advance(by: .milliseconds(1))
      var found: [String] = []
      for person in people { found.append(try await outcome(id, person, world)) }
      #expect(found == ["passed", "passed", "passed", "failed", "failed", "withdrawn"])
      let totals = try await host.get("\(FitnessWorld.path(id))/totals", as: coach)
      #expect(totals["passed"] == 3 && totals["failed"] == 2 && totals["withdrawn"] == 1)
      #expect(try await world.challenge(id, as: coach)["winners"] == 2)
      let copy = try await host.post("\(FitnessWorld.path(id))/restart", as: people[3])["challenge"]?.string ?? ""
      #expect(try await world.challenge(copy, as: people[3])["mode"] == "threshold", "alone there is nobody to beat")
    }
  }

  @Test(.tags(.fc28), arguments: TestHost.Engine.available)
  func `milestones are reached one after the other, and the last one is the trophy`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      func draft(_ points: [Double]) -> JSON {
        FitnessWorld.draft([
          "mode": "milestones", "exercises": Self.run,
          "milestones": .array(points.map { ["name": .string("To \($0)"), "points": .number($0)] }),
        ])
      }
      #expect(try await host.post(FitnessWorld.challenges, draft([]), as: coach).pointers == ["/milestones"])
      #expect(
        try await host.post(FitnessWorld.challenges, draft([5, 5]), as: coach).pointers == ["/milestones/1/points"])
      #expect(
        try await host.post(FitnessWorld.challenges, FitnessWorld.draft(["mode": "milestones"]), as: coach).pointers
          == ["/milestones"])
      let made = try await host.post(FitnessWorld.challenges, draft([5, 10]), as: coach)
      let id = try #require(made["id"]?.string)
      #expect(made["milestones"]?.array?.map { $0["points"]?.double } == [5, 10])
      try await world.join(id, as: bob)
      #expect(try await world.log(9.999, id, as: bob)["me"]?["outcome"] == "running")
      let last = try await world.log(0.001, id, as: bob, entry: "last")
      #expect(last["hasJustPassed"] == true && last["me"]?["outcome"] == "passed")
      #expect(try await host.get("\(FitnessWorld.area)/me/trophies", as: bob).items.count == 1)
    }
  }

  @Test(.tags(.fc28), arguments: TestHost.Engine.available)
  func
    `a goal together is reached by all, stays reached when somebody withdraws, and is a trophy for who has added to it`(
      on engine: TestHost.Engine
    ) async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let (bob, cy, di) = (
        try await world.athlete("Bob"), try await world.athlete("Cy"), try await world.athlete("Di")
      )
      #expect(
        try await host.post(FitnessWorld.challenges, FitnessWorld.draft(["mode": "groupGoal"]), as: coach).pointers
          == ["/groupGoal"])
      let id = try await world.made(by: coach, ["mode": "groupGoal", "groupGoal": 30, "exercises": Self.run])
      for person in [bob, cy, di] { try await world.join(id, as: person) }
      try await world.log(20, id, as: bob)
      try await host.clock.advance(by: .seconds(60))
      try await world.log(12, id, as: bob)
      #expect(try await world.challenge(id, as: cy)["groupPoints"]?.double == 12, "what is changed counts as it is now")
      try await world.log(17.999, id, as: cy)
      #expect(try await outcome(id, bob, world) == "running")
      let last = try await world.log(0.001, id, as: cy, entry: "last")
      #expect(last["hasJustPassed"] == true)
      #expect(try await outcome(id, bob, world) == "passed")
      #expect(try await outcome(id, di, world) == "running", "who has added nothing")
      #expect(try await host.post("\(FitnessWorld.path(id))/withdraw", as: cy).status == 204)
      #expect(try await outcome(id, bob, world) == "passed")
      try await host.leave(cy)
      try await host.settled()
      #expect(try await world.challenge(id, as: bob)["groupPoints"]?.double == 30)
    }
  }

  @Test(.tags(.fc28), arguments: TestHost.Engine.available)
  func `points by METs are those of the table that is named, and of an activity that is chosen`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let table = try await host.get("\(FitnessWorld.area)/activities-by-met", as: bob)
      #expect(table["edition"] == "2011" && table["source"]?.string?.contains("Ainsworth") == true)
      #expect(
        table["items"]?.array?.contains { $0["activity"] == "yoga" && $0["met"] == 2.5 && $0["code"] == 2150 } == true)
      func exercise(_ more: JSONObject) -> JSONObject {
        var all: JSONObject = ["name": "Yoga", "measure": "duration", "goal": "total >= 60"]
        for (key, value) in more { all[key] = value }
        return ["exercises": [.object(all)]]
      }
      func refused(_ more: JSONObject) async throws -> [String] {
        try await host.post(FitnessWorld.challenges, FitnessWorld.draft(exercise(more)), as: coach).pointers
      }
      #expect(try await refused(["activity": "sleep"]) == ["/exercises/0/activity"])
      #expect(try await refused(["points": "total * met"]) == ["/exercises/0/points"])
      #expect(try await refused(["goal": "total * met >= 9"]) == ["/exercises/0/goal"])
      let id = try await world.made(by: coach, exercise(["activity": "yoga"]))
      let seen = try await world.challenge(id, as: bob)["exercises"]?[0]
      #expect(seen?["points"] == "total * met" && seen?["met"] == 2.5 && seen?["metEdition"] == "2011")
      try await world.join(id, as: bob)
      #expect(try await world.log(30, id, as: bob)["me"]?["points"]?.double == 75)
      let tried = try await host.post(
        "\(FitnessWorld.area)/formulas/try",
        [
          "goal": "total >= 60", "points": "total * met", "measure": "duration", "days": 3, "values": [10],
          "activity": "run10",
        ], as: bob)
      #expect(tried["points"]?.double == 98)
    }
  }

  @Test(.tags(.fc11), arguments: TestHost.Engine.available)
  func `points are the same in whatever order entries, changes and late ones come, and follow from the log alone`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let coach = try await world.coach("Ann")
      let id = try await world.made(
        by: coach,
        [
          "exercises": [
            ["name": "Run", "measure": "distance", "goal": "total >= 99", "points": "daycap(10) + streak * 5"]
          ]
        ])
      try await host.clock.advance(to: "2025-08-17T20:00:00Z")
      // Day, entry, when it was said and what.
      let said: [(String, String, String, JSON)] = [
        ("2025-08-15", "a", "2025-08-16T10:00:00Z", 3), ("2025-08-15", "a", "2025-08-16T11:00:00Z", 12),
        ("2025-08-16", "b", "2025-08-16T12:00:00Z", 4), ("2025-08-17", "c", "2025-08-17T09:00:00Z", 8),
        ("2025-08-17", "c", "2025-08-17T10:00:00Z", .null), ("2025-08-17", "d", "2025-08-17T19:00:00Z", 2),
      ]
      var found: [String] = []
      for (name, order) in [
        ("Bob", [0, 1, 2, 3, 4, 5]), ("Cy", [5, 4, 3, 2, 1, 0]), ("Di", [4, 1, 5, 0, 3, 2, 1, 4]),
      ] {
        let person = try await world.athlete(name)
        try await world.join(id, as: person)
        var last: TestReply?
        for place in order {
          let (day, entry, at, value) = said[place]
          last = try await world.log(value, id, as: person, day: day, entry: entry, saidAt: at)
          #expect(last?.status == 200)
        }
        found.append("\(last?["me"]?["points"]?.double ?? -1) \(last?["me"]?["progress"]?[0]?["total"]?.double ?? -1)")
      }
      #expect(found == ["31.0 18.0", "31.0 18.0", "31.0 18.0"], "10 + 4 + 2, and three days in a row")
    }
  }
}
