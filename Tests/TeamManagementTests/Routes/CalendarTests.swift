import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The calendar of a team` {
  @Test(
    .tags(.tm12, .tm18, .tm28, .tm47, .tm48, .tm95, .tm96, .tm99, .tm103, .tm104), arguments: TestHost.Engine.available)
  func `has events with description, times, places and contacts, which those who may change`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      let place: JSON = [
        "name": "Hill Park", "number": "12", "street": "Hill Road", "street2": "Gate 3", "city": "Ulm", "state": "BW",
        "zip": "89073", "country": "DE",
      ]
      let details: JSONObject = [
        "kind": "event", "title": "Summer party", "description": "Bring a cake.\nAnd a hat.",
        "locations": [place, ["name": "Hall"]],
        "isSafePlace": true, "contacts": [.string(bob.id.text), .string(ada.id.text)], "tags": ["fun", "families"],
        "meetMinutes": 30,
        "capacity": 20, "deadlineMinutes": 1_440,
      ]
      let event = try await world.event(team, by: ada, details)
      let path = world.path(team, "/events/\(event)")
      var shown = try await host.get(path, as: bob)
      #expect(
        shown["title"] == "Summer party" && shown["description"] == "Bring a cake.\nAnd a hat."
          && shown["kind"] == "event")
      #expect(
        shown["locations"]?.array?.map { $0["name"] } == ["Hill Park", "Hall"] && shown["locations"]?[0] == place)
      #expect(Set(shown["contacts"]?.array?.compactMap { $0["name"]?.string } ?? []) == ["Ada", "Bob"])
      #expect(shown["meetAt"] == "2025-09-02T15:30:00Z" && shown["deadlineAt"] == "2025-09-01T16:00:00Z")
      #expect(shown["tags"] == ["fun", "families"] && shown["capacity"] == 20)
      var change = details
      (change["title"], change["description"]) = ("Autumn party", "Bring a hat.")
      (change["startsAt"], change["endsAt"]) = ("2025-10-01T16:00:00Z", "2025-10-03T10:00:00Z")
      #expect(try await host.put(path, TeamWorld.plan(change), as: bob).problem == "403 forbidden")
      change["version"] = 1
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 1)
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada).problem == "409 event-changed")
      shown = try await host.get(path, as: bob)
      #expect(shown["title"] == "Autumn party" && shown["description"] == "Bring a hat.")
      #expect(shown["startsAt"] == "2025-10-01T16:00:00Z" && shown["endsAt"] == "2025-10-03T10:00:00Z")
      let second = "?from=2025-10-02T00:00:00Z&to=2025-10-03T00:00:00Z"
      #expect(
        try await host.get(world.path(team, "/events\(second)"), as: bob).items.count == 1,
        "what lasts some days is on each of them")
      let other = try await world.team(of: bob, name: "Wolves")
      #expect(try await host.get(world.path(other, "/events/\(event)"), as: bob).problem == "404 event-unknown")
    }
  }

  @Test(.tags(.tm99), arguments: TestHost.Engine.available)
  func `has events without hours, which take whole days where they take place`(on engine: TestHost.Engine) async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let camp: JSONObject = [
        "kind": "event", "title": "Camp", "startsAt": "2025-10-25T08:00:00Z", "endsAt": "2025-10-26T10:00:00Z",
        "allDay": true, "meetMinutes": 30,
      ]
      let event = try await world.event(team, by: ada, camp)
      let path = world.path(team, "/events/\(event)")
      var shown = try await host.get(path, as: ada)
      #expect(shown["allDay"] == true && shown["meetAt"] == nil)
      #expect(
        shown["startsAt"] == "2025-10-24T22:00:00Z" && shown["endsAt"] == "2025-10-26T23:00:00Z",
        "two days in Berlin, of which the second has 25 hours")
      #expect(try await world.list(team, as: ada).map { $0["allDay"] } == [true])
      var change = camp
      (change["startsAt"], change["endsAt"]) = (shown["startsAt"], shown["endsAt"])
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 0, "they are whole days already")
      change["allDay"] = nil
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 0, "nothing is said of hours")
      change["allDay"] = false
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 1)
      shown = try await host.get(path, as: ada)
      #expect(shown["allDay"] == false && shown["startsAt"] == "2025-10-24T22:00:00Z")
      change["allDay"] = true
      #expect(try await host.put(path, TeamWorld.plan(change), as: ada)["changed"] == 1)
      #expect(try await host.get(path, as: ada)["allDay"] == true)
      var month: JSONObject = [
        "title": "Tour", "allDay": true, "startsAt": "2025-09-30T22:00:00Z", "endsAt": "2025-10-31T23:00:00Z",
      ]
      _ = try await world.event(team, by: ada, month)
      let last = "?from=2025-10-31T22:30:00Z&to=2025-10-31T23:00:00Z"
      #expect(
        try await host.get(world.path(team, "/events\(last)"), as: ada).items.map { $0["title"] } == ["Tour"],
        "31 days are not too many, though clocks are put back, and it is there on the last one")
      month["endsAt"] = "2025-10-31T23:00:01Z"
      #expect(try await host.post(world.path(team, "/events"), TeamWorld.plan(month), as: ada).pointers == ["/endsAt"])
    }
  }

  @Test(.tags(.tm99, .tm46), arguments: TestHost.Engine.available)
  func `has series without hours, which get some and lose them again`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      var plan: JSONObject = [
        "startsAt": "2025-10-18T22:00:00Z", "endsAt": "2025-10-19T22:00:00Z", "allDay": true,
        "repeats": "FREQ=WEEKLY;COUNT=3",
      ]
      let event = try await world.event(team, by: ada, plan)
      let path = world.path(team, "/events/\(event)")
      let starts = ["2025-10-18T22:00:00Z", "2025-10-25T22:00:00Z", "2025-11-01T23:00:00Z"]
      let ends = ["2025-10-19T22:00:00Z", "2025-10-26T23:00:00Z", "2025-11-02T23:00:00Z"]
      #expect(try await world.starts(team, as: ada) == starts)
      #expect(try await world.list(team, as: ada).compactMap { $0["endsAt"]?.string } == ends, "each is a day")
      plan["repeats"] = nil
      (plan["allDay"], plan["reach"]) = (false, "all")
      (plan["startsAt"], plan["endsAt"]) = ("2025-10-19T16:00:00Z", "2025-10-19T17:30:00Z")
      #expect(try await host.put(path, TeamWorld.plan(plan), as: ada)["changed"] == 3)
      #expect(
        try await world.starts(team, as: ada) == [
          "2025-10-19T16:00:00Z", "2025-10-26T17:00:00Z", "2025-11-02T17:00:00Z",
        ])
      plan["allDay"] = true
      #expect(try await host.put(path, TeamWorld.plan(plan), as: ada)["changed"] == 3)
      #expect(try await world.starts(team, as: ada) == starts)
      let list = try await world.list(team, as: ada)
      #expect(list.compactMap { $0["endsAt"]?.string } == ends && list.allSatisfy { $0["allDay"] == true })
    }
  }

  @Test(.tags(.tm76))
  func `refuses what cannot be, all of it at once, and a place that nobody says is safe`() async throws {
    try await TeamWorld.run(on: .sqlite) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let events = world.path(try await world.team(of: ada), "/events")
      func pointers(_ changes: JSONObject) async throws -> [String] {
        try await host.post(events, TeamWorld.plan(changes), as: ada).pointers
      }
      #expect(
        try await pointers(["timeZone": "Mars/Base", "endsAt": "2025-09-02T16:00:00Z"]) == ["/timeZone", "/endsAt"])
      #expect(try await pointers(["endsAt": "2025-10-03T16:00:01Z"]) == ["/endsAt"])
      #expect(try await pointers(["title": " "]) == ["/title"])
      #expect(try await pointers(["kind": "meal"]) == ["/kind"])
      #expect(try await pointers(["capacity": 0]) == ["/capacity"])
      #expect(try await pointers(["minimumAge": 100]) == ["/minimumAge"])
      for safe in [JSON.null, false] {
        let reply = try await host.post(
          events, TeamWorld.plan(["locations": [["name": "Bar"]], "isSafePlace": safe]), as: ada)
        #expect(reply.pointers == ["/isSafePlace"])
        #expect(reply["errors"]?[0]?["detail"] == "Confirm that the location is a safe place.")
      }
      #expect(try await pointers(["locations": [["name": "Hall"]], "isSafePlace": true]) == [])
      #expect(try await pointers(["repeats": "FREQ=HOURLY"]) == ["/repeats"])
      #expect(try await pointers(["repeats": "FREQ=DAILY"]) == ["/repeats"], "more than 520 dates")
      #expect(try await pointers(["repeats": "FREQ=DAILY;UNTIL=20250101"]) == ["/repeats"], "no date at all")
      #expect(try await pointers(["repeats": "FREQ=YEARLY;COUNT=75"]) == [], "up to 2099")
      #expect(try await pointers(["repeats": "FREQ=YEARLY;COUNT=76"]) == ["/repeats"])
      let stranger = try await host.post(events, TeamWorld.plan(["contacts": [.string(bob.id.text)]]), as: ada)
      #expect(stranger.problem == "404 member-unknown")
    }
  }

  @Test(.tags(.tm13, .tm44, .tm45, .tm46), arguments: TestHost.Engine.available)
  func `has series, of which one date, those that follow or all are changed; exceptions stay`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      let series: JSONObject = [
        "startsAt": "2025-10-14T16:00:00Z", "endsAt": "2025-10-14T17:30:00Z", "repeats": "FREQ=WEEKLY;COUNT=4",
      ]
      _ = try await world.event(team, by: ada, series)
      let planned = try await world.starts(team, as: bob)
      #expect(
        planned == ["2025-10-14T16:00:00Z", "2025-10-21T16:00:00Z", "2025-10-28T17:00:00Z", "2025-11-04T17:00:00Z"],
        "at 18:00 in Berlin before and after clocks are put back")
      let ids = try await world.list(team, as: bob).compactMap { $0["id"]?.string }
      func change(_ index: Int, _ changes: JSONObject) async throws -> JSON? {
        let reply = try await host.put(world.path(team, "/events/\(ids[index])"), TeamWorld.plan(changes), as: ada)
        #expect(reply.status == 200, "\(reply.text)")
        return reply["changed"]
      }
      let moved: JSONObject = [
        "startsAt": "2025-10-29T19:00:00Z", "endsAt": "2025-10-29T20:00:00Z", "title": "Away day", "reach": "this",
      ]
      #expect(try await change(2, moved) == 1)
      let following: JSONObject = [
        "startsAt": "2025-10-21T17:00:00Z", "endsAt": "2025-10-21T18:30:00Z", "reach": "following",
        "title": "Late practice",
        "locations": [["name": "Hall"]], "isSafePlace": true,
      ]
      #expect(try await change(1, following) == 3)
      #expect(
        try await world.starts(team, as: bob) == [
          "2025-10-14T16:00:00Z", "2025-10-21T17:00:00Z", "2025-10-29T19:00:00Z", "2025-11-04T18:00:00Z",
        ], "an hour later from there on; what was moved alone stays where it is")
      var list = try await world.list(team, as: bob)
      #expect(list.map { $0["title"] } == ["Practice", "Late practice", "Away day", "Late practice"])
      #expect(list.map { $0["place"] } == ["", "Hall", "Hall", "Hall"], "what was not changed alone follows")
      let all: JSONObject = [
        "startsAt": "2025-11-04T18:00:00Z", "endsAt": "2025-11-04T19:30:00Z", "title": "Late practice", "reach": "all",
        "locations": [["name": "Dome"]], "isSafePlace": true, "tags": ["indoors"],
      ]
      #expect(try await change(3, all) == 4)
      list = try await world.list(team, as: bob, "&tag=Indoors")
      #expect(list.map { $0["place"] } == ["Dome", "Dome", "Dome", "Dome"])
      #expect(list.map { $0["title"] } == ["Practice", "Late practice", "Away day", "Late practice"])
      var off = all
      (off["isCancelled"], off["reach"]) = (true, "this")
      #expect(try await change(3, off) == 1)
      #expect(try await world.list(team, as: bob).map { $0["isCancelled"] } == [false, false, false, true])
    }
  }

  @Test(.tags(.tm46), arguments: TestHost.Engine.available)
  func `has series that go on by another rule, with the answers and exceptions there are`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let team = try await world.team(of: ada)
      let first = try await world.event(team, by: ada, ["repeats": "FREQ=WEEKLY;BYDAY=TU;COUNT=4"])
      let ids = try await world.list(team, as: ada).compactMap { $0["id"]?.string }
      #expect(try await world.answer("yes", ids[1], of: team, as: ada).status == 200)
      let alone: JSONObject = [
        "startsAt": "2025-09-16T16:00:00Z", "endsAt": "2025-09-16T17:30:00Z", "title": "Final practice",
        "reach": "this",
      ]
      #expect(try await host.put(world.path(team, "/events/\(ids[2])"), TeamWorld.plan(alone), as: ada).status == 200)
      let rule: JSONObject = ["reach": "following", "repeats": "FREQ=DAILY;INTERVAL=7;COUNT=2"]
      let path = world.path(team, "/events/\(first)")
      #expect(try await host.put(path, TeamWorld.plan(rule), as: ada)["changed"] == 1)
      #expect(
        try await world.starts(team, as: ada) == [
          "2025-09-02T16:00:00Z", "2025-09-09T16:00:00Z", "2025-09-16T16:00:00Z",
        ])
      #expect(try await world.list(team, as: ada).map { $0["mine"] } == [nil, "yes", nil])
      let more: JSONObject = ["reach": "following", "repeats": "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4"]
      #expect(try await host.put(path, TeamWorld.plan(more), as: ada)["changed"] == 2)
      #expect(try await world.list(team, as: ada).count == 5)
      #expect(try await host.get(path, as: ada)["repeats"] == "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4")
    }
  }

  @Test(.tags(.tm13, .tm44, .tm45, .tm46), arguments: TestHost.Engine.available)
  func `has series of meetings, which are no practice, with a time and a place that are changed`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      var meeting: JSONObject = [
        "kind": "event", "title": "Meeting", "locations": [["name": "Hall"]], "isSafePlace": true,
      ]
      meeting["repeats"] = "FREQ=WEEKLY;BYDAY=TU;COUNT=3"
      let first = try await world.event(team, by: ada, meeting)
      let path = world.path(team, "/events/\(first)")
      let list = try await world.list(team, as: bob, "&kind=event")
      #expect(list.map { $0["title"] } == ["Meeting", "Meeting", "Meeting"])
      #expect(list.map { $0["place"] } == ["Hall", "Hall", "Hall"])
      meeting["repeats"] = nil
      (meeting["startsAt"], meeting["endsAt"]) = ("2025-09-02T17:00:00Z", "2025-09-02T18:00:00Z")
      meeting["locations"] = [["name": "Dome"]]
      meeting["reach"] = "all"
      #expect(try await host.put(path, TeamWorld.plan(meeting), as: ada)["changed"] == 3)
      let moved = try await world.list(team, as: bob, "&kind=event")
      #expect(
        moved.map { $0["startsAt"] } == ["2025-09-02T17:00:00Z", "2025-09-09T17:00:00Z", "2025-09-16T17:00:00Z"])
      #expect(moved.map { $0["place"] } == ["Dome", "Dome", "Dome"])
      meeting["repeats"] = "FREQ=WEEKLY;BYDAY=TU;COUNT=2"
      meeting["reach"] = "following"
      #expect(try await host.put(path, TeamWorld.plan(meeting), as: ada)["changed"] == 1)
      #expect(try await world.list(team, as: bob, "&kind=event").count == 2)
    }
  }

  @Test(.tags(.tm76), arguments: TestHost.Engine.available)
  func `takes another place of an event only where that one is said to be safe`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let team = try await world.team(of: ada)
      let event = try await world.event(team, by: ada, ["locations": [["name": "Hall"]], "isSafePlace": true])
      let path = world.path(team, "/events/\(event)")
      for safe in [JSON.null, false] {
        let change = TeamWorld.plan(["locations": [["name": "Bar"]], "isSafePlace": safe])
        #expect(try await host.put(path, change, as: ada).pointers == ["/isSafePlace"])
      }
      #expect(try await host.get(path, as: ada)["locations"]?[0]?["name"] == "Hall")
      let confirmed = TeamWorld.plan(["locations": [["name": "Bar"]], "isSafePlace": true])
      #expect(try await host.put(path, confirmed, as: ada)["changed"] == 1)
      #expect(try await host.get(path, as: ada)["locations"]?[0]?["name"] == "Bar")
    }
  }

  @Test(.tags(.tm3, .tm87), arguments: TestHost.Engine.available)
  func `is filtered by kind, tag and words, and shown of all teams together`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada, bob)
      _ = try await world.event(team, by: ada)
      let game: JSONObject = [
        "kind": "game", "title": "Cup", "opponent": "Wölfe", "tags": ["away"], "startsAt": "2025-09-03T16:00:00Z",
        "endsAt": "2025-09-03T18:00:00Z",
      ]
      _ = try await world.event(team, by: ada, game)
      let other = try await world.team(of: bob, name: "Wolves")
      _ = try await world.event(other, by: bob, ["title": "Yoga"])
      func titles(_ query: String) async throws -> [JSON?] {
        try await world.list(team, as: bob, query).map { $0["title"] }
      }
      #expect(try await titles("") == ["Practice", "Cup"])
      #expect(try await titles("&kind=practice") == ["Practice"])
      #expect(try await titles("&kind=game") == ["Cup"])
      #expect(try await titles("&tag=AWAY") == ["Cup"])
      #expect(try await titles("&tag=none") == [])
      #expect(try await titles("&search=wolfe") == ["Cup"])
      #expect(try await titles("&search=PRACT") == ["Practice"])
      let span = "?from=2025-09-01T00:00:00Z&to=2025-10-01T00:00:00Z"
      let mine = try await host.get("\(TeamWorld.area)/me/events\(span)", as: bob).items
      #expect(Set(mine.compactMap { $0["teamName"]?.string }) == ["Foxes", "Wolves"] && mine.count == 3)
      #expect(try await host.get("\(TeamWorld.area)/me/events\(span)", as: ada).items.count == 2)
      let long = "?from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:01Z"
      #expect(try await host.get(world.path(team, "/events\(long)"), as: bob).pointers == ["/to"])
    }
  }
}
