internal import FieldhouseKit

// What a transaction causes.
extension ServerTransaction {
  func submit(_ score: ScoreChange) async throws {
    let steps = try ledger.steps(for: score)
    try await onLoop {
      try await inCall { [self] in
        for step in steps {
          try queue(step.statement.text, step.values, as: .host) { [self] reply in
            guard let row = reply.rows.first, let sequence = row.values.last, case .integer(let number) = sequence
            else {
              return
            }
            effects.append(.score(try step.effect(row, sequence: number)))
          }
        }
        if answers.count >= Self.longestQueue { try await flush() }
      }
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
