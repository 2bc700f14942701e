import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A round of teams that throw together` {
  /// Ada and Bob on one team, on harbour-park, whose par is 29.
  private func started(_ world: FolfWorld, _ ada: TestPerson, _ bob: TestPerson) async throws -> String {
    let round = try await world.opened(by: ada)
    let path = world.path(round)
    let code = try await world.card(round, as: ada)["code"] ?? .null
    #expect(try await world.host.post("\(FolfWorld.area)/rounds/join", ["code": code], as: bob).status == 200)
    for name in ["Ada", "Bob"] {
      let row = try await world.row(name, round, as: ada)
      #expect(try await world.host.put("\(path)/players/\(row)", ["team": 1], as: ada).status == 200)
    }
    let games: JSON = ["games": [["kind": "stroke"]], "format": "best-shot"]
    #expect(try await world.host.put("\(path)/games", games, as: ada).status == 200)
    #expect(try await world.host.post("\(path)/start", as: ada).status == 204)
    return round
  }

  @Test(.tags(.fs116, .fs144), arguments: TestHost.Engine.available)
  func `is nobody's record, and no round of others to compare with`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await started(world, ada, bob)
      try await world.fill(Array(repeating: 2, count: 9), try await world.row("Ada", round, as: ada), round, as: bob)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      func course(_ person: TestPerson) async throws -> TestReply {
        try await host.get("\(FolfWorld.area)/courses/harbour-park/statistics", as: person)
      }
      for person in [ada, eve] {
        let found = try await course(person)
        #expect(found["record"] == nil && found["everybody"] == nil && found["rounds"] == 0)
      }
      let alone = try await world.started(eve)
      try await world.fill(Array(repeating: 4, count: 9), try await world.row("Eve", alone, as: eve), alone, as: eve)
      #expect(try await host.post("\(world.path(alone))/finish", as: eve).status == 204)
      let found = try await course(ada)
      #expect(found["record"] == 36 && found["everybody"] == 7)
    }
  }

  @Test(.tags(.fs148), arguments: TestHost.Engine.available)
  func `is agreed to by each member until its score changes, and shown elsewhere with as many holes as it has`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await started(world, ada, bob)
      let row = try await world.row("Ada", round, as: ada)
      try await world.fill([2, 3], row, round, as: bob)
      for person in [ada, bob] { #expect(try await host.post("\(world.path(round))/sign", as: person).status == 204) }
      func signed() async throws -> [Bool] {
        try await world.card(round, as: ada)["players"]?.array?.map { $0["signedAt"] != nil } ?? []
      }
      #expect(try await signed() == [true, true])
      try await world.enter([FolfWorld.entry("third", row, 3, 5)], round, as: ada)
      #expect(try await signed() == [false, false], "what both have agreed to has changed")
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      let share = try #require(try await host.post("\(world.path(round))/share", as: bob)["share"]?.string)
      let card = try await host.get("\(FolfWorld.area)/shared/\(share)/card")
      #expect(card["value"] == "E" && card["lines"]?[0] == "10 throws on 3 holes", "\(card.text)")
      let shown = try await host.get("\(FolfWorld.area)/shared/\(share)")
      #expect(shown["throwCount"] == 10 && shown["toPar"] == 0 && shown["holes"] == [])
    }
  }
}
