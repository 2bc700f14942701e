import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Ratings over night` {
  private static let par = [3, 3, 4, 3, 3, 4, 3, 3, 3]

  private func rating(_ person: TestPerson, _ world: FolfWorld) async throws -> JSON? {
    try await world.host.get("\(FolfWorld.area)/me/statistics", as: person)["rating"]
  }

  /// By hand: one above par 29 on nine holes says 900 − 720/29 = 875.17 with variance 6,400 + 4,050, of which a new
  /// player believes 22,500 parts in 32,950: 867.19, with a standard deviation of 84.47.
  @Test(.tags(.fs81, .fs146, .fs150), arguments: TestHost.Engine.available)
  func `count a round the night after a day, as it was corrected until then, once`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let round = try await world.started(ada)
      let row = try await world.row("Ada", round, as: ada)
      try await world.fill(Self.par, row, round, as: ada)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      try await host.clock.advance(to: "2025-08-16T03:00:00Z")
      #expect(try await rating(ada, world) == nil, "it has not been over for a day")
      try await host.clock.advance(to: "2025-08-17T02:59:59Z")
      try await world.enter([FolfWorld.entry("four", row, 1, 4, base: ["\(row)-0"])], round, as: ada)
      #expect(try await rating(ada, world) == nil)
      try await host.clock.advance(to: "2025-08-17T03:00:00Z")
      let rated: JSON = ["value": 867, "least": 698, "most": 1_036, "rounds": 1]
      #expect(try await rating(ada, world) == rated)
      try await world.enter([FolfWorld.entry("nine", row, 1, 9, base: ["four"])], round, as: ada)
      try await host.clock.advance(to: "2025-08-20T12:00:00Z")
      #expect(try await rating(ada, world) == rated, "what is corrected later changes no rating")
      let data = try await host.export(of: ada)["plugins"]?["folf-scoring"]?["data"]
      #expect(data?["rating"]?["rounds"] == 1)
      try await host.leave(ada)
      try await host.settled()
      let left: Int = try await host.services.storage.read { transaction in
        try await transaction.query("select count(*) as n from ratings")[0]["n"]
      }
      #expect(left == 0)
    }
  }

  @Test(.tags(.fs150, .fs164), arguments: TestHost.Engine.available)
  func `count whole rounds of people who threw alone on a course that is known, each from the own tee`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, cleo) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cleo"))
      let quarry = try await world.opened(by: ada, course: "old-quarry")
      let code = try await world.card(quarry, as: ada)["code"] ?? .null
      for person in [bob, cleo] {
        #expect(try await host.post("\(FolfWorld.area)/rounds/join", ["code": code], as: person).status == 200)
      }
      #expect(try await host.post("\(world.path(quarry))/guests", ["name": "Mo"], as: ada).status == 204)
      let white = try await world.row("Bob", quarry, as: ada)
      #expect(try await host.put("\(world.path(quarry))/players/\(white)", ["tee": "white"], as: bob).status == 200)
      #expect(try await host.post("\(world.path(quarry))/start", as: ada).status == 204)
      for (name, count) in [("Ada", 18), ("Bob", 18), ("Cleo", 17), ("Mo", 18)] {
        let row = try await world.row(name, quarry, as: ada)
        try await world.fill(Array(repeating: 3, count: count), row, quarry, as: ada)
      }
      let nowhere = try await world.started(cleo, course: .null)
      let row = try await world.row("Cleo", nowhere, as: cleo)
      try await world.fill(Array(repeating: 3, count: 18), row, nowhere, as: cleo)
      for (round, person) in [(quarry, ada), (nowhere, cleo)] {
        #expect(try await host.post("\(world.path(round))/finish", as: person).status == 204)
      }
      try await host.clock.advance(to: "2025-08-18T03:00:00Z")
      #expect(try await rating(ada, world)?["rounds"] == 1)
      #expect(try await rating(bob, world)?["rounds"] == 1)
      #expect(try await rating(cleo, world) == nil, "a hole is missing there, and the course here")
      let known = try await host.services.storage.read { transaction in
        try await transaction.query("select course, layout_name, tee, rounds from difficulties order by tee").map {
          [try $0["course"] as String, try $0["layout_name"], try $0["tee"], "\(try $0["rounds"] as Int)"]
        }
      }
      #expect(known == [["old-quarry", "Red tees", "red", "1"], ["old-quarry", "Red tees", "white", "1"]])
      // By hand: 54 throws are 6 below 60 and 7 below 61, of which 12 and 11.8 points each a new player believes 22,500
      // parts in 30,925.
      let values = [try await rating(ada, world)?["value"]?.int, try await rating(bob, world)?["value"]?.int]
      #expect(values == [939, 946])
    }
  }
}
