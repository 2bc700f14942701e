import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A hundred people` {
  /// Twenty-five cards of four, each written by its four at the same time as all the others.
  @Test(.tags(.fs27), arguments: TestHost.Engine.available)
  func `play at the same time: every throw is on its card, and each of them is told of the others'`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      var cards: [(round: String, rows: [String], people: [TestPerson])] = []
      for number in 0..<25 {
        var people: [TestPerson] = []
        for place in 0..<4 { people.append(try await host.person("P\(number)x\(place)")) }
        let round = try await world.started(people[0], people[1], people[2], people[3])
        let rows = try await world.card(round, as: people[0])["players"]?.array ?? []
        cards.append((round, rows.compactMap { $0["id"]?.string }, people))
      }
      var watchers: [LiveWatcher] = []
      for card in cards {
        for person in card.people {
          watchers.append(try await host.watch("folf-scoring/rounds/\(card.round)", as: person))
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for card in cards {
          for (row, person) in zip(card.rows, card.people) {
            group.addTask {
              for hole in 1...3 {
                // Phones keep what a host has no time for, and send it again.
                var reply: TestReply
                repeat {
                  reply = try await world.enter(
                    [FolfWorld.entry("\(row)-\(hole)", row, hole, 2 + hole)], card.round, as: person)
                } while reply.status == 503
                #expect(reply.status == 200)
                #expect(reply["refused"] == [])
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await host.settled()
      for card in cards {
        let players = try await world.card(card.round, as: card.people[3])["players"]?.array ?? []
        #expect(players.count == 4 && players.allSatisfy { $0["throwCount"] == 12 && $0["holes"] == 3 })
      }
      #expect(watchers.count == 100)
      for watcher in watchers {
        #expect(!watcher.isOver)
        #expect(watcher.events.filter { $0.name == "card" }.count == 12)
        await watcher.end()
      }
    }
  }
}
