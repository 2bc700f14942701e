import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What a team is told` {
  @Test(
    .tags(.tm2, .tm24, .tm25, .tm31, .tm32, .tm42, .tm43), arguments: TestHost.Engine.available)
  func `is each change of the calendar once, by name, with the way to it, at once`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let cleo = try await host.person("Cleo")
      let team = try await world.team(of: ada, bob, cleo)
      let before = [try await world.texts(bob), try await world.texts(cleo)]
      let watcher = try await host.watch("team-management/teams/\(team)", as: bob)
      let event = try await world.event(team, by: ada, ["title": "Derby", "repeats": "FREQ=WEEKLY;COUNT=5"])
      let path = world.path(team, "/events/\(event)")
      let change: JSONObject = ["title": "Derby", "description": "At the hall.", "reach": "all"]
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 5)
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 0, "nothing is another thing now")
      var off = change
      (off["isCancelled"], off["reach"]) = (true, "this")
      #expect(try await host.put(path, TeamWorld.plan(off), as: ada)["changed"] == 1)
      let new = ["Foxes: Derby is new.", "Foxes: Derby has changed.", "Foxes: Derby is cancelled."]
      for (member, earlier) in zip([bob, cleo], before) {
        #expect(try await world.texts(member).sorted() == (earlier + new).sorted(), "each once, for each member")
      }
      let told = try await host.inbox(of: bob).filter { $0["text"]?.string?.contains("Derby") == true }
      #expect(
        told.map { $0["link"]?.string }
          == Array(repeating: "/team-management/teams/\(team)/events/\(event)", count: 3))
      #expect(watcher.events.map(\.name) == ["calendar", "calendar", "calendar"])
      #expect(try await world.texts(ada).allSatisfy { !$0.contains("Derby") }, "who does it knows")
      #expect(try await world.texts(eve).isEmpty)
    }
  }

  @Test(.tags(.pl54, .tm11, .tm41, .tm73), arguments: TestHost.Engine.available)
  func `is what admins write, and nobody else`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let cleo = try await host.person("Cleo")
      let team = try await world.team(of: ada, bob, cleo)
      let other = try await world.team(of: eve, name: "Wolves")
      let messages = world.path(team, "/messages")
      let event = try await world.event(team, by: ada)
      #expect(try await host.post(messages, ["text": "Bring shoes."], as: bob).problem == "403 forbidden")
      #expect(try await host.post(messages, ["text": "Bring shoes."], as: eve).problem == "404 not-found")
      #expect(try await host.post(messages, ["text": "Bring shoes."], as: ada).status == 204)
      let about: JSON = ["text": "We meet at the gate.", "event": .string(event)]
      #expect(try await host.post(messages, about, as: ada).status == 204)
      #expect(try await host.post(world.path(other, "/messages"), about, as: eve).problem == "404 event-unknown")
      #expect(try await host.post(messages, ["text": " "], as: ada).pointers == ["/text"])
      let long = JSON.string(String(repeating: "x", count: 281))
      #expect(try await host.post(messages, ["text": long], as: ada).pointers == ["/text"])
      try await host.settled()
      var links: [String: String] = [:]
      for item in try await host.inbox(of: bob) { links[item["text"]?.string ?? ""] = item["link"]?.string }
      #expect(
        links["Ada, Foxes, Practice: We meet at the gate."] == "/team-management/teams/\(team)/events/\(event)")
      #expect(links["Ada, Foxes: Bring shoes."] == "/team-management/teams/\(team)")
      for member in [bob, cleo] {
        let written = try await world.texts(member).filter { $0.hasPrefix("Ada, Foxes") }.sorted()
        let wanted = ["Ada, Foxes, Practice: We meet at the gate.", "Ada, Foxes: Bring shoes."]
        #expect(written == wanted.sorted(), "each once, for each member")
      }
      #expect(try await world.texts(eve).isEmpty)
      #expect(try await !world.texts(ada).contains { $0.contains("shoes") })
    }
  }

  @Test(.tags(.pl52, .tm68), arguments: TestHost.Engine.available)
  func `is a reminder two hours before, for those who come, at the time that the event has then`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob, eve)
      let event = try await world.event(team, by: ada)
      for (person, reply) in [(bob, "yes"), (eve, "yes"), (eve, "no"), (ada, "maybe")] as [(TestPerson, JSON)] {
        #expect(try await world.answer(reply, event, of: team, as: person).status == 200)
      }
      let kept = try await host.get("/v1/me/reminders", as: bob)
      #expect(kept.items.count == 1 && kept.text.contains("Practice"), "devices keep them for times without connection")
      #expect(kept.items[0]["day"] == nil, "it has hours")
      let later: JSONObject = [
        "startsAt": "2025-09-02T18:00:00Z", "endsAt": "2025-09-02T19:30:00Z", "title": "Late practice",
      ]
      #expect(try await host.put(world.path(team, "/events/\(event)"), TeamWorld.plan(later), as: ada).status == 200)
      try await host.clock.advance(to: "2025-09-02T15:59:59Z")
      #expect(try await !world.texts(bob).contains { $0.contains("begins") })
      try await host.clock.advance(to: "2025-09-02T16:00:00Z")
      #expect(try await world.texts(bob).contains("Foxes: Late practice begins soon."))
      for person in [ada, eve] { #expect(try await !world.texts(person).contains { $0.contains("begins") }) }
      let next = try await world.event(
        team, by: ada, ["startsAt": "2025-09-09T16:00:00Z", "endsAt": "2025-09-09T17:00:00Z"])
      #expect(try await world.answer("yes", next, of: team, as: bob).status == 200)
      let off: JSONObject = [
        "startsAt": "2025-09-09T16:00:00Z", "endsAt": "2025-09-09T17:00:00Z", "isCancelled": true,
      ]
      #expect(try await host.put(world.path(team, "/events/\(next)"), TeamWorld.plan(off), as: ada).status == 200)
      let left = try await host.get("/v1/me/reminders", as: bob).items
      #expect(!left.contains { $0["link"]?.string?.contains(next) == true }, "nobody is reminded of what is off")
    }
  }

  @Test(.tags(.tm68, .tm99), arguments: TestHost.Engine.available)
  func `is a reminder of the day where there are no hours`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let event = try await world.event(team, by: ada, ["title": "Camp", "allDay": true])
      #expect(try await world.answer("yes", event, of: team, as: ada).status == 200)
      let kept = try await host.get("/v1/me/reminders", as: ada).items
      #expect(kept.map { $0["day"] } == ["2025-09-02"] && kept[0]["at"] == "2025-09-01T22:00:00Z")
      // 2 September in Berlin is a Tuesday, and begins at 22:00 UTC.
      try await host.clock.advance(to: "2025-09-01T20:00:00Z")
      #expect(try await world.texts(ada).contains("Foxes: Camp is on Tuesday."))
    }
  }
}
