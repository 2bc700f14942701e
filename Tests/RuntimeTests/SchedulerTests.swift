import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

/// Something that is to happen at instants of its own.
private final class Companion: Sendable {
  let wanted: Mutex<[Date]>
  init(_ wanted: [Date]) { self.wanted = Mutex(wanted) }
}

@Suite struct `Scheduled work` {
  private let world = SchedulerWorld()
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `waits a quarter of a minute at a time while nothing is due, and looks again when something is scheduled`()
    async throws
  {
    let (naps, nap) = AsyncStream.makeStream(of: Duration.self)
    let clock = StandingClock(start)
    let (scheduler, engine) = try await world.scheduler(clock) { duration in
      nap.yield(duration)
      try? await Task.sleep(for: .seconds(3600))
    }
    let schedules = scheduler.schedules(of: "p")
    try await schedules.schedule("never", due: .distantFuture) { _ in nil }
    let running = Task { await scheduler.run() }
    var slept = naps.makeAsyncIterator()
    #expect(await slept.next() == .seconds(15))
    try await schedules.schedule("soon", due: start + 10) { _ in nil }
    #expect(await slept.next() == .seconds(10))
    try await schedules.schedule("soon", due: start + 12) { _ in nil }
    #expect(await slept.next() == .seconds(12))
    running.cancel()
    await running.value
    await engine.close()
  }

  @Test func `runs when its time has come, and waits for the next`() async throws {
    let (naps, nap) = AsyncStream.makeStream(of: Duration.self)
    let clock = StandingClock(start)
    let (scheduler, engine) = try await world.scheduler(clock) { duration in
      nap.yield(duration)
      clock.advance(duration / .seconds(1))
    }
    let diary = Diary()
    let end = start + 30
    try await scheduler.schedules(of: "p").schedule("round", due: start + 10) { due in
      diary.write("\(Int(due.timeIntervalSince1970) - 1_700_000_000)")
      return due < end ? due + 10 : nil
    }
    let running = Task { await scheduler.run() }
    var slept = naps.makeAsyncIterator()
    for expected in [10, 10, 10, 15] { #expect(await slept.next() == .seconds(expected)) }
    #expect(diary.entries == ["10", "20", "30"])
    running.cancel()
    await running.value
    await engine.close()
  }

  @Test func `runs in the order of its instants when the clock is moved, each at its own instant`() async throws {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock)
    let diary = Diary()
    let schedules = scheduler.schedules(of: "p")
    try await schedules.schedule("b", due: start + 20) { due in
      diary.write("b \(Int(due.timeIntervalSince(clock.now)))")
      return nil
    }
    try await schedules.schedule("a", due: start + 10) { due in
      diary.write("a \(Int(due.timeIntervalSince(clock.now)))")
      return due < Date(timeIntervalSince1970: 1_700_000_030) ? due + 15 : nil
    }
    try await scheduler.advance(to: start + 60)
    #expect(diary.entries == ["a 0", "b 0", "a 0", "a 0"])
    #expect(clock.now == start + 60)
    await engine.close()
  }

  @Test func `stops where a companion has something to do, also where work has just set it, and runs it there alone`()
    async throws
  {
    let (clock, diary) = (SimulatedClock(start: start, rate: 0), Diary())
    let (scheduler, engine) = try await world.scheduler(clock)
    let companion = Companion([start + 15])
    await scheduler.accompany(
      next: { companion.wanted.withLock { $0.min() } },
      run: {
        diary.write("companion \(Int(clock.now.timeIntervalSince1970) - 1_700_000_000)")
        companion.wanted.withLock { wanted in wanted.removeAll { $0 <= clock.now } }
      })
    try await scheduler.schedules(of: "p").schedule("a", due: start + 10) { due in
      diary.write("work \(Int(due.timeIntervalSince1970) - 1_700_000_000)")
      if due == Date(timeIntervalSince1970: 1_700_000_020) { companion.wanted.withLock { $0 += [due, due + 5] } }
      return due + 10
    }
    try await scheduler.advance(to: start + 40)
    #expect(
      diary.entries == [
        "work 10", "companion 15", "work 20", "companion 20", "companion 25", "work 30", "work 40",
      ])
    await engine.close()
  }

  @Test
  func `holds up no host that ends while the clock is moved: it stops behind what is being done, which is done again`()
    async throws
  {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock) { _ in try? await Task.sleep(for: .seconds(3600)) }
    let (begun, begin) = AsyncStream.makeStream(of: Date.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let second = start + 20
    try await scheduler.schedules(of: "p").schedule("round", due: start + 10) { due in
      begin.yield(due)
      if due == second { for await _ in ended { break } }
      return due + 10
    }
    let running = Task { await scheduler.run() }
    let moving = Task { [start] in try await scheduler.advance(to: start + 1_000_000) }
    for await due in begun where due == second { break }
    running.cancel()
    await running.value
    end.yield()
    let problem = await #expect(throws: Problem.self) { try await moving.value }
    #expect(problem?.code == "host-ending" && problem?.status == 503)
    #expect(clock.now == second)
    await engine.close()
  }

  @Test func `that was missed while the host was down runs once at the next start`() async throws {
    let diary = Diary()
    let clock = SimulatedClock(start: start, rate: 0)
    let (first, firstEngine) = try await world.scheduler(clock)
    try await first.schedules(of: "p").schedule("weekly", due: start + 100) { _ in nil }
    await firstEngine.close()
    let later = SimulatedClock(start: start + 1000, rate: 0)
    let (second, engine) = try await world.scheduler(later)
    try await second.schedules(of: "p").schedule("weekly", due: start + 5000) { due in
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
    try await scheduler.schedules(of: "p").schedule("feed", due: start + 1) { _ in
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

  @Test func `that fails again and again is shown under its plugin until it has gone well, or is there no more`()
    async throws
  {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock)
    let watch = HealthWatch([scheduler.probe])
    let end = start + 150
    for name in ["feed", "other"] {
      try await scheduler.schedules(of: "p").schedule(name, due: start) { due in
        if due < end { throw Problem.conflict("lazy", "The \(name) is lazy.") }
        return due + 60
      }
    }
    try await scheduler.schedules(of: "q").schedule("fine", due: start) { $0 + 60 }
    for (second, tries) in [(0, 0), (60, 2), (120, 3)] {
      try await scheduler.advance(to: start + Double(second))
      await watch.look()
      #expect(watch.parts.map(\.part) == (tries == 0 ? [] : ["p/schedules"]))
      guard let part = watch.parts.first else { continue }
      #expect(part.health.state == .degraded && !part.isEssential)
      let next = (start + Double(second) + 60).formatted(.iso8601)
      for name in ["feed", "other"] {
        #expect(part.health.detail.contains("'\(name)' fails: tried \(tries) times since 2"), "\(part.health.detail)")
        #expect(part.health.detail.contains(", next \(next) by the host's clock: "))
        #expect(part.health.detail.contains("The \(name) is lazy."))
      }
    }
    await scheduler.schedules(of: "p").cancel("other")
    await watch.look()
    #expect(watch.parts.first?.health.detail.contains("other") == false)
    try await scheduler.advance(to: start + 180)
    await watch.look()
    #expect(watch.parts.isEmpty)
    await engine.close()
  }

  @Test func `that is going on has ended when the clock has been moved`() async throws {
    let clock = SimulatedClock(start: start, rate: 0)
    let (scheduler, engine) = try await world.scheduler(clock)
    let diary = Diary()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    try await scheduler.schedules(of: "p").schedule("slow", due: start) { _ in
      beginning.finish()
      for await _ in gate {}
      diary.write("ended")
      return nil
    }
    let running = Task { await scheduler.run() }
    for await _ in begun {}
    let moving = Task { [start] in
      try await scheduler.advance(to: start + 60)
      diary.write("moved")
    }
    for _ in 0..<200 { await Task.yield() }
    opening.finish()
    try await moving.value
    #expect(diary.entries == ["ended", "moved"])
    running.cancel()
    await running.value
    await engine.close()
  }

  @Test func `that does not end holds up nobody else's`() async throws {
    let (scheduler, engine) = try await world.scheduler(StandingClock(start))
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (done, doing) = AsyncStream.makeStream(of: Void.self)
    let diary = Diary()
    try await scheduler.schedules(of: "slow").schedule("endless", due: start) { _ in
      beginning.finish()
      for await _ in gate {}
      diary.write("slow")
      return nil
    }
    let running = Task { await scheduler.run() }
    for await _ in begun {}
    // Another plugin's, that is scheduled only then, too.
    try await scheduler.schedules(of: "quick").schedule("short", due: start) { _ in
      diary.write("quick")
      doing.finish()
      return nil
    }
    for await _ in done {}
    opening.finish()
    try await scheduler.schedules(of: "slow").schedule("later", due: .distantFuture) { _ in nil }
    running.cancel()
    await running.value
    #expect(diary.entries == ["quick", "slow"])
    await engine.close()
  }

  @Test func `that asks for an instant that is not later than its own has failed`() async throws {
    let (scheduler, engine) = try await world.scheduler(SimulatedClock(start: start, rate: 0))
    let diary = Diary()
    for (name, next) in [("same", 0.0), ("earlier", -1)] {
      try await scheduler.schedules(of: "p").schedule(name, due: start + 1) { due in
        diary.write(name)
        return due + next
      }
    }
    let watch = HealthWatch([scheduler.probe])
    try await scheduler.advance(to: start + 61)
    #expect(diary.entries.sorted() == ["earlier", "earlier", "same", "same"])
    await watch.look()
    #expect(watch.parts.map(\.part) == ["p/schedules"])
    #expect(watch.parts.first?.health.detail.contains("which is not later than it was due") == true)
    await engine.close()
  }

  @Test func `that is cancelled does not run, not even after a restart`() async throws {
    let diary = Diary()
    let (first, firstEngine) = try await world.scheduler(SimulatedClock(start: start, rate: 0))
    let schedules = first.schedules(of: "p")
    for name in ["kept", "dropped"] {
      try await schedules.schedule(name, due: start + 10) { _ in
        diary.write(name)
        return nil
      }
    }
    await schedules.cancel("dropped")
    await schedules.cancel("unknown")
    try await first.advance(to: start + 20)
    #expect(diary.entries == ["kept"])
    await firstEngine.close()
    let (second, engine) = try await world.scheduler(SimulatedClock(start: start + 50, rate: 0))
    try await second.schedules(of: "p").schedule("dropped", due: start + 5000) { due in
      diary.write("again \(Int(due.timeIntervalSince1970) - 1_700_000_000)")
      return nil
    }
    try await second.advance(to: start + 60)
    #expect(diary.entries == ["kept"])
    await engine.close()
  }

  @Test func `of one name in two plugins is two things, and scheduling it again replaces the instant`() async throws {
    let diary = Diary()
    let (scheduler, engine) = try await world.scheduler(SimulatedClock(start: start, rate: 0))
    for (plugin, due) in [("p", 10.0), ("q", 20), ("p", 30)] {
      try await scheduler.schedules(of: plugin).schedule("same", due: start + due) { _ in
        diary.write("\(plugin)\(Int(due))")
        return nil
      }
    }
    try await scheduler.advance(to: start + 60)
    #expect(diary.entries == ["q20", "p30"])
    await engine.close()
  }

  @Test func `that is scheduled again while it runs is due at the new instant, and not at once`() async throws {
    let diary = Diary()
    let (scheduler, engine) = try await world.scheduler(SimulatedClock(start: start, rate: 0))
    let schedules = scheduler.schedules(of: "p")
    try await schedules.schedule("again", due: start + 10) { [start] due in
      diary.write("\(Int(due.timeIntervalSince(start)))")
      try await schedules.schedule("again", due: due + 20) { due in
        diary.write("\(Int(due.timeIntervalSince(start))) anew")
        return nil
      }
      return nil
    }
    try await scheduler.advance(to: start + 60)
    #expect(diary.entries == ["10", "30 anew"])
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
