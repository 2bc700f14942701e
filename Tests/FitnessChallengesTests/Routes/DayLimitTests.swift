import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `What comes late` {
  @Test(.tags(.fc14), arguments: TestHost.Engine.available)
  func `is refused 24 hours behind the end of a day that the clocks make longer, with the time that was the last`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let bob = try await world.athlete("Bob")
      let id = try await world.made(
        by: coach, ["start": "2025-11-01", "days": 2, "zone": "America/New_York"])
      let joined = try await world.join(id, as: bob)
      // 2025-11-02 has 25 hours there.
      #expect(joined["closesAt"] == "2025-11-04T05:00:00Z" && joined["openDays"] == [], "\(joined.text)")
      #expect(try await world.log(1, id, as: bob, day: "2025-11-01").problem == "409 day-ahead")
      try await host.clock.advance(to: "2025-11-03T04:00:00Z")
      #expect(try await world.log(1, id, as: bob, day: "2025-11-01").status == 200)
      let open = try await world.challenge(id, as: bob)["me"]?["openDays"]?.array
      #expect(open?.map { $0["day"] } == ["2025-11-02", "2025-11-01"])
      #expect(open?.map { $0["closesAt"] } == ["2025-11-04T05:00:00Z", "2025-11-03T04:00:00Z"])
      try await host.clock.advance(by: .milliseconds(1))
      let late = try await world.log(1, id, as: bob, day: "2025-11-01", entry: "late")
      #expect(
        late["detail"]
          == "Exercise can be logged within 24 hours: 2025-11-01 could be until 2025-11-02 23:00 (America/New_York).")
      try await host.clock.advance(to: "2025-11-04T05:00:00Z")
      #expect(try await world.log(2, id, as: bob, day: "2025-11-02")["me"]?["outcome"] == "running")
      let behind = try await world.log(2, id, as: bob, day: "2025-11-03")
      #expect(behind.pointers == ["/day"])
      #expect(behind["errors"]?[0]?["detail"] == "The challenge goes from 2025-11-01 to 2025-11-02 for you.")
      try await host.clock.advance(by: .milliseconds(1))
      #expect(try await world.log(2, id, as: bob, day: "2025-11-02", entry: "late").problem == "409 day-closed")
      #expect(try await world.challenge(id, as: bob)["me"]?["outcome"] == "failed")
    }
  }

  @Test(.tags(.fc14), arguments: TestHost.Engine.available)
  func `from a device counts from when it was said for as long as the host's setting, and not at all with none`(
    on engine: TestHost.Engine
  ) async throws {
    // It is said within the grace of 2025-08-15, which ends with the day behind.
    let said = "2025-08-16T23:00:00Z"
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach, bob) = (world.host, try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      try await host.clock.advance(to: "2025-08-18T23:00:00Z")
      #expect(try await world.log(5, id, as: bob, saidAt: said).status == 200)
      let entry = try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items[0]
      #expect(entry["saidAt"]?.string == said && entry["cameAt"] == "2025-08-18T23:00:00Z")
      try await host.clock.advance(by: .milliseconds(1))
      #expect(try await world.log(5, id, as: bob, entry: "late", saidAt: said).problem == "409 day-closed")
    }
    try await FitnessWorld.run(on: engine, settings: ["offlineHours": 0]) { world async throws in
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      try await world.host.clock.advance(to: "2025-08-17T00:00:00.001Z")
      #expect(try await world.log(5, id, as: bob, saidAt: said).problem == "409 day-closed")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `as the last of a day's sayings is kept once, and what was kept may come again`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let (bob, cy) = (try await world.athlete("Bob"), try await world.athlete("Cy"))
      let id = try await world.made(by: coach)
      for person in [bob, cy] { try await world.join(id, as: person) }
      try await host.services.storage.write { transaction in
        let part = try await ParticipantStore.participant(bob.id, in: id, transaction)
        for number in 1..<LogStore.mostOfDay {
          try await transaction.execute(
            """
            insert into entries (participant, day, exercise, entry, said_at, thousandths, came_at)
            values (\(part.id), 20315, 'e1', \("old-\(number)"), 1755259200000, 0, 1755259200000)
            """)
        }
      }
      func log(_ entry: String, second: Int, as person: TestPerson) async throws -> TestReply {
        try await world.log(5, id, as: person, entry: entry, saidAt: "2025-08-15T11:00:\(ImportSamples.two(second))Z")
      }
      for _ in 1...2 { #expect(try await log("last", second: 10, as: bob)["me"]?["points"]?.double == 5) }
      #expect(try await log("last", second: 11, as: bob).problem == "409 day-full", "a change is a saying, too")
      #expect(try await log("more", second: 10, as: bob).problem == "409 day-full")
      #expect(try await log("last", second: 10, as: bob).status == 200)
      #expect(try await log("more", second: 10, as: cy).status == 200, "somebody else's day")
      try await host.clock.advance(by: .seconds(86_400))
      #expect(try await world.log(2, id, as: bob, day: "2025-08-16")["me"]?["points"]?.double == 7)
    }
  }

  @Test(.tags(.fc15), arguments: TestHost.Engine.available)
  func `may join until the last day is over in the challenge's zone, with the days that are open for everybody`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let (host, coach) = (world.host, try await world.coach("Ann"))
      let id = try await world.made(by: coach, ["zone": "Pacific/Auckland", "start": "2025-08-16", "days": 3])
      let (bob, cy) = (try await world.athlete("Bob"), try await world.athlete("Cy"))
      // It is 12 hours later there: the last day, 2025-08-18, goes on until noon of UTC.
      try await host.clock.advance(to: "2025-08-18T11:59:59.999Z")
      let joined = try await world.join(id, as: bob)
      #expect(joined["start"] == "2025-08-16" && joined["end"] == "2025-08-18" && joined["outcome"] == "running")
      #expect(joined["openDays"]?.array?.map { $0["day"] } == ["2025-08-18", "2025-08-17"])
      try await host.clock.advance(to: "2025-08-18T12:00:00Z")
      #expect(try await world.join(id, as: cy).problem == "409 challenge-over")
      #expect(try await host.get(FitnessWorld.challenges, as: cy).items.isEmpty, "nor is it found any more")
      #expect(try await world.challenge(id, as: cy)["isOver"] == true)
      let last = try await world.log(20, id, as: bob, day: "2025-08-18")
      #expect(last["hasJustPassed"] == true, "who takes part writes down what was in time")
    }
  }
}
