internal import FieldhouseKit

// Transactions that share one of the server.
extension ServerNamespace {
  /// Runs `body` in a carriage: others' transactions of this process cannot be in its way there.
  func shared<Value: Sendable>(
    limits: TransactionLimits, _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    switch await turns.board() {
    case .behind(let carriage): return await ride(carriage, isFirst: false, limits, body)
    case .first(let number):
      do {
        let carriage = try await open(number, limits)
        return await ride(carriage, isFirst: true, limits, body)
      } catch {
        turns.end(number)
        return Attempt.failure(error)
      }
    }
  }

  private func open(_ number: Int, _ limits: TransactionLimits) async throws -> Carriage {
    let connection = try await pool.acquire(for: schema)
    return try await withTaskExecutorPreference(connection.loop) {
      do {
        try await connection.bind(to: schema)
      } catch {
        connection.close()
        pool.release(connection)
        throw error
      }
      let carriage = Carriage(number, connection)
      watch(carriage, limits)
      return carriage
    }
  }

  /// Ends a carriage whose passenger does nothing any more, so that those who have done their part can be tried again.
  private func watch(_ carriage: Carriage, _ limits: TransactionLimits) {
    pool.schedule(after: limits.idle.nanoseconds &+ 1_000_000_000) { [self] in
      carriage.connection.loop.execute { [self] in
        guard !carriage.isOver else { return }
        if let loss = carriage.connection.loss, !carriage.isBusy { return leave(carriage, .lost(loss)) }
        guard carriage.isStuck(limits) else { return watch(carriage, limits) }
        carriage.connection.close("a transaction did nothing for too long")
        leave(carriage, .again)
      }
    }
  }

  private func ride<Value: Sendable>(
    _ carriage: Carriage, isFirst: Bool, _ limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async -> Attempt<Value> {
    await withTaskExecutorPreference(carriage.connection.loop) {
      let transaction = newTransaction(on: carriage, limits)
      let result: Result<Value, any Error>
      do {
        try transaction.enter(carriage, isFirst: isFirst)
        let value = try await body(transaction)
        if let fault = transaction.end() { throw fault }
        if let end = carriage.endOfStuck { return .rode(.success(value), end) }
        try await transaction.finish(in: carriage)
        result = .success(value)
      } catch {
        if let end = carriage.endOfStuck { return .rode(.failure(error), end) }
        if let end = await ending(transaction, error, in: carriage) {
          transaction.letGo()
          leave(carriage, end)
          return .rode(.failure(error), transaction.isUnawaited ? .failed(error) : end)
        }
        result = .failure(ServerTransaction.visible(error))
      }
      let ownEnd: CommitOutcome? =
        transaction.fault is LeftCarriage ? .alone : transaction.wasMisled ? .mispredicted : nil
      carriage.current = nil
      carriage.count += 1
      if turns.giveOn(carriage) {
        let outcome = await carriage.awaitOutcome()
        return .rode(result, ownEnd ?? outcome)
      }
      let outcome = await commit(carriage, limits)
      leave(carriage, outcome)
      return .rode(result, ownEnd ?? outcome)
    }
  }

  private func newTransaction(on carriage: Carriage, _ limits: TransactionLimits) -> ServerTransaction {
    ServerTransaction(
      carriage.connection, authority: .writing, limits: limits, ledger: ledger, rights: rights, names: namespace.names,
      meter: AnswerMeter(namespace.id, namespace.queryLimits), predictions: predictions, typed: typed)
  }

  /// Takes one transaction back.
  /// - Returns: what the whole carriage comes to by it; nil when the others go on.
  private func ending(
    _ transaction: ServerTransaction, _ error: any Error, in carriage: Carriage
  ) async -> CommitOutcome? {
    let fault = transaction.end()
    if transaction.isUnawaited { return .again }
    for case let cause? in [error, fault] {
      if let end = Self.ending(cause) { return end }
    }
    do {
      try await transaction.stepBack(in: carriage)
      return nil
    } catch {
      return Self.ending(error) ?? .again
    }
  }

  private static func ending(_ error: any Error) -> CommitOutcome? {
    switch error {
    case let error as ServerError where error.isRetryable: .conflict(error)
    case let error as ConnectionLost: .lost(error)
    case let error as Overturned: error.outcome
    default: nil
    }
  }

  private func commit(_ carriage: Carriage, _ limits: TransactionLimits) async -> CommitOutcome {
    carriage.isLeaving = true
    let connection = carriage.connection
    let last = newTransaction(on: carriage, limits)
    last.take(carriage)
    do {
      try await last.confirm()
      try await last.queueEffects()
    } catch {
      last.letGo()
      return Self.ending(error) ?? .alone
    }
    do {
      try await last.commit()
      try connection.forgetCommits()
    } catch is ConnectionLost {
      let record = CommitRecord(slot: connection.slot, number: connection.commitNumber)
      pool.closeIdle()
      do {
        guard try await wasCommitted(record) else { return .again }
      } catch {
        return .failed(error)
      }
    } catch {
      last.letGo()
      return Self.ending(error) ?? .alone
    }
    for transaction in carriage.passengers + [last] { await tell(CommittedEffects(transaction.effects)) }
    return .committed
  }

  private func leave(_ carriage: Carriage, _ outcome: CommitOutcome) {
    guard !carriage.isOver else { return }
    carriage.end(outcome)
    pool.release(carriage.connection)
    turns.end(carriage.number)
  }
}
