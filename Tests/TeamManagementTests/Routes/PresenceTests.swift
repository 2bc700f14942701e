import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who was there` {
  /// Practice that has begun when the clock stands at noon of 15 August 2025.
  private static let now: JSONObject = ["startsAt": "2025-08-15T11:00:00Z", "endsAt": "2025-08-15T13:00:00Z"]

  private func sums(_ team: String, _ world: TeamWorld, as person: TestPerson) async throws -> [String] {
    try await world.host.get(world.path(team, "/attendance"), as: person).items.map {
      let (sum, name) = ($0["sum"], $0["person"]?["name"]?.string ?? "")
      let counts = ["present", "late", "absent", "excused", "missed"].map { "\(sum?[$0]?.int ?? -1)" }
      return "\(name) \(counts.joined()) \(sum?["rate"]?.double.map { "\($0)" } ?? "-")"
    }
  }

  @Test(.tags(.tm22, .tm63), arguments: TestHost.Engine.available)
  func `is not counted of what was called off, is excused without a loss, and stays with the team`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Zoe")
      let (ada, bob, zoe) = (people[0], people[1], people[2])
      let team = try await world.team(of: ada, bob)
      var events: [String] = []
      for title in ["One", "Two", "Three", "Four"] {
        var plan = Self.now
        plan["title"] = .string(title)
        events.append(try await world.event(team, by: ada, plan))
      }
      let next = try await world.event(team, by: ada)
      #expect(try await world.answer("yes", next, of: team, as: bob).status == 200)
      func mark(_ event: String, _ state: JSON, of person: TestPerson) async throws -> String? {
        let path = world.path(team, "/events/\(event)/attendance/\(person.id)")
        return try await host.put(path, ["state": state], as: ada).problem
      }
      for (event, state) in zip(events, ["present", "excused", "late", "absent"] as [JSON]) {
        #expect(try await mark(event, state, of: bob) == nil)
      }
      #expect(try await sums(team, world, as: ada) == ["Ada 00000 -", "Bob 11110 \(2.0 / 3)"])
      var off = Self.now
      (off["title"], off["isCancelled"]) = ("Four", true)
      #expect(try await world.change(events[3], of: team, off, by: ada).status == 200)
      let counted = "Bob 11010 1.0"
      #expect(try await sums(team, world, as: ada) == ["Ada 00000 -", counted])
      let own = try await host.get(world.path(team, "/members/\(bob.id)/attendance"), as: bob)
      #expect(own["sum"]?["absent"] == 0 && own["sum"]?["rate"] == 1, "both are told the same")
      #expect(own["events"]?.array?.compactMap { $0["title"]?.string }.sorted() == ["One", "Three", "Two"])
      #expect(try await mark(events[3], "present", of: bob) == "409 event-cancelled")
      let presence = world.path(team, "/events/\(events[3])/presence")
      #expect(try await host.put(presence, ["state": "present"], as: bob).problem == "409 event-cancelled")
      try await host.clock.advance(to: "2025-09-02T17:00:00Z")
      #expect(try await mark(next, "absent", of: bob) == nil)
      #expect(
        try await sums(team, world, as: ada) == ["Ada 00000 -", "Bob 11111 \(2.0 / 3)"], "a place was left empty")
      #expect(try await mark(next, "excused", of: bob) == nil)
      #expect(try await sums(team, world, as: ada) == ["Ada 00000 -", "Bob 11020 1.0"])
      #expect(try await mark(events[0], "present", of: zoe) == "404 member-unknown")
      #expect(try await host.post(world.group(team, "/leave"), as: bob).status == 204)
      #expect(try await sums(team, world, as: ada) == ["Ada 00000 -"])
      try await world.add(bob, to: team, by: ada)
      #expect(try await sums(team, world, as: ada) == ["Ada 00000 -", "Bob 11020 1.0"])
      for (title, end) in [("Old", "2024-09-01T17:00:00Z"), ("Edge", "2024-09-01T17:00:01Z")] as [(JSON, JSON)] {
        let plan: JSONObject = ["title": title, "startsAt": "2024-09-01T15:00:00Z", "endsAt": end]
        #expect(try await mark(try await world.event(team, by: ada, plan), "present", of: bob) == nil)
      }
      let last = try await host.get(world.path(team, "/members/\(bob.id)/attendance"), as: bob)
      #expect(last["sum"]?["present"] == 2, "of the last 366 days alone")
      #expect(last["events"]?.array?.compactMap { $0["title"]?.string }.last == "Edge")
    }
  }

  @Test(.tags(.tm58, .tm63), arguments: TestHost.Engine.available)
  func `is what somebody has said last, with the time at which the code was read`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      let event = try await world.event(team, by: ada, Self.now)
      let path = world.path(team, "/events/\(event)")
      func check(_ code: JSON, _ person: TestPerson) async throws -> String? {
        let read: JSON = ["code": code, "at": "2025-08-15T11:30:00Z"]
        return try await host.put("\(path)/check-in/mine", read, as: person).problem
      }
      #expect(try await check("none", bob) == "403 check-in-wrong", "there is no code yet")
      let code = try #require(try await host.put("\(path)/check-in", as: ada)["code"])
      func mark() async throws -> String {
        let mark = try await host.get("\(path)/attendance", as: ada).items[1]
        return "\(mark["state"]?.string ?? "-") \(mark["own"]?.string ?? "-") \(mark["checkedInAt"]?.string ?? "-")"
      }
      func say(_ state: JSON) async throws {
        #expect(try await host.put("\(path)/presence", ["state": state], as: bob).status == 204)
      }
      try await say("absent")
      #expect(try await mark() == "absent absent -")
      #expect(try await check(code, bob) == nil)
      #expect(try await mark() == "present present 2025-08-15T11:30:00Z")
      try await say("absent")
      #expect(try await mark() == "absent absent 2025-08-15T11:30:00Z")
      let ruling = "\(path)/attendance/\(bob.id)"
      #expect(try await host.put(ruling, ["state": "late"], as: ada).status == 204)
      #expect(try await check(code, bob) == nil)
      #expect(try await mark() == "late present 2025-08-15T11:30:00Z")
      #expect(try await host.put(ruling, as: ada).status == 204, "to say nothing takes it back")
      #expect(try await mark() == "present present 2025-08-15T11:30:00Z")
      let someone = host.operator
      #expect(try await check(code, someone) == "404 member-unknown", "who may see all is not there by it")
      #expect(try await host.put("\(path)/presence", ["state": "present"], as: someone).problem == "404 member-unknown")
      let other = try await world.event(team, by: ada, Self.now)
      let foreign = world.path(team, "/events/\(other)/check-in")
      #expect(try await host.put(foreign, as: ada)["code"] != code, "each event has a code of its own")
      let read: JSON = ["code": code, "at": "2025-08-15T11:30:00Z"]
      #expect(try await host.put("\(foreign)/mine", read, as: bob).problem == "403 check-in-wrong")
    }
  }
}
