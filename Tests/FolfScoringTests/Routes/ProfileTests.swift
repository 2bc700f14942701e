import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What somebody likes and owns` {
  private static let profile = "\(FolfWorld.area)/me/profile"

  @Test(
    .tags(.fs179),
    arguments: [
      (["cardName": "a"], "Tee name must be at least 2 characters long"),
      (["cardName": "abcd"], "Tee name must be at most 3 characters long"), ([:], "Tee name is required."),
      (["cardName": "ßß"], "Tee name must be at most 3 characters long"),
      (["cardName": .string(String(repeating: "a", count: 25))], "Tee name must be at most 3 characters long"),
      (["cardName": ""], "Tee name is required."), (["cardName": "  "], "Tee name is required."),
      (["cardName": "a1"], "Tee name must be letters only"), (["cardName": "12"], "Tee name must be letters only"),
      (["cardName": "a-b"], "Tee name must be letters only"), (["cardName": "a b"], "Tee name must be letters only"),
      (["cardName": "😀🥏"], "Tee name must be letters only"),
    ] as [(JSON, String)])
  func `is called on a card by two or three letters`(body: JSON, text: String) async throws {
    try await FolfWorld.run(on: .sqlite) { world async throws in
      let ada = try await world.host.person("Ada")
      let reply = try await world.host.put(Self.profile, body, as: ada)
      #expect(reply.pointers == ["/cardName"])
      #expect(reply["errors"]?[0]?["detail"]?.string == text)
    }
  }

  @Test(.tags(.fs122, .fs179, .fs189), arguments: TestHost.Engine.available)
  func `is kept, in upper case, and shown on the card beside the name`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      #expect(
        try await host.get(Self.profile, as: ada).json == [
          "cardName": "", "tee": "red", "shortcuts": [], "hasChosen": false,
        ])
      let wanted: JSON = ["cardName": "adý", "tee": "blue", "shortcuts": ["statistics", "favourites"]]
      #expect(try await host.put(Self.profile, wanted, as: ada)["cardName"] == "ADÝ")
      #expect(
        try await host.get(Self.profile, as: ada).json == [
          "cardName": "ADÝ", "tee": "blue", "shortcuts": ["statistics", "favourites"], "hasChosen": true,
        ])
      for (given, kept) in [("ady\u{301}", "ADÝ"), (" öß ", "ÖSS"), ("عمر", "عمر"), ("adý", "ADÝ")] {
        let body: JSON = ["cardName": .string(given), "tee": "blue", "shortcuts": ["statistics"]]
        #expect(try await host.put(Self.profile, body, as: ada)["cardName"]?.string == kept, "letters of any script")
      }
      for (shortcuts, hasChosen) in [(JSON.array([]), JSON.bool(true)), (.null, .bool(false))] {
        let body: JSON = ["cardName": "adý", "shortcuts": shortcuts]
        #expect(try await host.put(Self.profile, body, as: ada)["hasChosen"] == hasChosen)
        let read = try await host.get(Self.profile, as: ada)
        #expect(read["shortcuts"] == [] && read["hasChosen"] == hasChosen, "none are another thing than not chosen")
      }
      #expect(
        try await host.put(Self.profile, ["cardName": "ab", "shortcuts": ["casino"]], as: ada).pointers == [
          "/shortcuts/0"
        ])
      let row = try await world.card(try await world.opened(by: ada), as: ada)["players"]?[0]
      #expect(row?["cardName"] == "ADÝ" && row?["name"] == "Ada")
      let courses = "\(FolfWorld.area)/courses"
      #expect(try await host.put("\(courses)/nowhere/favourite", as: ada).problem == "404 course-unknown")
      #expect(try await host.put("\(courses)/old-quarry/favourite", as: ada).status == 204)
      #expect(try await host.put("\(courses)/old-quarry/favourite", as: ada).status == 204)
      func marked() async throws -> [JSON?] {
        try await host.get(courses, as: ada).items.filter { $0["isFavourite"] == true }.map { $0["id"] }
      }
      #expect(try await marked() == ["old-quarry"])
      #expect(try await host.get("\(courses)/old-quarry", as: ada)["isFavourite"] == true)
      #expect(try await host.get("\(courses)/old-quarry", as: try await host.person("Bob"))["isFavourite"] == false)
      #expect(try await host.delete("\(courses)/old-quarry/favourite", as: ada).status == 204)
      #expect(try await marked() == [])
    }
  }

  @Test(.tags(.fs4, .fs140, .fs152, .fs153), arguments: TestHost.Engine.available)
  func `is a bag of discs, which are noted hole by hole, counted, and shown to friends`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let discs = "\(FolfWorld.area)/me/discs"
      for (name, kind) in [("Arrow", "driver"), ("Anvil", "putter")] {
        #expect(try await host.post(discs, ["name": .string(name), "kind": .string(kind)], as: ada).status == 201)
      }
      #expect(try await host.post(discs, ["name": " ", "kind": "putter"], as: ada).pointers == ["/name"])
      let round = try await world.started(ada)
      let a = try await world.row("Ada", round, as: ada)
      try await world.fill([3, 3, 4, 3], a, round, as: ada)
      for (hole, disc) in [(1, 1), (2, 1), (3, 2)] {
        try await world.enter([FolfWorld.entry("d\(hole)", a, hole, disc, mark: "disc")], round, as: ada)
      }
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      let mine = try await host.get("\(FolfWorld.area)/me/statistics", as: ada)
      #expect(mine["discs"] == [["name": "Arrow", "holes": 2, "uses": 2], ["name": "Anvil", "holes": 1, "uses": 1]])
      let holes = try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: ada)["holes"]?.array ?? []
      #expect(holes.map { $0["lastDisc"] } == ["Arrow", "Arrow", "Anvil", nil])
      let shown = "\(FolfWorld.area)/people/\(ada.id)/discs"
      #expect(try await host.get(shown, as: eve).problem == "404 not-found")
      try await world.befriend(ada, bob)
      #expect(try await host.get(shown, as: bob).items.map { $0["name"] } == ["Arrow", "Anvil"])
      #expect(try await host.delete("\(discs)/1", as: ada).status == 204)
      #expect(try await host.delete("\(discs)/1", as: ada).problem == "404 disc-unknown")
      #expect(try await host.get(shown, as: bob).items.map { $0["name"] } == ["Anvil"])
      #expect(
        try await host.get("\(FolfWorld.area)/me/statistics", as: ada)["discs"]?[0]?["name"] == "Arrow",
        "what was thrown stays")
      #expect(
        try await host.post(discs, ["name": "Third", "kind": "midrange"], as: ada)["number"] == 3,
        "no number comes again")
    }
  }

  @Test(.tags(.fs140, .fs153), arguments: TestHost.Engine.available)
  func `is a bag of discs of which several are noted on a hole, throw after throw`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let discs = "\(FolfWorld.area)/me/discs"
      for name in ["Arrow", "Anvil", "Third"] {
        #expect(try await host.post(discs, ["name": .string(name), "kind": "driver"], as: ada).status == 201)
      }
      let round = try await world.started(ada)
      let a = try await world.row("Ada", round, as: ada)
      try await world.fill([3, 3, 4], a, round, as: ada)
      func note(_ id: String, _ hole: Int, _ list: [Int], mark: String = "disc", base: [String] = []) -> JSON {
        FolfWorld.entry(id, a, hole, list[0], mark: mark, base: base, more: Array(list.dropFirst()))
      }
      func entered(_ entry: JSON) async throws -> [JSON?] {
        try await world.enter([entry], round, as: ada)["refused"]?.array?.map { $0["code"] } ?? [nil]
      }
      #expect(try await entered(note("a", 1, [1, 2, 2])) == [])
      #expect(try await entered(note("a", 1, [1, 2, 2])) == [], "it may come again")
      #expect(try await entered(note("a", 1, [1, 2])) == [], "its discs may have been numbered anew since")
      #expect(try await entered(note("a", 2, [1, 2, 2])) == ["entry-differs"])
      #expect(try await entered(note("b", 2, [3])) == [], "one disc is a list of one")
      #expect(try await entered(note("c", 3, Array(repeating: 2, count: 20))) == [], "as many as a hole takes")
      #expect(try await entered(note("d", 1, [3, 1], mark: "putts")) == ["value-range"])
      #expect(try await entered(note("e", 1, [0, 1])) == ["value-range"])
      let long = try await world.enter([note("f", 1, Array(repeating: 1, count: 21))], round, as: ada)
      #expect(long.pointers == ["/entries/0/more"])
      func cell(_ hole: Int) async throws -> JSON? {
        let cells = try await world.card(round, as: ada)["players"]?[0]?["cells"]?.array ?? []
        return cells.first { $0["mark"] == "disc" && $0["hole"]?.int == hole }
      }
      #expect(try await cell(1)?["current"]?[0]?["more"] == [2, 2])
      let single = try await cell(2)?["current"]?[0]
      #expect(single?["value"] == 3 && single?["more"] == nil)
      let news = try await host.get("\(world.path(round))/entries", as: ada)["entries"]?.array ?? []
      #expect(news.first { $0["id"] == "a" }?["more"] == [2, 2])
      // Another phone, which has not seen it: the same agrees, another list is a dispute until one is chosen.
      #expect(try await entered(note("g", 1, [1, 2, 2])) == [])
      #expect(try await cell(1)?["value"] == 1)
      #expect(try await entered(note("h", 1, [1, 3])) == [])
      let disputed = try await cell(1)
      #expect(disputed?["value"] == nil && disputed?["current"]?.array?.count == 3)
      #expect(try await entered(note("i", 1, [1, 2, 1], base: ["a", "g", "h"])) == [])
      #expect(try await cell(1)?["current"]?[0]?["more"] == [2, 1])
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      #expect(try await host.delete("\(discs)/1", as: ada).status == 204)
      #expect(
        try await host.get("\(FolfWorld.area)/me/statistics", as: ada)["discs"] == [
          ["name": "Anvil", "holes": 2, "uses": 21], ["name": "Arrow", "holes": 1, "uses": 2],
          ["name": "Third", "holes": 1, "uses": 1],
        ], "what was thrown with a disc that is gone stays")
      let holes = try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: ada)["holes"]?.array ?? []
      #expect(holes[0]["lastDiscs"] == ["Arrow", "Anvil", "Arrow"] && holes[0]["lastDisc"] == "Arrow")
      #expect(holes[1]["lastDiscs"] == ["Third"] && holes[2]["lastDiscs"]?.array?.count == 20)
    }
  }

  @Test(.tags(.pl37, .fs24, .fs110, .fs143), arguments: TestHost.Engine.available)
  func `is for friends to see in history and statistics, and for nobody else`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.started(ada, eve)
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 2], try await world.row("Ada", round, as: ada), round, as: ada)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      let path = "\(FolfWorld.area)/people/\(ada.id)"
      for part in ["rounds", "statistics"] {
        for person in [bob, eve] {
          #expect(try await host.get("\(path)/\(part)", as: person).problem == "404 not-found")
        }
        #expect(try await host.get("\(path)/\(part)").status == 401)
      }
      try await world.befriend(ada, bob)
      let rounds = try await host.get("\(path)/rounds", as: bob).items
      #expect(rounds.map { $0["courseName"] } == ["Harbour Park"] && rounds[0]["toPar"] == -1)
      let statistics = try await host.get("\(path)/statistics", as: bob)
      #expect(
        statistics["rounds"] == 1 && statistics["best"] == -1
          && statistics["company"] == [["name": "Eve", "rounds": 1]])
      #expect(statistics["months"] == [["month": "2025-08", "rounds": 1, "average": -2.0]])
      #expect(
        try await host.get("\(FolfWorld.area)/people/\(bob.id)/statistics", as: ada)["rounds"] == 0, "each other's")
      #expect(try await host.put("/v1/me/blocked/\(bob.id)", as: ada).status == 204)
      #expect(try await host.get("\(path)/statistics", as: bob).problem == "404 not-found")
    }
  }

  @Test(.tags(.fs150), arguments: TestHost.Engine.available)
  func `is rated the night after the day of a round, which suggests a handicap`(on engine: TestHost.Engine) async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 3], a, round, as: ada)
      try await world.fill([5, 5, 6, 5, 5, 6, 5, 5, 5], b, round, as: ada)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      func rating(_ person: TestPerson) async throws -> JSON? {
        try await host.get("\(FolfWorld.area)/me/statistics", as: person)["rating"]
      }
      #expect(try await rating(ada) == nil)
      try await host.clock.advance(by: .seconds(86_400 + 16 * 3_600))
      let (one, other) = (try await rating(ada), try await rating(bob))
      #expect(one?["rounds"] == 1 && (one?["value"]?.int ?? 0) > (other?["value"]?.int ?? 0))
      #expect(
        (one?["least"]?.int ?? 0) < (one?["value"]?.int ?? 0) && (one?["value"]?.int ?? 0) < (one?["most"]?.int ?? 0))
      let next = try await world.started(ada, bob)
      func suggested(_ person: TestPerson) async throws -> Int? {
        try await host.get("\(world.path(next))/handicap", as: person)["handicap"]?.int
      }
      let (mine, theirs) = (try await suggested(ada), try await suggested(bob))
      #expect((mine ?? 99) < (theirs ?? -99))
      try await host.clock.advance(by: .seconds(86_400))
      #expect(try await rating(ada) == one, "a round counts once")
    }
  }
}
