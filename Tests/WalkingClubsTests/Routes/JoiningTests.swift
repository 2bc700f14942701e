import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Joining a club` {
  @Test(.tags(.wc5, .wc6), arguments: TestHost.Engine.available)
  func `shows clubs and their groups by name and logo, finds them without accents, and takes exactly one of each`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, atletico) = (
        try await world.club("PSV", groups: "Lunch walkers", "Evening walkers"),
        try await world.club("Atlético Madrid", in: "ES")
      )
      let ann = try await host.person("Ann")
      for id in [psv.id, psv.groups[0]] {
        let logo = SamplePicture.png(width: 60, height: 40, comment: "")
        #expect(
          try await host.upload("\(WalkingWorld.groups)/\(id)/picture", logo, type: "image/png", as: host.operator)
            .status == 204)
      }
      let all = try await host.get("\(WalkingWorld.groups)?kind=club", as: ann).items
      #expect(
        all.map { $0["name"] } == ["Atlético Madrid", "PSV"] && all.map { $0["picture"] == nil } == [true, false])
      let found = try await host.get("\(WalkingWorld.groups)?search=atletico", as: ann).items.filter {
        $0["kind"] == "club"
      }
      #expect(found.map { $0["id"] } == [.string(atletico.id)])
      let groups = try await host.get("\(WalkingWorld.groups)?parent=\(psv.id)", as: ann).items
      #expect(
        groups.map { $0["name"] } == ["Evening walkers", "Lunch walkers"]
          && groups.map { $0["picture"] == nil } == [true, false])
      #expect(try await world.choose(psv.id, atletico.groups[0], as: ann).pointers == ["/group"])
      #expect(try await world.choose("nowhere", psv.groups[0], as: ann).pointers == ["/club"])
      #expect(try await world.choose(psv.groups[0], psv.groups[0], as: ann).pointers == ["/club"])
      #expect(
        try await host.put("\(WalkingWorld.area)/me/club", ["club": .string(psv.id)], as: ann).pointers == ["/group"])
      #expect(try await world.choose(psv.id, psv.groups[1], as: ann).status == 204)
      let me = try await host.get("\(WalkingWorld.area)/me", as: ann)
      #expect(
        me["club"]?["name"] == "PSV" && me["club"]?["country"] == "NL" && me["club"]?["members"] == 1
          && me["club"]?["picture"] != nil)
      #expect(me["group"]?["name"] == "Evening walkers" && me["timeZone"] == "UTC")
      for id in [atletico.id, psv.groups[0]] {
        let second = try await host.put("\(WalkingWorld.groups)/\(id)/members/\(ann.id)", as: host.operator)
        #expect(second.problem == "409 too-many-memberships", "one club and one group of it at a time")
      }
      let mine = try await host.get("/v1/me/groups", as: ann).items.compactMap {
        $0["group"]?["name"]?.string ?? $0["name"]?.string
      }
      #expect(Set(mine) == ["EFDN", "PSV", "Evening walkers"])
    }
  }

  @Test(.tags(.wc5, .wc6), arguments: TestHost.Engine.available)
  func `finds a group among more of the club than a page holds, and a club among groups that are called as it is`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let psv = try await world.club("PSV")
      for number in 1...60 {
        _ = try await world.organisation("group", ["name": .string("Utrecht \(number)"), "parent": .string(psv.id)])
      }
      let utrecht = try await world.club("Utrecht", groups: "Walkers of Utrecht")
      let ann = try await world.host.person("Ann")
      func find(_ query: String) async throws -> [String] {
        let reply = try await world.host.get("\(WalkingWorld.groups)?\(query)&limit=50", as: ann)
        #expect(reply["next"]?.string == nil)
        return reply.items.compactMap { $0["name"]?.string }
      }
      #expect(try await find("kind=club&search=utrecht") == ["Utrecht"])
      #expect(try await find("parent=\(psv.id)&search=60") == ["Utrecht 60"])
      #expect(try await find("parent=\(psv.id)&search=utrecht%2051") == ["Utrecht 51"])
      #expect(try await find("parent=\(utrecht.id)&search=utrecht") == ["Walkers of Utrecht"])
      #expect(try await find("kind=club&parent=\(utrecht.id)&search=utrecht").isEmpty)
      let path = "\(WalkingWorld.groups)?search=utrecht"
      #expect(try await world.host.get("\(path)&kind=band", as: ann).pointers == ["/kind"])
      #expect(try await world.host.get("\(path)&parent=nowhere", as: ann).problem == "404 group-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is changed with the points left behind while a season runs, and freely between seasons`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let ann = try await world.walker("Ann", psv)
      try await world.walk(ann, at: "2025-08-15T13:00:00Z", steps: 7_000)
      try await world.nextDay()
      #expect(try await world.people("") == ["Ann 7"])
      let refused = try await world.choose(ajax.id, ajax.groups[0], as: ann)
      #expect(
        refused.problem == "409 points-left-behind" && refused["detail"]?.string?.contains("7 points for PSV") == true)
      #expect(try await host.get("\(WalkingWorld.area)/me", as: ann)["club"]?["name"] == "PSV")
      #expect(try await world.choose(ajax.id, ajax.groups[0], as: ann, leavesPoints: true).status == 204)
      try await world.walk(ann, at: "2025-08-16T13:00:00Z", steps: 4_000)
      try await world.nextDay()
      #expect(try await world.clubs() == ["1 PSV 7", "2 Ajax 4"], "what was walked for a club stays there")
      #expect(try await world.people("club/\(ajax.id)") == ["Ann 4"])
      #expect(try await world.people("club/\(psv.id)") == ["Ann 7"])
      #expect(try await world.people("") == ["Ann 11"])
      try await world.season("2025-26", from: "2025-08-01", to: "2025-08-16")
      #expect(
        try await world.choose(psv.id, psv.groups[0], as: ann).status == 204, "between seasons nothing is left behind")
    }
  }

  private static func groups(of person: TestPerson, _ world: WalkingWorld) async throws -> Set<String> {
    Set(
      try await world.host.get("/v1/me/groups", as: person).items.compactMap {
        $0["group"]?["name"]?.string ?? $0["name"]?.string
      })
  }

  @Test(.tags(.wc57), arguments: TestHost.Engine.available)
  func `is left together with its association, whose messages come no more; whoever has a task there stays`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (ann, bob, cat) = (
        try await world.walker("Ann", psv), try await world.walker("Bob", psv), try await world.walker("Cat", psv)
      )
      let task = "\(WalkingWorld.groups)/\(world.association)/members/\(bob.id)/roles/association-admin"
      #expect(try await host.put(task, as: host.operator).status == 204)
      for person in [ann, bob] {
        #expect(try await host.post("\(WalkingWorld.groups)/\(psv.id)/leave", as: person).status == 204)
      }
      #expect(try await Self.groups(of: ann, world) == [])
      #expect(try await Self.groups(of: bob, world) == ["EFDN"])
      #expect(try await host.get("\(WalkingWorld.area)/me", as: ann)["club"] == nil)
      let sent = try await host.post(
        "/v1/announcements",
        ["audience": .string("group:walking-clubs/\(world.association)"), "text": "A new season"], as: host.operator)
      #expect(sent.status == 201, "\(sent.text)")
      try await host.clock.advance(by: .seconds(5))
      func isTold(_ person: TestPerson) async throws -> Bool {
        try await host.inbox(of: person).contains { $0["kind"] == "association-announcement" }
      }
      try await eventually { try await isTold(cat) }
      #expect(try await isTold(ann) == false, "who has left is told nothing more")
      let out = try await host.delete("\(WalkingWorld.groups)/\(psv.id)/members/\(cat.id)", as: host.operator)
      #expect(out.status == 204, "\(out.text)")
      #expect(try await Self.groups(of: cat, world) == [], "also who was taken out")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is changed within an association without leaving it, and to one of another with it`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let ann = try await world.walker("Ann", psv)
      func history() async throws -> [String] {
        let path = "\(WalkingWorld.groups)/\(world.association)/history"
        return try await host.get(path, as: host.operator).items.compactMap { $0["action"]?.string }
      }
      let before = try await history()
      #expect(before.contains("joined"), "\(before)")
      #expect(try await world.choose(ajax.id, ajax.groups[0], as: ann).status == 204)
      #expect(try await Self.groups(of: ann, world) == ["EFDN", "Ajax", "Ajax walkers"])
      #expect(try await history() == before, "of the association nothing has changed")
      let other = try await world.organisation("association", ["name": "Fans abroad"])
      let club = try await world.organisation(
        "club", ["name": "Boca", "parent": .string(other), "country": "AR"])
      let crew = try await world.organisation("group", ["name": "Boca walkers", "parent": .string(club)])
      #expect(try await world.choose(club, crew, as: ann).status == 204)
      #expect(try await Self.groups(of: ann, world) == ["Fans abroad", "Boca", "Boca walkers"])
      let after = try await history()
      #expect(after.count == before.count + 1 && after.contains("left"), "\(after)")
    }
  }
}
