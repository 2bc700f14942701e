public import FieldhouseKit
public import Foundation

/// Runs work when the host's clock says so, each plugin's in a lane of its own, so that work that does not end holds up
/// nobody else's; and moves a simulated clock from due instant to due instant, one after the other.
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
  /// What else has instants of its own at which something is to happen, and has it happen.
  private var companion: (next: @Sendable () async throws -> Date?, run: @Sendable () async throws -> Void)?
  private(set) var jobs: [Key: Job] = [:]
  private(set) var failures: [Key: ScheduleFailure] = [:]
  private var generations = 0
  private var sleepers: [String: Task<Void, Never>] = [:]
  /// The plugins that have a lane, and where others ask for one, while ``run()`` works.
  private var lanes: Set<String> = []
  private var arriving: AsyncStream<String>.Continuation?
  /// How many lanes are at work; none is while the clock is moved.
  private var lanesAtWork = 0
  private var isMoving = false
  /// Whether ``run()`` has been cancelled: the host ends.
  private var isEnding = false
  /// What is due next, as it has come out while the clock is moved; it is stored when that is over. A host that ends before does again
  /// what was due last.
  private var unsaved: [Key: Date] = [:]
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
      // What was missed while the host was down; what this process has already runs, or has been put off.
      if jobs[key] == nil, let stored = try await store.due(key), stored <= clock.now { due = min(due, stored) }
      try await store.save(key, due: due)
    } catch {
      log.error("a schedule could not be stored", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
    }
    generations += 1
    jobs[key] = Job(due: due, body: body, generation: generations)
    openLane(of: key.plugin)
    sleepers[key.plugin]?.cancel()
  }

  func cancel(_ key: Key) async {
    (jobs[key], failures[key]) = (nil, nil)
    do { try await store.remove(key) } catch {
      log.error("a schedule could not be removed", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
    }
  }

  /// Runs what is due until the task is cancelled.
  public func run() async {
    let (plugins, arriving) = AsyncStream.makeStream(of: String.self)
    (self.arriving, isEnding) = (arriving, false)
    for key in jobs.keys { openLane(of: key.plugin) }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        for await plugin in plugins { group.addTask { await self.tend(plugin) } }
      }
    } onCancel: {
      Task { await self.end() }
    }
    (self.arriving, lanes) = (nil, [])
  }

  /// Has a clock that is being moved stop where it is.
  private func end() {
    isEnding = true
    somethingHasEnded()
  }

  private func openLane(of plugin: String) {
    guard let arriving, lanes.insert(plugin).inserted else { return }
    arriving.yield(plugin)
  }

  /// Runs what is due of one plugin until the task is cancelled.
  private func tend(_ plugin: String) async {
    while !Task.isCancelled {
      while isMoving, !Task.isCancelled { await somethingToEnd() }
      guard !Task.isCancelled else { return }
      lanesAtWork += 1
      await runDue(until: clock.now, of: plugin)
      lanesAtWork -= 1
      somethingHasEnded()
      await pause(plugin)
    }
  }

  /// Moves a simulated clock forward; returns when everything due by then has happened.
  /// - Throws: ``Problem`` 409 when the host runs on real time, or the instant has passed; 503 `host-ending` when the host ends
  ///   before the clock is there: it stands at what was done last.
  public func advance(to instant: Date) async throws {
    guard let clock = clock as? SimulatedClock else {
      throw Problem.conflict("clock-is-real", "The clock can be moved only when the host was started with --clock.")
    }
    guard instant >= clock.now else {
      throw Problem.conflict("clock-has-passed", "The clock moves only forward, and that instant has passed.")
    }
    while isMoving { await somethingToEnd() }
    isMoving = true
    // Who moves the clock finds done what is going on.
    while lanesAtWork > 0 { await somethingToEnd() }
    await runAll(until: instant, moving: clock)
    isMoving = false
    await saveAll()
    somethingHasEnded()
    for sleeper in sleepers.values { sleeper.cancel() }
    guard clock.now >= instant else { throw Problem.hostEnding }
  }

  /// Has a simulated clock, when it is moved, stop at the instants of something else too, which is run there.
  /// - Parameters:
  ///   - next: when something is to happen next; nil for never. It is asked at each instant.
  ///   - run: has happen what is due by the clock.
  public func accompany(
    next: @escaping @Sendable () async throws -> Date?, run: @escaping @Sendable () async throws -> Void
  ) { companion = (next, run) }

  private func runAll(until instant: Date, moving clock: SimulatedClock) async {
    while true {
      let (own, other) = (jobs.values.lazy.map(\.due).min(), await nextOfCompanion())
      guard let due = [own, other].compactMap(\.self).min(), due <= instant else { break }
      if isEnding { return }
      clock.move(to: due)
      await runDue(until: max(due, clock.now))
      guard let other, other <= clock.now else { continue }
      do { try await companion?.run() } catch {
        log.error("what is due could not be done", ["cause": "\(error)"])
        break
      }
    }
    clock.move(to: instant)
  }

  private func nextOfCompanion() async -> Date? {
    do { return try await companion?.next() } catch {
      log.error("when something is due next could not be read", ["cause": "\(error)"])
      return nil
    }
  }

  /// Waits until a lane has nothing to do for the moment, or the clock has been moved.
  private func somethingToEnd() async { await withCheckedContinuation { waiting.append($0) } }

  private func somethingHasEnded() {
    let waiting = waiting
    self.waiting = []
    for one in waiting { one.resume() }
  }

  /// - Parameter plugin: whose work; nil for everybody's.
  private func runDue(until now: Date, of plugin: String? = nil) async {
    let due = jobs.filter { $0.value.due <= now && (plugin == nil || $0.key.plugin == plugin) }
      .sorted { $0.value.due < $1.value.due }
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
      if let next, next <= job.due { throw Problem.standing(next) }
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
    if isMoving { unsaved[key] = next } else { await save(key, next) }
  }

  private func saveAll() async {
    let all = unsaved
    unsaved = [:]
    // What was scheduled anew meanwhile has stored itself.
    for (key, due) in all where jobs[key]?.due == due { await save(key, due) }
  }

  private func save(_ key: Key, _ next: Date) async {
    do { try await store.save(key, due: next) } catch {
      log.error("a schedule could not be stored", ["plugin": key.plugin, "schedule": key.name, "cause": "\(error)"])
    }
  }

  /// Waits for the plugin's next due instant or a change of its schedule, not longer than the longest pause.
  private func pause(_ plugin: String) async {
    let next = jobs.lazy.filter { $0.key.plugin == plugin }.map(\.value.due).min()
    let wait = next.flatMap(realTime) ?? Self.longestPause
    let sleeper = Task<Void, Never> { [sleep] in await sleep(max(wait, .milliseconds(1))) }
    sleepers[plugin] = sleeper
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

extension Problem {
  fileprivate static var hostEnding: Problem {
    Problem(
      status: 503, code: "host-ending",
      detail: "The host ends before the clock is there. Move it again when it is back.")
  }

  /// It would be run again and again without an end.
  fileprivate static func standing(_ next: Date) -> Problem {
    Problem(
      status: 500, code: "schedule-standing",
      detail: "The work asks to be run again at \(next.formatted(.iso8601)), which is not later than it was due.")
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
