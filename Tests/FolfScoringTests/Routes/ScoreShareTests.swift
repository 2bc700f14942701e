import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A score that is shown elsewhere` {
  @Test(.tags(.fs148), arguments: TestHost.Engine.available)
  func `is the own one of a finished round, without a name, for whoever has the link, until it is shown no more`(
    on engine: TestHost.Engine
  ) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let round = try await world.started(ada, bob)
      let path = "\(world.path(round))/share"
      #expect(try await host.post(path, as: ada).problem == "409 round-not-over")
      let row = try await world.row("Ada", round, as: ada)
      try await world.fill([2, 3, 4, 3, 3, 4, 1, 3, 4], row, round, as: ada)
      #expect(try await host.post("\(world.path(round))/finish", as: ada).status == 204)
      #expect(try await host.post(path, as: eve).problem == "404 not-found")
      #expect(try await host.post(path, as: bob).problem == "409 nothing-thrown")
      let share = try #require(try await host.post(path, as: ada)["share"]?.string)
      #expect(try await host.post(path, as: ada)["share"]?.string == share, "one link, however often")
      #expect(try await world.card(round, as: ada)["share"]?.string == share)
      #expect(try await world.card(round, as: bob)["share"] == nil, "it is not Bob's")
      let shown = try await host.get("\(FolfWorld.area)/shared/\(share)")
      #expect(shown["courseName"] == "Harbour Park" && shown["toPar"] == -2 && shown["throwCount"] == 27)
      #expect(shown["holes"]?.array?.compactMap { $0["throwCount"]?.int } == [2, 3, 4, 3, 3, 4, 1, 3, 4])
      let card = try await host.get("\(FolfWorld.area)/shared/\(share)/card")
      #expect(card["label"] == "Disc golf" && card["value"] == "−2")
      #expect(card["title"]?.string?.hasPrefix("Harbour Park") == true)
      #expect(
        card["lines"]?.array?.compactMap(\.string) == [
          "27 throws on 9 holes", "Aug 15, 2025", "1 × ace · 1 × birdie",
        ])
      #expect(!shown.text.contains("Ada") && !card.text.contains("Ada"))
      // What is corrected later is shown as it is then.
      let first = try await world.card(round, as: ada)["players"]?[0]?["cells"]?[0]?["current"]?[0]?["id"]?.string ?? ""
      try await world.enter([FolfWorld.entry("later", row, 1, 3, base: [first])], round, as: ada)
      #expect(try await host.get("\(FolfWorld.area)/shared/\(share)")["toPar"] == -1)
      #expect(try await host.delete(path, as: bob).status == 204, "nothing of Bob's is there to be taken away")
      #expect(try await host.get("\(FolfWorld.area)/shared/\(share)").status == 200)
      #expect(try await host.delete(path, as: ada).status == 204)
      #expect(try await host.get("\(FolfWorld.area)/shared/\(share)").problem == "404 share-unknown")
      #expect(try await host.get("\(FolfWorld.area)/shared/\(share)/card").problem == "404 share-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `leaves with its person, and goes along when accounts become one`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, guest) = (try await host.person("Ada"), try await host.person("Bob"), try await host.guest())
      let round = try await world.started(bob, guest)
      let path = "\(world.path(round))/share"
      for (person, values) in [(bob, [3]), (guest, [2])] {
        let row = try await world.card(round, as: person)["me"]?.string ?? ""
        try await world.fill(values, row, round, as: person)
      }
      #expect(try await host.post("\(world.path(round))/finish", as: bob).status == 204)
      let (one, other) = (
        try await host.post(path, as: guest)["share"]?.string ?? "",
        try await host.post(path, as: bob)["share"]?.string ?? ""
      )
      let same = try await host.signIn(guest, to: ada)
      try await host.settled()
      #expect(try await world.card(round, as: same)["share"]?.string == one)
      let data = try await host.export(of: same)["plugins"]?["folf-scoring"]?["data"]
      #expect(data?["sharedScores"]?[0]?["round"]?.string == round)
      try await host.leave(bob)
      try await host.settled()
      #expect(try await host.get("\(FolfWorld.area)/shared/\(other)").problem == "404 share-unknown")
      #expect(try await host.get("\(FolfWorld.area)/shared/\(one)")["toPar"] == -1)
    }
  }

  @Test(.tags(.fs163), arguments: TestHost.Engine.available)
  func `may be the board of a tournament that is for everybody`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let dee = try await host.person("Dee")
      func made(_ isPublic: Bool) async throws -> String {
        let body: JSON = [
          "name": "Spring Open", "course": "harbour-park", "startsAt": "2025-08-16T09:00:00Z",
          "isPublic": .bool(isPublic),
        ]
        return try await host.post("\(FolfWorld.area)/events", body, as: dee)["event"]?.string ?? ""
      }
      let card = try await host.get("\(FolfWorld.area)/events/\(try await made(true))/card")
      #expect(card["label"] == "Tournament" && card["title"] == "Spring Open")
      #expect(card["lines"]?.array?.count == 3 && card["lines"]?[2] == "Open for entries")
      #expect(try await host.get("\(FolfWorld.area)/events/\(try await made(false))/card").problem == "404 not-found")
    }
  }
}
