public import FieldhouseKit
public import Foundation

/// Runs work when the host's clock says so, and moves a simulated clock from due instant to due instant.
///
/// The due instants are stored, so that one missed while the host was down is run once at the next start.
public actor Scheduler {
  typealias Body = @Sendable (Date) async throws -> Date?

  struct Key: Hashable {
    let plugin: String
    let name: String
  }

  struct Job {
    var due: Date
    var body: Body
    var generation: Int
  }

  private static let retrySeconds: TimeInterval = 60
  /// A clock that is put forward is noticed after this time.
  private static let longestPause = Duration.seconds(15)

  private let clock: any HostClock
  private let store: ScheduleStore
  private let log: any Log
  private let sleep: @Sendable (Duration) async -> Void
  private(set) var jobs: [Key: Job] = [:]
  private(set) var failures: [Key: ScheduleFailure] = [:]
  private var generations = 0
  private var sleeper: Task<Void, Never>?
  private var isAtWork = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A scheduler on this clock.
  /// - Parameters:
  ///   - storage: the host's own store, with the table of ``ScheduleStore/migration``.
  ///   - sleep: passes real time, or returns at once when its task is cancelled.
  public init(
    clock: any HostClock, storage: any Storage, log: any Log,
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.clock = clock
    self.sleep = sleep
    store = ScheduleStore(storage: storage)
    self.log = log
  }

  /// The schedules of one plugin.
  public nonisolated func schedules(of plugin: String) -> any Schedules {
    PluginSchedules(scheduler: self, plugin: plugin)
  }

  func schedule(_ key: Key, due: Date, _ body: @escaping Body) async {
    var due = due
    do {
      if let stored = try await store.due(key), stored <= clock.now { due = min(due, stored) }
      try await store.save(key, due: due)
    } catch {
      log.error("a schedule could not be stored", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
    }
    generations += 1
    jobs[key] = Job(due: due, body: body, generation: generations)
    sleeper?.cancel()
  }

  func cancel(_ key: Key) async {
    (jobs[key], failures[key]) = (nil, nil)
    do { try await store.remove(key) } catch {
      log.error("a schedule could not be removed", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
    }
  }

  /// Runs what is due until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      await inTurn { await $0.runDue(until: $0.clock.now) }
      await pause()
    }
  }

  /// Moves a simulated clock forward; returns when everything due by then has happened.
  /// - Throws: ``Problem`` 409 when the host runs on real time, or the instant has passed.
  public func advance(to instant: Date) async throws {
    guard let clock = clock as? SimulatedClock else {
      throw Problem.conflict("clock-is-real", "The clock can be moved only when the host was started with --clock.")
    }
    guard instant >= clock.now else {
      throw Problem.conflict("clock-has-passed", "The clock moves only forward, and that instant has passed.")
    }
    await inTurn { await $0.runAll(until: instant, moving: clock) }
    sleeper?.cancel()
  }

  private func runAll(until instant: Date, moving clock: SimulatedClock) async {
    while let due = jobs.values.map(\.due).min(), due <= instant {
      clock.move(to: due)
      await runDue(until: max(due, clock.now))
    }
    clock.move(to: instant)
  }

  /// Runs work after the work that is going on has ended, so that who moves the clock finds it done.
  private func inTurn(_ work: (isolated Scheduler) async -> Void) async {
    if isAtWork { await withCheckedContinuation { waiting.append($0) } }
    isAtWork = true
    await work(self)
    if waiting.isEmpty { isAtWork = false } else { waiting.removeFirst().resume() }
  }

  private func runDue(until now: Date) async {
    let due = jobs.filter { $0.value.due <= now }.sorted { $0.value.due < $1.value.due }
    for (key, job) in due where jobs[key]?.generation == job.generation {
      jobs[key]?.due = .distantFuture
      let next = await run(key, job)
      guard jobs[key]?.generation == job.generation else { continue }
      await settle(key, next: next)
    }
  }

  private func run(_ key: Key, _ job: Job) async -> Date? {
    do {
      let next = try await job.body(job.due)
      failures[key] = nil
      return next
    } catch {
      // What was taken off the schedule meanwhile fails nobody any more.
      if jobs[key] != nil { failures[key] = ScheduleFailure(error, after: failures[key]) }
      log.error("scheduled work failed", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
      return clock.now.addingTimeInterval(Self.retrySeconds)
    }
  }

  private func settle(_ key: Key, next: Date?) async {
    guard let next else { return await cancel(key) }
    jobs[key]?.due = next
    do { try await store.save(key, due: next) } catch {
      log.error("a schedule could not be stored", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
    }
  }

  /// Waits for the next due instant or a change of the schedule, not longer than the longest pause.
  private func pause() async {
    let wait = jobs.values.map(\.due).min().flatMap(realTime) ?? Self.longestPause
    let sleeper = Task<Void, Never> { [sleep] in await sleep(max(wait, .milliseconds(1))) }
    self.sleeper = sleeper
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
  }

  private func realTime(until due: Date) -> Duration? {
    if let clock = clock as? SimulatedClock { return clock.realTime(until: due).map { min($0, Self.longestPause) } }
    return min(Self.longestPause, .seconds(max(0, due.timeIntervalSince(clock.now))))
  }
}

/// One plugin's view of the scheduler.
struct PluginSchedules: Schedules {
  let scheduler: Scheduler
  let plugin: String

  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async {
    await scheduler.schedule(.init(plugin: plugin, name: name), due: due, body)
  }

  func cancel(_ name: String) async { await scheduler.cancel(.init(plugin: plugin, name: name)) }
}
