internal import FieldhouseKit
internal import Synchronization

/// Threads for a namespace's reads that take long. They hold neither the thread that asked nor a connection that the
/// namespace's quick reads need.
final class SlowReads: Sendable {
  private struct State {
    var idle: [EventLoop] = []
    var threads = 0
    var count = 0
    var waiting = Waiters<EventLoop>()
  }

  /// Which statements take long.
  let statements = SlowStatements()
  private let namespace: String
  private let threads: Int
  private let largest: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - threads: how many reads run at the same time; the others wait in the order they came.
  ///   - largest: how many run and wait; more are refused.
  init(namespace: String, threads: Int = 4, largest: Int = 64) {
    self.namespace = namespace
    self.threads = threads
    self.largest = largest
  }

  deinit { for loop in state.withLock({ $0.idle }) { loop.stop() } }

  /// How many run and wait.
  var size: Int { state.withLock { $0.count } }

  /// Runs a read on one of the threads.
  /// - Throws: ``StorageError`` `storage-unavailable` when too many run and wait; what `body` throws.
  func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    let loop = try await enter()
    defer { leave(loop) }
    return try await withTaskExecutorPreference(loop) { try await body() }
  }

  private func enter() async throws -> EventLoop {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state -> Result<EventLoop, any Error>? in
        guard state.count < largest else { return .failure(refusal) }
        state.count += 1
        if let loop = state.idle.popLast() { return .success(loop) }
        if state.threads < threads {
          state.threads += 1
          return .success(EventLoop(name: "r:" + namespace))
        }
        state.waiting.append(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }

  private func leave(_ loop: EventLoop) {
    let next = state.withLock { state in
      state.count -= 1
      let next = state.waiting.popFirst()
      if next == nil { state.idle.append(loop) }
      return next
    }
    next?.resume(returning: loop)
  }

  private var refusal: StorageError {
    StorageError(
      .unavailable, "\(largest) reads of '\(namespace)' take long already; no more of them are begun. Try again later.")
  }
}
