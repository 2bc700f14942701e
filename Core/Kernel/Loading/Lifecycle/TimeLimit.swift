internal import Synchronization

/// What was asked for did not come to an end in time.
struct TimeLimitExceeded: Error, Sendable {
  let seconds: Double
}

/// Bounds a step of a plugin. A step that does not end, nor heeds its cancellation, is left behind.
enum TimeLimit {
  /// What `body` gives or throws, or ``TimeLimitExceeded``.
  static func run<Value: Sendable>(
    seconds: Double, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let race = Race<Value>()
    return try await withCheckedThrowingContinuation { continuation in
      race.begin(continuation)
      let work = Task {
        do { race.finish(.success(try await body())) } catch { race.finish(.failure(error)) }
      }
      let timer = Task {
        try await Task.sleep(for: .seconds(seconds))
        race.finish(.failure(TimeLimitExceeded(seconds: seconds)))
        work.cancel()
      }
      race.atEnd { timer.cancel() }
    }
  }
}

/// Lets the first of several results through.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var cleanUp: (@Sendable () -> Void)?
    var isOver = false
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<Value, any Error>) {
    state.withLock { $0.continuation = continuation }
  }

  func atEnd(_ cleanUp: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.cleanUp = cleanUp }
      return state.isOver
    }
    if isOver { cleanUp() }
  }

  func finish(_ result: Result<Value, any Error>) {
    let (continuation, cleanUp) = state.withLock { state in
      defer { state = State(isOver: true) }
      return (state.continuation, state.cleanUp)
    }
    continuation?.resume(with: result)
    cleanUp?()
  }
}
