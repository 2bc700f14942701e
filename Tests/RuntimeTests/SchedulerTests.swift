import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Testing

@Suite struct `Scheduled work` {
  private let world = SchedulerWorld()
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `waits without working while nothing is due`() async throws {
    let clock = CountingClock()
    let (scheduler, engine) = try await world.scheduler(clock)
    await scheduler.schedules(of: "p").schedule("later", due: .distantFuture) { _ in nil }
    let before = clock.reads
    let running = Task { await scheduler.run() }
    try await Task.sleep(for: .milliseconds(300))
    await scheduler.schedules(of: "p").schedule("much later", due: .distantFuture) { _ in nil }
    try await Task.sleep(for: .milliseconds(300))
    running.cancel()
    await running.value
    #expect(clock.reads - before < 20)
    await engine.close()
  }

  @Test func `runs in the order of its instants when the clock is moved, each at its own instant`() async throws {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock)
    let diary = Diary()
    let schedules = scheduler.schedules(of: "p")
    await schedules.schedule("b", due: start + 20) { due in
      diary.write("b \(Int(due.timeIntervalSince(clock.now)))")
      return nil
    }
    await schedules.schedule("a", due: start + 10) { due in
      diary.write("a \(Int(due.timeIntervalSince(clock.now)))")
      return due < Date(timeIntervalSince1970: 1_700_000_030) ? due + 15 : nil
    }
    try await scheduler.advance(to: start + 60)
    #expect(diary.entries == ["a 0", "b 0", "a 0", "a 0"])
    #expect(clock.now == start + 60)
    await engine.close()
  }

  @Test func `that was missed while the host was down runs once at the next start`() async throws {
    let diary = Diary()
    let clock = SimulatedClock(start: start, rate: 0)
    let (first, firstEngine) = try await world.scheduler(clock)
    await first.schedules(of: "p").schedule("weekly", due: start + 100) { _ in nil }
    await firstEngine.close()
    let later = SimulatedClock(start: start + 1000, rate: 0)
    let (second, engine) = try await world.scheduler(later)
    await second.schedules(of: "p").schedule("weekly", due: start + 5000) { due in
      diary.write("\(Int(due.timeIntervalSince1970) - 1_700_000_000)")
      return Date(timeIntervalSince1970: 1_700_005_000)
    }
    try await second.advance(to: start + 1001)
    #expect(diary.entries == ["100"])
    await engine.close()
  }

  @Test func `that fails is tried again a minute later`() async throws {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock)
    let diary = Diary()
    await scheduler.schedules(of: "p").schedule("feed", due: start + 1) { _ in
      diary.write("try")
      if diary.entries.count == 1 { throw CancellationError() }
      return nil
    }
    try await scheduler.advance(to: start + 60)
    #expect(diary.entries.count == 1)
    try await scheduler.advance(to: start + 61)
    #expect(diary.entries.count == 2)
    await engine.close()
  }

  @Test func `that is going on has ended when the clock has been moved`() async throws {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock)
    let diary = Diary()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    await scheduler.schedules(of: "p").schedule("slow", due: start) { _ in
      beginning.finish()
      try await Task.sleep(for: .milliseconds(200))
      diary.write("ended")
      return nil
    }
    let running = Task { await scheduler.run() }
    for await _ in begun {}
    try await scheduler.advance(to: start + 60)
    #expect(diary.entries == ["ended"])
    running.cancel()
    await running.value
    await engine.close()
  }

  @Test func `cannot be hurried on real time, nor sent back`() async throws {
    let (real, engine) = try await world.scheduler(SystemClock())
    await #expect(
      throws: Problem.conflict("clock-is-real", "The clock can be moved only when the host was started with --clock.")
    ) {
      try await real.advance(to: .distantFuture)
    }
    await engine.close()
    let (simulated, other) = try await SchedulerWorld().scheduler(SimulatedClock(start: start, rate: 0))
    await #expect(throws: Problem.self) { try await simulated.advance(to: start - 1) }
    await other.close()
  }
}
