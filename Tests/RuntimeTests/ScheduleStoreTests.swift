import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseRuntime

@Suite struct `Stored schedules` {
  private func run(on engine: TestEngine, _ body: (ScheduleStore) async throws -> Void) async throws {
    try await engine.run { database in
      let migration = Migration(id: Scheduler.migration.id, sql: Scheduler.migration.sql)
      try await body(ScheduleStore(storage: try await database.open("host", [migration])))
    }
  }

  private let instant = Date(timeIntervalSince1970: 1_755_259_200.125)

  @Test(arguments: TestEngine.allCases)
  func `are kept to the millisecond for each plugin and name, the last one counting`(engine: TestEngine) async throws {
    try await run(on: engine) { store async throws in
      let key = Scheduler.Key(plugin: "p", name: "n")
      #expect(try await store.due(key) == nil)
      try await store.save(key, due: instant)
      #expect(try await store.due(key) == instant)
      try await store.save(key, due: instant + 60)
      #expect(try await store.due(key) == instant + 60)
      #expect(try await store.due(.init(plugin: "p", name: "other")) == nil)
      #expect(try await store.due(.init(plugin: "q", name: "n")) == nil)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are gone when they are removed, and removing them again does no harm`(engine: TestEngine) async throws {
    try await run(on: engine) { store async throws in
      let keys = ["a", "b"].map { Scheduler.Key(plugin: "p", name: $0) }
      for key in keys { try await store.save(key, due: instant) }
      for _ in 0..<2 { try await store.remove(keys[0]) }
      #expect(try await store.due(keys[0]) == nil)
      #expect(try await store.due(keys[1]) == instant)
    }
  }

  @Test(arguments: TestEngine.allCases) func `that never come due can be kept`(engine: TestEngine) async throws {
    try await run(on: engine) { store async throws in
      let key = Scheduler.Key(plugin: "p", name: "n")
      try await store.save(key, due: .distantFuture)
      #expect(try await store.due(key) == .distantFuture)
    }
  }
}

@Suite struct `A simulated clock` {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `that stands still moves when it is told to, and never back`() {
    let clock = SimulatedClock(start: start, rate: 0)
    #expect(clock.isSimulated)
    #expect(clock.now == start)
    clock.move(to: start + 60)
    #expect(clock.now == start + 60)
    clock.move(to: start + 30)
    #expect(clock.now == start + 60)
  }

  @Test func `that runs never goes back, and is not behind the instant it was moved to`() {
    let clock = SimulatedClock(start: start, rate: 1_000_000)
    var last = clock.now
    for _ in 0..<1_000 {
      let now = clock.now
      #expect(now >= last)
      last = now
    }
    clock.move(to: last + 86_400 * 365)
    #expect(clock.now >= last + 86_400 * 365)
    #expect(SystemClock().isSimulated == false)
  }

  @Test(arguments: [(60.0, 60.0, 1.0), (1, 60, 60), (0.5, 60, 120)])
  func `knows how much real time passes until an instant`(rate: Double, ahead: Double, expected: Double) throws {
    let clock = SimulatedClock(start: start, rate: rate)
    let wait = try #require(clock.realTime(until: start + ahead))
    #expect(wait <= .seconds(expected))
    #expect(clock.realTime(until: start - 1) == .zero)
    #expect(SimulatedClock(start: start, rate: 0).realTime(until: start + 1) == nil)
    #expect(SimulatedClock(start: start, rate: 0).realTime(until: start) == .zero)
  }
}
