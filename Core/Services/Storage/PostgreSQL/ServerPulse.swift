internal import FieldhouseKit
internal import Synchronization

/// Asks the server for a sign of life on a connection of its own, so that a busy pool is no bad sign.
final class ServerPulse: Sendable {
  /// A server that takes longer hangs.
  private static let patience: UInt64 = 2_500_000_000

  private let address: String
  private let session: String
  private let limits: TransactionLimits
  private let pool: ServerPool
  private let loop = EventLoop(name: "pq:pulse")
  private let state = Mutex(State())

  private struct State {
    var idle: ServerConnection?
    /// How many signs of life are being asked for.
    var beats = 0
    var isClosed = false

    /// Whether the loop has nothing left to do.
    var isOver: Bool { isClosed && beats == 0 }
  }

  init(address: String, session: String, limits: TransactionLimits, pool: ServerPool) {
    self.address = address
    self.session = session
    self.limits = limits
    self.pool = pool
  }

  /// Reads and writes the heartbeat in a schema. While the server hangs nobody else is let wait for it.
  func take(in schema: String, at instant: Int64) async -> Health {
    let start = Monotonic.now
    let isClosed = state.withLock { state in
      if !state.isClosed { state.beats += 1 }
      return state.isClosed
    }
    if isClosed { return StorageError.closed.health(isReading: true) }
    defer { endBeat() }
    let end = await withTaskExecutorPreference(loop) { await beat(in: schema, at: instant) }
    guard let (error, isReading) = end else {
      pool.resume()
      return .ok
    }
    if Monotonic.now &- start >= Self.patience {
      pool.suspend(ConnectionLost(message: ConnectionLost.silence, isRefusal: true))
    }
    return error.health(isReading: isReading)
  }

  /// Ends the connection, when it is in use as soon as that is over.
  func close() {
    let isOver = state.withLock { state in
      state.isClosed = true
      return state.isOver
    }
    if isOver { stop() }
  }

  private func endBeat() {
    let isOver = state.withLock { state in
      state.beats -= 1
      return state.isOver
    }
    if isOver { stop() }
  }

  private func stop() {
    loop.execute { [self] in
      keep(nil)?.close()
      loop.stop()
    }
  }

  private func beat(in schema: String, at instant: Int64) async -> (StorageError, isReading: Bool)? {
    var isReading = true
    do {
      let connection = try await self.connection()
      let alarm = Alarm(connection)
      loop.schedule(after: Self.patience) { alarm.ring() }
      defer { alarm.isOff = true }
      do {
        try await connection.bind(to: schema)
        try await connection.run(HostStatements.lastBeat, [])
        isReading = false
        try await connection.run(HostStatements.beat, [.integer(instant)])
      } catch {
        connection.close()
        throw error
      }
      keep(connection)
      return nil
    } catch {
      let visible = ServerTransaction.visible(error)
      return (visible as? StorageError ?? StorageError(.unavailable, "\(error)"), isReading)
    }
  }

  private func connection() async throws -> ServerConnection {
    if let idle = keep(nil), idle.loss == nil { return idle }
    return try await ServerConnection.open(address, limits: limits, session: session, on: loop, patience: Self.patience)
  }

  @discardableResult
  private func keep(_ connection: ServerConnection?) -> ServerConnection? {
    state.withLock { state in
      defer { state.idle = connection }
      return state.idle
    }
  }
}

/// Ends a connection that is waited on for too long. Confined to the connection's loop.
private final class Alarm {
  private let connection: ServerConnection
  var isOff = false

  init(_ connection: ServerConnection) { self.connection = connection }

  func ring() { if !isOff { connection.close(ConnectionLost.silence) } }
}

extension ServerConnection {
  fileprivate func run(_ statement: HostStatement, _ values: [SQLValue]) async throws {
    try queue(statement.text, values, as: .host)
    _ = try await exchange()
  }
}
