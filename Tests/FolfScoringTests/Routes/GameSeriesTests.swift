import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A game that goes on` {
  @Test(.tags(.fs77, .fs142), arguments: TestHost.Engine.available)
  func `goes on from the round before when the next one was given up`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let first = try await world.started(ada)
      try await world.fill([3, 2], try await world.row("Ada", first, as: ada), first, as: ada)
      func another(after round: String) async throws -> String {
        let reply = try await host.post("\(world.path(round))/another", as: ada)
        #expect(reply.status == 201, "\(reply.text)")
        return try #require(reply["round"]?.string)
      }
      let second = try await another(after: first)
      try await world.fill([9], try await world.row("Ada", second, as: ada), second, as: ada)
      #expect(try await host.post("\(world.path(second))/cancel", as: ada).status == 204)
      #expect(try await host.post("\(world.path(second))/another", as: ada).problem == "409 round-over")
      let again = try await another(after: first)
      #expect(again != second)
      #expect(try await another(after: first) == again, "begun once")
      let card = try await world.card(again, as: ada)
      #expect(card["state"] == "running" && card["number"] == 2)
      #expect(card["players"]?[0]?["before"] == ["throwCount": 5, "par": 6], "without what was given up")
      #expect(try await world.card(first, as: ada)["next"]?.string == again)
      let third = try await another(after: again)
      let game = try await host.get("\(world.path(third))/game", as: ada)
      #expect(game["rounds"]?.array?.map { $0["id"]?.string } == [first, again, third])
      #expect(game["rounds"]?.array?.map { $0["number"] } == [1, 2, 3] && game["players"]?[0]?["throwCount"] == 5)
    }
  }

  @Test(.tags(.fs77, .fs86, .fs96), arguments: TestHost.Engine.available)
  func `counts each for the rounds in which they played, and places those who have not given up`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let first = try await world.started(ada, bob)
      try await world.fill([3, 4], try await world.row("Ada", first, as: ada), first, as: ada)
      let out = try await world.row("Bob", first, as: ada)
      try await world.fill([2, 2], out, first, as: ada)
      try await world.enter([FolfWorld.entry("out", out, 0, 1)], first, as: bob)
      let second = try #require(try await host.post("\(world.path(first))/another", as: ada)["round"]?.string)
      for name in ["Mo", "Zoe"] {
        #expect(try await host.post("\(world.path(second))/guests", ["name": .string(name)], as: ada).status == 204)
      }
      for (name, row) in [("Ada", [3]), ("Bob", [3]), ("Mo", [4, 3])] {
        try await world.fill(row, try await world.row(name, second, as: ada), second, as: ada)
      }
      let players = try await host.get("\(world.path(first))/game", as: bob)["players"]?.array ?? []
      #expect(players.map { $0["name"] } == ["Ada", "Mo", "Bob", "Zoe"])
      #expect(players.map { $0["place"] } == [1, 1, nil, nil], "Bob has given up one round, Zoe has no score")
      #expect(players.map { $0["toPar"] } == [1, 1, -2, 0] && players.map { $0["holes"] } == [3, 2, 3, 0])
      #expect(players.map { $0["rounds"]?.array?.count } == [2, 1, 2, 1])
      #expect(players[2]["isOut"] == true && players[2]["rounds"]?.array?.map { $0["isOut"] } == [true, false])
    }
  }

  @Test(.tags(.fs91, .fs94), arguments: TestHost.Engine.available)
  func `begun without a connection is as the phone says it, as far as that can be`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      func body(_ rows: [String], me: String, _ more: JSONObject = [:]) -> JSON {
        var body: JSONObject = [
          "passkey": "passkey-of-the-phones", "holes": [["number": 1, "par": 3], ["number": 2, "par": 4]],
          "players": .array(rows.map { ["id": .string("row-\($0)"), "name": .string($0)] }),
          "me": .string("row-\(me)"), "startedAt": "2025-08-15T09:00:00Z",
        ]
        for (key, value) in more { body[key] = value }
        return .object(body)
      }
      let path = world.path("round-of-a-phone-00001")
      let twice = try await host.put(
        path, body(["Ada", "Mo", "Mo"], me: "Ada", ["startedAt": "2025-08-15T13:00:00Z"]), as: ada)
      #expect(twice.status == 200, "a row that is named twice is one: \(twice.text)")
      let card = try await world.card("round-of-a-phone-00001", as: ada)
      #expect(card["players"]?.array?.map { $0["name"] } == ["Ada", "Mo"])
      #expect(card["startedAt"] == "2025-08-15T12:00:00Z", "a clock that is ahead is set to now")
      #expect(card["games"] == [["kind": "stroke"]] && card["courseName"] == "")
      let many = (0..<18).map { "P\($0)" }
      #expect(try await host.put(path, body(many + ["Bob", "X"], me: "Bob"), as: bob).problem == "409 card-full")
      #expect(try await host.put(path, body(many.dropLast() + ["Bob"], me: "Bob"), as: bob).status == 200)
      #expect(try await world.card("round-of-a-phone-00001", as: bob)["players"]?.array?.count == 20)
      let further = "\(path)/guests/row-of-one-too-many"
      #expect(try await host.put(further, ["name": "X"], as: bob).problem == "409 card-full")
      #expect(try await host.post("\(path)/cancel", as: ada).status == 204)
      #expect(try await host.put(path, body(["Ada"], me: "Ada"), as: ada).problem == "409 round-over")
      // A shotgun start backwards is the same course; another order of its holes is none.
      for (numbers, isKnown) in [([3, 2, 1, 9, 8, 7, 6, 5, 4], true), ([3, 2, 1, 4, 5, 6, 7, 8, 9], false)] {
        let par = [3, 3, 4, 3, 3, 4, 3, 3, 3]
        let holes = numbers.map { ["number": .integer(Int64($0)), "par": .integer(Int64(par[$0 - 1]))] as JSON }
        let id = "round-of-a-phone-0000\(isKnown ? 2 : 3)"
        let before = try await host.get("\(FolfWorld.area)/courses/harbour-park", as: ada)["playing"]?.int ?? -1
        let sent = body(["A\(id)"], me: "A\(id)", ["course": "harbour-park", "layout": "Main", "holes": .array(holes)])
        #expect(try await host.put(world.path(id), sent, as: ada).status == 200)
        let after = try await host.get("\(FolfWorld.area)/courses/harbour-park", as: ada)["playing"]?.int ?? -1
        #expect(after - before == (isKnown ? 1 : 0), "\(numbers)")
      }
    }
  }

  @Test(.tags(.fs155)) func `has pictures of its holes and of the round, and of no hole that it does not have`()
    async throws
  {
    try await FolfWorld.run(on: .sqlite) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let round = try await world.started(ada)
      for (hole, fits) in [(0, true), (9, true), (10, false), (99, false)] {
        let photo = "\(world.path(round))/holes/\(hole)/photos/picture-of-the-hole-\(hole)"
        let reply = try await host.upload(
          photo, FolfWorld.picture + Array("\(hole)".utf8), type: "image/jpeg", as: ada)
        #expect(reply.problem == (fits ? nil : "404 hole-unknown"), "\(hole)")
      }
      let photos = try await host.get("\(world.path(round))/photos", as: ada).items
      #expect(Set(photos.compactMap { $0["hole"]?.int }) == [0, 9])
      #expect(try await host.post("\(world.path(round))/cancel", as: ada).status == 204)
      let late = try await host.upload(
        "\(world.path(round))/holes/1/photos/picture-of-the-first", FolfWorld.picture, type: "image/jpeg", as: ada)
      #expect(late.problem == "409 round-over")
    }
  }
}
