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
  private static let day = 20_315

  /// Puts a day of many people into the store, as the reckoner leaves it: each has walked 5,000 steps.
  private static func fill(
    _ club: String, _ crew: String, people: Int, in storage: any Storage, end: Date
  ) async throws {
    let walk = Activity.walk { $0.steps = 5_000 }
    let sessions = (0..<people).map { index in
      Session(
        account: AccountID("walker\(index)-\(club)"), day: day, club: club, crew: crew, endsAt: end,
        content: DaySession([walk], .sample()), version: 1, reckonedAt: end)
    }
    try await storage.write { transaction in
      try await SessionStore.put(sessions, in: transaction)
      try await ClosingStore.add(club, day: day, endsAt: end, at: end.addingTimeInterval(-1), in: transaction)
    }
  }

  /// How many people have points of the day, and how many points there are by each of the sums.
  private static func sums(_ storage: any Storage) async throws -> [Int?] {
    let row = try await storage.read { transaction in
      try await transaction.first(
        """
        select (select count(*) from day_points) as n, (select sum(points) from day_points) as days,
          (select sum(points) from member_seasons) as members, (select sum(points) from club_seasons) as clubs,
          (select sum(points) from crew_seasons) as crews, (select sum(points) from club_days) as club_days,
          (select count(*) from closings) as closings
        """)
    }
    return try ["n", "days", "members", "clubs", "crews", "club_days", "closings"].map { try row?[$0] }
  }

  @Test(arguments: TestHost.Engine.available)
  func `goes in slices, puts everybody on the boards, and done once more changes nothing`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      let psv = try await world.club("PSV")
      let (end, people) = (host.clock.now.addingTimeInterval(60), Closer.slice + 52)
      try await Self.fill(psv.id, psv.groups[0], people: people, in: host.services.storage, end: end)
      try await host.clock.advance(by: .seconds(120))
      let plugin = try #require(host.plugin as? WalkingClubs)
      for round in 1...2 {
        let taken = try await ContinuousClock().measure { _ = try await plugin.close(host.clock.now) }
        print("Closing a day: \(people) people of a club in \(taken), round \(round), \(engine)")
        let points = people * 5
        #expect(try await Self.sums(host.services.storage) == [people, points, points, points, points, points, 0])
        let board = try await host.get("\(WalkingWorld.area)/boards/clubs")
        #expect(
          board.items.map { $0["points"]?.int } == [points] && board.items.map { $0["walkers"]?.int } == [people])
        try await host.services.storage.write { transaction in
          try await ClosingStore.add(
            psv.id, day: Self.day, endsAt: end, at: end.addingTimeInterval(-1), in: transaction)
        }
      }
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `of several clubs goes on where it was broken off, and counts nobody twice and nothing for a club that is gone`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let (host, storage) = (world.host, world.host.services.storage)
      let end = host.clock.now.addingTimeInterval(60)
      var clubs: [(name: String, made: (id: String, groups: [String]))] = []
      for name in ["PSV", "Ajax", "NEC"] { clubs.append((name, try await world.club(name))) }
      clubs.sort { $0.made.id < $1.made.id }
      for (club, people) in zip(clubs, [70, 40, 0]) {
        try await Self.fill(club.made.id, club.made.groups[0], people: people, in: storage, end: end)
      }
      try await Self.fill("~gone", "", people: 10, in: storage, end: end)
      // Before the host itself closes them.
      let now = end.addingTimeInterval(1)
      let due = try await storage.read { try await ClosingStore.due(at: now, limit: 10, in: $0) }
      #expect(due.map(\.club) == clubs.map(\.made.id) + ["~gone"])
      let company = try await Company.read(of: due.map(\.club), day: Self.day, from: storage)
      let slice = ClosingSlice(day: Self.day, closings: due[...], after: nil, company: company)
      // What was committed is not known to whoever begins anew.
      for _ in 1...2 {
        let rest = try await storage.write { try await slice.close(limit: 50, at: now, in: $0) }
        #expect(try await Self.sums(storage).dropLast() == [50, 250, 250, 250, 250, 250])
        #expect(rest.after != nil && rest.closings == due[...])
      }
      try await host.clock.advance(by: .seconds(120))
      _ = try await #require(host.plugin as? WalkingClubs).close(host.clock.now)
      try await host.settled()
      #expect(try await Self.sums(storage) == [110, 550, 550, 550, 550, 550, 0])
      #expect(
        try await world.clubs() == ["1 \(clubs[0].name) 350", "2 \(clubs[1].name) 200", "3 \(clubs[2].name) 0"])
      let board = try await host.get("/v1/leaderboards/walking-clubs/points?season=2025-26&limit=1")
      #expect(board["size"] == 110)
    }
  }
}
