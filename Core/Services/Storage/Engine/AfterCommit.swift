internal import FieldhouseKit
internal import Synchronization

/// What is to be done outside of a store once a transaction is committed. Done earlier, it would look for what nobody but the
/// transaction sees yet, and find nothing.
public final class AfterCommit: Sendable {
  /// Something to do.
  public typealias Work = @Sendable () async -> Void

  private struct State {
    var works: [Work] = []
    var isOver = false
  }

  @TaskLocal private static var current: AfterCommit?

  private let state = Mutex(State())

  /// Has something done when the transaction in whose body the caller is has been committed, in the order in which it was asked for
  /// and before whoever began the transaction goes on. It is not done when the transaction is rolled back; when the store has become
  /// unavailable, which may not be able to say what became of it, it is.
  /// - Returns: whether the caller is in a transaction. Otherwise nothing will be done here.
  public static func add(_ work: @escaping Work) -> Bool {
    current?.state.withLock { state in
      if !state.isOver { state.works.append(work) }
      return !state.isOver
    } ?? false
  }

  /// Runs a transaction, each of whose tries is run in ``attempt(_:)``, and then what was asked for in the one that was committed.
  static func following<Value: Sendable>(_ transaction: (AfterCommit) async throws -> Value) async throws -> Value {
    let after = AfterCommit()
    do {
      let value = try await transaction(after)
      for work in after.end() { await work() }
      return value
    } catch {
      let works = after.end()
      if (error as? StorageError)?.code == .unavailable { for work in works { await work() } }
      throw error
    }
  }

  /// Runs the body of a transaction, which may have been tried before.
  func attempt<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    state.withLock { $0.works = [] }
    return try await Self.$current.withValue(self) { try await body() }
  }

  private func end() -> [Work] {
    state.withLock { state in
      state.isOver = true
      defer { state.works = [] }
      return state.works
    }
  }
}
