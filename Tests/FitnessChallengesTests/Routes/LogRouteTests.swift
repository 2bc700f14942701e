import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Logging exercise` {
  @Test(.tags(.fc11, .fc19, .fc2), arguments: TestHost.Engine.available)
  func `is for each exercise, changed and taken back with its history, once however often it is sent`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(
        by: coach,
        [
          "exercises": [
            ["name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 20"],
            ["name": "Yoga", "measure": "yesNo", "goal": "days >= 3", "points": "days * 2"],
          ]
        ])
      #expect(try await world.log(5, id, as: bob).problem == "404 not-found", "who does not take part")
      try await world.join(id, as: bob)
      #expect(try await world.log(5, id, as: coach).problem == "404 participant-unknown", "who leads it")
      for _ in 1...2 {
        let said = "2025-08-15T11:00:00Z"
        #expect(try await world.log(5.25, id, as: bob, saidAt: said)["me"]?["points"]?.double == 5.25)
      }
      #expect(try await world.log(1, id, as: bob, exercise: "e2", entry: "two")["me"]?["points"]?.double == 7.25)
      #expect(try await world.log(2, id, as: bob, entry: "three")["me"]?["points"]?.double == 9.25)
      try await host.clock.advance(by: .seconds(60))
      #expect(try await world.log(4, id, as: bob)["me"]?["points"]?.double == 8)
      try await host.clock.advance(by: .seconds(60))
      #expect(try await world.log(.null, id, as: bob, entry: "three")["me"]?["points"]?.double == 6)
      let kept = try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items
      #expect(Set(kept.compactMap { $0["entry"]?.string }) == ["one", "two"])
      let one = try #require(kept.first { $0["entry"] == "one" })
      #expect(one["value"]?.double == 4 && one["history"]?.array?.map { $0["value"]?.double } == [5.25])
      #expect(try await world.log(0.5, id, as: bob, exercise: "e2").pointers == ["/value"])
      #expect(try await world.log(-1, id, as: bob).pointers == ["/value"])
      #expect(try await world.log(1, id, as: bob, exercise: "e3").problem == "404 exercise-unknown")
      #expect(try await world.log(1, id, as: bob, day: "2025-02-30").pointers == ["/day"])
      #expect(try await world.log(1, id, as: bob, day: "2025-08-14").pointers == ["/day"])
      let ahead = try await world.log(1, id, as: bob, day: "2025-08-16")
      #expect(ahead.problem == "409 day-ahead" && ahead["detail"] == "2025-08-16 has not begun in GMT.")
      try await host.settled()
      let board = try await host.get("\(FitnessWorld.path(id))/board", as: coach).items
      #expect(board.map { $0["points"]?.double } == [6] && board[0]["rank"] == 1)
      #expect(try await host.board("points", partition: id).map(\.score) == [6_000])
    }
  }

  @Test(.tags(.fc14), arguments: TestHost.Engine.available)
  func `of a day is taken until 24 hours behind its end in the challenge's zone, and no millisecond later`(
    on engine: TestHost.Engine
  ) async throws {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach, ["zone": "America/New_York"])
      let longer = try await world.made(by: coach, ["zone": "America/New_York", "graceHours": 72])
      for challenge in [id, longer] { try await world.join(challenge, as: bob) }
      try await host.clock.advance(to: "2025-08-17T04:00:00Z")
      #expect(try await world.log(5, id, as: bob).status == 200)
      try await host.clock.advance(by: .milliseconds(1))
      let late = try await world.log(6, id, as: bob, entry: "late")
      #expect(late.problem == "409 day-closed")
      #expect(
        late["detail"]
          == "Exercise can be logged within 24 hours: 2025-08-15 could be until 2025-08-17 00:00 (America/New_York).")
      #expect(try await world.log(6, id, as: bob).problem == "409 day-closed", "nor can it be changed any more")
      #expect(try await world.log(6, id, as: bob, day: "2025-08-16", entry: "next").status == 200)
      #expect(try await world.log(6, longer, as: bob).status == 200, "a challenge may give longer")
      #expect(try await world.challenge(id, as: bob)["me"]?["points"]?.double == 11)
    }
  }

  @Test(.tags(.fc14), arguments: TestHost.Engine.available)
  func `without a connection counts with the time at which it was entered, for two days`(on engine: TestHost.Engine)
    async throws
  {
    try await FitnessWorld.run(on: engine) { world async throws in
      let host = world.host
      let (coach, bob) = (try await world.coach("Ann"), try await world.athlete("Bob"))
      let id = try await world.made(by: coach)
      try await world.join(id, as: bob)
      try await host.clock.advance(to: "2025-08-18T20:00:00Z")
      let said = "2025-08-16T23:00:00Z"
      let kept = try await world.log(5, id, as: bob, saidAt: said)
      #expect(kept.status == 200, "\(kept.text)")
      #expect(
        try await world.log(5, id, as: bob, entry: "b", saidAt: "2025-08-17T00:00:00.001Z").problem == "409 day-closed")
      #expect(
        try await world.log(5, id, as: bob, entry: "c", saidAt: "2025-08-16T19:59:59Z").problem == "409 day-closed")
      #expect(
        try await world.log(5, id, as: bob, day: "2025-08-19", entry: "d", saidAt: "2025-08-19T01:00:00Z").problem
          == "409 day-ahead")
      let entry = try await host.get("\(FitnessWorld.path(id))/entries", as: bob).items[0]
      #expect(
        entry["saidAt"]?.string == said && entry["cameAt"] == "2025-08-18T20:00:00Z", "that it came late is shown")
    }
  }
}
