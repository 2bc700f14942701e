internal import FieldhouseKit

extension ServerNamespace {
  /// Runs predicted changes as one transaction, in their order, and changes of scores after them. A change that fails, or
  /// whose row others have locked, is left out and the rest runs again; scores for which that is so go alone, all of
  /// them. What is left after some tries is for another batch: transactions of their own would be in the next one's way.
  /// - Returns: for each change how it ended; nobody is told `committed` before the server has said so.
  func commitTogether(_ promises: [Promise]) async -> [CommitOutcome] {
    var outcomes = [CommitOutcome](repeating: .again, count: promises.count)
    var places = Array(promises.indices)
    for _ in 0..<Self.tries where !places.isEmpty {
      switch await batch(places.map { promises[$0] }) {
      case .ended(let outcome):
        for place in places { outcomes[place] = outcome }
        return outcomes
      case .leaving(let index, let outcome):
        let place = places.remove(at: index)
        outcomes[place] = outcome
        if case .mispredicted = outcome, let change = promises[place].change { predictions.forget(change.sql.text) }
      case .scoresAlone:
        for place in places where promises[place].change == nil { outcomes[place] = .alone }
        places.removeAll { promises[$0].change == nil }
      case .conflict(let error):
        for place in places { outcomes[place] = .conflict(error) }
      }
    }
    return outcomes
  }

  private static let tries = 4

  private func batch(_ promises: [Promise]) async -> BatchEnd {
    let attempt = await onConnection { connection -> Attempt<BatchEnd> in
      do {
        let batch = try PromisedBatch(promises, self.ledger)
        if promises.count == 1, let change = promises[0].change, change.live.isEmpty {
          try await connection.commitAlone(change)
        } else {
          self.tellNow(try await connection.commitTogether(batch))
        }
        try connection.forgetCommits()
        return .done(.ended(.committed))
      } catch is ConnectionLost {
        let record = CommitRecord(slot: connection.slot, number: connection.commitNumber)
        // The scores are read again as another process's; of live events nothing else tells this one before it answers.
        let effects = TransactionEffects()
        for event in promises.compactMap(\.change).flatMap(\.live) { effects.append(.published(topic: event.topic)) }
        return .unknown(record, .ended(.committed), CommittedEffects(effects))
      } catch let error as ServerError {
        return .done(BatchEnd(error, of: promises))
      } catch {
        return .failed(error)
      }
    }
    switch attempt {
    case .done(let end), .committed(let end, _): return end
    case .failed(let error): return .ended(.failed(error))
    case .lost(let error): return .ended(.lost(error))
    case .unknown(let record, _, let effects):
      let end = await settle(record)
      if case .ended(.committed) = end { await tell(effects) }
      return end
    case .conflict, .mispredicted, .promised, .rode, .stopped: return .ended(.alone)
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
  case ended(CommitOutcome)
  /// The change at this place made it fail, and should go another way.
  case leaving(Int, CommitOutcome)
  /// The scores made it fail, or keep it waiting.
  case scoresAlone
  /// With another transaction.
  case conflict(ServerError)

  /// From the error of ``ServerConnection/commitTogether(_:)`` with such promises, or of one change alone.
  init(_ error: ServerError, of promises: [Promise]) {
    let places = promises.indices.filter { promises[$0].change != nil }
    let isAlone = promises.count == 1 && promises[0].change?.live.isEmpty == true
    let index = isAlone ? 0 : error.place - PromisedBatch.beginningLength(hasChanges: !places.isEmpty)
    if error.isRetryable {
      self = .conflict(error)
    } else if index >= places.count, places.count < promises.count {
      self = .scoresAlone
    } else if places.indices.contains(index), isAlone || error.isOfStatement {
      self = .leaving(places[index], .mispredicted)
    } else if places.indices.contains(index), error.isLockTimeout {
      self = .leaving(places[index], .alone)
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

  /// Sends a batch as one transaction in one round trip.
  /// - Returns: what it has caused.
  /// - Throws: as ``commitAlone(_:)``.
  fileprivate func commitTogether(_ batch: PromisedBatch) async throws -> CommittedEffects {
    let beginning = batch.beginning
    for statement in beginning { try queue(statement, [], as: .host) }
    for change in batch.changes { try queue(change.prediction.guarded, change.values, as: .host) }
    for step in batch.scores { try step.queue { try queue($0.text, $1, $2, as: .host) } }
    let live = batch.live
    if !live.isEmpty {
      try queue(CommitOrder.lock, [], as: .host)
      try queue(CommitOrder.addLive, [.integer(LiveStatements.now)], CommitOrder.arrays(live), as: .host)
    }
    try queue(ServerStatements.recordCommit, nextCommit(), as: .host)
    try queue("commit", [], as: .host)
    let effects = TransactionEffects()
    for (step, reply) in zip(batch.scores, try await replies().dropFirst(beginning.count + batch.changes.count)) {
      try step.note(reply.rows, in: effects)
    }
    for event in live { effects.append(.published(topic: event.topic)) }
    return CommittedEffects(effects)
  }
}
