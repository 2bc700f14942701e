import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A round that was begun without a connection` {
  private static let id = "abcdefghij0123456789"
  private static var path: String { "\(FolfWorld.area)/rounds/\(id)" }

  /// As a phone sends it; the rows are called by their names.
  private func sent(me: String, rows: [String], passkey: String = "passkey-of-the-phones", holes: Int = 9) -> JSON {
    let par = [3, 3, 4, 3, 3, 4, 3, 3, 3]
    return [
      "passkey": .string(passkey), "course": "harbour-park", "courseName": "Harbour Park", "layout": "Main",
      "holes": .array((0..<holes).map { ["number": .integer(Int64($0 + 1)), "par": .integer(Int64(par[$0]))] }),
      "players": .array(rows.map { ["id": .string("row-\($0)"), "name": .string($0)] }), "me": .string("row-\(me)"),
      "games": [["kind": "skins"]], "startedAt": "2025-08-15T09:00:00Z",
    ]
  }

  @Test(.tags(.fs91, .fs93, .fs94, .fs95, .fs97), arguments: TestHost.Engine.available)
  func `is saved with all that was entered once there is one, for guests too, and can be corrected`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let body = sent(me: "Ada", rows: ["Ada", "Grandma"])
      #expect(try await host.put(Self.path, body).status == 401)
      #expect(try await host.put(Self.path, body, as: try await host.guest()).problem == "403 account-needed")
      for _ in 1...2 { #expect(try await host.put(Self.path, body, as: ada)["round"]?.string == Self.id) }
      for hole in 1...9 {
        for row in ["row-Ada", "row-Grandma"] {
          let put = try await host.put(
            "\(Self.path)/entries/\(row)-\(hole)",
            [
              "device": "phone", "player": .string(row), "hole": .integer(Int64(hole)), "value": 3, "base": [],
              "enteredAt": "2025-08-15T09:10:00Z",
            ],
            as: ada)
          #expect(put.status == 200, "\(put.text)")
        }
      }
      let card = try await world.card(Self.id, as: ada)
      #expect(card["state"] == "running" && card["isHost"] == true && card["startedAt"] == "2025-08-15T09:00:00Z")
      #expect(card["players"]?.array?.map { $0["name"] } == ["Ada", "Grandma"])
      #expect(card["players"]?.array?.map { $0["throwCount"] } == [27, 27] && card["games"] == [["kind": "skins"]])
      #expect(try await host.post("\(Self.path)/finish", as: ada).status == 204)
      try await world.enter([FolfWorld.entry("later", "row-Ada", 1, 2, base: ["row-Ada-1"])], Self.id, as: ada)
      let history = try await host.get("\(FolfWorld.area)/me/rounds", as: ada).items
      #expect(history.map { $0["throwCount"] } == [26] && history[0]["others"]?[0]?["name"] == "Grandma")
      #expect(
        try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: ada)["record"] == 26,
        "it counts for the course")
    }
  }

  @Test(.tags(.fs94), arguments: TestHost.Engine.available)
  func `has all phones on one card, in whatever order they come, and nobody without its passkey`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      // Bob's phone has a connection first, and knows of a player of whom Ada's does not.
      #expect(try await host.put(Self.path, sent(me: "Bob", rows: ["Ada", "Bob", "Mo"]), as: bob).status == 200)
      #expect(
        try await host.put(Self.path, sent(me: "Eve", rows: ["Ada", "Bob"], passkey: "another-passkey-0123"), as: eve)
          .problem == "404 not-found")
      #expect(
        try await host.put(Self.path, sent(me: "Bob", rows: ["Ada", "Bob"]), as: ada).problem == "409 plays-already")
      #expect(try await host.put(Self.path, sent(me: "Ada", rows: ["Ada", "Bob", "Zoe"]), as: ada).status == 200)
      let card = try await world.card(Self.id, as: ada)
      #expect(card["players"]?.array?.map { $0["name"] } == ["Ada", "Bob", "Mo", "Zoe"])
      #expect(card["players"]?.array?.map { $0["account"] != nil } == [true, true, false, false])
      #expect(try await world.card(Self.id, as: bob)["isHost"] == true && card["isHost"] == false)
      // The same entry comes from both phones that have met.
      let entry = FolfWorld.entry("shared", "row-Mo", 1, 4)
      for person in [ada, bob] { try await world.enter([entry], Self.id, as: person) }
      #expect(try await world.card(Self.id, as: ada)["players"]?[2]?["cells"]?[0]?["count"] == 1)
      #expect(try await host.put("\(Self.path)/guests/row-of-somebody-new", ["name": "Ida"], as: bob).status == 204)
      #expect(try await host.put("\(Self.path)/guests/row-of-somebody-new", ["name": "Ida"], as: bob).status == 204)
      #expect(try await world.card(Self.id, as: ada)["players"]?.array?.count == 5)
      #expect(try await host.put("/v1/me/blocked/\(eve.id)", as: ada).status == 204)
      #expect(
        try await host.put(Self.path, sent(me: "Zoe", rows: ["Zoe"]), as: eve).problem == "404 not-found",
        "people who blocked one another do not meet")
      let own = try await world.opened(by: bob)
      #expect(try await host.put(world.path(own), sent(me: "Ada", rows: ["Ada"]), as: ada).problem == "404 not-found")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is on a course of that name where the holes are others than are known here`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      #expect(try await world.host.put(Self.path, sent(me: "Ada", rows: ["Ada"], holes: 8), as: ada).status == 200)
      let card = try await world.card(Self.id, as: ada)
      #expect(card["courseName"] == "Harbour Park" && card["holes"]?.array?.count == 8)
      let playing = try await world.host.get("\(FolfWorld.area)/courses/harbour-park", as: ada)["playing"]
      #expect(playing == 0, "it is not the course")
      #expect(
        try await world.host.put(Self.path, sent(me: "Bob", rows: ["Ada"]), as: ada).status == 200,
        "who is on the card stays there")
      let other = "\(FolfWorld.area)/rounds/other-round-of-hers-01"
      #expect(
        try await world.host.put(other, sent(me: "Nobody", rows: ["Zoe"]), as: ada).problem == "404 player-unknown")
      #expect(try await world.host.put(other, sent(me: "Ada", rows: ["Ada"]), as: ada).problem == "409 row-taken")
      #expect(
        try await world.host.put("\(Self.path)/guests/row-of-somebody-new", ["name": "Ida"], as: ada).status == 204)
    }
  }
}
