internal import FieldhouseKit
internal import Synchronization

/// The connections of a process to one server, shared by all namespaces. A transaction takes one for itself,
/// preferably one that served its namespace last.
final class ServerPool: Sendable {
  private struct Idle {
    let connection: ServerConnection
    let since: UInt64
  }

  private struct State {
    /// The one that was used last comes last.
    var idle: [Idle] = []
    /// Whether somebody will look for connections that have been idle for long.
    var isWatched = false
    var count = 0
    /// Those in use, each with the monotonic time from which on it has been.
    var busy: [ObjectIdentifier: Idle] = [:]
    /// Why nobody is let wait for the server now.
    var suspension: ConnectionLost?
    var waiting = Waiters<ServerConnection?>()
    var isClosed = false
  }

  private let address: String
  private let largest: Int
  private let linger: UInt64
  private let limits: TransactionLimits
  private let session: String
  private let loops: [EventLoop]
  private let nextLoop = Atomic(0)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - linger: how long a connection may be idle before it is closed, unless it is the last one.
  ///   - session: how the server names the connections.
  init(
    address: String, largest: Int, linger: Duration, limits: TransactionLimits, loops: Int, session: String
  ) {
    self.address = address
    self.session = session
    self.largest = max(1, largest)
    self.linger = linger.nanoseconds
    self.limits = limits
    self.loops = (0..<max(1, loops)).map { EventLoop(name: "pq:\($0)") }
  }

  /// A connection for one transaction; waits when all are in use.
  /// - Throws: ``ConnectionLost`` when the server does not answer, ``ServerError``, ``StorageError``.
  func acquire(for namespace: String) async throws -> ServerConnection {
    let connection = try await claim(for: namespace)
    state.withLock { $0.busy[ObjectIdentifier(connection)] = Idle(connection: connection, since: Monotonic.now) }
    return connection
  }

  private func claim(for namespace: String) async throws -> ServerConnection {
    while true {
      if let suspension = state.withLock({ $0.suspension }) { throw suspension }
      if let connection = try takeIdle(namespace) { return connection }
      if reserve() { return try await open() }
      if let handed = try await wait() { return handed }
    }
  }

  /// Waits for a connection that comes back, or for those in use to have been so for long.
  private func wait() async throws -> ServerConnection? {
    try await withCheckedThrowingContinuation { continuation in
      let isQueued = state.withLock { state in
        guard state.idle.isEmpty else { return false }
        state.waiting.append(continuation)
        return true
      }
      guard isQueued else { return continuation.resume(returning: nil) }
      schedule(after: Self.long &+ 10_000_000) { [weak self] in self?.wakeFirst() }
    }
  }

  private func wakeFirst() {
    let next = state.withLock { state in
      state.count - slowCount(state) < largest ? state.waiting.popFirst() : nil
    }
    next?.resume(returning: nil)
  }

  /// Those in use for long leave their places to others, up to half as many as there are places.
  private func slowCount(_ state: State) -> Int {
    guard state.count >= largest else { return 0 }
    let now = Monotonic.now
    return min(state.busy.values.count { $0.since &+ Self.long <= now }, max(1, largest / 2))
  }

  /// A transaction that lasts longer than this, in nanoseconds, takes long.
  private static let long: UInt64 = 300_000_000

  /// Lets nobody wait for the server until ``resume()``: who asks, and who has waited for an answer for a second, is told
  /// that it is lost.
  func suspend(_ reason: ConnectionLost) {
    let busy = state.withLock { state in
      state.suspension = reason
      return state.busy.values.map(\.connection)
    }
    let latest = Monotonic.now &- 1_000_000_000
    for connection in busy {
      connection.loop.execute { if connection.isWaitingSince.map({ $0 <= latest }) == true { connection.close() } }
    }
    closeIdle()
  }

  /// Ends ``suspend(_:)``.
  func resume() { state.withLock { $0.suspension = nil } }

  /// Takes a connection back. Called on its loop.
  func release(_ connection: ServerConnection) {
    let isOld = Monotonic.now &- connection.openedAt > Self.longestLife
    if isOld { connection.close() }
    let isUsable = connection.loss == nil
    let (next, isClosed) = state.withLock { state -> (CheckedContinuation<ServerConnection?, any Error>?, Bool) in
      state.busy[ObjectIdentifier(connection)] = nil
      guard isUsable, !state.isClosed else {
        state.count -= 1
        return (state.waiting.popFirst(), state.isClosed)
      }
      if let next = state.waiting.popFirst() { return (next, false) }
      state.idle.append(Idle(connection: connection, since: Monotonic.now))
      return (nil, false)
    }
    if isClosed { connection.close() }
    next?.resume(returning: isUsable && !isClosed ? connection : nil)
    watchIdle()
  }

  /// The connections there are, idle ones included.
  var size: Int { state.withLock { $0.count } }

  /// Sees to it that connections that nobody needs any more go.
  private func watchIdle() {
    let isDue = state.withLock { state in
      guard !state.isWatched, state.idle.count > 1 else { return false }
      state.isWatched = true
      return true
    }
    guard isDue else { return }
    schedule(after: linger) { [weak self] in self?.closeLongIdle() }
  }

  private func closeLongIdle() {
    let start = Monotonic.now &- min(linger, Monotonic.now)
    let old = state.withLock { state in
      state.isWatched = false
      let old = state.idle.dropLast().prefix { $0.since <= start }
      state.idle.removeFirst(old.count)
      state.count -= old.count
      return Array(old)
    }
    for idle in old { idle.connection.loop.execute { idle.connection.close() } }
    watchIdle()
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
    for idle in idle { idle.connection.loop.execute { idle.connection.close() } }
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
      if let index = state.idle.lastIndex(where: { $0.connection.namespace == namespace }) {
        return state.idle.remove(at: index).connection
      }
      guard state.count >= largest else { return nil }
      return state.idle.popLast()?.connection
    }
  }

  private func reserve() -> Bool {
    state.withLock { state in
      guard state.count - slowCount(state) < largest else { return false }
      state.count += 1
      return true
    }
  }

  private func open() async throws -> ServerConnection {
    let loop = loops[nextLoop.add(1, ordering: .relaxed).oldValue % loops.count]
    do {
      return try await withTaskExecutorPreference(loop) {
        try await ServerConnection.open(address, limits: limits, session: session, on: loop)
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
