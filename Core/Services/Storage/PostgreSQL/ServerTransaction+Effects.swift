internal import FieldhouseKit

// What a transaction causes.
extension ServerTransaction {
  func submit(_ score: ScoreChange) async throws {
    let steps = try ledger.steps(for: score)
    try await onLoop {
      try await inCall { [self] in
        for step in steps {
          guard let set = step.set else {
            try queueScores()
            try queue(step)
            continue
          }
          if scores.mustGoBefore(step) { try queueScores() }
          scores.add(step, set)
        }
        if scores.isFull { try queueScores() }
        if answers.count >= Self.longestQueue || scores.isHeavy { try await flush() }
      }
    }
  }

  /// Queues the score changes that wait to go together.
  func queueScores() throws {
    for group in scores.takeAll() {
      guard group.steps.count > 1 else {
        try queue(group.steps[0])
        continue
      }
      try queue(group.statement.text, [.text(group.attempts)], as: .host) { [self] reply in
        for row in reply.rows {
          let position = BoardPosition(board: try row[7], season: try row[8], partition: try row[9])
          let account: AccountID = try row[10]
          let entry = try LedgerEntry(account: account, row: row, from: 0, tieBreakCount: group.tieBreakCount)
          effects.append(account, at: position, entry, sequence: try row[6])
        }
      }
    }
  }

  private func queue(_ step: LedgerStep) throws {
    try queue(step.statement.text, step.values, as: .host) { [self] reply in
      guard let row = reply.rows.first, case .integer(let number)? = row.values.last else { return }
      let applied = try step.effect(row, sequence: number)
      effects.append(applied.account, at: applied.position, applied.entry, sequence: number)
    }
  }

  func notify(_ notification: NotificationRequest) async throws {
    let body = try OutboxCodec.body(of: notification)
    try await addToOutbox(OutboxCodec.notification, body) { .notification(sequence: $0, notification) }
  }

  func emit(_ event: Event) async throws {
    try await addToOutbox(OutboxCodec.event, OutboxCodec.body(of: event)) { .event(sequence: $0, event) }
  }

  private func addToOutbox(
    _ kind: String, _ body: String, _ effect: @escaping @Sendable (Int64) -> CommittedEffect
  ) async throws {
    try await onLoop {
      try await inCall { [self] in
        try queue(ServerStatements.addToOutbox, [.text(kind), .text(body)], as: .host) { [self] reply in
          if let row = reply.rows.first { effects.append(effect(try row[0])) }
        }
      }
    }
  }
}
