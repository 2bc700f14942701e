import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `The chat of a club` {
  @Test(.tags(.wc33, .wc34, .wc36, .wc38, .wc39), arguments: TestHost.Engine.available)
  func `is its members' alone; what three of them report is removed`(on engine: TestHost.Engine) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      var people: [TestPerson] = []
      for name in ["Ann", "Bob", "Cat", "Dan"] { people.append(try await world.walker(name, psv)) }
      let stranger = try await world.walker("Eve", ajax)
      let chat = "\(WalkingWorld.groups)/\(psv.id)/chat"
      #expect(try await host.post(chat, ["text": "rude"], as: people[0]).status == 201)
      #expect(try await host.post(chat, ["text": "Hello"], as: stranger).status >= 403)
      #expect(try await host.get(chat, as: stranger).status >= 403)
      let said = try await host.get(chat, as: people[1]).items
      #expect(said.map { $0["text"] } == ["rude"] && said[0]["author"]?["name"] == "Ann" && said[0]["at"] != nil)
      let number = try #require(said[0]["number"]?.int)
      for (index, person) in people.dropFirst().enumerated() {
        let report: JSON = [
          "kind": "message", "group": .string(psv.id), "thing": .string("\(number)"), "reason": "spam",
        ]
        #expect(try await host.post("/v1/moderation/walking-clubs/reports", report, as: person).status == 201)
        let seen = try await host.get(chat, as: people[1]).items[0]
        #expect(seen["isFlagged"] == (index < 2 ? true : nil) && (seen["text"] == "rude") == (index < 2))
      }
    }
  }

  @Test func `aside, the account takes the wish for a monthly reminder of the weight, whose kind has a switch`()
    async throws
  {
    try await WalkingWorld.run(on: .sqlite) { world in
      let host = world.host
      let ann = try await host.person("Ann")
      #expect(try await host.post("/v1/me/consents", ["document": "health", "version": "1"], as: ann).status == 201)
      #expect(try await host.patch("/v1/me/body", ["weight": 60, "reminder": true], as: ann).status == 200)
      let off: JSON = ["enabled": true, "kindsOff": ["accounts/weight-reminder"]]
      #expect(try await host.put("/v1/me/notification-settings", off, as: ann).status < 300)
      #expect(try await host.get("/v1/me/notification-settings", as: ann)["kindsOff"] == ["accounts/weight-reminder"])
    }
  }
}

@Suite struct `Closing a day` {
  private static let (day, people) = (20_315, 2_000)

  /// Puts a day of many people into the store, as the reckoner leaves it: each has walked 5,000 steps.
  private static func fill(_ club: String, _ crew: String, in storage: any Storage, end: Date) async throws {
    let walk = Activity.walk { $0.steps = 5_000 }
    let sessions = (0..<people).map { index in
      Session(
        account: AccountID("walker\(index)"), day: day, club: club, crew: crew, endsAt: end,
        content: DaySession([walk], .sample()), version: 1, reckonedAt: end)
    }
    try await storage.write { transaction in
      try await SessionStore.put(sessions, in: transaction)
      try await ClosingStore.add(club, day: day, endsAt: end, at: end.addingTimeInterval(-1), in: transaction)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `goes in slices, puts everybody on the boards, and done once more changes nothing`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let end = host.clock.now.addingTimeInterval(60)
      try await Self.fill(psv.id, psv.groups[0], in: host.services.storage, end: end)
      try await host.clock.advance(by: .seconds(120))
      let plugin = try #require(host.plugin as? WalkingClubs)
      for round in 1...2 {
        let taken = try await ContinuousClock().measure { _ = try await plugin.close(host.clock.now) }
        print("Closing a day: \(Self.people) people of a club in \(taken), round \(round), \(engine)")
        let row = try await host.services.storage.read { transaction in
          try await transaction.first("select count(*) as n, sum(points) as points from day_points")
        }
        #expect(try row?["n"] == Self.people && row?["points"] == Self.people * 5)
        let board = try await host.get("\(WalkingWorld.area)/boards/clubs")
        #expect(board.items.map { $0["points"] } == [10_000] && board.items.map { $0["walkers"] } == [2_000])
        try await host.services.storage.write { transaction in
          try await ClosingStore.add(
            psv.id, day: Self.day, endsAt: end, at: end.addingTimeInterval(-1), in: transaction)
        }
      }
    }
  }
}
