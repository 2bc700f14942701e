import Dispatch
import Synchronization

/// Work that is not waited for longer than a limit.
public enum Bounded {
  /// Runs `body`.
  /// - Parameter limit: how long it is waited for; a body that takes longer goes on without anybody waiting.
  /// - Returns: what `body` returns; nil when it takes longer.
  public static func run<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      let end = Ending<Value>(continuation)
      Task { end.call(await body()) }
      let nanoseconds = Int(limit / .nanoseconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { end.call(nil) }
    }
  }

  /// Runs `body`, which may throw.
  /// - Returns: how it ended; nil when it takes longer.
  public static func attempt<Value: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error>? {
    await run(limit) {
      do { return .success(try await body()) } catch { return .failure(error) }
    }
  }
}

/// Resumes a task the first time it is called.
private final class Ending<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Mutex(continuation) }

  func call(_ value: Value?) { continuation.withLock { $0.take() }?.resume(returning: value) }
}
