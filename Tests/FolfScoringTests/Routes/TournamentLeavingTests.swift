import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A tournament whose people leave` {
  @Test(.tags(.fs24), arguments: TestHost.Engine.available)
  func `names its director nowhere any more, is shown to nobody else for that, and is played to its end`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let points: JSON = ["name": "Tour", "points": [10]]
      let league = try await host.post("\(FolfWorld.area)/leagues", points, as: dee)["league"] ?? .null
      let event = try await SampleTournament(world, by: dee, ["league": league])
      try await event.enter(ada, bob)
      try await event.write("Mo")
      let round = try await event.makeCards()[0]
      let hidden: JSON = ["name": "Club night", "startsAt": "2025-08-16T09:00:00Z", "league": league]
      #expect(try await host.put(event.path, hidden, as: dee).status == 200)
      try await host.leave(dee)
      try await host.settled()
      let named: Int = try await host.services.storage.read { transaction in
        try await transaction.query(
          """
          select (select count(*) from events where owner = \(dee.id)) + (select count(*) from rounds where host = \(dee.id))
            + (select count(*) from leagues where owner = \(dee.id)) + (select count(*) from players where added_by = \(dee.id))
            as n
          """)[0]["n"]
      }
      #expect(named == 0)
      #expect(try await host.get(SampleTournament.events).items == [], "it is for its entrants alone")
      #expect(try await host.get(SampleTournament.events, as: ada).items.map { $0["name"] } == ["Club night"])
      #expect(try await host.get(event.path).problem == "404 not-found")
      let table = "\(FolfWorld.area)/leagues/\(league.string ?? "")"
      #expect(try await host.get(table)["calendar"] == [])
      let board = try await event.board(as: ada)
      #expect(board["director"] == "" && board["isDirector"] == false && board["rows"]?.array?.count == 3)
      for person in [ada, bob] {
        try await event.keep(["Ada": [3, 3], "Bob": [3, 2], "Mo": [4, 4]], round, as: person)
      }
      for person in [ada, bob] { #expect(try await event.submit(round, as: person).status == 200) }
      let after = try await event.board(as: ada)
      #expect(after["cards"]?[0]?["isOver"] == true)
      #expect(after["rows"]?.array?.map { $0["name"] } == ["Bob", "Ada", "Mo"])
      #expect(after["rows"]?.array?.map { $0["place"] } == [1, 2, 3])
    }
  }

  /// Official Rules, 808.A: no player's word about the own score is enough, and nobody else becomes the director.
  @Test(.tags(.fs8, .fs24), arguments: TestHost.Engine.available)
  func `has no player direct in the place of a director who played, too`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let event = try await SampleTournament(world, by: dee)
      try await event.enter(dee, ada, bob)
      let round = try await event.makeCards()[0]
      try await event.keep(["Dee": [3, 3], "Ada": [3, 4], "Bob": [2, 3]], round, as: ada)
      try await host.leave(dee)
      try await host.settled()
      for person in [ada, bob] {
        #expect(try await world.card(round, as: person)["isHost"] == false)
        #expect(try await host.post("\(world.path(round))/finish", as: person).problem == "403 forbidden")
      }
      let cells = try await world.card(round, as: bob)["players"]?.array?.map { $0["cells"] }
      #expect(cells == [[], [], []], "Bob sees his own card alone")
      #expect(try await event.submit(round, as: ada).problem == "409 cards-differ")
      try await event.keep(["Ada": [3, 4], "Bob": [2, 3]], round, as: bob)
      for person in [ada, bob] { #expect(try await event.submit(round, as: person).status == 200) }
      let rows = try await event.board(as: bob)["rows"]?.array ?? []
      #expect(rows.map { $0["name"] } == ["Bob", "", "Ada"] && rows.map { $0["total"] } == [5, 6, 7])
    }
  }

  @Test(.tags(.fs24, .fs160), arguments: TestHost.Engine.available)
  func `keeps the places of all, also when the last one with an account leaves a card`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada) = (try await host.person("Dee"), try await host.person("Ada"))
      let event = try await SampleTournament(world, by: dee, ["rounds": 2])
      try await event.enter(ada)
      try await event.write("Mo")
      let round = try await event.makeCards()[0]
      try await event.end(round, ["Ada": [3, 3], "Mo": [2, 3]])
      try await host.leave(ada)
      try await host.settled()
      let rows = try await event.board(as: dee)["rows"]?.array ?? []
      #expect(rows.map { $0["name"] } == ["Mo", ""] && rows.map { $0["place"] } == [1, 2])
      #expect(rows.map { $0["rounds"] } == [[5], [6]] && rows.allSatisfy { $0["memberNumber"] == nil })
      try await event.makeCards()
      let numbers = try await event.board()["cards"]?.array?.map { $0["number"] }
      #expect(numbers == [1, 2], "the second round follows the first")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `goes on with the account that two of them become`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let event = try await SampleTournament(world, by: dee)
      try await event.enter(dee, ada, bob)
      let round = try await event.makeCards()[0]
      for person in [dee, ada, bob] {
        try await event.keep(["Dee": [3, 3], "Ada": [3, 4], "Bob": [2, 3]], round, as: person)
      }
      #expect(try await event.submit(round, as: dee).status == 200)
      try await host.merge(dee, into: ada)
      try await host.settled()
      let board = try await event.board(as: ada)
      #expect(board["isDirector"] == true && board["rows"]?.array?.count == 3)
      #expect(board["rows"]?.array?.first { $0["isMe"] == true }?["name"] == "Ada")
      #expect(board["rows"]?.array?.map { $0["name"] } == ["Bob", "Dee", "Ada"])
      let state = try await host.get("\(world.path(round))/reconciliation", as: ada)
      #expect(state["isSubmitted"] == true && state["differences"] == [])
      #expect(try await event.submit(round, as: bob).status == 200)
      #expect(try await event.board(as: bob)["cards"]?[0]?["isOver"] == true)
      #expect(try await host.post("\(event.path)/finish", as: ada).status == 204, "who directed goes on directing")
      let data = try await host.export(of: ada)["plugins"]?["folf-scoring"]?["data"]
      #expect(data?["directed"]?.array?.map { $0["name"] } == ["Spring Open"])
      #expect(data?["tournaments"]?.array?.count == 1 && data?["submissions"]?.array?.count == 1)
    }
  }
}
