internal import FieldhouseKit

/// Reading on a snapshot.
struct SQLiteReadTransaction: ReadTransaction {
  let session: SQLiteSession

  func query(_ sql: SQL) async throws -> [Row] {
    try session.call { try $0.query(sql, as: session.authority) }
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    try await session.forEach(sql, body)
  }
}

/// One transaction of a group.
final class SQLiteTransaction: HostTransaction, @unchecked Sendable {
  let session: SQLiteSession
  let startedAt = Monotonic.now
  /// Whether it has a savepoint of its own inside the group's transaction.
  let hasSavepoint: Bool
  /// How long it may take.
  let limits: TransactionLimits
  /// What it causes when it commits.
  private(set) var effects: [CommittedEffect] = []
  private let ledger: BoardLedger
  private let nextSequence: () -> Int64

  init(
    _ session: SQLiteSession, hasSavepoint: Bool, limits: TransactionLimits, ledger: BoardLedger,
    nextSequence: @escaping () -> Int64
  ) {
    self.session = session
    self.hasSavepoint = hasSavepoint
    self.limits = limits
    self.ledger = ledger
    self.nextSequence = nextSequence
  }

  func query(_ sql: SQL) async throws -> [Row] {
    try session.call { try $0.query(sql, as: session.authority) }
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    try await session.forEach(sql, body)
  }

  @discardableResult
  func execute(_ sql: SQL) async throws -> Int {
    try session.call { try $0.change(sql, as: session.authority) }
  }

  func submit(_ score: ScoreChange) async throws {
    for step in try ledger.steps(for: score) {
      try session.call { connection in
        try connection.run(step.statement, step.values)
        guard connection.changedRows > 0 else { return }
        let row = step.isWithdrawal ? nil : try connection.run(BoardStatements.entry, step.key).first
        effects.append(.score(try step.effect(row, sequence: nextSequence())))
      }
    }
  }

  func notify(_ notification: NotificationRequest) async throws {
    let body = try OutboxCodec.body(of: notification)
    try addToOutbox(OutboxCodec.notification, body) { .notification(sequence: $0, notification) }
  }

  func emit(_ event: Event) async throws {
    try addToOutbox(OutboxCodec.event, OutboxCodec.body(of: event)) { .event(sequence: $0, event) }
  }

  func run(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try session.call { try $0.run(statement, values) }
  }

  func add(_ sql: SQL) async throws { try await execute(sql) }

  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws {
    try await session.chunks(sql, body)
  }

  private func addToOutbox(_ kind: String, _ body: String, _ effect: (Int64) -> CommittedEffect) throws {
    try session.call { connection in
      let sequence = nextSequence()
      try connection.run(HostStatements.addToOutbox, [.integer(sequence), .text(kind), .text(body)])
      effects.append(effect(sequence))
    }
  }
}
