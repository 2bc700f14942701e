import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A series on a calendar` {
  private static let second: JSONObject = ["startsAt": "2025-09-09T16:00:00Z", "endsAt": "2025-09-09T17:30:00Z"]
  private static let third: JSONObject = ["startsAt": "2025-09-16T16:00:00Z", "endsAt": "2025-09-16T17:30:00Z"]

  @Test(.tags(.tm24, .tm25), arguments: TestHost.Engine.available)
  func `is told of where it is ahead, also when a date that is over is changed; those that are over stay`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      _ = try await world.event(team, by: ada, ["repeats": "FREQ=WEEKLY;COUNT=3"])
      let ids = try await world.ids(team, as: ada)
      try await world.host.clock.advance(to: "2025-09-03T00:00:00Z")
      let late: JSONObject = ["title": "Late practice", "reach": "all"]
      #expect(try await world.change(ids[0], of: team, late, by: ada)["changed"] == 3)
      try await world.host.settled()
      let told = try await world.host.inbox(of: bob).filter { $0["text"] == "Foxes: Late practice has changed." }
      #expect(told.map { $0["link"]?.string } == [world.page(ids[1], of: team)], "once, of the first one ahead")
      try await world.host.clock.advance(to: "2025-09-10T00:00:00Z")
      let night: JSONObject = [
        "startsAt": "2025-09-16T17:00:00Z", "endsAt": "2025-09-16T18:30:00Z", "title": "Night practice", "reach": "all",
      ]
      #expect(try await world.change(ids[2], of: team, night, by: ada)["changed"] == 1)
      #expect(
        try await world.list(team, as: bob).map { $0["title"] } == ["Late practice", "Late practice", "Night practice"])
      #expect(
        try await world.starts(team, as: bob) == [
          "2025-09-02T16:00:00Z", "2025-09-09T16:00:00Z", "2025-09-16T17:00:00Z",
        ])
    }
  }

  @Test(.tags(.tm46), arguments: TestHost.Engine.available)
  func `follows the clocks of another place when it moves there`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      let team = try await world.team(of: ada)
      var plan: JSONObject = [
        "startsAt": "2025-10-14T16:00:00Z", "endsAt": "2025-10-14T17:30:00Z", "repeats": "FREQ=WEEKLY;COUNT=4",
      ]
      let first = try await world.event(team, by: ada, plan)
      (plan["startsAt"], plan["endsAt"]) = ("2025-10-14T22:00:00Z", "2025-10-14T23:30:00Z")
      (plan["timeZone"], plan["reach"], plan["repeats"]) = ("America/New_York", "all", nil)
      #expect(try await world.change(first, of: team, plan, by: ada)["changed"] == 4)
      // Clocks are put back on 26 October in Berlin, on 2 November in New York.
      #expect(
        try await world.starts(team, as: ada) == [
          "2025-10-14T22:00:00Z", "2025-10-21T22:00:00Z", "2025-10-28T22:00:00Z", "2025-11-04T23:00:00Z",
        ])
    }
  }

  @Test(.tags(.tm46), arguments: TestHost.Engine.available)
  func `begins with a single event, and goes on by other rules from a date on; what has begun stays`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      let single = try await world.event(team, by: ada)
      #expect(try await world.answer("yes", single, of: team, as: bob).status == 200)
      #expect(try await world.change(single, of: team, ["repeats": "FREQ=WEEKLY;COUNT=3"], by: ada)["changed"] == 2)
      let list = try await world.list(team, as: bob)
      #expect(list.map { $0["isSeries"] } == [true, true, true] && list.map { $0["mine"] } == ["yes", nil, nil])
      let ids = try await world.ids(team, as: ada)
      #expect(ids[0] == single)
      let none = Self.second.with(["title": "Gone", "reach": "following", "repeats": "FREQ=DAILY;UNTIL=20250101"])
      #expect(try await world.change(ids[1], of: team, none, by: ada).pointers == ["/repeats"])
      #expect(
        try await world.list(team, as: bob).map { $0["title"] } == ["Practice", "Practice", "Practice"],
        "nothing of it is changed")
      let daily = Self.second.with(["reach": "following", "repeats": "FREQ=DAILY;COUNT=2"])
      #expect(try await world.change(ids[1], of: team, daily, by: ada)["changed"] == 2, "one has come, one has gone")
      let starts = ["2025-09-02T16:00:00Z", "2025-09-09T16:00:00Z", "2025-09-10T16:00:00Z"]
      #expect(try await world.starts(team, as: ada) == starts)
      try await world.host.clock.advance(to: "2025-09-09T16:00:00Z")
      let wednesdays = Self.second.with(["reach": "following", "repeats": "FREQ=WEEKLY;COUNT=1;BYDAY=WE"])
      #expect(try await world.change(ids[1], of: team, wednesdays, by: ada)["changed"] == 0)
      #expect(try await world.starts(team, as: ada) == starts, "no rule takes back what has begun")
      #expect(try await world.shown(single, of: team, as: bob)["repeats"] == "FREQ=WEEKLY;COUNT=1;BYDAY=WE")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is called off from a date on, and takes place after all, with the answers and reminders there were`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      _ = try await world.event(team, by: ada, ["repeats": "FREQ=WEEKLY;COUNT=3"])
      let ids = try await world.ids(team, as: ada)
      for id in ids.dropFirst() { #expect(try await world.answer("yes", id, of: team, as: bob).status == 200) }
      let pages = Set(ids.dropFirst().map { world.page($0, of: team) })
      #expect(try await world.reminders(of: bob) == pages)
      let off = Self.second.with(["isCancelled": true, "reach": "following"])
      #expect(try await world.change(ids[1], of: team, off, by: ada)["changed"] == 2)
      #expect(try await world.list(team, as: bob).map { $0["isCancelled"] } == [false, true, true])
      #expect(try await world.answer("no", ids[2], of: team, as: bob).problem == "409 event-cancelled")
      #expect(try await world.reminders(of: bob).isEmpty)
      #expect(try await world.texts(bob).count { $0 == "Foxes: Practice is cancelled." } == 1)
      let on = Self.third.with(["isCancelled": false, "reach": "all"])
      #expect(try await world.change(ids[2], of: team, on, by: ada)["changed"] == 2)
      #expect(try await world.list(team, as: bob).map { $0["mine"] } == [nil, "yes", "yes"])
      #expect(try await world.reminders(of: bob) == pages)
      #expect(try await world.answer("no", ids[2], of: team, as: bob).status == 200)
    }
  }

  @Test(.tags(.tm24, .tm46), arguments: TestHost.Engine.available)
  func `goes on at other days without the date from which on it does so, and each change of its rule is told`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      let first = try await world.event(team, by: ada, ["repeats": "FREQ=WEEKLY;BYDAY=TU;COUNT=3"])
      #expect(try await world.answer("yes", first, of: team, as: bob).status == 200)
      let thursdays: JSONObject = ["reach": "following", "repeats": "FREQ=WEEKLY;BYDAY=TH;COUNT=2"]
      let changed = try await world.change(first, of: team, thursdays, by: ada)
      #expect(changed["changed"] == 5, "two have come, three have gone: \(changed.text)")
      #expect(try await world.starts(team, as: bob) == ["2025-09-04T16:00:00Z", "2025-09-11T16:00:00Z"])
      #expect(try await world.reminders(of: bob).isEmpty)
      let next = try #require(try await world.ids(team, as: bob).first)
      let times: JSONObject = ["startsAt": "2025-09-04T16:00:00Z", "endsAt": "2025-09-04T17:30:00Z"]
      for count in [3, 2] {
        let rule: JSONObject = ["reach": "following", "repeats": .string("FREQ=WEEKLY;BYDAY=TH;COUNT=\(count)")]
        #expect(try await world.change(next, of: team, times.with(rule), by: ada)["changed"] == 1)
      }
      try await world.host.settled()
      let told = try await world.host.inbox(of: bob).filter { $0["text"] == "Foxes: Practice has changed." }
      #expect(told.map { $0["link"]?.string } == Array(repeating: world.page(next, of: team), count: 3))
      let old = times.with(["version": 1, "title": "Late practice"])
      #expect(try await world.change(next, of: team, old, by: ada).problem == "409 event-changed")
    }
  }
}
