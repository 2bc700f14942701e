import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `How a round is played` {
  private static let join = "\(FolfWorld.area)/rounds/join"

  @Test(.tags(.fs57, .fs66, .fs116), arguments: TestHost.Engine.available)
  func `is for several games at once on the same throws, with handicaps and teams, as the host chooses`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.opened(by: ada)
      let path = world.path(round)
      let code = try await world.card(round, as: ada)["code"] ?? .null
      #expect(try await host.post(Self.join, ["code": code], as: bob).status == 200)
      let all: [JSON] = [
        ["kind": "stroke", "isNet": true], ["kind": "skins"], ["kind": "nassau"],
        ["kind": "stableford", "isNet": true],
        ["kind": "birdie-or-die"], ["kind": "bingo-bango-bongo"], ["kind": "aggregate", "holes": 2], ["kind": "skins"],
      ]
      let games: JSON = ["games": .array(all)]
      #expect(try await host.put("\(path)/games", games, as: bob).problem == "403 forbidden")
      #expect(try await host.put("\(path)/games", games, as: ada).status == 200)
      #expect(
        try await host.put("\(path)/games", ["games": [["kind": "aggregate", "holes": 7]]], as: ada).pointers == [
          "/games/0/holes"
        ])
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      #expect(try await host.put("\(path)/players/\(b)", ["handicap": 9], as: bob).status == 200)
      #expect(try await host.put("\(path)/players/\(b)", ["handicap": 61], as: bob).pointers == ["/handicap"])
      #expect(try await host.put("\(path)/players/\(a)", ["handicap": 9], as: bob).problem == "403 forbidden")
      #expect(try await host.post("\(path)/start", as: ada).status == 204)
      #expect(try await host.put("\(path)/games", games, as: ada).problem == "409 round-started")
      #expect(try await host.put("\(path)/players/\(b)", ["handicap": 1], as: bob).problem == "409 round-started")
      try await world.fill([3, 3, 4], a, round, as: ada)
      try await world.fill([2, 3, 6], b, round, as: bob)
      let shared = FolfWorld.entry("m1", a, 1, 2, mark: "bongo")
      try await world.enter([shared], round, as: bob)
      let card = try await world.card(round, as: bob)
      let standings = card["standings"]?.array ?? []
      #expect(
        standings.map { $0["game"]?["kind"] } == [
          "stroke", "skins", "nassau", "stableford", "birdie-or-die", "bingo-bango-bongo", "aggregate",
        ])
      #expect(standings[0]["nets"]?.array?.map { $0["toPar"] } == [0, -2], "one throw given on each hole")
      #expect(standings[1]["points"] == [2, 1])
      #expect(standings[2]["matches"]?.array?.map { $0["up"] } == [0, 0, 0])
      #expect(standings[3]["byHole"]?[2] == [2, 1] && standings[3]["points"] == [6, 8])
      #expect(standings[4]["points"] == [0, 1] && standings[5]["points"] == [0, 1])
      #expect(standings[6]["isIn"] == [false, true])
      #expect(card["players"]?[1]?["strokes"] == .array(Array(repeating: 1, count: 9)))
    }
  }

  @Test(.tags(.fs111, .fs112, .fs113, .fs164, .fs187, .fs189), arguments: TestHost.Engine.available)
  func `is from the tee that each player likes, where the course has it`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      #expect(
        try await host.put("\(FolfWorld.area)/me/profile", ["cardName": "bo", "tee": "white"], as: bob).status == 200)
      let hole: JSON = [
        "number": 1, "par": 3, "length": 90,
        "tees": [["colour": "white", "par": 4, "length": 130], ["colour": "blue", "par": 5]],
      ]
      let content: JSON = [
        "name": "Woods", "about": "Mind the deer", "teeType": "Concrete", "basketType": "Chains",
        "position": ["latitude": 64.1, "longitude": -21.9], "layouts": [["name": "Main", "holes": [hole]]],
      ]
      let course = try await host.post("\(FolfWorld.area)/courses", content, as: ada)
      #expect(
        course["layouts"]?[0]?["tees"] == ["red", "white", "blue"] && course["layouts"]?[0]?["holes"]?[0] == hole)
      #expect(course["about"] == "Mind the deer" && course["teeType"] == "Concrete" && course["basketType"] == "Chains")
      let doubled: JSON = [
        "number": 1, "par": 3, "tees": [["colour": "white", "par": 4], ["colour": "white", "par": 5]],
      ]
      let refused = try await host.post(
        "\(FolfWorld.area)/courses", ["name": "x", "layouts": [["name": "", "holes": [doubled]]]], as: ada)
      #expect(refused.pointers == ["/layouts/0/holes/0/tees"])
      let round = try await world.opened(by: ada, course: course["id"] ?? .null)
      let code = try await world.card(round, as: ada)["code"] ?? .null
      #expect(try await host.post(Self.join, ["code": code], as: bob).status == 200)
      func tees() async throws -> [JSON?] {
        try await world.card(round, as: ada)["players"]?.array?.map { $0["tee"] } ?? []
      }
      #expect(try await tees() == ["red", "white"], "the normal tee, unless somebody likes another one")
      #expect(try await world.card(round, as: ada)["players"]?[1]?["cardName"] == "BO")
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      for (name, text) in [("", "Tee name is required."), ("a1", "Tee name must be letters only")] {
        let reply = try await host.put("\(world.path(round))/players/\(a)", ["cardName": .string(name)], as: ada)
        #expect(reply.pointers == ["/cardName"] && reply["errors"]?[0]?["detail"]?.string == text)
      }
      #expect(try await world.card(round, as: ada)["players"]?[0]?["cardName"] == "ADA", "who has saved none has one")
      #expect(try await host.put("\(world.path(round))/players/\(a)", ["tee": "yellow"], as: ada).status == 200)
      #expect(try await tees() == ["red", "white"], "the course has no yellow tee")
      #expect(try await host.put("\(world.path(round))/players/\(a)", ["tee": "blue"], as: ada).status == 200)
      #expect(try await tees() == ["blue", "white"])
      #expect(try await host.post("\(world.path(round))/start", as: ada).status == 204)
      try await world.fill([4], a, round, as: ada)
      try await world.fill([4], b, round, as: ada)
      #expect(try await world.card(round, as: ada)["players"]?.array?.map { $0["toPar"] } == [-1, 0])
      let plain = try await world.opened(by: bob)
      #expect(try await world.card(plain, as: bob)["players"]?[0]?["tee"] == "red", "a course without white tees")
    }
  }

  @Test(.tags(.fs116), arguments: TestHost.Engine.available)
  func `is by teams with one score, which stands in the history of each member and in nobody's statistics`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.opened(by: ada)
      let path = world.path(round)
      let code = try await world.card(round, as: ada)["code"] ?? .null
      #expect(try await host.post(Self.join, ["code": code], as: bob).status == 200)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      for row in [a, b] { #expect(try await host.put("\(path)/players/\(row)", ["team": 1], as: ada).status == 200) }
      let chosen = try await host.put("\(path)/games", ["games": [["kind": "match"]], "format": "best-shot"], as: ada)
      #expect(chosen.status == 200, "\(chosen.text)")
      #expect(try await host.post("\(path)/start", as: ada).problem == "409 players-unfit", "one team plays no match")
      #expect(
        try await host.put("\(path)/games", ["games": [["kind": "stroke"]], "format": "best-shot"], as: ada).status
          == 200)
      #expect(try await host.post("\(path)/start", as: ada).status == 204)
      try await world.fill([2, 2, 3, 2, 2, 3, 2, 2, 2], a, round, as: bob)
      let card = try await world.card(round, as: bob)
      #expect(card["standings"]?[0]?["sides"] == .array([.array([.string(a), .string(b)])]))
      #expect(card["standings"]?[0]?["nets"]?[0]?["toPar"] == -9)
      #expect(try await host.post("\(path)/finish", as: ada).status == 204)
      for person in [ada, bob] {
        let mine = try await host.get("\(FolfWorld.area)/me/rounds", as: person).items
        #expect(mine.map { $0["toPar"] } == [-9])
        #expect(try await host.get("\(FolfWorld.area)/me/statistics", as: person)["rounds"] == 0)
      }
      let game = try await host.get("\(path)/game", as: bob)
      #expect(game["players"]?.array?.map { $0["toPar"] } == [-9, -9])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `can be noted in more than throws, within what each mark may say`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      func entry(_ id: String, _ player: String, _ hole: Int, _ mark: String, _ value: Int) -> JSON {
        FolfWorld.entry(id, player, hole, value, mark: mark)
      }
      let reply = try await world.enter(
        [
          entry("1", a, 1, "penalties", 20), entry("2", a, 1, "penalties", 21), entry("3", b, 1, "putts", 2),
          entry("4", b, 1, "bingo", 1), entry("5", a, 1, "bingo", 2), entry("6", a, 1, "bingo", 3),
          entry("7", a, 1, "wolf", 3), entry("8", a, 1, "wolf", 4), entry("9", a, 0, "putts", 1),
          entry("10", a, 1, "throws", 3),
        ], round, as: ada)
      #expect(
        reply["refused"]?.array?.map { "\($0["id"]?.string ?? "") \($0["code"]?.string ?? "")" } == [
          "2 value-range", "4 player-unknown", "6 value-range", "8 value-range", "9 hole-unknown",
        ])
      let cells = try await world.card(round, as: bob)["players"]?[0]?["cells"]?.array ?? []
      #expect(cells.map { $0["mark"] } == ["throws", "penalties", "bingo", "wolf"])
      #expect(try await world.enter([entry("x", a, 1, "luck", 1)], round, as: ada).pointers == ["/entries/0/mark"])
    }
  }
}
