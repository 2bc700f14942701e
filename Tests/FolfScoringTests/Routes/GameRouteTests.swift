import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A game of several rounds` {
  @Test(.tags(.fs77, .fs78, .fs84, .fs86), arguments: TestHost.Engine.available)
  func `is its creator's to go on with or to end; it adds up over all rounds`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let lobby = try await world.opened(by: ada)
      #expect(try await host.post("\(world.path(lobby))/another", as: ada).problem == "409 round-not-started")
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 3], a, round, as: ada)
      try await world.fill([4, 3, 4, 3, 3, 4, 3, 3], b, round, as: bob)
      #expect(try await host.post("\(world.path(round))/another", as: bob).problem == "403 forbidden")
      let watcher = try await host.watch("folf-scoring/rounds/\(round)", as: bob)
      let next = try #require(
        try await host.post("\(world.path(round))/another", ["isReversed": true], as: ada)["round"]?.string)
      try await host.settled()
      #expect(watcher.events.count == 2, "it ended, and another one has begun")
      #expect(try await world.card(round, as: bob)["next"]?.string == next)
      #expect(try await world.card(round, as: bob)["state"] == "finished")
      #expect(try await host.post("\(world.path(round))/another", as: ada)["round"]?.string == next, "begun once")
      let fresh = try await world.card(next, as: bob)
      #expect(fresh["state"] == "running" && fresh["number"] == 2 && fresh["isHost"] == false)
      #expect(fresh["holes"]?.array?.map { $0["number"] } == [9, 8, 7, 6, 5, 4, 3, 2, 1])
      #expect(fresh["players"]?.array?.map { $0["throwCount"] } == [0, 0], "a fresh card")
      #expect(fresh["players"]?.array?.map { $0["before"]?["throwCount"] } == [29, 27])
      #expect(fresh["players"]?.array?.map { $0["before"]?["par"] } == [29, 26])
      let again = try await world.row("Ada", next, as: ada)
      try await world.fill([2, 3], again, next, as: bob)
      #expect(try await host.post("\(world.path(next))/finish", as: bob).problem == "403 forbidden")
      #expect(try await host.post("\(world.path(next))/finish", as: ada).status == 204)
      for id in [round, next] {
        let game = try await host.get("\(world.path(id))/game", as: bob)
        #expect(game["rounds"]?.array?.map { $0["id"]?.string } == [round, next])
        #expect(game["players"]?.array?.map { $0["name"] } == ["Ada", "Bob"])
        #expect(game["players"]?.array?.map { $0["throwCount"] } == [34, 27])
        #expect(game["players"]?.array?.map { $0["toPar"] } == [-1, 1])
        #expect(game["players"]?.array?.map { $0["place"] } == [1, 2])
        #expect(game["players"]?[0]?["rounds"]?.array?.map { $0["toPar"] } == [0, -1])
        #expect(game["players"]?[0]?["names"]?["birdie"] == 1 && game["players"]?[0]?["names"]?["par"] == 10)
      }
      #expect(try await host.get("\(world.path(round))/game", as: try await host.person("Eve")).status == 404)
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: bob).items.count == 2)
    }
  }

  @Test(
    .tags(.fs75, .fs77, .fs84, .fs86), arguments: TestHost.Engine.available,
    [[:], ["isReversed": false]] as [JSON])
  func `goes on in the same order of the holes, unless the other one is asked for`(
    on engine: TestHost.Engine, body: JSON
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let ada = try await host.person("Ada")
      let opened = try await host.post(
        "\(FolfWorld.area)/rounds", ["course": "harbour-park", "start": 3], as: ada)
      let round = try #require(opened["round"]?.string)
      #expect(try await host.post("\(world.path(round))/start", as: ada).status == 204)
      let a = try await world.row("Ada", round, as: ada)
      try await world.fill([5, 3, 2], a, round, as: ada)
      let first = try await world.card(round, as: ada)
      #expect(first["holes"]?.array?.map { $0["number"] } == [3, 4, 5, 6, 7, 8, 9, 1, 2])
      let another = try await host.post("\(world.path(round))/another", body, as: ada)
      let next = try #require(another["round"]?.string, "\(another.text)")
      let fresh = try await world.card(next, as: ada)
      #expect(fresh["holes"] == first["holes"] && fresh["number"] == 2)
      #expect(fresh["players"]?[0]?["throwCount"] == 0 && fresh["players"]?[0]?["cells"] == [])
      #expect(fresh["players"]?[0]?["before"]?["throwCount"] == 10)
      #expect(fresh["players"]?[0]?["before"]?["par"] == 10, "holes 3, 4 and 5")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is handed to another player, and ends by itself when nobody has heard of it for a day`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      let path = world.path(round)
      #expect(try await host.put("\(path)/host/\(b)", as: bob).problem == "403 forbidden")
      #expect(try await host.post("\(path)/guests", ["name": "Mo"], as: ada).status == 204)
      let guest = try await world.row("Mo", round, as: ada)
      #expect(try await host.put("\(path)/host/\(guest)", as: ada).problem == "404 player-unknown")
      #expect(try await host.put("\(path)/host/\(a)", as: ada).status == 200)
      #expect(try await host.put("\(path)/host/\(b)", as: ada).status == 200)
      #expect(try await world.card(round, as: ada)["isHost"] == false)
      #expect(try await host.post("\(path)/finish", as: ada).problem == "403 forbidden")
      try await host.clock.advance(by: .seconds(86_401))
      _ = try await world.opened(by: ada)
      let card = try await world.card(round, as: bob)
      #expect(card["state"] == "finished" && card["code"] == nil)
      try await world.enter([FolfWorld.entry("late", a, 1, 3)], round, as: bob)
      #expect(try await world.card(round, as: ada)["players"]?[0]?["throwCount"] == 3, "what comes later is not lost")
    }
  }
}
