internal import FieldhouseKit

extension ServerNamespace {
  /// How one try of a transaction ended.
  private enum Attempt<Value: Sendable>: Sendable {
    case done(Value)
    case failed(any Error)
    /// Nothing of it was kept; another try may succeed.
    case conflict(ServerError)
    /// The connection ended before the commit was sent.
    case lost(ConnectionLost)
    /// The connection ended during the commit.
    case unknown(CommitRecord, Value, [CommittedEffect])

    var isWorthRetrying: Bool {
      switch self {
      case .conflict, .lost: true
      default: false
      }
    }
  }

  /// Runs `body` as one transaction, again after conflicts and lost connections.
  func perform<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    var retries = Retries()
    while true {
      let attempt = await onConnection { connection in
        await self.attempt(connection, as: authority, limits: limits, body)
      }
      switch attempt {
      case .done(let value): return value
      case .failed(let error): throw error
      case .conflict(let error): try await retries.afterConflict(error)
      case .lost(let error):
        pool.closeIdle()
        try await retries.afterLoss(error)
      case .unknown(let record, let value, let effects):
        pool.closeIdle()
        guard try await wasCommitted(record) else { continue }
        if !effects.isEmpty { commitHooks.call(effects) }
        return value
      }
    }
  }

  /// Runs `body` on a snapshot, again after lost connections.
  func snapshot<Value: Sendable>(
    as authority: Authority = .reading, _ body: @escaping @Sendable (ServerTransaction) async throws -> Value
  ) async throws -> Value {
    var retries = Retries()
    while true {
      let attempt = await onConnection { connection in await self.glance(connection, as: authority, body) }
      switch attempt {
      case .done(let value): return value
      case .failed(let error): throw error
      case .conflict(let error): try await retries.afterConflict(error)
      case .lost(let error):
        pool.closeIdle()
        try await retries.afterLoss(error)
      case .unknown: continue
      }
    }
  }

  private func onConnection<Value: Sendable>(
    _ body: @escaping @Sendable (ServerConnection) async -> Attempt<Value>
  ) async -> Attempt<Value> {
    do {
      let connection = try await pool.acquire(for: schema)
      return await withTaskExecutorPreference(connection.loop) {
        defer { pool.release(connection) }
        do {
          try await connection.bind(to: schema)
        } catch {
          connection.close()
          return Self.failure(error)
        }
        return await body(connection)
      }
    } catch {
      return Self.failure(error)
    }
  }

  private func attempt<Value: Sendable>(
    _ connection: ServerConnection, as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    let transaction = ServerTransaction(connection, authority: authority, limits: limits, ledger: ledger)
    let value: Value
    do {
      value = try await body(transaction)
      if let fault = transaction.end() { throw fault }
    } catch {
      return abandon(transaction, error)
    }
    guard transaction.hasBegun else { return .done(value) }
    do {
      try await transaction.commit()
      try connection.forgetCommits()
    } catch is ConnectionLost {
      let record = CommitRecord(slot: connection.slot, number: connection.commitNumber)
      return .unknown(record, value, transaction.effects)
    } catch {
      return abandon(transaction, error)
    }
    if !transaction.effects.isEmpty { commitHooks.call(transaction.effects) }
    return .done(value)
  }

  private func glance<Value: Sendable>(
    _ connection: ServerConnection, as authority: Authority,
    _ body: @Sendable (ServerTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    let transaction = ServerTransaction(
      connection, authority: authority, limits: authority == .inspecting ? .unlimited : limits, ledger: ledger)
    do {
      let value = try await body(transaction)
      if let fault = transaction.end() { throw fault }
      transaction.letGo()
      return .done(value)
    } catch {
      return abandon(transaction, error)
    }
  }

  /// Takes a transaction back. What made it unusable decides, not what the body made of that.
  private func abandon<Value>(_ transaction: ServerTransaction, _ error: any Error) -> Attempt<Value> {
    let fault = transaction.end()
    transaction.letGo()
    if let fault {
      let attempt: Attempt<Value> = Self.failure(fault)
      if attempt.isWorthRetrying { return attempt }
    }
    return Self.failure(error)
  }

  private static func failure<Value>(_ error: any Error) -> Attempt<Value> {
    switch error {
    case let error as ServerError where error.isRetryable: .conflict(error)
    case let error as ServerError: .failed(error.storageError)
    case let error as ConnectionLost: .lost(error)
    default: .failed(error)
    }
  }
}

/// The tries of one transaction.
private struct Retries {
  private var conflicts = 0
  private var losses = 0

  mutating func afterConflict(_ error: ServerError) async throws {
    conflicts += 1
    guard conflicts < 60 else { throw error.storageError }
    let longest = UInt64(min(conflicts, 20)) * 2_000_000
    try await Task.sleep(nanoseconds: UInt64.random(in: 0...longest))
  }

  /// A server that cannot be reached is tried three times, a connection that ended in the middle more often.
  mutating func afterLoss(_ error: ConnectionLost) async throws {
    losses += error.isRefusal ? 4 : 1
    guard losses < 12 else { throw error.storageError }
    try await Task.sleep(nanoseconds: UInt64(losses - 1) * 10_000_000)
  }
}
