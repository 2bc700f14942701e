internal import FieldhouseKit

extension ServerNamespace {
  /// Runs predicted changes as one transaction, in their order. One that fails, or whose row others have locked, is left
  /// out and the rest runs again. What is left after some tries is for another batch: transactions of their own would be
  /// in the next one's way.
  /// - Returns: for each change how it ended; nobody is told `committed` before the server has said so.
  func commitTogether(_ changes: [PredictedChange]) async -> [CommitBatches.Outcome] {
    var outcomes = [CommitBatches.Outcome](repeating: .again, count: changes.count)
    var places = Array(changes.indices)
    for _ in 0..<Self.tries where !places.isEmpty {
      switch await batch(places.map { changes[$0] }) {
      case .ended(let outcome):
        for place in places { outcomes[place] = outcome }
        return outcomes
      case .leaving(let index, let outcome):
        let place = places.remove(at: index)
        outcomes[place] = outcome
        if case .mispredicted = outcome { predictions.forget(changes[place].sql.text) }
      case .conflict(let error):
        for place in places { outcomes[place] = .conflict(error) }
      }
    }
    return outcomes
  }

  private static let tries = 4

  private func batch(_ changes: [PredictedChange]) async -> BatchEnd {
    let attempt = await onConnection { connection -> Attempt<BatchEnd> in
      do {
        try await changes.count == 1 ? connection.commitAlone(changes[0]) : connection.commitTogether(changes)
        try connection.forgetCommits()
        return .done(.ended(.committed))
      } catch is ConnectionLost {
        let record = CommitRecord(slot: connection.slot, number: connection.commitNumber)
        return .unknown(record, .ended(.committed), [])
      } catch let error as ServerError {
        return .done(BatchEnd(error, of: changes.count))
      } catch {
        return .failed(error)
      }
    }
    switch attempt {
    case .done(let end): return end
    case .failed(let error): return .ended(.failed(error))
    case .lost(let error): return .ended(.lost(error))
    case .unknown(let record, _, _): return await settle(record)
    case .conflict, .mispredicted, .promised, .stopped: return .ended(.alone)
    }
  }

  private func settle(_ record: CommitRecord) async -> BatchEnd {
    pool.closeIdle()
    do {
      return .ended(try await wasCommitted(record) ? .committed : .again)
    } catch {
      return .ended(.failed(error))
    }
  }
}

/// How a batch ended.
private enum BatchEnd: Sendable {
  /// For all alike.
  case ended(CommitBatches.Outcome)
  /// The change at this place made it fail, and should go another way.
  case leaving(Int, CommitBatches.Outcome)
  /// With another transaction.
  case conflict(ServerError)

  /// From the error of ``ServerConnection/commitTogether(_:)`` with so many changes, or of one change alone.
  init(_ error: ServerError, of count: Int) {
    let index = count == 1 ? 0 : error.place - ServerConnection.batchBeginning.count
    let isOfChange = (0..<count).contains(index)
    if error.isRetryable {
      self = .conflict(error)
    } else if isOfChange, count == 1 || error.isOfStatement {
      self = .leaving(index, .mispredicted)
    } else if isOfChange, error.isLockTimeout {
      self = .leaving(index, .alone)
    } else {
      self = .ended(.alone)
    }
  }
}

extension ServerConnection {
  /// Sends a predicted change as a transaction of its own, which the server commits at once.
  /// - Throws: ``ServerError``; ``ConnectionLost`` when it may or may not have been committed.
  func commitAlone(_ change: PredictedChange) async throws {
    try queue(change.prediction.recorded, change.values + nextCommit(), as: .host)
    _ = try await exchange()
  }

  /// Sends predicted changes as one transaction in one round trip.
  /// - Throws: as ``commitAlone(_:)``.
  fileprivate func commitTogether(_ changes: [PredictedChange]) async throws {
    for statement in Self.batchBeginning { try queue(statement, [], as: .host) }
    for change in changes { try queue(change.prediction.guarded, change.values, as: .host) }
    try queue(ServerStatements.recordCommit, nextCommit(), as: .host)
    try queue("commit", [], as: .host)
    do {
      _ = try await exchange()
    } catch let error as ServerError {
      if loss == nil {
        try queue("rollback", [], as: .host)
        exchangeLater()
      }
      throw error
    }
  }

  /// What is locked by others is not waited for, so that one change does not keep many. Whatever may wait until a
  /// commit is checked at once, so that a failure names its change.
  fileprivate static let batchBeginning = [
    "begin isolation level serializable", "set local lock_timeout = 30", "set constraints all immediate",
  ]
}
