internal import FieldhouseKit
internal import Synchronization

/// The connections of a process that read one file. A point look-up takes some microseconds, less than a change of
/// threads, so they are used on the thread that asks.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [SQLiteConnection] = []
    /// Those in use or idle, without those that were lent.
    var count = 0
    var waiting = Waiters<SQLiteConnection?>()
    var isClosed = false
  }

  private enum Claim {
    case connection(SQLiteConnection)
    case place
    case none
  }

  private let file: DatabaseFile
  private let largest: Int
  private let state = Mutex(State())

  init(file: DatabaseFile, largest: Int) {
    self.file = file
    self.largest = largest
  }

  /// A connection for one reader; waits when all are in use.
  func acquire() async throws -> SQLiteConnection {
    while true {
      switch try state.withLock({ (state) throws(StorageError) in try Self.claim(&state, largest) }) {
      case .connection(let connection): return connection
      case .place: return try open()
      case .none: if let connection = try await wait() { return connection }
      }
    }
  }

  /// Gives a connection back; a damaged one, and one that was lent, is closed.
  func release(_ connection: SQLiteConnection, isUsable: Bool, isLent: Bool = false) {
    guard !isLent else { return }
    guard isUsable else { return freePlace() }
    let next = state.withLock { state -> CheckedContinuation<SQLiteConnection?, any Error>? in
      guard !state.isClosed else {
        state.count -= 1
        return nil
      }
      if let next = state.waiting.popFirst() { return next }
      state.idle.append(connection)
      return nil
    }
    next?.resume(returning: connection)
  }

  /// Says that a connection in use is kept for long: another one may take its place.
  func lend() { freePlace() }

  /// Closes the idle connections; the others close when they come back.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.count -= $0.idle.count
      $0.idle = []
    }
  }

  private static func claim(_ state: inout State, _ largest: Int) throws(StorageError) -> Claim {
    guard !state.isClosed else { throw .closed }
    if let connection = state.idle.popLast() { return .connection(connection) }
    guard state.count < largest else { return .none }
    state.count += 1
    return .place
  }

  /// - Returns: nil when it is worth trying again.
  private func wait() async throws -> SQLiteConnection? {
    try await withCheckedThrowingContinuation { continuation in
      let isQueued = state.withLock { state in
        guard state.idle.isEmpty, state.count >= largest else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !isQueued { continuation.resume(returning: nil) }
    }
  }

  private func freePlace() {
    let next = state.withLock { state in
      state.count -= 1
      return state.waiting.popFirst()
    }
    next?.resume(returning: nil)
  }

  /// A file that took the place of the one the writer has is nobody's to read.
  private func open() throws -> SQLiteConnection {
    do {
      try file.check()
      let connection = try SQLiteConnection(path: file.path, role: .reader)
      try file.check()
      return connection
    } catch {
      freePlace()
      throw error
    }
  }
}
