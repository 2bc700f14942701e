import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A club that is archived` {
  private static func me(_ person: TestPerson, _ world: WalkingWorld) async throws -> [String?] {
    let me = try await world.host.get("\(WalkingWorld.area)/me", as: person)
    return [me["club"]?["name"]?.string, me["group"]?["name"]?.string]
  }

  @Test(arguments: TestHost.Engine.available)
  func `keeps nobody from another club, nor an archived group from another group`(on engine: TestHost.Engine)
    async throws
  {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      func archive(_ group: String) async throws {
        let reply = try await host.put("\(WalkingWorld.groups)/\(group)/archive", as: host.operator)
        #expect(reply.status == 200, "\(reply.text)")
      }
      let (psv, ajax) = (try await world.club("PSV", groups: "Lunch", "Evening"), try await world.club("Ajax"))
      let ann = try await world.walker("Ann", psv)
      try await archive(psv.groups[0])
      #expect(try await world.choose(psv.id, psv.groups[0], as: ann).pointers == ["/group"])
      #expect(try await world.choose(psv.id, psv.groups[1], as: ann).status == 204)
      #expect(try await Self.me(ann, world) == ["PSV", "Evening"])
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 3_000)
      try await world.nextDay()
      try await archive(psv.id)
      let eve = try await host.person("Eve")
      #expect(try await world.choose(psv.id, psv.groups[1], as: eve).pointers == ["/club"])
      #expect(
        try await world.choose(ajax.id, ajax.groups[0], as: ann).problem == "409 points-left-behind",
        "points are left there all the same")
      let reply = try await world.choose(ajax.id, ajax.groups[0], as: ann, leavesPoints: true)
      #expect(reply.status == 204, "\(reply.text)")
      #expect(try await Self.me(ann, world) == ["Ajax", "Ajax walkers"])
      #expect(try await world.clubs() == ["1 PSV 3", "2 Ajax 0"])
      try await world.walk(ann, at: "2025-08-16T13:00:00Z", steps: 1_000)
      try await world.nextDay()
      #expect(try await world.clubs() == ["1 PSV 3", "2 Ajax 1"])
    }
  }

  @Test(.tags(.wc27), arguments: TestHost.Engine.available)
  func `begins no season, and stands in all that are not over once it lives again`(on engine: TestHost.Engine)
    async throws
  {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV", groups: "Lunch")
      _ = try await world.club("Ajax")
      let archive = "\(WalkingWorld.groups)/\(psv.id)/archive"
      #expect(try await host.put(archive, as: host.operator).status == 200)
      try await world.season("2026-27", from: "2026-07-01", to: "2027-06-30")
      #expect(try await world.clubs("season=2026-27") == ["1 Ajax 0"])
      #expect(try await host.delete(archive, as: host.operator).status == 204)
      #expect(try await world.clubs("season=2026-27") == ["1 Ajax 0", "1 PSV 0"])
      #expect(try await host.put(archive, as: host.operator).status == 200)
      #expect(try await world.clubs("season=2026-27") == ["1 Ajax 0"], "it had not begun")
      #expect(try await world.clubs() == ["1 Ajax 0", "1 PSV 0"], "this one had")
    }
  }

  @Test(.tags(.wc27), arguments: TestHost.Engine.available)
  func `begins no season as a group either`(on engine: TestHost.Engine) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV", groups: "Lunch", "Evening")
      func groups(_ season: String) async throws -> [String?] {
        try await host.get("\(WalkingWorld.area)/clubs/\(psv.id)/board?season=\(season)").items
          .map { $0["group"]?["name"]?.string }
      }
      let archive = "\(WalkingWorld.groups)/\(psv.groups[0])/archive"
      #expect(try await host.put(archive, as: host.operator).status == 200)
      try await world.season("2026-27", from: "2026-07-01", to: "2027-06-30")
      #expect(try await groups("2026-27") == ["Evening"])
      #expect(try await groups("2025-26").count == 2)
      #expect(try await host.delete(archive, as: host.operator).status == 204)
      #expect(try await groups("2026-27").count == 2)
      #expect(try await host.put(archive, as: host.operator).status == 200)
      #expect(try await groups("2026-27") == ["Evening"])
    }
  }
}
