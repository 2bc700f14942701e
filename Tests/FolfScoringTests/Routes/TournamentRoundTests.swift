import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The rounds of a tournament` {
  @Test(.tags(.fs6, .fs7), arguments: TestHost.Engine.available)
  func `begin on every hole at once in a shotgun start`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let dee = try await world.host.person("Dee")
      let event = try await SampleTournament(world, by: dee, ["interval": .null, "groupSize": 3])
      try await event.write("A", "B", "C", "D", "E", "F", "G")
      let rounds = try await event.makeCards()
      let cards = try await event.board()["cards"]?.array ?? []
      #expect(cards.map { $0["hole"] } == [1, 1, 2], "two holes for three cards")
      #expect(cards.allSatisfy { $0["teeTime"] == "2025-08-16T09:00:00Z" })
      #expect(cards.compactMap { $0["entrants"]?.array?.count }.sorted() == [2, 2, 3])
      var begun: [JSON?] = []
      for round in rounds { begun.append(try await world.card(round, as: dee)["holes"]?[0]?["number"]) }
      #expect(begun == [1, 1, 2], "each card goes on from the hole where it begins")
    }
  }

  /// PDGA, Competition Manual, 1.09: groups are made within a division, the leaders last.
  @Test(.tags(.fs6, .fs160), arguments: TestHost.Engine.available)
  func `keep pools and divisions together, and let the leaders play last`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let dee = try await host.person("Dee")
      let event = try await SampleTournament(world, by: dee, ["groupSize": 3, "rounds": 2])
      try await event.write("Ida Berg", "Jo Adam", pool: "B")
      try await event.write("Ann Zorn", "Ben Abel", "Cem Moss", "Don Tate", division: "MPO", pool: "A")
      try await event.write("Eva Frey", division: "FPO", pool: "A")
      let rounds = try await event.makeCards()
      let groups = [["Eva Frey"], ["Ann Zorn", "Don Tate"], ["Cem Moss", "Ben Abel"], ["Ida Berg", "Jo Adam"]]
      #expect(try await event.groups(of: 1) == groups, "of equal ones the last name")
      let times = try await event.board()["cards"]?.array?.map { $0["teeTime"]?.string?.dropFirst(11).prefix(5) } ?? []
      #expect(times == ["09:00", "09:10", "09:20", "09:30"])
      #expect(try await host.post("\(event.path)/rounds", as: dee).problem == "409 round-open")
      let scores = [
        ["Eva Frey": [3, 3]], ["Ann Zorn": [3, 3], "Don Tate": [3, 4]], ["Cem Moss": [2], "Ben Abel": [2, 3]],
        ["Ida Berg": [4, 2], "Jo Adam": [3, 3]],
      ]
      for (round, scores) in zip(rounds, scores) { try await event.end(round, scores) }
      try await host.clock.advance(to: "2025-08-16T15:00:00Z")
      try await event.makeCards()
      #expect(
        try await event.groups(of: 2) == [
          ["Eva Frey"], ["Cem Moss", "Don Tate"], ["Ann Zorn", "Ben Abel"], ["Ida Berg", "Jo Adam"],
        ], "Cem has not finished the first round, and leads nobody")
      let board = try await event.board()
      let second = board["cards"]?.array?.filter { $0["number"] == 2 } ?? []
      #expect(second.first?["teeTime"] == "2025-08-16T15:00:00Z", "the beginning of the tournament is over")
      let fewer: JSON = ["name": "Spring Open", "startsAt": "2025-08-16T09:00:00Z", "rounds": 1]
      #expect(try await host.put(event.path, fewer, as: dee).pointers == ["/rounds"])
      for round in try await event.board(as: dee)["cards"]?.array?.filter({ $0["number"] == 2 }) ?? [] {
        let path = world.path(round["round"]?.string ?? "")
        #expect(try await host.post("\(path)/finish", as: dee).status == 204)
      }
      #expect(try await host.post("\(event.path)/rounds", as: dee).problem == "409 rounds-played")
    }
  }

  @Test(.tags(.fs6), arguments: TestHost.Engine.available)
  func `are made by hand, of nobody twice, and not while nobody plays`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada) = (try await host.person("Dee"), try await host.person("Ada"))
      let event = try await SampleTournament(world, by: dee)
      #expect(try await host.post("\(event.path)/rounds", as: dee).problem == "409 nobody-plays")
      #expect(try await event.board()["event"]?["state"] == "open")
      try await event.enter(ada)
      try await event.write("Mo", "Zoe")
      let (a, mo) = (try await event.entrant("Ada"), try await event.entrant("Mo"))
      for cards in [[[a, mo], [mo]], [[a, a]], [[a], ["nobody"]]] as [JSON] {
        let reply = try await host.post("\(event.path)/rounds", ["cards": cards], as: dee)
        #expect(reply.problem == "404 entrant-unknown")
      }
      #expect(try await host.post("\(event.path)/rounds", ["cards": []], as: dee).pointers == ["/cards"])
      #expect(try await host.post("\(event.path)/rounds", ["cards": [[]]], as: dee).pointers == ["/cards/0"])
      try await event.makeCards(["cards": [[mo], [a]], "startsAt": "2025-08-16T07:45:00Z"])
      #expect(try await event.groups(of: 1) == [["Mo"], ["Ada"]], "whom the director leaves out does not play")
      let times = try await event.board()["cards"]?.array?.map { $0["teeTime"] }
      #expect(times == ["2025-08-16T07:45:00Z", "2025-08-16T07:55:00Z"])
      try await host.settled()
      let told = try await host.inbox(of: ada).filter { $0["kind"]?.string?.contains("card") == true }
      #expect(told.map { $0["text"] } == ["Your card of Spring Open is there, with your tee time."])
      let known = try await host.inbox(of: dee).filter { $0["kind"]?.string?.contains("card") == true }
      #expect(known.isEmpty, "who makes the cards knows of them")
    }
  }

  @Test(.tags(.fs8), arguments: TestHost.Engine.available)
  func `have cards that are ended, but neither given up, handed on, nor followed by a game of their own`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada) = (try await host.person("Dee"), try await host.person("Ada"))
      let event = try await SampleTournament(world, by: dee, ["rounds": 2])
      try await event.enter(ada)
      let round = try await event.makeCards()[0]
      let path = world.path(round)
      let row = try await world.row("Ada", round, as: dee)
      for (method, part) in [(FieldhouseKit.Method.post, "cancel"), (.post, "another"), (.put, "host/\(row)")] {
        let reply = try await host.call(method, "\(path)/\(part)", [:], as: dee)
        #expect(reply.problem == "403 forbidden", "\(part)")
      }
      let card = try await world.card(round, as: dee)
      #expect(card["state"] == "running" && card["isHost"] == true && card["next"] == nil)
      try await event.end(round, ["Ada": [3, 3]])
      #expect(try await host.post("\(path)/another", as: dee).problem == "403 forbidden", "also when it is over")
      try await event.makeCards()
      #expect(try await event.board()["cards"]?.array?.map { $0["isOver"] } == [true, false])
    }
  }
}
