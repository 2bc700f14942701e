import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `What an entry does to points` {
  private struct Kept: Hashable {
    let score: Int64
    let standing: Standing?
    let sums: Set<DaySum>
  }

  private func kept(_ person: TestPerson, _ challenge: String, _ world: FitnessWorld) async throws -> Kept {
    try await world.host.services.storage.read { transaction in
      let part = try await ParticipantStore.participant(person.id, in: challenge, transaction)
      let sums = try await transaction.query("select day, total, most, entries from day_sums order by exercise, day")
        .map { DaySum(day: try $0["day"], total: try $0["total"], most: try $0["most"], entries: try $0["entries"]) }
      return Kept(score: part.score, standing: part.standing, sums: Set(sums.filter { $0.entries > 0 }))
    }
  }

  /// Reckons everything from the log alone.
  private func reckon(_ person: TestPerson, _ challenge: String, _ world: FitnessWorld) async throws {
    let now = world.host.clock.now
    try await world.host.services.storage.write { transaction in
      let part = try await ParticipantStore.participant(person.id, in: challenge, transaction)
      let challenge = try await ChallengeStore.challenge(challenge, in: transaction)
      _ = try await LogStore.reckon(part, challenge, at: now, in: transaction)
    }
  }

  @Test(.tags(.fc11, .fc16), arguments: TestHost.Engine.available)
  func `is what the log alone says, in whatever order entries, changes and late ones come`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(
        by: coach,
        [
          "start": "2025-08-15",
          "exercises": [
            ["name": "Run", "measure": "distance", "goal": "total >= 20", "points": "daycap(10) * 2 + best"],
            ["name": "Yoga", "measure": "yesNo", "goal": "days >= 3", "points": "streak * 5 + count"],
          ],
        ])
      try await world.join(id, as: bob)
      try await world.host.clock.advance(to: "2025-08-16T20:00:00Z")
      var numbers = SplitMix64(state: 7)
      for step in 0..<60 {
        let isRun = Int.random(in: 0..<3, using: &numbers) > 0
        let value: JSON = isRun ? .number(Double(Int.random(in: 0..<90, using: &numbers)) / 4) : 1
        let isTaken = Int.random(in: 0..<5, using: &numbers) == 0
        let second = Int.random(in: 10...59, using: &numbers)
        let reply = try await world.log(
          isTaken ? .null : value, id, as: bob, day: step % 3 == 0 ? "2025-08-15" : "2025-08-16",
          exercise: isRun ? "e1" : "e2", entry: "entry-\(Int.random(in: 0..<9, using: &numbers))",
          saidAt: "2025-08-16T19:00:\(second)Z")
        #expect(reply.status == 200, "\(reply.text)")
        guard step % 6 == 5 else { continue }
        let told = try await kept(bob, id, world)
        #expect(reply["me"]?["points"]?.double == told.score.units)
        try await reckon(bob, id, world)
        #expect(try await kept(bob, id, world) == told, "after \(step)")
      }
      #expect(try await kept(bob, id, world).score > 0)
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is the same for whom nothing was summed up before`(on engine: TestHost.Engine) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      for (entry, value) in [("one", 3.5), ("two", 4)] as [(String, JSON)] {
        #expect(try await world.log(value, id, as: bob, entry: entry).status == 200)
      }
      let told = try await kept(bob, id, world)
      #expect(told.sums == [DaySum(day: 20_315, total: 7_500, most: 4_000, entries: 2)])
      // As it was before sums were kept.
      try await world.host.services.storage.write { transaction in
        try await transaction.execute("delete from day_sums")
        try await transaction.execute("update participants set is_summed = 0")
      }
      #expect(try await world.log(1, id, as: bob, entry: "three")["me"]?["points"]?.double == 8.5)
      #expect(
        try await kept(bob, id, world).sums == [DaySum(day: 20_315, total: 8_500, most: 4_000, entries: 3)])
      #expect(try await world.log(2, id, as: bob, entry: "three")["me"]?["points"]?.double == 9.5)
    }
  }
}
