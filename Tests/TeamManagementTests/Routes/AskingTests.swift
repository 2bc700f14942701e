import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Those who have not answered` {
  private func count(of title: String, _ person: TestPerson, _ world: TeamWorld) async throws -> Int {
    try await world.texts(person).count { $0 == "Foxes: do you come to \(title)?" }
  }

  @Test(.tags(.tm67), arguments: TestHost.Engine.available)
  func `have half a day before they are asked, from when the event came or changed, and not at night`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Mia")
      let (ada, mia) = (people[0], people[1])
      let team = try await world.team(of: ada, mia)
      var soon: JSONObject = [
        "title": "Derby", "startsAt": "2025-08-16T18:00:00Z", "endsAt": "2025-08-16T19:00:00Z",
      ]
      let derby = try await world.event(team, by: ada, soon)
      // Twelve hours later it is two o'clock in the night in Berlin.
      for (time, asked) in [("2025-08-16T05:59:59Z", 0), ("2025-08-16T06:00:00Z", 1)] {
        try await host.clock.advance(to: time)
        #expect(try await count(of: "Derby", mia, world) == asked)
      }
      soon["description"] = "Bring water."
      #expect(try await world.change(derby, of: team, soon, by: ada).status == 200)
      try await host.clock.advance(to: "2025-08-16T17:59:59Z")
      #expect(try await count(of: "Derby", mia, world) == 1, "twelve hours later answers have ended")
      var later: JSONObject = ["title": "Cup", "startsAt": "2025-08-20T16:00:00Z", "endsAt": "2025-08-20T17:00:00Z"]
      let cup = try await world.event(team, by: ada, later)
      for (time, asked) in [("2025-08-18T15:59:59Z", 0), ("2025-08-18T16:00:00Z", 1), ("2025-08-18T20:00:00Z", 1)] {
        try await host.clock.advance(to: time)
        #expect(try await count(of: "Cup", mia, world) == asked)
      }
      later["description"] = "At the hall."
      #expect(try await world.change(cup, of: team, later, by: ada).status == 200)
      for (time, asked) in [("2025-08-19T07:59:59Z", 1), ("2025-08-19T08:00:00Z", 2)] {
        try await host.clock.advance(to: time)
        #expect(try await count(of: "Cup", mia, world) == asked, "once more for what has changed")
      }
      #expect(try await world.answer("no", cup, of: team, as: mia).status == 200)
      later["description"] = "At the dome."
      #expect(try await world.change(cup, of: team, later, by: ada).status == 200)
      try await host.clock.advance(to: "2025-08-20T16:00:00Z")
      #expect(try await count(of: "Cup", mia, world) == 2, "who has answered is left alone")
    }
  }

  @Test func `are not asked by themselves where the operator does not want it, but by admins once a day`() async throws
  {
    try await TeamWorld.run(on: .sqlite, settings: ["askHours": 0]) { world async throws in
      let people = try await world.people("Ada", "Mia", "Dad")
      let (ada, mia, dad) = (people[0], people[1], people[2])
      let team = try await world.team(of: ada, mia, dad)
      let event = try await world.event(team, by: ada)
      let guardian = world.path(team, "/members/\(mia.id)/guardians/\(dad.id)")
      #expect(try await world.host.put(guardian, as: ada).status == 204)
      for person in [ada, dad] { #expect(try await world.answer("yes", event, of: team, as: person).status == 200) }
      try await world.host.clock.advance(to: "2025-09-01T23:59:00Z")
      #expect(try await count(of: "Practice", mia, world) == 0)
      let ask = world.path(team, "/events/\(event)/ask")
      for _ in 1...2 { #expect(try await world.host.post(ask, as: ada)["asked"] == 1) }
      try await world.host.clock.advance(to: "2025-09-02T00:00:00Z")
      #expect(try await count(of: "Practice", mia, world) == 1)
      #expect(try await world.host.post(ask, as: ada)["asked"] == 1)
      #expect(try await count(of: "Practice", mia, world) == 2, "days are those of UTC")
      let texts = try await world.texts(dad)
      #expect(texts.count { $0 == "Foxes: does Mia come to Practice?" } == 2, "and so are guardians")
      let off = ["isCancelled": true] as JSONObject
      #expect(try await world.change(event, of: team, off, by: ada).status == 200)
      #expect(try await world.host.post(ask, as: ada).problem == "409 event-cancelled")
    }
  }

  @Test(.tags(.tm68), arguments: TestHost.Engine.available)
  func `are asked, and those who come reminded, of a team that lives again as before`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Mia")
      let (ada, bob, mia) = (people[0], people[1], people[2])
      let team = try await world.team(of: ada, bob, mia)
      let event = try await world.event(team, by: ada)
      #expect(try await world.answer("yes", event, of: team, as: bob).status == 200)
      #expect(try await host.put(world.group(team, "/archive"), as: ada).status == 200)
      #expect(try await world.reminders(of: bob).isEmpty)
      try await host.clock.advance(to: "2025-09-01T16:00:00Z")
      #expect(try await count(of: "Practice", mia, world) == 0, "nobody is asked while it is archived")
      #expect(try await host.delete(world.group(team, "/archive"), as: ada).status == 204)
      try await host.clock.advance(by: .seconds(2))
      #expect(try await count(of: "Practice", mia, world) == 1)
      #expect(try await world.reminders(of: bob) == [world.page(event, of: team)])
      try await host.clock.advance(to: "2025-09-02T14:00:00Z")
      #expect(try await world.texts(bob).contains("Foxes: Practice begins soon."))
      #expect(try await !world.texts(mia).contains("Foxes: Practice begins soon."))
    }
  }
}
