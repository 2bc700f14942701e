import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Rounds and what happens to people` {
  private func export(_ person: TestPerson, _ host: TestHost) async throws -> JSON? {
    let data = try await host.export(of: person)["plugins"]?["folf-scoring"]?["data"]
    return data == .null ? nil : data
  }

  @Test(.tags(.fs24, .fs85), arguments: TestHost.Engine.available)
  func `who leaves takes name and account along; the card stays with the others until the last one goes`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      try await world.enter([FolfWorld.entry("e1", a, 1, 2), FolfWorld.entry("e2", b, 1, 4)], round, as: ada)
      #expect(try await export(ada, host)?["entries"]?.array?.map { $0["value"] } == [2, 4])
      #expect(try await export(ada, host)?["rounds"]?[0]?["toPar"] == -1)
      let watcher = try await host.watch("folf-scoring/rounds/\(round)", as: bob)
      try await host.leave(ada)
      try await host.settled()
      #expect(watcher.events.last?.name == "card", "who looks at the card is told")
      let card = try await world.card(round, as: bob)
      #expect(card["isHost"] == true, "the host's departure ends nothing")
      #expect(card["players"]?[0]?["name"] == "" && card["players"]?[0]?["throwCount"] == 2)
      #expect(card["players"]?.array?.map { $0["cardName"] } == ["PA", "BOB"], "the letters tell nothing of the name")
      #expect(card["players"]?[1]?["cells"]?[0]?["current"]?[0]?["by"] == nil)
      try await world.enter([FolfWorld.entry("e3", a, 2, 3)], round, as: bob)
      let left = try await host.services.storage.read { transaction in
        try await transaction.first(
          """
          select (select count(*) from entries where author = \(ada.id) or device = \("phone-\(ada.id)"))
            + (select count(*) from players where account = \(ada.id) or name = 'Ada' or added_by = \(ada.id)) as n
          """)?["n"] ?? -1
      }
      #expect(left == 0)
      try await host.leave(bob)
      try await host.settled()
      let rows = try await host.services.storage.read { transaction in
        try await transaction.first(
          "select (select count(*) from rounds) + (select count(*) from players) + (select count(*) from entries) as n"
        )?["n"] ?? -1
      }
      #expect(rows == 0)
    }
  }

  @Test(.tags(.fs24, .fs146), arguments: TestHost.Engine.available)
  func `all that is one's own is read at one address, by its owner alone`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (host, area) = (world.host, FolfWorld.area)
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let profile: JSON = ["cardName": "ad", "tee": "blue", "shortcuts": ["rules"]]
      #expect(try await host.put("\(area)/me/profile", profile, as: ada).status == 200)
      #expect(try await host.put("\(area)/courses/old-quarry/favourite", as: ada).status == 204)
      #expect(try await host.post("\(area)/me/discs", ["name": "Arrow", "kind": "putter"], as: ada).status == 201)
      let course: JSON = ["name": "Woods", "layouts": [["name": "Main", "holes": [["number": 1, "par": 3]]]]]
      let own = try await host.post("\(area)/courses", course, as: ada)["id"]?.string ?? ""
      #expect(try await host.post("\(area)/courses/\(own)/proposals", course, as: ada).status == 201)
      try await world.befriend(ada, bob)
      let lobby = try await world.opened(by: bob)
      #expect(
        try await host.post("\(world.path(lobby))/invitations", ["account": .string(ada.id.text)], as: bob).status
          == 204)
      let round = try await world.started(ada, bob)
      let row = try await world.row("Ada", round, as: ada)
      // What somebody else has entered of my throws is mine, too.
      try await world.fill([2, 4], row, round, as: bob)
      try await world.enter([FolfWorld.entry("putts", row, 1, 1, mark: "putts")], round, as: ada)
      #expect(
        try await host.upload(
          "\(world.path(round))/holes/1/photos/picture-of-the-first", FolfWorld.picture, type: "image/jpeg", as: ada
        ).status == 204)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      #expect(try await host.post("\(world.path(round))/share", as: ada).status == 200)
      let points: JSON = ["name": "Summer tour", "points": [10]]
      #expect(try await host.post("\(area)/leagues", points, as: ada).status == 201)
      let made: JSON = ["name": "Spring Open", "course": "harbour-park", "startsAt": "2025-08-16T09:00:00Z"]
      let event = "\(area)/events/\(try await host.post("\(area)/events", made, as: ada)["event"]?.string ?? "")"
      #expect(
        try await host.put("\(event)/entry", ["division": "MPO", "memberNumber": 42, "consents": true], as: ada).status
          == 200)
      #expect(try await host.post("\(event)/rounds", [:], as: ada).status == 201)
      let board = try await host.get(event, as: ada)
      let (card, me) = (board["cards"]?[0]?["round"]?.string ?? "", board["me"] ?? .null)
      let penalty: JSON = ["entrant": me, "round": 1, "rule": "812", "throwCount": 1, "note": "Talked"]
      #expect(try await host.post("\(event)/penalties", penalty, as: ada).status == 200)
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 3], try await world.row("Ada", card, as: ada), card, as: ada)
      #expect(try await host.post("\(world.path(card))/submission", as: ada).status == 200)
      let data = try #require(try await export(ada, host))
      #expect(
        data.object?.keys.sorted() == [
          "courses", "directed", "discs", "entries", "favourites", "invitations", "leagues", "penalties", "photos",
          "profile", "proposals", "rounds", "sharedScores", "submissions", "tournaments",
        ])
      let mine = data["rounds"]?.array?.first { $0["id"]?.string == round }
      #expect(mine?["scores"]?.array?.prefix(2).map { $0["throws"] } == [2, 4] && mine?["scores"]?[0]?["putts"] == 1)
      #expect(data["profile"] == ["cardName": "AD", "tee": "blue", "shortcuts": ["rules"]])
      #expect(data["favourites"] == ["old-quarry"] && data["discs"]?[0]?["name"] == "Arrow")
      #expect(data["courses"]?[0]?["name"] == "Woods" && data["proposals"]?[0]?["course"] == "Woods")
      #expect(data["invitations"]?[0]?["round"]?.string == lobby && data["photos"]?[0]?["hole"] == 1)
      #expect(data["sharedScores"]?[0]?["round"]?.string == round && data["submissions"]?[0]?["round"]?.string == card)
      let entry = data["tournaments"]?[0]
      #expect(entry?["name"] == "Spring Open" && entry?["memberNumber"] == 42 && entry?["consents"] == true)
      #expect(data["penalties"]?[0]?["rule"] == "812" && data["penalties"]?[0]?["note"] == "Talked")
      #expect(data["leagues"]?[0]?["name"] == "Summer tour" && data["directed"]?[0]?["name"] == "Spring Open")
      let other = try #require(try await export(bob, host))
      #expect(other.object?.keys.sorted() == ["courses", "entries", "invitations", "rounds"])
      #expect(try await host.get("/v1/me/export").status == 401)
    }
  }

  @Test(.tags(.fs24), arguments: TestHost.Engine.available)
  func `strangers and those without a session read nothing of a person, and nobody tells the host where one is`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (host, area) = (world.host, FolfWorld.area)
      let (ada, eve, guest) = (try await host.person("Ada"), try await host.person("Eve"), try await host.guest())
      let round = try await world.started(ada)
      let row = try await world.row("Ada", round, as: ada)
      try await world.fill([2, 4], row, round, as: ada)
      #expect(
        try await host.upload(
          "\(world.path(round))/holes/1/photos/picture-of-the-first", FolfWorld.picture, type: "image/jpeg", as: ada
        ).status == 204)
      for part in ["", "/entries", "/game", "/photos", "/handicap"] {
        #expect(try await host.get("\(world.path(round))\(part)", as: ada).status == 200, "\(part)")
        #expect(try await host.get("\(world.path(round))\(part)", as: eve).problem == "404 not-found", "\(part)")
        #expect(try await host.get("\(world.path(round))\(part)", as: guest).problem == "404 not-found", "\(part)")
        #expect(try await host.get("\(world.path(round))\(part)").status == 401, "\(part)")
      }
      for part in ["rounds", "statistics"] {
        let path = "\(area)/people/\(ada.id)/\(part)"
        #expect(try await host.get(path, as: eve).problem == "404 not-found")
        #expect(try await host.get(path, as: guest).status == 403)
        #expect(try await host.get(path).status == 401)
      }
      for part in ["rounds", "statistics", "profile", "discs"] {
        #expect(try await host.get("\(area)/me/\(part)").status == 401, "\(part)")
      }
      #expect(try await export(eve, host) == nil)
      // Distances are reckoned on the phone: there is no word for somebody's place.
      #expect(try await host.get("\(area)/courses", as: ada).status == 200)
      #expect(try await host.get("\(area)/courses?latitude=64.1&longitude=-21.9", as: ada).status == 422)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `a guest who signs in keeps the rounds, and on a card with both the guest's row stays`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, guest) = (try await host.person("Ada"), try await host.person("Bob"), try await host.guest())
      let alone = try await world.started(bob, guest)
      let both = try await world.started(bob, guest, ada)
      let row = try await world.card(alone, as: guest)["me"]?.string ?? ""
      try await world.enter([FolfWorld.entry("e1", row, 1, 2)], alone, as: guest)
      let same = try await host.signIn(guest, to: ada)
      try await host.settled()
      #expect(try await world.card(alone, as: same)["me"]?.string == row)
      #expect(try await world.card(alone, as: bob)["players"]?[1]?["name"] == "Ada")
      #expect(try await world.card(alone, as: bob)["players"]?[1]?["cells"]?[0]?["current"]?[0]?["by"] == "Ada")
      let players = try await world.card(both, as: same)["players"]?.array ?? []
      #expect(players.count == 3 && players.map { $0["account"] != nil } == [true, false, true])
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: same).items.count == 2)
      #expect(try await export(same, host)?["entries"]?.array?.count == 1)
    }
  }

  @Test(.tags(.fs140, .fs153), arguments: TestHost.Engine.available)
  func `of two accounts that become one the bag goes on, and what was noted names the same discs as before`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (host, discs) = (world.host, "\(FolfWorld.area)/me/discs")
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      for (person, name) in [(ada, "Arrow"), (ada, "Anvil"), (bob, "Bolt"), (bob, "Birch")] {
        #expect(try await host.post(discs, ["name": .string(name), "kind": "driver"], as: person).status == 201)
      }
      func note(_ id: String, _ row: String, _ hole: Int, _ list: [Int]) -> JSON {
        FolfWorld.entry(id, row, hole, list[0], mark: "disc", more: Array(list.dropFirst()))
      }
      func cell(_ hole: Int, _ round: String, of player: Int = 0) async throws -> JSON? {
        let cells = try await world.card(round, as: ada)["players"]?[player]?["cells"]?.array ?? []
        return cells.first { $0["mark"] == "disc" && $0["hole"]?.int == hole }?["current"]?[0]
      }
      let (hers, his) = (try await world.started(ada), try await world.started(bob))
      let both = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", hers, as: ada), try await world.row("Bob", his, as: bob))
      try await world.fill([3, 3, 3], a, hers, as: ada)
      try await world.enter([note("a", a, 1, [1]), note("b", a, 2, [2, 1, 1])], hers, as: ada)
      try await world.fill([3, 3, 3], b, his, as: bob)
      try await world.enter([note("a", b, 1, [1, 2, 1]), note("b", b, 2, [2]), note("c", b, 3, [0])], his, as: bob)
      let shared = try await world.row("Bob", both, as: bob)
      try await world.enter([note("a", shared, 1, [2, 1])], both, as: bob)
      #expect(try await host.post("\(world.path(hers))/finish", as: ada).status == 204)
      try await host.merge(bob, into: ada)
      try await host.settled()
      let bag = try await host.get(discs, as: ada).items
      #expect(bag.map { $0["name"] } == ["Arrow", "Anvil", "Bolt", "Birch"])
      let first = try await cell(1, his)
      #expect(first?["value"] == 3 && first?["more"] == [4, 3])
      let second = try await cell(2, his)
      #expect(second?["value"] == 4 && second?["more"] == nil)
      #expect(try await cell(3, his)?["value"] == 0, "what was taken back is nothing still")
      #expect(try await cell(1, hers)?["value"] == 1, "those of the account that stays keep their numbers")
      #expect(try await cell(1, both, of: 1)?["value"] == 2, "a row without an account names no bag")
      // The row is reckoned anew of the entries when another comes.
      func used() async throws -> JSON? {
        try await host.get("\(FolfWorld.area)/me/statistics", as: ada)["discs"]
      }
      #expect(try await host.post("\(world.path(his))/finish", as: ada).status == 204)
      let all: JSON = [
        ["name": "Arrow", "holes": 2, "uses": 3], ["name": "Bolt", "holes": 1, "uses": 2],
        ["name": "Birch", "holes": 2, "uses": 2], ["name": "Anvil", "holes": 1, "uses": 1],
      ]
      #expect(try await used() == all)
      try await world.enter([FolfWorld.entry("late", b, 4, 3)], his, as: ada)
      #expect(try await used() == all, "the entries say the same as what is kept beside the row")
      // A phone that has had no answer knows the numbers of before; of everything else an id stands for what it said.
      let again = try await world.enter(
        [note("a", b, 1, [1, 2, 1]), FolfWorld.entry("late", b, 4, 5), note("b", b, 3, [2])], his, as: ada)
      #expect(again["refused"]?.array?.map { $0["id"] } == ["late", "b"], "\(again.text)")
      #expect(try await cell(1, his)?["more"] == [4, 3], "it stays as it is kept")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `a disc for which there is no room in the other bag is named no more`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (host, discs) = (world.host, "\(FolfWorld.area)/me/discs")
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      for (person, name) in [(ada, "Arrow"), (bob, "Bolt"), (bob, "Birch")] {
        #expect(try await host.post(discs, ["name": .string(name), "kind": "driver"], as: person).status == 201)
      }
      _ = try await host.services.storage.write { transaction in
        try await transaction.execute("update discs set number = 98 where account = \(ada.id)")
      }
      let round = try await world.started(bob)
      let row = try await world.row("Bob", round, as: bob)
      // More than are written by one statement: of each hole several phones have noted the same.
      let holes = (1...9).flatMap { hole in
        (1...15).map { FolfWorld.entry("\(hole)-\($0)", row, hole, 2, mark: "disc", more: hole == 1 ? [1] : []) }
      }
      let reply = try await world.enter(holes, round, as: bob)
      #expect(reply.status == 200 && reply["refused"]?.array == [], "\(reply.text)")
      try await host.merge(bob, into: ada)
      try await host.settled()
      #expect(try await host.get(discs, as: ada).items.map { $0["name"] } == ["Arrow", "Bolt"])
      let left = try await host.services.storage.read { transaction in
        try await transaction.query(
          "select value, more, count(*) as n from entries group by value, more order by value"
        ).map { ["\(try $0["value"] as Int)", try $0["more"] as String, "\(try $0["n"] as Int)"] }
      }
      #expect(left == [["0", "[]", "120"], ["99", "[]", "15"]])
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      let used = try await host.get("\(FolfWorld.area)/me/statistics", as: ada)["discs"]
      #expect(used == [["name": "Bolt", "holes": 1, "uses": 1]])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `who leaves a lobby without anybody else leaves nothing`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      _ = try await world.opened(by: ada)
      #expect(try await export(bob, world.host) == nil)
      try await world.host.leave(ada)
      try await world.host.settled()
      let rounds = try await world.host.services.storage.read { try await $0.query("select id from rounds").count }
      #expect(rounds == 0)
    }
  }
}
