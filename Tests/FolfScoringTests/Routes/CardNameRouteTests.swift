import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Everybody on a card has letters for its head` {
  private func letters(_ round: String, _ world: FolfWorld, as person: TestPerson) async throws -> [String] {
    try await world.card(round, as: person)["players"]?.array?.compactMap { $0["cardName"]?.string } ?? []
  }

  /// What is stored, row after row.
  private func stored(_ round: String, _ world: FolfWorld) async throws -> [String] {
    try await world.host.services.storage.read { transaction in
      try await transaction.query("select card_name from players where round = \(round) order by place, id").map {
        try $0["card_name"]
      }
    }
  }

  private func save(_ letters: String, _ world: FolfWorld, as person: TestPerson) async throws {
    let reply = try await world.host.put(
      "\(FolfWorld.area)/me/profile", ["cardName": .string(letters)], as: person)
    #expect(reply.status == 200, "\(reply.text)")
  }

  @Test(.tags(.fs179), arguments: TestHost.Engine.available)
  func `the saved ones, else some from the name that no other row has, in every round of a game`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada Lovelace"), try await host.person("Bob"))
      try await save("mo", world, as: bob)
      let round = try await world.opened(by: ada)
      let path = world.path(round)
      for name in ["Mo", "Mo", "王小明", "😀"] {
        #expect(try await host.post("\(path)/guests", ["name": .string(name)], as: ada).status == 204)
      }
      let code = try await world.card(round, as: ada)["code"] ?? .null
      #expect(try await host.post("\(FolfWorld.area)/rounds/join", ["code": code], as: bob).status == 200)
      let wanted = ["AL", "MO", "MOA", "王小明", "PE", "MO"]
      #expect(try await letters(round, world, as: ada) == wanted, "what Bob has saved may be another's, too")
      #expect(try await letters(round, world, as: bob) == wanted)
      #expect(try await stored(round, world) == wanted)
      // They can be changed in the lobby, and stay what they are when only something else is.
      let row = try #require(try await world.card(round, as: ada)["players"]?[2]?["id"]?.string)
      #expect(try await host.put("\(path)/players/\(row)", ["handicap": 3], as: ada).status == 200)
      #expect(try await letters(round, world, as: ada) == wanted)
      #expect(try await host.put("\(path)/players/\(row)", ["cardName": "moe"], as: ada).status == 200)
      #expect(try await host.post("\(path)/start", as: ada).status == 204)
      let next = try #require(try await host.post("\(path)/another", as: ada)["round"]?.string)
      #expect(try await letters(next, world, as: bob) == ["AL", "MO", "MOE", "王小明", "PE", "MO"])
    }
  }

  @Test(.tags(.fs179), arguments: TestHost.Engine.available)
  func `of a row of before all had some they are proposed when it is read`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob)
      #expect(try await host.post("\(world.path(round))/guests", ["name": "Ada"], as: bob).status == 204)
      #expect(try await stored(round, world) == ["ADA", "BOB", "ADB"])
      _ = try await host.services.storage.write {
        try await $0.execute("update players set card_name = '' where round = \(round) and name = 'Ada'")
      }
      for person in [ada, bob] { #expect(try await letters(round, world, as: person) == ["ADA", "BOB", "ADB"]) }
      #expect(try await stored(round, world) == ["", "BOB", ""])
    }
  }

  @Test(.tags(.fs179), arguments: TestHost.Engine.available)
  func `of a row that becomes somebody's own they are that account's`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      try await save("ev", world, as: eve)
      let round = try await world.started(ada)
      for (name, person, before, after) in [("Mo", bob, "MO", "BOB"), ("Zoe", eve, "ZOE", "EV")] {
        #expect(try await host.post("\(world.path(round))/guests", ["name": .string(name)], as: ada).status == 204)
        #expect(try await letters(round, world, as: ada).last == before)
        let row = try await world.row(name, round, as: ada)
        let claim = try await host.post("\(world.path(round))/players/\(row)/claim", as: ada)["claim"]?.string ?? ""
        #expect(try await host.put("\(FolfWorld.area)/claims/\(claim)", as: person).status == 200)
        #expect(try await letters(round, world, as: person).last == after)
      }
      #expect(try await stored(round, world) == ["ADA", "BOB", "EV"])
    }
  }

  @Test(.tags(.fs179), arguments: TestHost.Engine.available)
  func `begun without a connection it has those of the names, until who has an account comes`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      try await save("ad", world, as: ada)
      let path = "\(FolfWorld.area)/rounds/abcdefghij0123456789"
      func sent(me: String) -> JSON {
        [
          "passkey": "passkey-of-the-phones", "holes": [["number": 1, "par": 3]],
          "players": [
            ["id": "row-0", "name": "Ada"], ["id": "row-1", "name": "Bo"], ["id": "row-2", "name": "Ada"],
          ], "me": .string(me), "startedAt": "2025-08-15T09:00:00Z",
        ]
      }
      #expect(try await host.put(path, sent(me: "row-0"), as: ada).status == 200)
      #expect(try await letters("abcdefghij0123456789", world, as: ada) == ["AD", "BO", "ADB"])
      #expect(try await host.put(path, sent(me: "row-1"), as: bob).status == 200)
      #expect(try await host.put("\(path)/guests/row-of-somebody-new", ["name": "Ida"], as: bob).status == 204)
      for person in [ada, bob] {
        #expect(try await letters("abcdefghij0123456789", world, as: person) == ["AD", "BOB", "ADB", "IDA"])
      }
    }
  }

  @Test(.tags(.fs179), arguments: TestHost.Engine.available)
  func `on the card of a tournament, too`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      try await save("bo", world, as: bob)
      let made = try await host.post(
        "\(FolfWorld.area)/events",
        ["name": "Spring Open", "course": "harbour-park", "startsAt": "2025-08-16T09:00:00Z", "isPublic": true], as: dee
      )
      let event = "\(FolfWorld.area)/events/\(try #require(made["event"]?.string))"
      for person in [ada, bob] {
        #expect(try await host.put("\(event)/entry", ["division": "MPO", "consents": true], as: person).status == 200)
      }
      #expect(try await host.post("\(event)/rounds", [:], as: dee).status == 201)
      let round = try #require(try await host.get(event, as: ada)["cards"]?[0]?["round"]?.string)
      #expect(Set(try await stored(round, world)) == ["ADA", "BO"])
      #expect(Set(try await letters(round, world, as: ada)) == ["ADA", "BO"])
    }
  }
}
