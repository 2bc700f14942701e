internal import FieldhouseKit

/// A transaction, or a snapshot, on a connection that it has for itself. What needs no answer at once is queued and
/// goes out with the next statement or the commit. Confined to the connection's loop while a call is going on.
final class ServerTransaction: HostTransaction, @unchecked Sendable {
  private let connection: ServerConnection
  private let authority: Authority
  private let limits: TransactionLimits
  private let ledger: BoardLedger
  private let startedAt = Monotonic.now
  private var lastActivity = Monotonic.now
  private var isBusy = false
  private var isOver = false
  private var cursors = 0
  private var answers: [(ServerReply) throws -> Void] = []
  /// Whether anything was sent.
  private(set) var hasBegun = false
  /// What made the transaction unusable.
  private(set) var fault: (any Error)?
  /// What it causes when it commits.
  private(set) var effects: [CommittedEffect] = []

  init(_ connection: ServerConnection, authority: Authority, limits: TransactionLimits, ledger: BoardLedger) {
    self.connection = connection
    self.authority = authority
    self.limits = limits
    self.ledger = ledger
  }

  func query(_ sql: SQL) async throws -> [Row] { try await ask(sql.text, sql.values, as: authority).rows }

  @discardableResult
  func execute(_ sql: SQL) async throws -> Int { try await ask(sql.text, sql.values, as: authority).changed }

  func run(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try await ask(statement.text, values, as: .host).rows
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    do {
      try StatementInspector.check(sql.text, as: authority)
    } catch {
      if fault == nil { fault = error }
      throw error
    }
    try await stream(sql.text, sql.values, body)
  }

  /// Hands over the rows of a query piece by piece.
  func stream(
    _ text: String, _ values: [SQLValue], _ body: @escaping @Sendable (Row) throws -> Void
  ) async throws {
    try await onLoop {
      try await inCall { [self] in
        cursors += 1
        let name = "fieldhouse_cursor_\(cursors)"
        try queueOnce("declare \(name) no scroll cursor for \(text)", values) { _ in }
        var rows: [Row]
        repeat {
          rows = []
          try queueOnce("fetch \(Self.pieceSize) from \(name)", []) { rows = $0.rows }
          try await flush()
          for row in rows { try body(row) }
        } while rows.count == Self.pieceSize
        try queueOnce("close \(name)", []) { _ in }
      }
    }
  }

  func add(_ sql: SQL) async throws {
    try await onLoop {
      try await inCall { [self] in
        try queue(sql.text, sql.values, as: authority) { _ in }
        if answers.count >= Self.longestQueue { try await flush() }
      }
    }
  }

  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws {
    cursors += 1
    let name = "fieldhouse_cursor_\(cursors)"
    _ = try await once("declare \(name) no scroll cursor for \(sql.text)", sql.values)
    var rows: [Row]
    repeat {
      rows = try await once("fetch \(Self.pieceSize) from \(name)", [])
      if !rows.isEmpty { try await body(rows) }
    } while rows.count == Self.pieceSize
    _ = try await once("close \(name)", [])
  }

  private func once(_ text: String, _ values: [SQLValue]) async throws -> [Row] {
    try await onLoop {
      try await inCall { [self] in
        var rows: [Row] = []
        try queueOnce(text, values) { rows = $0.rows }
        try await flush()
        return rows
      }
    }
  }

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

  private static let longestQueue = 500
  private static let pieceSize = 500
}

// Sending.
extension ServerTransaction {
  /// Sends what has been queued and the commit, and waits until it is durable.
  /// - Returns: after the commit.
  /// - Throws: ``ServerError``; ``ConnectionLost`` when it may or may not have been committed.
  func commit() async throws {
    try queue(ServerStatements.recordCommit, connection.nextCommit(), as: .host) { _ in }
    try queue("commit", [], as: .host) { _ in }
    try await flush()
  }

  /// Ends the transaction for its body.
  /// - Returns: what made it unusable, if anything.
  func end() -> (any Error)? {
    if fault == nil, isBusy { fault = StorageError.malformed("A call of the transaction was not awaited.") }
    if fault == nil, hasBegun { checkTime() }
    isOver = true
    return fault
  }

  /// Takes everything back, or lets the snapshot go, without waiting for it.
  func letGo() {
    guard hasBegun, connection.loss == nil else { return }
    do {
      try connection.queue("rollback", [], as: .host)
      connection.exchangeLater()
    } catch {
      connection.close()
    }
  }

  private func ask(_ text: String, _ values: [SQLValue], as authority: Authority) async throws -> ServerReply {
    try await onLoop {
      try await inCall { [self] in
        var answer = ServerReply()
        try queue(text, values, as: authority) { answer = $0 }
        try await flush()
        return answer
      }
    }
  }

  private func queue(
    _ text: String, _ values: [SQLValue], as authority: Authority, _ answer: @escaping (ServerReply) throws -> Void
  ) throws {
    try beginIfNeeded()
    try connection.queue(text, values, as: authority)
    answers.append(answer)
  }

  private func queueOnce(
    _ text: String, _ values: [SQLValue], _ answer: @escaping (ServerReply) throws -> Void
  ) throws {
    try beginIfNeeded()
    try connection.queueOnce(text, values)
    answers.append(answer)
  }

  private func beginIfNeeded() throws {
    guard !hasBegun else { return }
    for statement in beginning {
      try connection.queue(statement, [], as: .host)
      answers.append { _ in }
    }
    hasBegun = true
  }

  private func flush() async throws {
    let expected = answers
    answers = []
    let replies = try await connection.exchange()
    for (answer, reply) in zip(expected, replies) { try answer(reply) }
  }

  private var beginning: [String] {
    switch authority {
    case .reading: ["begin isolation level repeatable read read only"]
    case .writing: ["begin isolation level serializable"]
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

  /// A body may call from elsewhere; the connection is used on its loop only.
  private func onLoop<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    if connection.loop.isCurrent { return try await body() }
    return try await withTaskExecutorPreference(connection.loop, operation: body)
  }

  private func inCall<Value>(_ body: () async throws -> Value) async throws -> Value {
    try enter()
    defer {
      isBusy = false
      lastActivity = Monotonic.now
    }
    do {
      return try await body()
    } catch {
      if fault == nil { fault = error }
      throw Self.visible(error)
    }
  }

  private func enter() throws {
    if isOver { throw StorageError.malformed("The transaction is over. Use it inside its closure only.") }
    if isBusy {
      throw StorageError.malformed("Another call of this transaction is going on. Await each call before the next.")
    }
    if hasBegun { checkTime() }
    if let fault { throw Self.visible(fault) }
    isBusy = true
  }

  private func checkTime() {
    let now = Monotonic.now
    let isLate =
      now > lastActivity &+ limits.idle.nanoseconds || now > startedAt &+ limits.total.nanoseconds
    if fault == nil, isLate { fault = StorageError.late }
  }

  /// An error as a plugin may see it.
  static func visible(_ error: any Error) -> any Error {
    switch error {
    case let error as ServerError: error.storageError
    case let error as ConnectionLost: error.storageError
    default: error
    }
  }
}

/// The host's statements that only this engine has, or writes in its own way.
enum ServerStatements {
  static let addToOutbox = """
    insert into fieldhouse_outbox (sequence, kind, body)
    values (nextval('fieldhouse_effects'), ?1, ?2) returning sequence
    """
  /// Inserted and never read by a plugin's transaction: an update would read, and what a serializable transaction
  /// reads from a small table conflicts with every other write to it.
  static let recordCommit = """
    insert into fieldhouse_commits (slot, number, at)
    values (?1, ?2, (extract(epoch from clock_timestamp()) * 1000)::bigint)
    """
}
