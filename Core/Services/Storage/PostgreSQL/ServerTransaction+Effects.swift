internal import FieldhouseKit
internal import Synchronization

// What a transaction causes.
extension ServerTransaction {
  func submit(_ score: ScoreChange) async throws {
    try await onLoop {
      let (board, season) = try scores.target(of: score)
      try await inCall(whileScoresGoOn: true) { [self] in
        scores.add(score, to: board, season: season)
        if attempts.count <= Promise.mostScores { attempts.append(score) }
        if scores.isFull { try await sendScores() }
      }
    }
  }

  func submit(_ query: ScoreQuery) async throws {
    try await onLoop {
      let (board, position) = try scores.place(of: query)
      guard let statement = try board.sets.map({ try QueriedScores(query, at: position, $0) }) else { return }
      try checkValues(query.query.text, query.query.values, as: authority)
      try await inCall { [self] in
        try queueScores()
        try queue(statement.text, statement.values, as: .host) { [self] in
          try statement.note($0.rows, board.tieBreakCount, in: effects)
        }
        try await flush()
      }
    }
  }

  /// Sends a slice of the scores. While the server works on it the body makes the next one. A large one of new entries waits for
  /// what was sent before, so that it can go in the hope that they are new: looking for each costs more than that wait.
  private func sendScores() async throws {
    try await settleScores()
    let steps = scores.takeAll()
    if entriesAreNew, hasBegun, steps.count == 1, case .set(let set)? = steps.first {
      if !answers.isEmpty, set.count >= Self.many { try await flush() }
      if answers.isEmpty { return try add(set) }
    }
    try queueScores(steps)
    slice = ScoreSlice(exchange: connection.start(), answers: takeAnswers())
  }

  /// Waits until the scores are stored, but for those that may go with the commit: where many wait that are likely to be the
  /// first of their people, these are sent in that hope.
  func storeScores() async throws {
    try await settleScores()
    guard entriesAreNew, scores.count >= Self.many, hasBegun else { return }
    try await sendScores()
    try await settleScores()
  }

  /// For fewer the hope does not pay.
  private static let many = 256

  /// Queues the score changes that wait to go together.
  func queueScores() throws { try queueScores(scores.takeAll()) }

  private func queueScores(_ steps: [PendingScores.Step]) throws {
    for step in steps {
      try step.queue { statement, values, arrays in
        try queue(statement.text, values, arrays, as: .host) { [self] in try note($0.rows, of: step) }
      }
    }
  }

  private func note(_ rows: [Row], of step: PendingScores.Step) throws {
    guard case .set(let set) = step else { return try step.note(rows, in: effects) }
    entriesAreNew = try set.note(rows, in: effects)
    if set.count >= Self.many { predictions?.entriesAreNew.store(entriesAreNew, ordering: .relaxed) }
  }

  /// Sends a set in the hope that none of its entries is there, as it was in the slice before.
  private func add(_ set: ScoreSet) throws {
    try connection.queue("savepoint fieldhouse_scores", [], as: .host)
    try connection.queue(set.statements.adding.text, set.values, set.arrays, as: .host)
    try connection.queue("release savepoint fieldhouse_scores", [], as: .host)
    slice = ScoreSlice(
      exchange: connection.start(),
      answers: [Awaited(), Awaited { [self] in try note($0.rows, of: .set(set)) }, Awaited()], set: set)
  }

  /// Waits until the server has stored the slice that is on its way. That time does not count as the transaction's: each
  /// slice has a limit of its own, so that there may be any number of them.
  func settleScores() async throws {
    guard let slice else { return }
    self.slice = nil
    let start = Monotonic.now
    defer { patience &+= Monotonic.now &- start }
    do {
      try await receive(slice.exchange, slice.answers)
    } catch let error as ServerError where error.isDuplicate {
      guard let set = slice.set else { throw error }
      entriesAreNew = false
      predictions?.entriesAreNew.store(false, ordering: .relaxed)
      try connection.queue("rollback to savepoint fieldhouse_scores", [], as: .host)
      answers.insert(Awaited(), at: 0)
      try queueScores([.set(set)])
      try await flush()
    }
  }

  func notify(_ notification: NotificationRequest) async throws {
    try names.check(notification)
    let body = try OutboxCodec.body(of: notification)
    try await carry(
      CarriedEffect(kind: OutboxCodec.notification, body: body) { .notification(sequence: $0, notification) })
  }

  func emit(_ event: Event) async throws {
    let event = try names.full(event)
    try await carry(
      CarriedEffect(kind: OutboxCodec.event, body: OutboxCodec.body(of: event)) { .event(sequence: $0, event) })
  }

  private func carry(_ effect: CarriedEffect) async throws {
    try await onLoop {
      try await inCall(whileScoresGoOn: true) { [self] in carried.append(effect) }
    }
  }

  func note(_ statement: HostStatement, _ values: [SQLValue], causing effect: CommittedEffect) async throws {
    try await onLoop {
      try await inCall { [self] in
        try queue(statement.text, values, as: .host) { [self] _ in effects.append(effect) }
        try await flushLong()
      }
    }
  }
}

/// Scores of a transaction that are on their way to the server. Confined to the connection's loop.
struct ScoreSlice {
  let exchange: Exchange
  let answers: [Awaited]
  /// The set that fails when one of its entries is there, and has to be sent again then.
  var set: ScoreSet?
}
