internal import FieldhouseKit
internal import Foundation

/// Threads of their own for hashing passwords, so that neither memory nor the threads of requests run out. They have
/// a low priority: a storm of logins does not slow down other routes.
final class HashingPool: @unchecked Sendable {
  private typealias Job = @Sendable () -> Void

  private static let niceness: Int32 = 10
  private let condition = NSCondition()
  private let threads: Int
  private let capacity: Int
  // The condition's lock guards both.
  private var jobs: [Job] = []
  private var started = false

  /// - Parameters:
  ///   - threads: how many passwords are hashed at once.
  ///   - waiting: how many may wait.
  init(threads: Int, waiting: Int) {
    self.threads = max(1, threads)
    capacity = max(1, waiting)
  }

  /// Runs `work` on one of the threads.
  /// - Throws: ``Problem`` 429 when too many wait; what `work` throws.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let accepted = enqueue { continuation.resume(with: Result(catching: work)) }
      if !accepted { continuation.resume(throwing: Self.busy) }
    }
  }

  private static let busy = Problem.tooMany(
    "too-many-attempts", "Too many people are signing in right now. Please try again.", retryAfterSeconds: 2)

  private func enqueue(_ job: @escaping Job) -> Bool {
    condition.withLock {
      guard jobs.count < capacity else { return false }
      jobs.append(job)
      startThreads()
      condition.signal()
      return true
    }
  }

  private func startThreads() {
    guard !started else { return }
    started = true
    for number in 1...threads {
      let thread = Thread { [self] in work() }
      thread.name = "hash-\(number)"
      thread.start()
    }
  }

  private func work() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    while true { next()() }
  }

  private func next() -> Job {
    condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
  }
}
