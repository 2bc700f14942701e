import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The line for places in an event` {
  @Test(.tags(.tm56, .tm62), arguments: TestHost.Engine.available)
  func `is kept by who says the same again, and left by who says something else`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Eve", "Kid")
      let (ada, bob, eve, kid) = (people[0], people[1], people[2], people[3])
      let team = try await world.team(of: ada, bob, eve, kid)
      #expect(try await host.put(world.path(team, "/members/\(kid.id)/guardians/\(ada.id)"), as: ada).status == 204)
      let event = try await world.event(team, by: ada, ["capacity": 1])
      let child = world.path(team, "/events/\(event)/children/\(kid.id)/answer")
      func position(_ reply: JSON, _ person: TestPerson, note: JSON = .null) async throws -> JSON? {
        try await world.answer(reply, event, of: team, as: person, note: note)["position"]
      }
      #expect(try await position("yes", bob) == nil)
      #expect(try await host.put(child, ["reply": "yes"], as: ada)["position"] == 1)
      #expect(try await position("yes", eve) == 2)
      #expect(try await position("yes", kid, note: "I bring a ball.") == 1, "by whomever it is said")
      #expect(try await host.put(child, ["reply": "yes", "note": "By train."], as: ada)["position"] == 1)
      #expect(try await position("maybe", kid) == nil)
      #expect(try await position("yes", kid) == 2, "behind those who have been there meanwhile")
      let long = JSON.string(String(repeating: "x", count: 301))
      #expect(try await world.answer("yes", event, of: team, as: bob, note: long).pointers == ["/note"])
      let answers = try await host.get(world.path(team, "/events/\(event)/answers"), as: ada).items
      #expect(answers.map { $0["position"] } == [nil, nil, 1, 2] && answers.map { $0["note"] } == ["", "", "", ""])
      #expect(
        try await world.answer("yes", event, of: team, as: host.operator).problem == "404 member-unknown",
        "who may see everything is not on the team")
      #expect(try await world.change(event, of: team, ["capacity": .null], by: ada)["changed"] == 1)
      #expect(try await world.shown(event, of: team, as: kid)["going"] == 3, "where there is room for all")
      for person in [eve, kid] {
        #expect(try await world.texts(person).count { $0 == "Foxes: a place in Practice is yours." } == 1)
        #expect(try await world.reminders(of: person) == [world.page(event, of: team)])
      }
    }
  }

  @Test(.tags(.tm33), arguments: TestHost.Engine.available)
  func `is closed and opened with the deadline that the event has then`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let event = try await world.event(team, by: ada)
      func answer() async throws -> String? { try await world.answer("yes", event, of: team, as: ada).problem }
      // The deadline is that of two weeks and four days before the beginning: 15 August, 16:00.
      let early: JSONObject = ["deadlineMinutes": 25_920]
      #expect(try await world.change(event, of: team, early, by: ada)["changed"] == 1)
      try await host.clock.advance(to: "2025-08-15T15:59:59.999Z")
      #expect(try await answer() == nil)
      try await host.clock.advance(to: "2025-08-15T16:00:00Z")
      #expect(try await answer() == "409 answers-closed")
      let later = early.with(["startsAt": "2025-09-03T16:00:00Z", "endsAt": "2025-09-03T17:30:00Z"])
      #expect(try await world.change(event, of: team, later, by: ada)["changed"] == 1)
      #expect(try await answer() == nil, "it goes with the event")
      for (minutes, pointers) in [(-1, ["/deadlineMinutes"]), (525_601, ["/deadlineMinutes"]), (525_600, [])]
        as [(JSON, [String])]
      {
        #expect(try await world.change(event, of: team, ["deadlineMinutes": minutes], by: ada).pointers == pointers)
      }
    }
  }

  @Test func `is one for each position, however it is written`() async throws {
    try await TeamWorld.run(on: .sqlite) { world async throws in
      let people = try await world.people("Ada", "Bob", "Eve")
      let (ada, bob, eve) = (people[0], people[1], people[2])
      let team = try await world.team(of: ada, bob, eve)
      #expect(try await world.place("goal keeper", of: bob, in: team, by: ada).status == 204)
      func plan(_ roles: JSON) -> JSON { TeamWorld.plan(["capacity": 2, "roles": roles]) }
      let events = world.path(team, "/events")
      for (roles, pointer) in [
        ([["name": "Goal keeper", "count": 1], ["name": " goal  KEEPER ", "count": 1]], "/roles"),
        ([["name": " ", "count": 1]], "/roles/0/name"), ([["name": "Goal", "count": 0]], "/roles/0/count"),
        ([["name": "Goal", "count": 3]], "/roles"),
      ] as [(JSON, String)] {
        #expect(try await world.host.post(events, plan(roles), as: ada).pointers == [pointer])
      }
      let roles: JSON = [["name": " Goal  Keeper ", "count": 1]]
      let event = try await world.event(team, by: ada, ["capacity": 2, "roles": roles])
      for (person, position) in [(ada, nil), (eve, 1), (bob, nil)] as [(TestPerson, JSON?)] {
        #expect(try await world.answer("yes", event, of: team, as: person)["position"] == position)
      }
      #expect(try await world.place("Field", of: bob, in: team, by: ada).status == 204)
      #expect(try await world.shown(event, of: team, as: bob)["mine"]?["position"] == 2, "no place in goal any more")
      #expect(try await world.reminders(of: bob).isEmpty)
    }
  }
}
