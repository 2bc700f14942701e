import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `The lobby of a round` {
  private static let join = "\(FolfWorld.area)/rounds/join"

  @Test(
    .tags(.fs17, .fs18, .fs58, .fs59, .fs64, .fs65, .fs180, .fs181, .fs182, .fs183),
    arguments: TestHost.Engine.available)
  func `is joined by its code without any friendship, until it starts; who plays comes back by it`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.opened(by: ada)
      let code = try #require(try await world.card(round, as: ada)["code"]?.string)
      #expect(code.wholeMatch(of: /[A-Z]{3}/) != nil)
      let watcher = try await host.watch("folf-scoring/rounds/\(round)", as: ada)
      let joined = try await host.post(Self.join, ["code": .string(code.lowercased())], as: bob)
      #expect(joined.status == 200 && joined["round"]?.string == round)
      let card = try await world.card(round, as: bob)
      #expect(card["players"]?.array?.map { $0["name"] } == ["Ada", "Bob"])
      #expect(card["players"]?.array?.map { $0["isHost"] } == [true, false])
      #expect(card["state"] == "lobby" && card["isHost"] == false)
      #expect(try await host.post("\(world.path(round))/start", as: bob).problem == "403 forbidden")
      #expect(try await host.post("\(world.path(round))/start", as: ada).status == 204)
      try await host.settled()
      #expect(watcher.events.map(\.name) == ["card", "card"])
      let late = try await host.post(Self.join, ["code": .string(code)], as: eve)
      let (other, guest) = (try await world.opened(by: eve), try await host.guest())
      let letters = try await world.card(other, as: eve)["code"] ?? .null
      #expect(letters.string != code, "no two open games have the same letters")
      #expect(try await host.post(Self.join, ["code": letters]).problem == "401 unauthenticated")
      #expect(
        try await host.post(Self.join, ["code": letters], as: guest)["round"]?.string == other,
        "a guest's session joins too")
      #expect(late.problem == "409 round-started")
      #expect(late["detail"]?.string == "A game with the lobby code \(code) was found but has already started.")
      #expect(try await host.post(Self.join, ["code": .string(code)], as: bob)["round"]?.string == round)
      #expect(try await host.post("\(world.path(round))/finish", as: bob).problem == "403 forbidden")
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      let over = try await host.post(Self.join, ["code": .string(code)], as: bob)
      #expect(over.problem == "404 code-unknown")
      #expect(over["detail"]?.string == "No game found with the lobby code \(code).")
    }
  }

  @Test(
    .tags(.fs180),
    arguments: [
      (["code": "AB"], "Game code must be 3 characters long"), (["code": "AB1"], "Game code must be 3 characters long"),
      (["code": "ABCD"], "Game code must be 3 characters long"),
      ([:], "Game code is required"),
    ] as [(JSON, String)])
  func `wants three letters`(body: JSON, text: String) async throws {
    try await FolfWorld.run(on: .sqlite) { world async throws in
      let reply = try await world.host.post(Self.join, body, as: try await world.host.person("Ada"))
      #expect(reply.pointers == ["/code"])
      #expect(reply["errors"]?[0]?["detail"]?.string == text)
    }
  }

  @Test(.tags(.fs59, .fs180, .fs181), arguments: TestHost.Engine.available)
  func `has the last code that is free, or none is opened and it is said; who cancels gives it back`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let first = try await world.opened(by: ada)
      let taken = try #require(try await world.card(first, as: ada)["code"]?.string)
      let free = taken == "QXZ" ? "QXA" : "QXZ"
      let added = try await host.services.storage.write {
        try await $0.execute(
          """
          insert into rounds (id, code, state, course_name, layout_name, layout, version, created_at, touched_at)
          with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < 17575),
          letters (a) as (select 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
          codes (code) as (
            select substr(a, i / 676 + 1, 1) || substr(a, i / 26 % 26 + 1, 1) || substr(a, i % 26 + 1, 1)
            from numbers cross join letters
          )
          select 'open-' || c.code, c.code, 'lobby', '', '', '', 0, r.created_at, r.touched_at
          from codes c cross join rounds r where r.id = \(first) and c.code <> \(taken) and c.code <> \(free)
          """)
      }
      #expect(added == LobbyCode.count - 2)
      let last = try await world.opened(by: ada)
      #expect(try await world.card(last, as: ada)["code"]?.string == free)
      let none = try await host.post("\(FolfWorld.area)/rounds", [:], as: bob)
      #expect(none.problem == "503 codes-exhausted")
      #expect(none["detail"]?.string == "Too many games are open. Try again later.")
      #expect(try await host.post("\(world.path(last))/cancel", as: ada).status == 204)
      let gone = try await host.post(Self.join, ["code": .string(free)], as: bob)
      #expect(gone.problem == "404 code-unknown", "a cancelled game is not found")
      let again = try await world.opened(by: bob)
      #expect(try await world.card(again, as: bob)["code"]?.string == free)
    }
  }

  @Test(.tags(.fs61, .fs63, .fs66), arguments: TestHost.Engine.available)
  func `is left by whoever wants, is the host's to change, and passes on when the host goes`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.opened(by: ada)
      let path = world.path(round)
      let code = try await world.card(round, as: ada)["code"] ?? .null
      for person in [bob, eve] { #expect(try await host.post(Self.join, ["code": code], as: person).status == 200) }
      let rows = (try await world.row("Bob", round, as: ada), try await world.row("Eve", round, as: ada))
      #expect(try await host.delete("\(path)/players/\(rows.0)", as: eve).problem == "403 forbidden")
      #expect(try await host.put("\(path)/games", ["games": [["kind": "skins"]]], as: eve).problem == "403 forbidden")
      #expect(try await host.put("\(path)/games", ["games": [["kind": "match"]]], as: ada).status == 200)
      #expect(try await host.post("\(path)/start", as: ada).problem == "409 players-unfit")
      let watcher = try await host.watch("folf-scoring/rounds/\(round)", as: eve)
      #expect(try await host.delete("\(path)/players/\(rows.1)", as: ada).status == 204)
      try await host.settled()
      #expect(watcher.isOver, "who was removed watches no more")
      #expect(try await host.get(path, as: eve).problem == "404 not-found")
      let mine = try await world.row("Ada", round, as: ada)
      #expect(try await host.delete("\(path)/players/\(mine)", as: ada).status == 204)
      #expect(try await world.card(round, as: bob)["isHost"] == true)
      #expect(try await host.post("\(path)/start", as: bob).problem == "409 players-unfit")
      #expect(try await host.put("\(path)/games", ["games": []], as: bob).status == 200)
      #expect(try await host.post("\(path)/start", as: bob).status == 204)
      #expect(try await host.delete("\(path)/players/\(rows.0)", as: bob).problem == "409 round-started")
      #expect(try await host.post("\(path)/cancel", as: bob).status == 204)
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: bob).items.isEmpty)
    }
  }

  @Test(.tags(.fs16, .fs56, .fs78, .fs98, .fs99, .fs101, .fs130), arguments: TestHost.Engine.available)
  func `begins on any course, a described one, one's own or none, alone or with people without accounts`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let guest = try await host.guest()
      let rounds = "\(FolfWorld.area)/rounds"
      #expect(try await host.post(rounds, [:]).problem == "401 unauthenticated")
      #expect(try await host.post(rounds, [:], as: guest).problem == "403 account-needed")
      #expect(try await host.post(rounds, ["course": "nowhere"], as: ada).problem == "404 course-unknown")
      #expect(
        try await host.post(rounds, ["course": "old-quarry", "layout": "Gold"], as: ada).problem == "404 layout-unknown"
      )
      let plain = try await world.opened(by: ada, course: .null)
      let card = try await world.card(plain, as: ada)
      #expect(card["courseName"] == "" && card["holes"]?.array?.count == 18)
      let named = try await host.post(
        rounds, ["courseName": " Back garden ", "holes": 5, "start": 2, "isReversed": true], as: ada)
      let garden = try await world.card(try #require(named["round"]?.string), as: ada)
      #expect(garden["courseName"] == "Back garden")
      #expect(garden["holes"]?.array?.map { $0["number"] } == [2, 1, 5, 4, 3])
      let own = try await host.post(
        "\(FolfWorld.area)/courses",
        [
          "name": "Woods",
          "layouts": [["name": "", "holes": [["number": 7, "par": 4, "length": 120], ["number": 2, "par": 3]]]],
        ],
        as: ada)
      #expect(own.status == 201)
      let woods = own["id"] ?? .null
      #expect(try await host.post(rounds, ["course": woods], as: bob).problem == "404 course-unknown")
      let round = try await world.opened(by: ada, course: woods)
      #expect(try await host.post("\(world.path(round))/guests", ["name": " Grandma "], as: ada).status == 204)
      #expect(try await host.post("\(world.path(round))/guests", ["name": " "], as: ada).pointers == ["/name"])
      #expect(
        try await world.card(round, as: ada)["players"]?.array?.map { $0["name"] } == ["Ada", "Grandma"])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is not found by whom one of its players has blocked, nor when it is full`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.opened(by: ada)
      let code = try await world.card(round, as: ada)["code"] ?? .null
      #expect(try await host.put("/v1/me/blocked/\(eve.id)", as: ada).status == 204)
      #expect(try await host.post(Self.join, ["code": code], as: eve).problem == "404 code-unknown")
      for number in 2...20 {
        let reply = try await host.post(
          "\(world.path(round))/guests", ["name": .string("Guest \(number)")], as: ada)
        #expect(reply.status == 204)
      }
      #expect(try await host.post(Self.join, ["code": code], as: bob).problem == "409 card-full")
      try await host.clock.advance(by: .seconds(86_401))
      _ = try await world.opened(by: bob)
      #expect(try await host.post(Self.join, ["code": code], as: bob).problem == "404 code-unknown")
      #expect(try await world.card(round, as: ada)["state"] == "cancelled", "nobody has come for a day")
    }
  }
}
