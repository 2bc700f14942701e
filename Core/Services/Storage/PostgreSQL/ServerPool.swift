internal import FieldhouseKit
internal import Synchronization

/// The connections of a process to one server, shared by all namespaces. A transaction takes one for itself,
/// preferably one that served its namespace last.
final class ServerPool: Sendable {
  private struct State {
    var idle: [ServerConnection] = []
    var count = 0
    var waiting = Waiters<ServerConnection?>()
    var isClosed = false
  }

  private let address: String
  private let largest: Int
  private let limits: TransactionLimits
  private let loops: [EventLoop]
  private let nextLoop = Atomic(0)
  private let state = Mutex(State())

  init(address: String, largest: Int, limits: TransactionLimits, loops: Int) {
    self.address = address
    self.largest = max(1, largest)
    self.limits = limits
    self.loops = (0..<max(1, loops)).map { EventLoop(name: "pq:\($0)") }
  }

  /// A connection for one transaction; waits when all are in use.
  /// - Throws: ``ConnectionLost`` when the server does not answer, ``ServerError``, ``StorageError``.
  func acquire(for namespace: String) async throws -> ServerConnection {
    if let connection = try takeIdle(namespace) { return connection }
    if reserve() { return try await open() }
    let handed = try await withCheckedThrowingContinuation { continuation in
      let isQueued = state.withLock { state in
        guard state.idle.isEmpty else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !isQueued { continuation.resume(returning: nil) }
    }
    if let handed { return handed }
    return try await acquire(for: namespace)
  }

  /// Takes a connection back. Called on its loop.
  func release(_ connection: ServerConnection) {
    let isOld = Monotonic.now &- connection.openedAt > Self.longestLife
    if isOld { connection.close() }
    let isUsable = connection.loss == nil
    let (next, isClosed) = state.withLock { state -> (CheckedContinuation<ServerConnection?, any Error>?, Bool) in
      guard isUsable, !state.isClosed else {
        state.count -= 1
        return (state.waiting.popFirst(), state.isClosed)
      }
      if let next = state.waiting.popFirst() { return (next, false) }
      state.idle.append(connection)
      return (nil, false)
    }
    if isClosed { connection.close() }
    next?.resume(returning: isUsable && !isClosed ? connection : nil)
  }

  /// Closes all connections that nobody uses, e.g. because the server was restarted.
  func closeIdle() {
    let idle = state.withLock { state in
      defer {
        state.count -= state.idle.count
        state.idle = []
      }
      return state.idle
    }
    for connection in idle { connection.loop.execute { connection.close() } }
  }

  /// Closes the idle connections and refuses to hand out more; the others close when they come back.
  func close() {
    state.withLock { $0.isClosed = true }
    closeIdle()
    for loop in loops { loop.stop() }
  }

  /// Waits some nanoseconds, also when the task is cancelled.
  func pause(_ nanoseconds: UInt64) async {
    await withCheckedContinuation { continuation in schedule(after: nanoseconds) { continuation.resume() } }
  }

  /// Calls `action` once, when that many nanoseconds have passed.
  func schedule(after nanoseconds: UInt64, _ action: @escaping @Sendable () -> Void) {
    loops[0].execute { [loop = loops[0]] in loop.schedule(after: nanoseconds, action) }
  }

  /// Older connections are replaced, so that their numbers in the tables of commits do not stay for ever.
  private static let longestLife: UInt64 = 86_400 * 1_000_000_000

  private func takeIdle(_ namespace: String) throws -> ServerConnection? {
    try state.withLock { state throws(StorageError) in
      guard !state.isClosed else { throw .closed }
      if let index = state.idle.lastIndex(where: { $0.namespace == namespace }) { return state.idle.remove(at: index) }
      guard state.count >= largest else { return nil }
      return state.idle.popLast()
    }
  }

  private func reserve() -> Bool {
    state.withLock { state in
      guard state.count < largest else { return false }
      state.count += 1
      return true
    }
  }

  private func open() async throws -> ServerConnection {
    let loop = loops[nextLoop.add(1, ordering: .relaxed).oldValue % loops.count]
    do {
      return try await withTaskExecutorPreference(loop) {
        try await ServerConnection.open(address, limits: limits, on: loop)
      }
    } catch {
      let next = state.withLock { state in
        state.count -= 1
        return state.waiting.popFirst()
      }
      next?.resume(returning: nil)
      throw error
    }
  }
}
