internal import FieldhouseKit

// Sending.
extension ServerTransaction {
  /// What it would do, when nothing of it was sent and it can be done together with others'.
  var promise: Promise? {
    guard !hasBegun, carried.isEmpty, published.count <= Promise.mostLive else { return nil }
    if var change = predicted {
      change.live = published
      return attempts.isEmpty ? .change(change) : nil
    }
    guard published.isEmpty else { return nil }
    let isSmall = !attempts.isEmpty && attempts.count <= Promise.mostScores
    return isSmall && attempts.allSatisfy(Promise.takes) ? .scores(attempts) : nil
  }

  /// Sends what has been queued and the commit, and waits until it is durable.
  /// - Returns: after the commit.
  /// - Throws: ``ServerError``; ``ConnectionLost`` when it may or may not have been committed.
  /// - Throws: also ``Mispredicted``.
  func commit() async throws {
    if !hasBegun, let predicted { return try await commitAlone(predicted) }
    try queue(ServerStatements.recordCommit, connection.nextCommit(), as: .host) { _ in }
    try queue("commit", [], as: .host) { _ in }
    try await flush()
  }

  /// Sends a predicted statement as a transaction of its own, which the server commits at once.
  private func commitAlone(_ change: PredictedChange) async throws {
    do {
      try await connection.commitAlone(change)
      predicted = nil
    } catch let error as ServerError where !error.isRetryable {
      predictions?.forget(change.sql.text)
      throw Mispredicted()
    }
  }

  /// Takes everything back, or lets the snapshot go, without waiting for it.
  func letGo() {
    let isAnswered = answers.isEmpty
    answers = []
    guard hasBegun, connection.loss == nil else { return }
    // What is queued may fail: it is taken back anyway, but behind a synchronisation point.
    if !isAnswered { _ = connection.start() }
    do {
      try connection.queue("rollback", [], as: .host)
      connection.exchangeLater()
    } catch {
      connection.close()
    }
  }

  func ask(_ text: String, _ values: [SQLValue], as authority: Authority) async throws -> ServerReply {
    try await onLoop {
      try await inCall { [self] in
        var answer = ServerReply()
        try queue(text, values, as: authority) { answer = $0 }
        try await flush()
        return answer
      }
    }
  }

  func queue(
    _ text: String, _ values: [SQLValue], _ arrays: [ServerArray] = [], as authority: Authority,
    _ answer: @escaping (ServerReply) throws -> Void
  ) throws {
    try checkValues(text, values, as: authority)
    try beginIfNeeded()
    try connection.queue(text, values, arrays, as: authority, authority.isPlugins ? meter : nil)
    answers.append(Awaited(take: answer))
  }

  func queueOnce(
    _ text: String, _ values: [SQLValue], _ answer: @escaping (ServerReply) throws -> Void
  ) throws {
    try beginIfNeeded()
    try connection.queueOnce(text, values)
    answers.append(Awaited(take: answer))
  }

  private func beginIfNeeded() throws {
    guard !hasBegun else { return }
    for statement in beginning {
      try connection.queue(statement, [], as: .host)
      answers.append(Awaited())
    }
    hasBegun = true
    if let change = predicted {
      try connection.queue(change.sql.text, change.sql.values, as: authority)
      answers.append(
        Awaited { [self] in
          predicted = nil
          guard $0.changed == change.prediction.changed else {
            predictions?.forget(change.sql.text)
            throw Mispredicted()
          }
        })
    }
  }

  private var beginning: [String] {
    switch authority {
    case .reading: ["begin isolation level repeatable read read only"]
    case .writing: ["begin isolation level serializable"]
    case .stepping: ["begin isolation level read committed"]
    case .inspecting: ["begin isolation level repeatable read read only"] + Self.withoutLimits
    case .host: ["begin isolation level read committed"] + Self.withoutLimits
    case .migrating:
      ["begin isolation level read committed"] + Self.withoutLimits
        + ["lock table fieldhouse_migrations in exclusive mode"]
    }
  }

  private static let withoutLimits = [
    "set local statement_timeout = 0", "set local idle_in_transaction_session_timeout = 0",
  ]
}
