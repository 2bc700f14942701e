internal import FieldhouseKit
internal import Synchronization

extension ServerNamespace {
  /// Runs `body` as one transaction, again after conflicts and lost connections.
  func perform<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    try await rights.reminders.following {
      try await AfterCommit.following { after in
        try await persist(as: authority, limits: limits) { transaction in
          try await after.attempt { try await body(transaction) }
        }
      }
    }
  }

  private func persist<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    var retries = Retries()
    var way = NextStep.first(
      as: authority, predictionsAreCommon: predictions.areCommon, isCrowded: turns.isBusy)
    while true {
      let result = try await settle(await attempt(as: authority, limits: limits, way, body))
      switch NextStep(after: result.end, of: way, as: authority) {
      case .finish: if let value = result.value { return value }
      case .fail: throw result.error ?? StorageError.closed
      case .retry(let next): way = next
      case .retryAfterConflict(let next):
        way = next
        if let error = result.error as? ServerError { try await retries.afterConflict(error) }
      case .retryAfterLoss(let next):
        way = next
        pool.closeIdle()
        if let error = result.error as? ConnectionLost { try await retries.afterLoss(error) }
      }
    }
  }

  private func attempt<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits, _ way: Way,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    switch way {
    case .tentative: await tentative(body)
    case .shared: await shared(limits: limits, body)
    case .together, .alone, .plain:
      await onConnection { connection in await self.attempt(connection, as: authority, limits: limits, way, body) }
    }
  }

  /// A try that has ended: how, and with what.
  private struct Settled<Value: Sendable> {
    let end: TryEnd
    var value: Value?
    var error: (any Error)?
  }

  /// Commits what was promised, and finds out what became of a commit whose answer was lost.
  private func settle<Value>(_ attempt: Attempt<Value>) async throws -> Settled<Value> {
    switch attempt {
    case .done(let value): return Settled(end: .done, value: value)
    case .committed(let value, let effects):
      await tell(effects)
      return Settled(end: .done, value: value)
    case .failed(let error): return Settled(end: .failed, error: error)
    case .conflict(let error): return Settled(end: .conflict, error: error)
    case .lost(let error): return Settled(end: .lost, error: error)
    case .stopped: return Settled(end: .stopped)
    case .mispredicted: return Settled(end: .mispredicted)
    case .rode(let result, .committed):
      switch result {
      case .success(let value): return Settled(end: .done, value: value)
      case .failure(let error): return Settled(end: .failed, error: error)
      }
    case .rode(_, let outcome): return Settled(end: TryEnd(outcome), error: outcome.error)
    case .promised(let value, let promise):
      let outcome = await commits.add(promise) { await commitTogether($0) }
      return Settled(end: TryEnd(outcome), value: value, error: outcome.error)
    case .unknown(let record, let value, let effects):
      pool.closeIdle()
      guard try await wasCommitted(record) else { return Settled(end: .again) }
      await tell(effects)
      return Settled(end: .done, value: value)
    }
  }

  /// Runs `body` on a snapshot, again after lost connections.
  func snapshot<Value: Sendable>(
    as authority: Authority = .reading, _ body: @escaping @Sendable (ServerTransaction) async throws -> Value
  ) async throws -> Value {
    // What the body reads elsewhere must not wait for the connection that it holds.
    if StorageUpkeep.isLooking {
      return try await StorageUpkeep.$isLooking.withValue(false) {
        try await snapshot(of: PoolPlaces<ServerConnection>.upkeep, as: authority, body)
      }
    }
    return try await snapshot(of: schema, as: authority, body)
  }

  /// - Parameter lane: whose connection it is.
  private func snapshot<Value: Sendable>(
    of lane: String, as authority: Authority, _ body: @escaping @Sendable (ServerTransaction) async throws -> Value
  ) async throws -> Value {
    var retries = Retries()
    while true {
      let attempt = await onConnection(of: lane) { connection in await self.glance(connection, as: authority, body) }
      switch attempt {
      case .done(let value), .committed(let value, _): return value
      case .failed(let error): throw error
      case .conflict(let error): try await retries.afterConflict(error)
      case .lost(let error):
        pool.closeIdle()
        try await retries.afterLoss(error)
      case .unknown, .mispredicted, .promised, .rode, .stopped: continue
      }
    }
  }

  /// - Parameter lane: whose connection it is; this namespace's when nil.
  func onConnection<Value: Sendable>(
    of lane: String? = nil, _ body: @escaping @Sendable (ServerConnection) async -> Attempt<Value>
  ) async -> Attempt<Value> {
    do {
      let connection = try await pool.acquire(for: lane ?? schema)
      return await withTaskExecutorPreference(connection.loop) {
        defer { pool.release(connection) }
        do {
          try await connection.bind(to: schema)
        } catch {
          connection.close()
          return Attempt.failure(error)
        }
        return await body(connection)
      }
    } catch {
      return Attempt.failure(error)
    }
  }

  /// Runs `body` where its task runs.
  private func tentative<Value: Sendable>(
    _ body: @Sendable (any HostTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    let transaction = TentativeTransaction(predictions, ledger, rights, namespace.names, typed)
    let result: Result<Value, any Error>
    do { result = .success(try await body(transaction)) } catch { result = .failure(error) }
    do {
      switch (try transaction.end(), result) {
      case (let promise?, .success(let value)): return .promised(value, promise)
      case (nil, .success(let value)): return .done(value)
      case (nil, .failure(let error)): return .failed(error)
      case (_?, .failure): return .mispredicted
      }
    } catch {
      predictions.note(promises: false)
      return .stopped
    }
  }

  private func attempt<Value: Sendable>(
    _ connection: ServerConnection, as authority: Authority, limits: TransactionLimits,
    _ way: Way, _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    let transaction = ServerTransaction(
      connection, authority: authority, limits: limits, ledger: ledger, rights: rights,
      names: namespace.names, meter: AnswerMeter(namespace.id, namespace.queryLimits),
      predictions: way == .plain ? nil : predictions, typed: typed)
    let value: Value
    do {
      value = try await body(transaction)
      if let fault = transaction.end() { throw fault }
      if way == .together {
        predictions.note(promises: transaction.promise != nil)
        if let promise = transaction.promise { return .promised(value, promise) }
      }
      try await transaction.storeScores()
      try await transaction.confirm()
      try transaction.queueScores()
      try await transaction.queueEffects()
    } catch {
      return abandon(transaction, error)
    }
    guard transaction.hasBegun || transaction.predicted != nil else { return .done(value) }
    do {
      try await transaction.commit()
      try connection.forgetCommits()
    } catch is ConnectionLost {
      let record = CommitRecord(slot: connection.slot, number: connection.commitNumber)
      return .unknown(record, value, CommittedEffects(transaction.effects))
    } catch {
      return abandon(transaction, error)
    }
    return .committed(value, CommittedEffects(transaction.effects))
  }

  private func glance<Value: Sendable>(
    _ connection: ServerConnection, as authority: Authority,
    _ body: @Sendable (ServerTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    let transaction = ServerTransaction(
      connection, authority: authority, limits: authority == .inspecting ? .unlimited : limits, ledger: ledger,
      rights: rights, names: namespace.names, meter: AnswerMeter(namespace.id, namespace.queryLimits), typed: typed)
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
    let isMisled = transaction.predicted != nil || transaction.wasMisled || transaction.hasForetold
    transaction.letGo()
    if let error = error as? ServerError, error.isRetryable { return .conflict(error) }
    if isMisled || error is Mispredicted || fault is Mispredicted { return .mispredicted }
    if let fault {
      let attempt: Attempt<Value> = Attempt.failure(fault)
      if attempt.isWorthRetrying { return attempt }
    }
    return Attempt.failure(error)
  }
}
