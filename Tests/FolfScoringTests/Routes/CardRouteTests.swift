import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The card of a round` {
  @Test(.tags(.fs13, .fs19, .fs20, .fs30, .fs83), arguments: TestHost.Engine.available)
  func `is written by all of its players for each other, and told to them at once; strangers see nothing`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      let watcher = try await host.watch("folf-scoring/rounds/\(round)", as: bob)
      try await world.enter([FolfWorld.entry("e1", a, 1, 2), FolfWorld.entry("e2", b, 1, 4)], round, as: ada)
      try await world.enter([FolfWorld.entry("e3", a, 2, 3)], round, as: bob)
      try await host.settled()
      #expect(watcher.events.map { $0.data["cells"]?.array?.map { $0["hole"] } } == [[1, 1], [2]])
      let card = try await world.card(round, as: bob)
      #expect(card["players"]?.array?.map { $0["throwCount"] } == [5, 4])
      #expect(card["players"]?.array?.map { $0["toPar"] } == [-1, 1])
      #expect(card["players"]?.array?.map { $0["place"] } == [1, 2])
      #expect(watcher.events.last?.data["version"] == card["version"])
      #expect(card["players"]?[0]?["cells"]?[1]?["current"]?[0]?["by"] == "Bob")
      for path in [world.path(round), "\(world.path(round))/entries"] {
        #expect(try await host.get(path, as: eve).problem == "404 not-found")
        #expect(try await host.get(path).status == 401)
      }
      let foreign = try await world.enter([FolfWorld.entry("e9", a, 1, 1)], round, as: eve)
      #expect(foreign.problem == "404 not-found")
      #expect(try await host.get("/v1/live?topic=folf-scoring/rounds/\(round)", as: eve).status == 404)
    }
  }

  @Test(.tags(.fs80, .fs88), arguments: TestHost.Engine.available)
  func `has as many holes as the course, for each of the players`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob, course: "ridge-loop")
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      try await world.fill(Array(repeating: 3, count: 27), a, round, as: bob)
      try await world.fill(Array(repeating: 4, count: 26) + [9], b, round, as: ada)
      let card = try await world.card(round, as: bob)
      #expect(card["holes"]?.array?.count == 27)
      let players = card["players"]?.array ?? []
      #expect(players.map { $0["holes"] } == [27, 27])
      #expect(players.map { $0["isComplete"] } == [true, true])
      #expect(players.map { $0["throwCount"] } == [81, 113])
      #expect(players.map { $0["toPar"] } == [-7, 25], "the par of the course is 88")
      #expect(players.map { $0["nines"] } == [[27, 27, 27], [36, 36, 41]])
      let last = players.map { player in player["cells"]?.array?.last?["current"]?[0]?["value"]?.int }
      #expect(last == [3, 9])
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      let mine = try await host.get("\(FolfWorld.area)/me/rounds", as: bob).items
      #expect(mine.map { $0["toPar"] } == [25])
    }
  }

  @Test(.tags(.fs14, .fs76, .fs85, .fs94), arguments: TestHost.Engine.available)
  func `merges what phones have noted apart, each entry once, and shows a dispute until somebody decides`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob)
      let a = try await world.row("Ada", round, as: ada)
      let noted = [
        FolfWorld.entry("x1", a, 1, 3), FolfWorld.entry("x2", a, 2, 4), FolfWorld.entry("x3", a, 2, 5, base: ["x2"]),
      ]
      try await world.enter([FolfWorld.entry("y1", a, 1, 3), FolfWorld.entry("y2", a, 2, 6)], round, as: bob)
      for _ in 1...3 {
        let reply = try await world.enter(noted, round, as: ada)
        #expect(reply["refused"] == [] && reply["version"] == 7)
        #expect(reply["entries"]?.array?.map { $0["id"] } == ["y1", "y2", "x1", "x2", "x3"])
      }
      func cells() async throws -> [JSON?] {
        let cells = try await world.card(round, as: bob)["players"]?[0]?["cells"]?.array ?? []
        return cells.map { .array(($0["current"]?.array ?? []).compactMap { $0["value"] }) }
      }
      #expect(try await cells() == [[3, 3], [5, 6]])
      let line = try await world.card(round, as: bob)["players"]?[0]
      #expect(line?["isDisputed"] == true && line?["throwCount"] == 3 && line?["holes"] == 1)
      let news = try await host.get("\(world.path(round))/entries?since=5", as: bob)
      #expect(news["entries"]?.array?.map { $0["id"] } == ["x2", "x3"])
      try await world.enter([FolfWorld.entry("z", a, 2, 5, base: ["y2", "x3"])], round, as: bob)
      #expect(try await cells() == [[3, 3], [5]])
      #expect(try await world.card(round, as: ada)["players"]?[0]?["cells"]?[1]?["count"] == 4, "nothing is lost")
    }
  }

  @Test(.tags(.fs16), arguments: TestHost.Engine.available)
  func `refuses alone what cannot stand on it, and takes the rest`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      let lobby = try await world.opened(by: ada)
      let a = try await world.row("Ada", lobby, as: ada)
      #expect(try await world.enter([FolfWorld.entry("e", a, 1, 3)], lobby, as: ada).problem == "409 round-not-started")
      #expect(try await world.host.post("\(world.path(lobby))/start", as: ada).status == 204)
      let reply = try await world.enter(
        [
          FolfWorld.entry("e1", a, 1, 3), FolfWorld.entry("e2", "nobody", 1, 3), FolfWorld.entry("e3", a, 10, 3),
          FolfWorld.entry("e4", a, 0, 2), FolfWorld.entry("e1", a, 1, 4), FolfWorld.entry("e5", a, 9, 99),
        ], lobby, as: ada)
      #expect(
        reply["refused"]?.array?.map { "\($0["id"]?.string ?? "") \($0["code"]?.string ?? "")" } == [
          "e2 player-unknown", "e3 hole-unknown", "e4 value-range", "e1 entry-differs",
        ])
      #expect(reply["entries"]?.array?.map { $0["id"] } == ["e1", "e5"])
      #expect(
        try await world.enter([FolfWorld.entry("e6", a, 1, 100)], lobby, as: ada).pointers == ["/entries/0/value"])
      let many = (0...100).map { FolfWorld.entry("m\($0)", a, 3, 3) }
      let full = try await world.enter(many, lobby, as: ada)
      #expect(full["refused"]?.array?.map { $0["code"] } == ["cell-full"])
      #expect(try await world.host.post("\(world.path(lobby))/cancel", as: ada).status == 204)
      #expect(try await world.enter([FolfWorld.entry("e7", a, 1, 3)], lobby, as: ada).problem == "409 round-over")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `takes each score by itself, once, and says why it refuses one`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, eve) = (try await world.host.person("Ada"), try await world.host.person("Eve"))
      let round = try await world.started(ada)
      let a = try await world.row("Ada", round, as: ada)
      func put(_ id: String, _ hole: Int, _ value: Int, player: String? = nil, as person: TestPerson) async throws
        -> TestReply
      {
        let body: JSON = [
          "device": "phone", "player": .string(player ?? a), "hole": .integer(Int64(hole)),
          "value": .integer(Int64(value)),
        ]
        return try await world.host.put("\(world.path(round))/entries/\(id)", body, as: person)
      }
      let first = try await put("e1", 1, 4, as: ada)
      #expect(first.status == 200)
      #expect(try await put("e1", 1, 4, as: ada)["version"] == first["version"])
      #expect(try await put("e1", 1, 5, as: ada).problem == "409 entry-differs")
      #expect(try await put("e2", 1, 4, player: "nobody", as: ada).problem == "404 player-unknown")
      #expect(try await put("e2", 10, 4, as: ada).pointers == ["/hole"])
      #expect(try await put("e2", 0, 2, as: ada).pointers == ["/value"])
      #expect(try await put("e2", 1, 100, as: ada).pointers == ["/value"])
      #expect(try await put("e2", 1, 4, as: eve).problem == "404 not-found")
      #expect(try await world.card(round, as: ada)["players"]?[0]?["throwCount"] == 4)
    }
  }

  @Test(.tags(.fs81, .fs89, .fs141), arguments: TestHost.Engine.available)
  func `is signed and corrected when the game is over, and is the host's no more than the others'`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob, game: "match")
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      try await world.fill([3, 3, 3, 3, 3, 3, 3, 3, 3], a, round, as: bob)
      try await world.fill([4, 4, 4, 4, 4, 3, 3, 3, 3], b, round, as: bob)
      #expect(try await host.post("\(world.path(round))/sign", as: bob).status == 204)
      #expect(try await host.post("\(world.path(round))/finish", as: bob).problem == "403 forbidden")
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).problem == "409 round-over")
      var card = try await world.card(round, as: ada)
      #expect(card["standings"]?[0]?["matches"] == [["up": 5, "left": 4, "isDecided": true]])
      #expect(card["players"]?[1]?["signedAt"]?.string != nil && card["players"]?[0]?["signedAt"] == nil)
      #expect(card["state"] == "finished" && card["code"] == nil)
      try await world.enter([FolfWorld.entry("late", b, 1, 2, base: ["\(b)-0"])], round, as: ada)
      card = try await world.card(round, as: ada)
      #expect(card["players"]?[1]?["throwCount"] == 30)
      #expect(card["players"]?[1]?["signedAt"] == nil, "what was signed has changed")
    }
  }
}
