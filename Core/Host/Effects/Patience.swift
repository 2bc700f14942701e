import Foundation
import Synchronization

/// Waits for what a plugin does, and not for longer than it may take.
enum Patience {
  /// Longer than a transaction may last (``TransactionLimits``): what has not returned by then has lost its transaction.
  static let ofPlugins = Duration.seconds(90)

  /// Runs `work` until it returns. Of what has not returned after `limit` of real time nothing is awaited any more; it is cancelled.
  /// - Throws: what `work` throws; ``Unreturned``.
  static func wait(_ limit: Duration, for work: @escaping @Sendable () async throws -> Void) async throws {
    let ending = Ending()
    let worker = Task {
      do {
        try await work()
        ending.end(.success(()))
      } catch {
        ending.end(.failure(error))
      }
    }
    let alarm = Task {
      try await Task.sleep(for: limit)
      ending.end(.failure(Unreturned(limit: limit)))
      worker.cancel()
    }
    defer { alarm.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { ending.await($0) }
    } onCancel: {
      worker.cancel()
    }
  }

  /// How it ended first.
  private final class Ending: Sendable {
    private enum State {
      case open
      case awaited(CheckedContinuation<Void, any Error>)
      case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.open)

    func end(_ result: Result<Void, any Error>) {
      let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        switch state {
        case .ended: return nil
        case .open:
          state = .ended(result)
          return nil
        case .awaited(let continuation):
          state = .ended(result)
          return continuation
        }
      }
      waiting?.resume(with: result)
    }

    func await(_ continuation: CheckedContinuation<Void, any Error>) {
      let result = state.withLock { state -> Result<Void, any Error>? in
        if case .ended(let result) = state { return result }
        state = .awaited(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }
}

/// What a plugin does has not returned in time.
struct Unreturned: Error, CustomStringConvertible {
  let limit: Duration

  var description: String {
    "It had not returned after \(limit.formatted(.units(allowed: [.minutes, .seconds], width: .narrow))), and nothing that it changed is kept."
  }
}
