internal import FieldhouseKit
internal import Synchronization

/// The connections of a process to one server, shared by all namespaces. A transaction takes one for itself,
/// preferably one that served its namespace last.
final class ServerPool: Sendable {
  private struct Idle {
    let connection: ServerConnection
    let since: UInt64
    /// The namespace it was held for last, or the lane of upkeep.
    let lane: String
  }

  private struct State {
    /// The one that was used last comes last.
    var idle: [Idle] = []
    /// Whether somebody will look for connections that have been idle for long.
    var isWatched = false
    var places: PoolPlaces<ServerConnection>
    /// Why nobody is let wait for the server now.
    var suspension: ConnectionLost?
    var waiting = PoolQueue<ServerConnection?>()
    /// Whether somebody will look for those who may go on because others have been at work for long.
    var isQueueWatched = false
    var isClosed = false

    /// Whether somebody may have a connection without waiting for one.
    func serves(_ namespace: String, at now: UInt64) -> Bool {
      isClosed || suspension != nil || (!idle.isEmpty && places.mayHold(namespace, at: now))
        || places.mayOpen(for: namespace, at: now)
    }

    /// Who comes next of those whose namespace is served.
    mutating func next(
      where isServed: (State, String) -> Bool
    ) -> (namespace: String, continuation: PoolQueue<ServerConnection?>.Continuation)? {
      guard !waiting.isEmpty else { return nil }
      // Out of the state meanwhile, so that it is not copied.
      var queue = PoolQueue<ServerConnection?>()
      swap(&queue, &waiting)
      defer { swap(&queue, &waiting) }
      return queue.popFirst { isServed(self, $0) }
    }

    /// Who comes next of those who need not wait any more, to ask again.
    mutating func next(at now: UInt64) -> PoolQueue<ServerConnection?>.Continuation? {
      next { $0.serves($1, at: now) }?.continuation
    }
  }

  private let address: String
  private let linger: UInt64
  private let limits: TransactionLimits
  private let session: String
  private let loops: [EventLoop]
  private let nextLoop = Atomic(0)
  private let state: Mutex<State>

  /// - Parameters:
  ///   - linger: how long a connection may be idle before it is closed, unless it is the last one.
  ///   - session: how the server names the connections.
  init(
    address: String, largest: Int, linger: Duration, limits: TransactionLimits, loops: Int, session: String
  ) {
    self.address = address
    self.session = session
    state = Mutex(State(places: PoolPlaces(largest)))
    self.linger = linger.nanoseconds
    self.limits = limits
    self.loops = (0..<max(1, loops)).map { EventLoop(name: "pq:\($0)") }
  }

  /// A connection for one transaction; waits when all that the namespace, or ``PoolPlaces/upkeep``, may have are in use.
  /// - Throws: ``ConnectionLost`` when the server does not answer, ``ServerError``, ``StorageError``.
  func acquire(for namespace: String) async throws -> ServerConnection {
    let connection = try await claim(for: namespace)
    state.withLock { $0.places.note(connection, of: namespace, at: Monotonic.now) }
    return connection
  }

  /// Runs `body` on a connection with the rights of the host's own user, on its loop; one on which it has failed is closed.
  /// - Throws: as ``acquire(for:)``, and what `body` throws.
  func withHostConnection<Value: Sendable>(
    _ body: @escaping @Sendable (ServerConnection) async throws -> Value
  ) async throws -> Value {
    let connection = try await acquire(for: "")
    return try await withTaskExecutorPreference(connection.loop) {
      defer { release(connection) }
      do {
        try await connection.unbind()
        return try await body(connection)
      } catch {
        connection.close()
        throw error
      }
    }
  }

  private func claim(for namespace: String) async throws -> ServerConnection {
    while true {
      if let suspension = state.withLock({ $0.suspension }) { throw suspension }
      if let connection = try takeIdle(namespace) { return connection }
      if reserve(for: namespace) { return try await open(for: namespace) }
      if let handed = try await wait(for: namespace) { return handed }
    }
  }

  /// Waits for a connection that comes back, or for those in use to have been so for long.
  private func wait(for namespace: String) async throws -> ServerConnection? {
    try await withCheckedThrowingContinuation { continuation in
      let now = Monotonic.now
      let isQueued = state.withLock { state in
        guard !state.serves(namespace, at: now) else { return false }
        state.waiting.append(continuation, for: namespace, at: now)
        return true
      }
      guard isQueued else { return continuation.resume(returning: nil) }
      watchQueue()
    }
  }

  /// Lets those go on whom connections that have been in use for long leave their places to, as long as anybody waits.
  private func watchQueue() {
    let isDue = state.withLock { state in
      guard !state.isQueueWatched, !state.waiting.isEmpty else { return false }
      state.isQueueWatched = true
      return true
    }
    guard isDue else { return }
    schedule(after: Self.look) { [weak self] in
      guard let self else { return }
      let next = state.withLock { state in
        state.isQueueWatched = false
        return state.next(at: Monotonic.now)
      }
      next?.resume(returning: nil)
      watchQueue()
    }
  }

  /// How long after a look the next one at those who wait comes, in nanoseconds.
  private static let look = PoolPlaces<ServerConnection>.long / 10

  /// The namespaces whose transactions wait for others of their own.
  var shortages: [PoolShortage] {
    let now = Monotonic.now
    return state.withLock { state in
      state.waiting.namespaces.compactMap { namespace, count, since in
        let usage = state.places.usage(of: namespace, at: now)
        let shortage = PoolShortage(
          schema: namespace, held: usage.count, longest: usage.longest, waiting: count, since: now - min(since, now))
        return shortage.isLong ? shortage : nil
      }
    }
  }

  /// Lets nobody wait for the server until ``resume()``: who asks, and who has waited for an answer for a second, is told
  /// that it is lost.
  func suspend(_ reason: ConnectionLost) {
    let busy = state.withLock { state in
      state.suspension = reason
      return state.places.connections
    }
    let latest = Monotonic.now &- 1_000_000_000
    for connection in busy {
      connection.loop.execute { if connection.isWaitingSince.map({ $0 <= latest }) == true { connection.close() } }
    }
    closeIdle()
    wakeAll()
  }

  /// Lets everybody who waits ask again.
  private func wakeAll() {
    while let next = state.withLock({ $0.next { _, _ in true } }) { next.continuation.resume(returning: nil) }
  }

  /// Ends ``suspend(_:)``.
  func resume() { state.withLock { $0.suspension = nil } }

  /// Takes a connection back. Called on its loop.
  func release(_ connection: ServerConnection) {
    let now = Monotonic.now
    let isOld = now &- connection.openedAt > Self.longestLife
    if isOld { connection.close() }
    let isUsable = connection.loss == nil
    let (next, isClosed) = state.withLock { state -> (PoolQueue<ServerConnection?>.Continuation?, Bool) in
      let lane = state.places.takeBack(connection) ?? ""
      guard isUsable, !state.isClosed else {
        state.places.close(1)
        return (state.next(at: now), state.isClosed)
      }
      if let next = state.next(where: { $0.places.mayHold($1, at: now) }) {
        state.places.hold(next.namespace)
        return (next.continuation, false)
      }
      state.idle.append(Idle(connection: connection, since: now, lane: lane))
      return (nil, false)
    }
    if isClosed {
      connection.close()
      stopUnused()
    }
    next?.resume(returning: isUsable && !isClosed ? connection : nil)
    watchIdle()
  }

  /// The connections there are, idle ones included.
  var size: Int { state.withLock { $0.places.count } }

  /// Sees to it that connections that nobody needs any more go: looks when the oldest of them has been idle for so long.
  private func watchIdle() {
    let now = Monotonic.now
    let pause = state.withLock { state -> UInt64? in
      guard !state.isWatched, state.idle.count > 1, let oldest = state.idle.first else { return nil }
      state.isWatched = true
      return linger - min(linger, now - min(oldest.since, now))
    }
    guard let pause else { return }
    schedule(after: max(pause, linger / 10)) { [weak self] in self?.closeLongIdle() }
  }

  private func closeLongIdle() {
    let start = Monotonic.now &- min(linger, Monotonic.now)
    let old = state.withLock { state in
      state.isWatched = false
      let old = state.idle.dropLast().prefix { $0.since <= start }
      state.idle.removeFirst(old.count)
      state.places.close(old.count)
      return Array(old)
    }
    for idle in old { idle.connection.loop.execute { idle.connection.close() } }
    watchIdle()
  }

  /// Closes all connections that nobody uses, e.g. because the server was restarted.
  func closeIdle() {
    let idle = state.withLock { state in
      defer {
        state.places.close(state.idle.count)
        state.idle = []
      }
      return state.idle
    }
    for idle in idle { idle.connection.loop.execute { idle.connection.close() } }
  }

  /// Closes the idle connections and refuses to hand out more; the others close when they come back, and the loops end with
  /// the last of them.
  func close() {
    state.withLock { $0.isClosed = true }
    closeIdle()
    wakeAll()
    stopUnused()
  }

  private func stopUnused() {
    guard state.withLock({ $0.isClosed && $0.places.count == 0 }) else { return }
    for loop in loops { loop.stop() }
  }

  /// Waits some nanoseconds, also when the task is cancelled; not when the pool is closed meanwhile.
  func pause(_ nanoseconds: UInt64) async { await loops[0].pause(nanoseconds) }

  /// Calls `action` once, when that many nanoseconds have passed; never when the pool is closed before.
  func schedule(after nanoseconds: UInt64, _ action: @escaping @Sendable () -> Void) {
    loops[0].execute { [loop = loops[0]] in loop.schedule(after: nanoseconds, action) }
  }

  /// Older connections are replaced, so that their numbers in the tables of commits do not stay for ever.
  private static let longestLife: UInt64 = 86_400 * 1_000_000_000

  private func takeIdle(_ namespace: String) throws -> ServerConnection? {
    let now = Monotonic.now
    return try state.withLock { state throws(StorageError) in
      guard !state.isClosed else { throw .closed }
      guard !state.idle.isEmpty, state.places.mayHold(namespace, at: now) else { return nil }
      guard let connection = Self.fitting(namespace, &state) else { return nil }
      state.places.hold(namespace)
      return connection
    }
  }

  /// The idle connection that was held for the namespace last; another one where there are as many as there may be.
  private static func fitting(_ namespace: String, _ state: inout State) -> ServerConnection? {
    if let index = state.idle.lastIndex(where: { $0.lane == namespace }) {
      return state.idle.remove(at: index).connection
    }
    return state.places.isFull ? state.idle.popLast()?.connection : nil
  }

  private func reserve(for namespace: String) -> Bool {
    let now = Monotonic.now
    return state.withLock { state in
      guard !state.isClosed, state.places.mayOpen(for: namespace, at: now) else { return false }
      state.places.open(for: namespace)
      return true
    }
  }

  private func open(for namespace: String) async throws -> ServerConnection {
    let loop = loops[nextLoop.add(1, ordering: .relaxed).oldValue % loops.count]
    do {
      return try await withTaskExecutorPreference(loop) {
        try await ServerConnection.open(address, limits: limits, session: session, on: loop)
      }
    } catch {
      let next = state.withLock { state in
        state.places.abandon(namespace)
        return state.next(at: Monotonic.now)
      }
      next?.resume(returning: nil)
      stopUnused()
      throw error
    }
  }
}
