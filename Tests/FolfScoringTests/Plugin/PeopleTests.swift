import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Rounds and what happens to people` {
  private func export(_ person: TestPerson, _ host: TestHost) async throws -> JSON? {
    let data = try await host.export(of: person)["plugins"]?["folf-scoring"]?["data"]
    return data == .null ? nil : data
  }

  @Test(.tags(.fs85), arguments: TestHost.Engine.available)
  func `who leaves takes name and account along; the card stays with the others until the last one goes`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let round = try await world.started(ada, bob)
      let (a, b) = (try await world.row("Ada", round, as: ada), try await world.row("Bob", round, as: ada))
      try await world.enter([FolfWorld.entry("e1", a, 1, 2), FolfWorld.entry("e2", b, 1, 4)], round, as: ada)
      #expect(try await export(ada, host)?["entries"]?.array?.map { $0["value"] } == [2, 4])
      #expect(try await export(ada, host)?["rounds"]?[0]?["toPar"] == -1)
      let watcher = try await host.watch("folf-scoring/rounds/\(round)", as: bob)
      try await host.leave(ada)
      try await host.settled()
      #expect(watcher.events.last?.name == "card", "who looks at the card is told")
      let card = try await world.card(round, as: bob)
      #expect(card["isHost"] == true, "the host's departure ends nothing")
      #expect(card["players"]?[0]?["name"] == "" && card["players"]?[0]?["throwCount"] == 2)
      #expect(card["players"]?[1]?["cells"]?[0]?["current"]?[0]?["by"] == nil)
      try await world.enter([FolfWorld.entry("e3", a, 2, 3)], round, as: bob)
      let left = try await host.services.storage.read { transaction in
        try await transaction.first(
          """
          select (select count(*) from entries where author = \(ada.id) or device = \("phone-\(ada.id)"))
            + (select count(*) from players where account = \(ada.id) or name = 'Ada' or added_by = \(ada.id)) as n
          """)?["n"] ?? -1
      }
      #expect(left == 0)
      try await host.leave(bob)
      try await host.settled()
      let rows = try await host.services.storage.read { transaction in
        try await transaction.first(
          "select (select count(*) from rounds) + (select count(*) from players) + (select count(*) from entries) as n"
        )?["n"] ?? -1
      }
      #expect(rows == 0)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `a guest who signs in keeps the rounds, and on a card with both the guest's row stays`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, guest) = (try await host.person("Ada"), try await host.person("Bob"), try await host.guest())
      let alone = try await world.started(bob, guest)
      let both = try await world.started(bob, guest, ada)
      let row = try await world.card(alone, as: guest)["me"]?.string ?? ""
      try await world.enter([FolfWorld.entry("e1", row, 1, 2)], alone, as: guest)
      let same = try await host.signIn(guest, to: ada)
      try await host.settled()
      #expect(try await world.card(alone, as: same)["me"]?.string == row)
      #expect(try await world.card(alone, as: bob)["players"]?[1]?["name"] == "Ada")
      #expect(try await world.card(alone, as: bob)["players"]?[1]?["cells"]?[0]?["current"]?[0]?["by"] == "Ada")
      let players = try await world.card(both, as: same)["players"]?.array ?? []
      #expect(players.count == 3 && players.map { $0["account"] != nil } == [true, false, true])
      #expect(try await host.get("\(FolfWorld.area)/me/rounds", as: same).items.count == 2)
      #expect(try await export(same, host)?["entries"]?.array?.count == 1)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `who leaves a lobby without anybody else leaves nothing`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      _ = try await world.opened(by: ada)
      #expect(try await export(bob, world.host) == nil)
      try await world.host.leave(ada)
      try await world.host.settled()
      let rounds = try await world.host.services.storage.read { try await $0.query("select id from rounds").count }
      #expect(rounds == 0)
    }
  }
}
