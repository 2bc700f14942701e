import NIOCore

/// Runs Swift tasks on one event loop, so that a request is parsed, answered and written without a change of
/// thread.
///
/// All state belongs to the event loop: `enqueue` moves there before it touches anything.
final class EventLoopExecutor: TaskExecutor, @unchecked Sendable {
  /// Jobs run in one go before sockets are looked at again.
  private static let jobsPerTurn = 32

  private let eventLoop: any EventLoop
  @exclusivity(unchecked) private var ready = CircularBuffer<UnownedJob>(initialCapacity: 16)
  @exclusivity(unchecked) private var isRunning = false
  @exclusivity(unchecked) private var isScheduled = false

  init(eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if eventLoop.inEventLoop {
      add(job)
    } else {
      eventLoop.execute { self.add(job) }
    }
  }

  /// Runs a body that starts a task at once, and then what the task has left to be done.
  func start(_ body: () -> Void) {
    guard !isRunning else { return body() }
    isRunning = true
    body()
    run()
  }

  private func add(_ job: UnownedJob) {
    ready.append(job)
    if !isRunning { schedule() }
  }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    eventLoop.execute {
      self.isScheduled = false
      self.run()
    }
  }

  private func run() {
    isRunning = true
    var budget = Self.jobsPerTurn
    while budget > 0, let job = ready.popFirst() {
      job.runSynchronously(on: asUnownedTaskExecutor())
      budget -= 1
    }
    isRunning = false
    if !ready.isEmpty { schedule() }
  }
}
