internal import FieldhouseKit

/// Somebody who waits for the answer to a statement that is queued or on its way.
struct Awaited {
  /// The text of the statement, where its body was told beforehand how many rows it changes.
  var foretold: String?
  /// Whether it is of somebody who has done its part in the same carriage.
  var isOthers = false
  /// Takes the answer.
  var take: (ServerReply) throws -> Void = { _ in }
}

/// What others have done in a carriage came to nothing after they had done their part.
struct Overturned: Error {
  /// What becomes of the carriage by it.
  let outcome: CommitOutcome
}

// What bodies are told before the server is asked.
extension ServerTransaction {
  /// Queues a change of which it is known how many rows it will change, so that its body goes on at once. It goes out with the next
  /// statement whose answer is waited for; when it does something else, the body runs again.
  /// - Returns: the count; nil when it is not known.
  func foretold(_ sql: SQL) async throws -> Int? {
    guard let predictions, let prediction = predictions.prediction(of: sql.text) else { return nil }
    return try await onLoop {
      try await inCall { [self] in
        try queue(sql.text, sql.values, as: authority) { reply in
          guard reply.changed == prediction.changed else { throw Mispredicted() }
        }
        answers[answers.count - 1].foretold = sql.text
        try await flushLong()
        return prediction.changed
      }
    }
  }

  /// Whether the answers to something are outstanding that was foretold.
  var hasForetold: Bool { answers.contains { $0.foretold != nil } }

  /// Waits until what was foretold has come to pass.
  /// - Throws: ``Mispredicted``, ``Overturned``, ``ServerError``, ``ConnectionLost``.
  func confirm() async throws { if hasForetold { try await flush() } }

  /// Sends what is queued and waits for the answers.
  func flush() async throws {
    let awaited = takeAnswers()
    try await receive(connection.start(), awaited)
  }

  /// Sends what is queued once it has become much.
  func flushLong() async throws { if answers.count >= Self.longestQueue { try await flush() } }

  private static var longestQueue: Int { 500 }

  /// Those who wait for the answers of what is queued.
  func takeAnswers() -> [Awaited] {
    defer { answers = [] }
    return answers
  }

  /// Waits for the answers to what was sent, and hands them over; what came before a failure, too, as others wait for theirs.
  /// - Throws: ``Mispredicted`` when something that its body was told is wrong, or fails; ``Overturned`` when that is so of
  ///   others; ``ServerError``; ``ConnectionLost``.
  func receive(_ exchange: Exchange, _ awaited: [Awaited]) async throws {
    do {
      try hand(try await exchange.replies(), to: awaited)
    } catch let error as ServerError where !error.isRetryable {
      try hand(exchange.answered, to: awaited)
      guard awaited.indices.contains(error.place) else { throw error }
      throw failure(of: awaited[error.place], error)
    }
  }

  private func hand(_ replies: [ServerReply], to awaited: some Sequence<Awaited>) throws {
    for (one, reply) in zip(awaited, replies) {
      do { try one.take(reply) } catch { throw failure(of: one, error) }
    }
  }

  private func failure(of one: Awaited, _ error: any Error) -> any Error {
    if let text = one.foretold { predictions?.forget(text) }
    if one.isOthers { return Overturned(outcome: one.foretold == nil ? .alone : .again) }
    guard one.foretold != nil else { return error }
    wasMisled = true
    return Mispredicted()
  }
}
