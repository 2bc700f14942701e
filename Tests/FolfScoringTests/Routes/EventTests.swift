import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A tournament` {
  private static let events = "\(FolfWorld.area)/events"
  private static let par = [3, 3, 4, 3, 3, 4, 3, 3, 3]

  private func made(_ world: FolfWorld, by person: TestPerson, _ more: JSONObject = [:]) async throws -> String {
    var body: JSONObject = [
      "name": "Spring Open", "about": "Bring boots", "course": "harbour-park", "startsAt": "2025-08-16T09:00:00Z",
      "interval": 10,
      "isPublic": true, "groupSize": 3,
    ]
    for (key, value) in more { body[key] = value }
    let reply = try await world.host.post(Self.events, .object(body), as: person)
    #expect(reply.status == 201, "\(reply.text)")
    return try #require(reply["event"]?.string)
  }

  private func board(_ event: String, _ world: FolfWorld, as person: TestPerson?) async throws -> JSON {
    let reply = try await world.host.get("\(Self.events)/\(event)", as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.json
  }

  @Test(.tags(.fs5, .fs7, .fs24, .fs160, .fs161, .fs162, .fs163, .pl93), arguments: TestHost.Engine.available)
  func `is made, entered, and seen by everybody without the names of who does not want to be named`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let event = try await made(world, by: dee)
      let path = "\(Self.events)/\(event)"
      #expect(
        try await host.put("\(path)/entry", ["division": "MPO", "consents": true, "memberNumber": 42], as: ada).status
          == 200)
      #expect(try await host.put("\(path)/entry", ["division": "MPO"], as: bob).status == 200)
      #expect(try await host.put("\(path)/entry", ["division": "open"], as: bob).pointers == ["/division"])
      #expect(
        try await host.post("\(path)/entrants", ["name": "Mo", "division": "MA1"], as: ada).problem == "403 forbidden")
      #expect(try await host.post("\(path)/entrants", ["name": "Mo", "division": "MA1"], as: dee).status == 200)
      let mine = try await board(event, world, as: ada)
      #expect(
        mine["event"]?["name"] == "Spring Open" && mine["event"]?["startsAt"] == "2025-08-16T09:00:00Z"
          && mine["event"]?["about"] == "Bring boots")
      #expect(mine["rows"]?.array?.map { $0["division"] } == ["MA1", "MPO", "MPO"])
      #expect(Set(mine["rows"]?.array?.compactMap { $0["name"]?.string } ?? []) == ["Mo", "Ada", "Bob"])
      let everybody = try await board(event, world, as: nil)
      #expect((everybody["rows"]?.array ?? []).compactMap { $0["name"]?.string }.sorted() == ["", "", "Ada"])
      #expect(everybody["rows"]?.array?.allSatisfy { $0["memberNumber"] == nil } == true)
      #expect(try await host.get(Self.events).items.map { $0["name"] } == ["Spring Open"])
      #expect(try await host.put("\(path)/entry", ["division": "MPO", "consents": false], as: ada).status == 200)
      let since = try await board(event, world, as: nil)["rows"]?.array ?? []
      #expect(since.count == 3 && since.allSatisfy { $0["name"] == "" }, "a player takes back what was allowed")
      let hidden = try await made(world, by: dee, ["isPublic": false, "name": "Club night"])
      #expect(try await host.get("\(Self.events)/\(hidden)", as: bob).problem == "404 not-found")
      #expect(
        try await host.put("\(Self.events)/\(hidden)/entry", ["division": "MPO"], as: bob).problem == "404 not-found")
      let mo = (mine["rows"]?.array ?? []).first { $0["name"] == "Mo" }?["id"]?.string ?? ""
      #expect(
        try await host.post("\(path)/entrants", ["entrant": .string(mo), "division": "MPO", "pool": "B"], as: dee)
          .status == 200)
      #expect(try await board(event, world, as: dee)["rows"]?.array?.allSatisfy { $0["division"] == "MPO" } == true)
      #expect(try await host.delete("\(path)/entrants/\(mo)", as: bob).problem == "403 forbidden")
      #expect(try await host.delete("\(path)/entrants/\(mo)", as: dee).status == 204)
      #expect(try await host.delete("\(path)/entry", as: bob).status == 204)
      #expect(try await board(event, world, as: dee)["rows"]?.array?.count == 1)
      #expect(try await host.get("/v1/live?topic=folf-scoring/events/\(hidden)", as: bob).status == 404)
    }
  }

  @Test(.tags(.fs5, .fs6, .fs7, .fs8, .fs160), arguments: TestHost.Engine.available)
  func `is played on cards that each keeps alone, compares, and submits in time`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let dee = try await host.person("Dee")
      let people = [
        try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cleo"),
        try await host.person("Dan"),
      ]
      let (ada, bob, eve) = (people[0], people[1], try await host.person("Eve"))
      let event = try await made(world, by: dee, ["rounds": 2])
      let path = "\(Self.events)/\(event)"
      for person in people {
        #expect(try await host.put("\(path)/entry", ["division": "MPO", "consents": true], as: person).status == 200)
      }
      #expect(try await host.post("\(path)/rounds", [:], as: ada).problem == "403 forbidden")
      let first = try await board(event, world, as: dee)
      let ids = Dictionary(
        (first["rows"]?.array ?? []).compactMap { row in
          row["name"]?.string.flatMap { name in row["id"].map { (name, $0) } }
        }
      ) { one, _ in one }
      let cards: JSON = [
        "cards": [
          .array([ids["Ada"] ?? .null, ids["Bob"] ?? .null]), .array([ids["Cleo"] ?? .null, ids["Dan"] ?? .null]),
        ]
      ]
      #expect(try await host.post("\(path)/rounds", ["cards": [["nobody"]]], as: dee).problem == "404 entrant-unknown")
      #expect(try await host.post("\(path)/rounds", cards, as: dee).status == 201)
      #expect(try await host.post("\(path)/rounds", [:], as: dee).problem == "409 round-open")
      #expect(try await host.put("\(path)/entry", ["division": "MPO"], as: eve).problem == "409 event-begun")
      let sheet = try await board(event, world, as: ada)["cards"]?.array ?? []
      #expect(sheet.map { $0["teeTime"] } == ["2025-08-16T09:00:00Z", "2025-08-16T09:10:00Z"])
      #expect(sheet.map { $0["round"] != nil } == [true, false], "of the other card one sees who plays")
      let round = try #require(sheet[0]["round"]?.string)
      #expect(try await world.enter([FolfWorld.entry("x", "y", 1, 3)], round, as: eve).problem == "404 not-found")
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      func write(_ person: TestPerson, _ row: String, _ values: [Int]) async throws {
        let entries = values.enumerated().map { FolfWorld.entry("\(person.id)-\(row)-\($0)", row, $0 + 1, $1) }
        #expect(try await world.enter(entries, round, as: person)["refused"] == [])
      }
      try await write(ada, a, Self.par)
      try await write(ada, b, Self.par.map { $0 + 1 })
      #expect(try await world.card(round, as: bob)["players"]?[0]?["cells"] == [], "each sees the own card alone")
      let all = try await world.card(round, as: dee)["players"]?.array ?? []
      #expect(all.allSatisfy { $0["cells"]?.array?.count == 9 }, "whoever directs reads all of them")
      let early = try await host.get("\(world.path(round))/reconciliation", as: bob)
      #expect(early["isReady"] == false && early["differences"] == [])
      try await write(bob, a, [4] + Self.par.dropFirst())
      try await write(bob, b, Self.par.map { $0 + 1 })
      let found = try await host.get("\(world.path(round))/reconciliation", as: bob)
      #expect(found["differences"]?.array?.count == 1 && found["differences"]?[0]?["hole"] == 1)
      #expect(found["differences"]?[0]?["values"]?.array?.compactMap { $0["value"]?.int }.sorted() == [3, 4])
      #expect(try await host.post("\(world.path(round))/submission", as: bob).problem == "409 cards-differ")
      try await world.enter([FolfWorld.entry("fixed", a, 1, 3, base: ["\(bob.id)-\(a)-0"])], round, as: bob)
      #expect(try await host.post("\(world.path(round))/submission", as: bob)["isLate"] == false)
      try await host.clock.advance(by: .seconds(1_801))
      #expect(try await host.post("\(world.path(round))/submission", as: ada)["isLate"] == true)
      #expect(try await host.post("\(world.path(round))/submission", as: ada).status == 200, "again costs nothing")
      func shown(_ field: String, _ names: String...) async throws -> [JSON?] {
        let rows = try await board(event, world, as: nil)["rows"]?.array ?? []
        return names.map { name in rows.first { $0["name"]?.string == name }?[field] }
      }
      #expect(try await shown("total", "Ada", "Bob") == [31, 38])
      #expect(try await shown("penalties", "Ada", "Bob") == [2, 0])
      #expect(try await board(event, world, as: dee)["penalties"]?.array?.map { $0["rule"] } == ["808.F"])
      #expect(try await shown("place", "Ada", "Bob", "Cleo") == [1, 2, nil])
      // The card is over: what the group has agreed about only the director changes.
      let both = ["\(ada.id)-\(a)-0", "fixed"]
      let lower = FolfWorld.entry("lower", a, 1, 2, base: both)
      #expect(try await world.enter([lower], round, as: ada).problem == "409 round-over")
      let put: JSON = [
        "device": "phone", "player": .string(a), "hole": 1, "value": 2, "base": .array(both.map { .string($0) }),
      ]
      #expect(try await host.put("\(world.path(round))/entries/lower", put, as: ada).problem == "409 round-over")
      #expect(try await shown("total", "Ada") == [31])
      for (id, value, base, total, places) in [
        ("lower", 2, both, 30, [1, 2]), ("higher", 12, ["lower"], 40, [2, 1]), ("again", 3, ["higher"], 31, [1, 2]),
      ] {
        #expect(try await world.enter([FolfWorld.entry(id, a, 1, value, base: base)], round, as: dee)["refused"] == [])
        #expect(try await shown("total", "Ada", "Bob").compactMap { $0?.int } == [total, 38])
        #expect(try await shown("place", "Ada", "Bob").compactMap { $0?.int } == places)
      }
      #expect(
        try await host.post(
          "\(path)/penalties", ["entrant": ids["Bob"] ?? .null, "round": 1, "rule": "x", "throwCount": 1], as: dee
        ).pointers == ["/rule"])
      // The director changes a score, and ends the other card.
      let other = try #require(try await board(event, world, as: dee)["cards"]?[1]?["round"]?.string)
      #expect(try await host.get(world.path(other), as: ada).problem == "404 not-found", "which is not Ada's")
      for player in try await world.card(other, as: dee)["players"]?.array ?? [] {
        try await world.fill(Self.par, player["id"]?.string ?? "", other, as: dee)
      }
      #expect(try await host.get("\(world.path(other))/reconciliation", as: dee)["differences"] == [])
      #expect(try await host.post("\(world.path(other))/finish", as: dee).status == 204)
      #expect(try await shown("place", "Cleo", "Dan", "Ada", "Bob") == [1, 1, 3, 4])
      #expect(try await shown("isTied", "Cleo", "Dan", "Ada") == [true, true, false], "a playoff has to decide")
      #expect(try await host.post("\(path)/rounds", [:], as: dee).status == 201)
      let second = (try await board(event, world, as: dee)["cards"]?.array ?? []).filter { $0["number"] == 2 }
      #expect(second.flatMap { $0["entrants"]?.array ?? [] }.last != ids["Bob"], "the leaders play last")
    }
  }

  @Test(.tags(.fs8), arguments: TestHost.Engine.available)
  func `puts nobody out of whom one keeper alone says so`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let event = try await made(world, by: dee)
      let path = "\(Self.events)/\(event)"
      for person in [ada, bob] {
        #expect(try await host.put("\(path)/entry", ["division": "MPO", "consents": true], as: person).status == 200)
      }
      #expect(try await host.post("\(path)/rounds", [:], as: dee).status == 201)
      let round = try #require(try await board(event, world, as: ada)["cards"]?[0]?["round"]?.string)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      func say(_ id: String, _ value: Int, _ base: [String], _ person: TestPerson) async throws {
        let entry = FolfWorld.entry(id, a, 0, value, base: base)
        #expect(try await world.enter([entry], round, as: person)["refused"] == [])
      }
      func isOut() async throws -> JSON? {
        try await board(event, world, as: nil)["rows"]?.array?.first { $0["name"] == "Ada" }?["isOut"]
      }
      let submission = "\(world.path(round))/submission"
      for person in [ada, bob] {
        let entries = Self.par.enumerated().map { FolfWorld.entry("\(person.id)-\($0)", b, $0 + 1, $1) }
        #expect(try await world.enter(entries, round, as: person)["refused"] == [])
      }
      try await say("out", 1, [], bob)
      #expect(try await isOut() == false)
      let found = try await host.get("\(world.path(round))/reconciliation", as: bob)
      #expect(found["isReady"] == true && found["completeAt"] == nil)
      #expect(found["differences"]?.array?.map { $0["hole"] } == [0])
      #expect(found["differences"]?[0]?["values"] == [["keeper": .string(b), "value": 1]])
      #expect(try await host.post(submission, as: bob).problem == "409 cards-differ")
      try await say("own", 1, [], ada)
      #expect(try await isOut() == true, "the player says so too")
      let settled = try await host.get("\(world.path(round))/reconciliation", as: bob)
      #expect(settled["differences"] == [] && settled["completeAt"] != nil)
      try await say("back", 0, ["own"], ada)
      #expect(try await isOut() == false)
      #expect(try await host.post(submission, as: bob).problem == "409 cards-differ")
      try await say("word", 1, ["out", "back"], dee)
      #expect(try await isOut() == true, "the director decides")
      let ready = try await host.get("\(world.path(round))/reconciliation", as: ada)
      #expect(ready["isReady"] == true && ready["differences"] == [])
      #expect(try await host.post(submission, as: bob).status == 200)
      #expect(try await world.card(round, as: bob)["state"] == "finished", "who is out need not submit")
    }
  }

  @Test(.tags(.fs159), arguments: TestHost.Engine.available)
  func `counts for its league by places, over several events`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada) = (try await host.person("Dee"), try await host.person("Ada"))
      let league =
        try await host.post("\(FolfWorld.area)/leagues", ["name": "Summer tour", "points": [10, 6, 4]], as: dee)[
          "league"]?.string ?? ""
      #expect(
        try await host.post(
          Self.events, ["name": "x", "startsAt": "2025-08-16T09:00:00Z", "league": .string(league)], as: ada
        ).problem == "404 league-unknown")
      for (course, extra) in [("harbour-park", 1), ("old-quarry", 0)] {
        let event = try await made(world, by: dee, ["league": .string(league), "course": .string(course)])
        let path = "\(Self.events)/\(event)"
        #expect(try await host.put("\(path)/entry", ["division": "MPO", "consents": true], as: ada).status == 200)
        #expect(try await host.post("\(path)/entrants", ["name": "Mo", "division": "MPO"], as: dee).status == 200)
        #expect(try await host.post("\(path)/rounds", [:], as: dee).status == 201)
        let round = try #require(try await board(event, world, as: dee)["cards"]?[0]?["round"]?.string)
        let card = try await world.card(round, as: dee)
        let pars = card["holes"]?.array?.compactMap { $0["par"]?.int } ?? []
        for player in card["players"]?.array ?? [] {
          let isMo = player["name"] == "Mo"
          try await world.fill(pars.map { isMo ? $0 + extra : $0 }, player["id"]?.string ?? "", round, as: dee)
        }
        #expect(try await host.post("\(world.path(round))/finish", as: dee).status == 204)
        #expect(try await host.post("\(path)/finish", as: dee).status == 204)
      }
      let all = try await host.get("\(FolfWorld.area)/leagues/\(league)", as: dee)
      #expect(all["isMine"] == true && all["points"] == [10, 6, 4] && all["calendar"]?.array?.count == 2)
      #expect(all["events"] == 2 && all["rows"]?.array?.map { $0["name"] } == ["Ada", "Mo"])
      #expect(
        all["rows"]?.array?.map { $0["points"] } == [18.0, 14.0] && all["rows"]?.array?.map { $0["place"] } == [1, 2])
      #expect(
        try await host.get("\(FolfWorld.area)/leagues/\(league)").json["rows"]?.array?.map { $0["name"] } == [
          "Ada", "",
        ])
    }
  }
}
