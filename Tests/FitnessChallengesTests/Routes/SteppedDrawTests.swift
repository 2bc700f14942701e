import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `A draw for very many` {
  /// A challenge whose teams are drawn by level, with some who wait and whose accounts are gone.
  private static func waiting(
    _ levels: [Int], size: Int64, teams: Int64, in world: FitnessWorld, by coach: TestPerson
  ) async throws -> String {
    let id = try await world.made(
      by: coach, ["kind": "team", "teamSize": .integer(size), "teams": .integer(teams), "drawBy": "level"])
    try await world.host.services.storage.write { transaction in
      try await transaction.execute("update challenges set draw_seed = 2025 where id = \(id)")
      for level in levels {
        try await transaction.execute(
          """
          insert into participants (challenge, start_day, closes_at, joined_at, level, waits)
          values (\(id), 20315, 2000000000000, 1755259200000, \(level), 1)
          """)
      }
    }
    return id
  }

  /// The place of everybody's team, in the order in which they joined.
  private static func places(_ id: String, _ host: TestHost) async throws -> [Int?] {
    try await host.services.storage.read { transaction in
      try await transaction.query(
        """
        select teams.place as place from participants left join teams on teams.id = participants.team
        where participants.challenge = \(id) order by participants.id
        """
      ).map { try $0["place"] }
    }
  }

  private static func published(_ id: String, _ host: TestHost) async throws -> [String] {
    try await host.services.storage.read { transaction in
      try await transaction.query("select number, people, drawn from level_draws where challenge = \(id)").map {
        "\(try $0["number"] as Int) \(try $0["people"] as String) \(try $0["drawn"] as String)"
      }
    }
  }

  private static func step(_ id: String, portion: Int, _ host: TestHost) async throws -> DrawStore.Step? {
    try await host.services.storage.write { try await DrawStore.step(in: id, portion: portion, $0) }
  }

  @Test(.tags(.fc18, .fc31), arguments: TestHost.Engine.available)
  func `comes to the same in steps as in one piece, and is the one that its seed tells`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      var numbers = SplitMix64(state: 9)
      for portion in [1, 3, 8, 1_000] {
        let (size, teams) = (Int64.random(in: 2...9, using: &numbers), Int64.random(in: 2...6, using: &numbers))
        let levels = (0..<Int.random(in: 1...60, using: &numbers)).map { _ in Int.random(in: 1...3, using: &numbers) }
        let whole = try await Self.waiting(levels, size: size, teams: teams, in: world, by: coach)
        let stepped = try await Self.waiting(levels, size: size, teams: teams, in: world, by: coach)
        let drawn = try await host.services.storage.write { transaction in
          try await DrawStore.drawAll(in: try await ChallengeStore.challenge(whole, in: transaction), transaction)
        }
        #expect(drawn == min(levels.count, Int(size * teams)))
        let plan = try await host.services.storage.read { transaction in
          try await DrawStore.plan(of: try await ChallengeStore.challenge(stepped, in: transaction), in: transaction)
        }
        let mine = try #require(plan)
        #expect(try await host.services.storage.write { try await DrawStore.begin(mine, of: stepped, in: $0) })
        #expect(try await !host.services.storage.write { try await DrawStore.begin(mine, of: stepped, in: $0) }, "once")
        var steps = 0
        while let step = try await Self.step(stepped, portion: portion, host) {
          steps += 1
          #expect(step.number == 0 && step.placed.isEmpty)
          if step.isLast { break }
        }
        #expect(steps >= min(2, drawn / (portion + Int(size))), "\(steps) steps")
        #expect(try await Self.step(stepped, portion: portion, host) == nil)
        let empty = [BalancedDraw.Team](repeating: BalancedDraw.Team(members: 0, levels: 0), count: Int(teams))
        // Whoever has waited longest has a place; which one is drawn.
        let told = BalancedDraw.draw(
          Array(levels.prefix(drawn)), into: empty, limit: Int(size), seed: 2025, number: 0)
        let places = try await Self.places(stepped, host)
        #expect(places == told.map { $0.map { $0 + 1 } } + levels.dropFirst(drawn).map { _ in nil })
        #expect(try await Self.places(whole, host) == places)
        #expect(try await Self.published(whole, host) == Self.published(stepped, host))
      }
    }
  }

  @Test(.tags(.fc16, .fc18), arguments: TestHost.Engine.available)
  func `keeps the places of who is drawn, leaves out who has left, and draws who comes meanwhile the next time`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let id = try await Self.waiting([3, 3, 2, 1], size: 2, teams: 2, in: world, by: coach)
      let plan = try await host.services.storage.read { transaction in
        try await DrawStore.plan(of: try await ChallengeStore.challenge(id, in: transaction), in: transaction)
      }
      let mine = try #require(plan)
      #expect(try await host.services.storage.write { try await DrawStore.begin(mine, of: id, in: $0) })
      let teams = try await host.get("\(FitnessWorld.path(id))/teams", as: coach).items.compactMap { $0["id"] }
      let late = try await world.athlete("Bob")
      #expect(try await world.join(id, as: late, ["team": teams[0]]).problem == "409 team-full")
      #expect(try await world.join(id, as: late, ["isRandom": true])["isWaiting"] == true)
      try await host.services.storage.write { transaction in
        try await transaction.execute(
          """
          update participants set left_at = 1755259200000
          where id = (select max(id) from participants where challenge = \(id) and account is null)
          """)
      }
      let running = try await host.post("\(FitnessWorld.path(id))/draw", as: coach)
      #expect(running["isBeingDrawn"] == true && running["drawn"] == 0, "one draw after the other")
      try await host.clock.advance(to: "2025-08-15T12:00:05Z")
      try await host.settled()
      let places = try await Self.places(id, host)
      #expect(places[3] == nil && places.prefix(3).allSatisfy { $0 != nil })
      #expect(places[4] != nil, "the place of who has left is that of who has come")
      #expect(try await Self.published(id, host).count == 2)
      #expect(try await host.inbox(of: late).map { $0["text"] } == ["Run twenty: the teams are drawn."])
    }
  }

  @Test(.tags(.fc18), arguments: TestHost.Engine.available)
  func `is asked for by the coach and carried out by itself`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let levels = (0..<2_002).map { $0 % 3 + 1 }
      let id = try await Self.waiting(levels, size: 500, teams: 2, in: world, by: coach)
      let asked = try await host.post("\(FitnessWorld.path(id))/draw", as: coach)
      #expect(asked["drawn"] == 0 && asked["waiting"] == 2_002 && asked["isBeingDrawn"] == true)
      #expect(try await host.post("\(FitnessWorld.path(id))/draw", as: coach)["isBeingDrawn"] == true)
      try await host.clock.advance(to: "2025-08-15T12:00:05Z")
      try await host.settled()
      let waiting = try await host.get("\(FitnessWorld.path(id))/waiting", as: coach)
      #expect(waiting["waiting"] == 1_002 && waiting["isBeingDrawn"] == false)
      let places = try await Self.places(id, host)
      #expect([1, 2].map { place in places.count { $0 == place } }.sorted() == [500, 500])
      let again = try await host.post("\(FitnessWorld.path(id))/draw", as: coach)
      #expect(again.problem == "409 nobody-waits", "very many wait, and every team is full")
    }
  }
}
