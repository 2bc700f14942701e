import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Submitting a card of a tournament` {
  /// A card of some people on two holes, which each of them has kept.
  private func kept(
    _ world: FolfWorld, by dee: TestPerson, _ people: [TestPerson]
  ) async throws -> (event: SampleTournament, round: String) {
    let event = try await SampleTournament(world, by: dee)
    for person in people { try await event.enter(person) }
    let round = try await event.makeCards()[0]
    let scores = Dictionary(people.map { ($0.name, [3, 3]) }) { one, _ in one }
    for person in people { try await event.keep(scores, round, as: person) }
    return (event, round)
  }

  /// PDGA, Official Rules of Disc Golf, 808.F: within 30 minutes of the end of the group's round, else two throws.
  @Test(.tags(.fs8, .fs160), arguments: TestHost.Engine.available)
  func `is in time for 30 minutes, and as late as it came first, however often it comes`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let (event, round) = try await kept(world, by: dee, [ada, bob])
      let row = try await world.row("Ada", round, as: bob)
      try await host.clock.advance(by: .seconds(60))
      let corrected = [("four", 4, "\(bob.id)-\(row)-1"), ("three", 3, "four")].map {
        FolfWorld.entry($0.0, row, 2, $0.1, base: [$0.2])
      }
      #expect(try await world.enter(corrected, round, as: bob)["refused"] == [])
      let found = try await host.get("\(world.path(round))/reconciliation", as: bob)
      #expect(found["completeAt"] == "2025-08-15T12:00:00Z", "a correction gives no more time")
      try await host.clock.advance(to: "2025-08-15T12:30:00Z")
      #expect(try await event.submit(round, as: bob)["isLate"] == false)
      try await host.clock.advance(by: .seconds(1))
      #expect(try await event.submit(round, as: bob)["isLate"] == false, "a phone that has had no answer")
      #expect(try await event.board()["cards"]?[0]?["isOver"] == false)
      #expect(try await event.submit(round, as: ada)["isLate"] == true)
      #expect(try await event.submit(round, as: ada)["isLate"] == true)
      #expect(try await event.submit(round, as: bob)["isLate"] == false, "also when all is over")
      #expect(try await event.shown("penalties", "Ada", "Bob") == [2, 0], "each at most once")
      #expect(try await event.shown("rounds", "Ada", "Bob") == [[8], [6]])
      #expect(try await event.board()["cards"]?[0]?["isOver"] == true)
      let rows = try await world.card(round, as: bob)["players"]?.array ?? []
      #expect(rows.allSatisfy { $0["signedAt"] != nil }, "who submits agrees to the own row")
    }
  }

  @Test(.tags(.fs8), arguments: TestHost.Engine.available)
  func `is waited for of each who has finished, also when somebody submits and is out then`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let cleo = try await host.person("Cleo")
      let (event, round) = try await kept(world, by: dee, [ada, bob, cleo])
      #expect(try await event.submit(round, as: bob).status == 200)
      let row = try await world.row("Bob", round, as: dee)
      #expect(try await world.enter([FolfWorld.entry("out", row, 0, 1)], round, as: dee)["refused"] == [])
      #expect(try await event.submit(round, as: ada).status == 200)
      let waiting = try await host.get("\(world.path(round))/reconciliation", as: cleo)
      #expect(waiting["isSubmitted"] == false && waiting["submitted"]?.array?.count == 2)
      #expect(try await event.board()["cards"]?[0]?["isOver"] == false, "Cleo has not submitted")
      #expect(try await event.submit(round, as: cleo).status == 200)
      #expect(try await event.board()["cards"]?[0]?["isOver"] == true)
      #expect(try await event.shown("isOut", "Ada", "Bob", "Cleo") == [false, true, false])
    }
  }

  @Test(.tags(.fs8), arguments: TestHost.Engine.available)
  func `is for those on it while it is played, and costs nobody anything once the director has ended it`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let eve = try await host.person("Eve")
      let (event, round) = try await kept(world, by: dee, [ada, bob])
      #expect(try await event.submit(round, as: dee).problem == "404 player-unknown", "who directs keeps no card")
      #expect(try await event.submit(round, as: eve).problem == "404 not-found")
      #expect(try await event.submit(round, as: ada)["isLate"] == false)
      try await host.clock.advance(by: .seconds(7_200))
      #expect(try await host.post("\(world.path(round))/finish", as: dee).status == 204)
      #expect(try await event.submit(round, as: bob).problem == "409 round-over")
      #expect(try await event.submit(round, as: ada)["isLate"] == false)
      #expect(try await event.shown("rounds", "Ada", "Bob") == [[6], [6]])
      #expect(try await event.board(as: dee)["penalties"] == [])
      let casual = try await world.started(ada, bob)
      #expect(try await event.submit(casual, as: ada).problem == "409 not-independent")
      let compared = try await host.get("\(world.path(casual))/reconciliation", as: ada)
      #expect(compared.problem == "409 not-independent")
    }
  }

  @Test(.tags(.fs8), arguments: TestHost.Engine.available)
  func `needs no second card where nobody else has an account, and shows the others' only beside a whole one`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let event = try await SampleTournament(world, by: dee)
      try await event.enter(ada, bob)
      try await event.write("Mo")
      let (a, b, mo) = (try await event.entrant("Ada"), try await event.entrant("Bob"), try await event.entrant("Mo"))
      let rounds = try await event.makeCards(["cards": [[a, mo], [b]]])
      try await event.keep(["Ada": [3, 3], "Mo": [4]], rounds[0], as: ada)
      let path = "\(world.path(rounds[0]))/reconciliation"
      let early = try await host.get(path, as: ada)
      #expect(early["isReady"] == false && early["completeAt"] == nil && early["differences"] == [])
      let row = try await world.row("Mo", rounds[0], as: dee)
      let director = try await host.get(path, as: dee)
      #expect(director["isReady"] == true, "the director sees at any time what is to be settled")
      #expect(director["differences"] == [["player": .string(row), "hole": 2, "values": []]])
      #expect(try await event.submit(rounds[0], as: ada).problem == "409 cards-differ")
      let last = FolfWorld.entry("last", row, 2, 5)
      #expect(try await world.enter([last], rounds[0], as: ada)["refused"] == [])
      #expect(try await event.submit(rounds[0], as: ada)["isLate"] == false)
      #expect(try await event.board()["cards"]?.array?.map { $0["isOver"] } == [true, false])
      #expect(try await event.shown("total", "Ada", "Mo", "Bob") == [6, 9, 0])
      #expect(try await event.shown("place", "Ada", "Mo", "Bob") == [1, 2, nil])
    }
  }
}
