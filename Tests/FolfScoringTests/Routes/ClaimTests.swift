import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The row of a player without an account` {
  @Test(.tags(.fs96), arguments: TestHost.Engine.available)
  func `becomes somebody's own by what its scorer hands on, in every round of the game`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let first = try await world.started(ada, bob)
      #expect(try await host.post("\(world.path(first))/guests", ["name": "Mo"], as: bob).status == 204)
      let row = try await world.row("Mo", first, as: ada)
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 2], row, first, as: ada)
      let next = try #require(try await host.post("\(world.path(first))/another", as: ada)["round"]?.string)
      let path = "\(world.path(first))/players/\(row)/claim"
      let mine = try await world.row("Bob", first, as: ada)
      let others = "\(world.path(first))/players/\(mine)/claim"
      #expect(try await host.post(others, as: ada).problem == "404 player-unknown", "Bob has an account")
      #expect(try await host.post(path, as: eve).problem == "404 not-found")
      let made = try await host.post(path, as: bob)
      let claim = try #require(made["claim"]?.string)
      #expect(try await host.post(path, as: ada)["claim"]?.string == claim, "the same one, while it lasts")
      let claims = "\(FolfWorld.area)/claims"
      let seen = try await host.get("\(claims)/\(claim)", as: eve)
      #expect(seen["name"] == "Mo" && seen["courseName"] == "Harbour Park")
      #expect(try await host.get("\(claims)/\(claim)", as: try await host.guest()).problem == "403 account-needed")
      #expect(try await host.put("\(claims)/\(claim)", as: bob).problem == "409 plays-already")
      #expect(try await host.put("\(claims)/nothing", as: eve).problem == "404 claim-unknown")
      #expect(try await host.put("\(claims)/\(claim)", as: eve)["round"]?.string == first)
      #expect(try await host.put("\(claims)/\(claim)", as: eve).problem == "404 claim-unknown", "once")
      #expect(try await world.card(first, as: eve)["players"]?[2]?["name"] == "Eve")
      #expect(try await world.card(next, as: eve)["players"]?[2]?["name"] == "Eve")
      let history = try await host.get("\(FolfWorld.area)/me/rounds", as: eve)
      #expect(history.items.map { $0["toPar"] }.contains(-1) && history.items.count == 2)
      let statistics = try await host.get("\(FolfWorld.area)/me/statistics", as: eve)
      #expect(statistics["rounds"] == 1 && statistics["names"]?["birdie"] == 1)
    }
  }

  @Test(.tags(.fs96), arguments: TestHost.Engine.available)
  func `of a tournament becomes somebody's own with the entry, on all of its cards`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, eve) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Eve"))
      let event = try await SampleTournament(world, by: dee, ["rounds": 3, "isPublic": .bool(false)])
      #expect(try await host.get(event.path, as: eve).problem == "404 not-found")
      try await event.write("Mo", "Zoe")
      var rounds: [String] = []
      for scores in [["Mo": [3, 3], "Zoe": [2, 3]], ["Mo": [3, 2], "Zoe": [3, 3]]] {
        rounds.append(try await event.makeCards()[0])
        try await event.end(rounds[rounds.count - 1], scores)
      }
      let row = try await world.row("Mo", rounds[0], as: dee)
      let made = try await host.post("\(world.path(rounds[0]))/players/\(row)/claim", as: dee)
      let claim = "\(FolfWorld.area)/claims/\(try #require(made["claim"]?.string, "\(made.text)"))"
      #expect(try await host.put(claim, as: eve).status == 200)
      let mine = try await event.board(as: eve)["rows"]?.array?.first { $0["isMe"] == true }
      #expect(mine?["name"] == "Eve" && mine?["rounds"] == [6, 5])
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: eve).items.count == 2)
      let next = try await event.makeCards()[0]
      #expect(try await world.card(next, as: eve)["me"] != nil)
      let other = try await world.row("Zoe", rounds[1], as: dee)
      let second = try await host.post("\(world.path(rounds[1]))/players/\(other)/claim", as: dee)
      let claims = "\(FolfWorld.area)/claims/\(second["claim"]?.string ?? "")"
      #expect(try await host.put(claims, as: eve).problem == "409 plays-already", "nobody plays twice")
      #expect(try await host.put(claims, as: ada).status == 200)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is handed on by nobody else, not after 30 days, and not to whom a player has blocked`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.started(ada, bob)
      #expect(try await host.post("\(world.path(round))/guests", ["name": "Mo"], as: ada).status == 204)
      let path = "\(world.path(round))/players/\(try await world.row("Mo", round, as: ada))/claim"
      #expect(try await host.post(path, as: bob).problem == "403 forbidden")
      let claim = try #require(try await host.post(path, as: ada)["claim"]?.string)
      let claims = "\(FolfWorld.area)/claims/\(claim)"
      #expect(try await host.put("/v1/me/blocked/\(eve.id)", as: bob).status == 204)
      #expect(try await host.get(claims, as: eve).problem == "404 claim-unknown")
      try await host.clock.advance(by: .seconds(30 * 86_400))
      let sam = try await host.person("Sam")
      #expect(try await host.put(claims, as: sam).problem == "404 claim-unknown")
      #expect(try await host.post(path, as: ada)["claim"]?.string != claim)
    }
  }
}
