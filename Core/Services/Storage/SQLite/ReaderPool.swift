internal import FieldhouseKit
internal import Synchronization

/// The connections of a process that read one file. A point look-up takes some microseconds, less than a change of
/// threads, so they are used on the thread that asks.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    var count = 0
    var waiting = Waiters<SQLiteConnection>()
    var isClosed = false
  }

  private let path: String
  private let largest: Int
  private let state = Mutex(State())

  init(path: String, largest: Int) {
    self.path = path
    self.largest = largest
  }

  /// A connection for one reader; waits when all are in use.
  func acquire() async throws -> SQLiteConnection {
    if let connection = try takeIdle() { return connection }
    return try await withCheckedThrowingContinuation { continuation in
      let connection = state.withLock { state -> SQLiteConnection? in
        if let connection = state.idle.popLast() { return connection }
        state.waiting.append(continuation)
        return nil
      }
      if let connection { continuation.resume(returning: connection) }
    }
  }

  /// Gives a connection back; a damaged one is closed.
  func release(_ connection: SQLiteConnection, isUsable: Bool) {
    let next = state.withLock { state -> CheckedContinuation<SQLiteConnection, any Error>? in
      guard isUsable, !state.isClosed else {
        state.count -= 1
        return nil
      }
      if let next = state.waiting.popFirst() { return next }
      state.idle.append(connection)
      return nil
    }
    next?.resume(returning: connection)
  }

  /// Closes the idle connections; the others close when they come back.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.count -= $0.idle.count
      $0.idle = []
    }
  }

  private func takeIdle() throws -> SQLiteConnection? {
    let mayOpen = try state.withLock { state throws(StorageError) -> Result<SQLiteConnection, Opening>? in
      guard !state.isClosed else { throw .closed }
      if let connection = state.idle.popLast() { return .success(connection) }
      guard state.count < largest else { return nil }
      state.count += 1
      return .failure(Opening())
    }
    guard case .failure? = mayOpen else { return try? mayOpen?.get() }
    do {
      return try SQLiteConnection(path: path, role: .reader)
    } catch {
      state.withLock { $0.count -= 1 }
      throw error
    }
  }

  private struct Opening: Error {}
}
