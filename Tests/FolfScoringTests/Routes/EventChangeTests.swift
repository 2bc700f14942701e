import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A director` {
  private static let events = "\(FolfWorld.area)/events"

  /// A tournament of two players on two cards of one round, by name, with the cards' rounds.
  private func played(
    _ world: FolfWorld, by dee: TestPerson, with bob: TestPerson
  ) async throws -> (path: String, ids: [String: String], rounds: [String]) {
    let host = world.host
    let body: JSON = [
      "name": "Spring Open", "course": "harbour-park", "startsAt": "2025-08-16T09:00:00Z", "interval": 10,
      "isPublic": true,
    ]
    let event = try #require(try await host.post(Self.events, body, as: dee)["event"]?.string)
    let path = "\(Self.events)/\(event)"
    #expect(try await host.put("\(path)/entry", ["division": "MPO", "consents": true], as: bob).status == 200)
    #expect(try await host.post("\(path)/entrants", ["name": "Mo", "division": "MPO"], as: dee).status == 200)
    let rows = try await host.get(path, as: dee)["rows"]?.array ?? []
    let ids = Dictionary(rows.map { ($0["name"]?.string ?? "", $0["id"]?.string ?? "") }) { one, _ in one }
    let cards: JSON = [
      "startsAt": "2025-08-16T08:30:00Z", "cards": [[.string(ids["Bob"] ?? "")], [.string(ids["Mo"] ?? "")]],
    ]
    #expect(try await host.post("\(path)/rounds", cards, as: dee).status == 201)
    let made = try await host.get(path, as: dee)["cards"]?.array ?? []
    #expect(made.map { $0["teeTime"] } == ["2025-08-16T08:30:00Z", "2025-08-16T08:40:00Z"])
    return (path, ids, made.compactMap { $0["round"]?.string })
  }

  @Test(.tags(.fs5, .fs6), arguments: TestHost.Engine.available)
  func `changes a tournament and the time of a card, of which its players are told`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, bob) = (try await host.person("Dee"), try await host.person("Bob"))
      let (path, _, rounds) = try await played(world, by: dee, with: bob)
      let change: JSON = [
        "name": "Summer Open", "about": "Bring water", "startsAt": "2025-08-16T10:00:00Z", "rounds": 2, "groupSize": 5,
      ]
      #expect(try await host.put(path, change, as: bob).problem == "403 forbidden")
      #expect(try await host.put(path, change, as: dee).status == 200)
      let changed = try await host.get(path, as: bob)["event"]
      #expect(changed?["name"] == "Summer Open" && changed?["about"] == "Bring water" && changed?["rounds"] == 2)
      #expect(changed?["isPublic"] == false && changed?["interval"] == nil && changed?["groupSize"] == 5)
      #expect(changed?["courseName"] == "Harbour Park", "where it is played stays")
      #expect(try await host.get(path).problem == "404 not-found", "nobody else sees it any more")
      #expect(try await host.get("\(path)/statistics").problem == "404 not-found")
      let league: JSON = ["name": "x", "startsAt": "2025-08-16T10:00:00Z", "league": "nobody"]
      #expect(try await host.put(path, league, as: dee).problem == "404 league-unknown")
      let moved: JSON = ["teeTime": "2025-08-16T11:15:00Z"]
      #expect(try await host.put("\(path)/cards/\(rounds[0])", moved, as: bob).problem == "403 forbidden")
      #expect(try await host.put("\(path)/cards/nobody", moved, as: dee).problem == "404 card-unknown")
      #expect(try await host.put("\(path)/cards/\(rounds[0])", moved, as: dee).status == 200)
      let cards = try await host.get(path, as: bob)["cards"]?.array ?? []
      #expect(cards.first { $0["round"] != nil }?["teeTime"] == "2025-08-16T11:15:00Z")
      try await host.settled()
      let told = try await host.get("/v1/me/notifications", as: bob).items.compactMap { $0["text"]?.string }
      #expect(told.contains("The tee time of your card of Summer Open has moved."), "\(told)")
      #expect(try await host.post("\(world.path(rounds[0]))/finish", as: dee).status == 204)
      #expect(try await host.put("\(path)/cards/\(rounds[0])", moved, as: dee).problem == "409 card-over")
    }
  }

  @Test(.tags(.fs5, .fs6, .fs7, .fs160), arguments: TestHost.Engine.available)
  func `reads what each hole cost while it is played, and names who has won a playoff`(on engine: TestHost.Engine)
    async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, bob) = (try await host.person("Dee"), try await host.person("Bob"))
      let (path, ids, rounds) = try await played(world, by: dee, with: bob)
      #expect(try await host.get("\(path)/statistics")["holes"] == [])
      let rows = [
        try await world.row("Bob", rounds[0], as: dee), try await world.row("Mo", rounds[1], as: dee),
      ]
      #expect(try await world.card(rounds[0], as: bob)["event"]?.string.map { path.hasSuffix($0) } == true)
      try await world.fill([2, 4], rows[0], rounds[0], as: dee)
      let early = try await host.get("\(path)/statistics")
      #expect(early["holes"]?.array?.map { $0["number"] } == [1, 2] && early["entrants"]?.array?.count == 1)
      #expect(early["holes"]?[0]?["names"]?["birdie"] == 1 && early["holes"]?[1]?["names"]?["bogey"] == 1)
      try await world.fill([3, 3, 4, 3, 3, 4, 3, 3, 3], rows[1], rounds[1], as: dee)
      let rest = [4, 3, 3, 4, 3, 3, 3].enumerated().map {
        FolfWorld.entry("rest-\($0)", rows[0], $0 + 3, $1)
      }
      #expect(try await world.enter(rest, rounds[0], as: dee)["refused"] == [])
      let first = try await host.get("\(path)/statistics")["holes"]?[0]
      #expect(first?["average"] == 2.5 && first?["best"] == 2 && first?["count"] == 2 && first?["par"] == 3)
      func playoff(_ name: String, as person: TestPerson) async throws -> TestReply {
        try await host.put("\(path)/playoffs/\(ids[name] ?? "nobody")", [:], as: person)
      }
      #expect(try await playoff("Bob", as: dee).problem == "409 not-tied", "nobody has finished")
      for round in rounds { #expect(try await host.post("\(world.path(round))/finish", as: dee).status == 204) }
      #expect(try await playoff("Bob", as: bob).problem == "403 forbidden")
      #expect(try await playoff("Zoe", as: dee).problem == "404 entrant-unknown")
      func shown(_ field: String) async throws -> [JSON?] {
        let rows = try await host.get(path, as: dee)["rows"]?.array ?? []
        return ["Bob", "Mo"].map { name in rows.first { $0["name"]?.string == name }?[field] }
      }
      #expect(try await shown("place") == [1, 1])
      #expect(try await playoff("Bob", as: dee).status == 200)
      #expect(try await shown("place") == [1, 2])
      #expect(try await shown("isTied") == [false, false])
      #expect(try await playoff("Mo", as: dee).status == 200, "the other one, after all")
      #expect(try await shown("place") == [2, 1])
      #expect(try await shown("hasWonPlayoff") == [false, true])
    }
  }

  @Test(.tags(.fs5, .fs7, .fs163), arguments: TestHost.Engine.available)
  func `and everybody else see the board change with each score`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, bob) = (try await host.person("Dee"), try await host.person("Bob"))
      let (path, _, rounds) = try await played(world, by: dee, with: bob)
      let topic = "folf-scoring/events/\(path.split(separator: "/").last ?? "")"
      let stranger = try await host.watch(topic, as: nil)
      let row = try await world.row("Bob", rounds[0], as: bob)
      #expect(try await world.enter([FolfWorld.entry("one", row, 1, 2)], rounds[0], as: bob)["refused"] == [])
      let shown = try await host.get(path)["rows"]?.array?.first { $0["name"]?.string == "Bob" }
      #expect(shown?["toPar"] == -1 && shown?["thru"] == 1)
      try await host.settled()
      #expect(stranger.events.map(\.name) == ["board"])
      await stranger.end()
    }
  }
}
