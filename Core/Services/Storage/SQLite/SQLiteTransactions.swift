internal import FieldhouseKit

/// Reading on a snapshot. What takes longer than a moment goes on elsewhere.
struct SQLiteReadTransaction: ReadTransaction {
  let session: SQLiteSession
  let meter: AnswerMeter
  let slowReads: SlowReads
  /// Told once when the snapshot's connection is kept for long.
  let lend: @Sendable () -> Void

  func query(_ sql: SQL) async throws -> [Row] {
    if let rows = try quickly(sql, meter) { return rows }
    return try await slowly(sql) { try session.call { try $0.query(sql, as: session.authority, meter) } }
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    if let rows = try quickly(sql, Self.few) { return try rows.forEach(body) }
    try await slowly(sql) { try await session.forEach(sql, body) }
  }

  /// As much as is read before any of it is handed over.
  private static let few = AnswerMeter("", QueryLimits(rows: 100, bytes: 64 << 10))

  /// The rows, where that takes a moment only; nil when they are to be read elsewhere.
  private func quickly(_ sql: SQL, _ meter: AnswerMeter) throws -> [Row]? {
    guard !session.isLent, !slowReads.statements.contains(sql.text) else { return nil }
    switch try session.glance(sql, meter) {
    case .rows(let rows): return rows
    case .tooMuch: return nil
    case .tooLong:
      slowReads.statements.add(sql.text)
      return nil
    }
  }

  private func slowly<Value: Sendable>(_ sql: SQL, _ body: () async throws -> Value) async throws -> Value {
    if session.markLent() { lend() }
    return try await slowReads.run {
      let start = Monotonic.now
      let value = try await body()
      if Monotonic.now &- start < SQLiteSession.moment { slowReads.statements.remove(sql.text) }
      return value
    }
  }
}

/// One transaction of a group.
final class SQLiteTransaction: HostTransaction, @unchecked Sendable {
  let session: SQLiteSession
  private let startedAt = Monotonic.now
  /// Until when it may go on, in monotonic nanoseconds.
  var deadline: UInt64 { pipe?.deadline ?? startedAt &+ limits.total.nanoseconds }
  /// Whether it has a savepoint of its own inside the group's transaction.
  let hasSavepoint: Bool
  /// How long it may take.
  let limits: TransactionLimits
  private let meter: AnswerMeter
  /// What it causes when it commits.
  var effects: [CommittedEffect] { caused.all }
  private let caused = TransactionEffects()
  private var pipe: ScorePipe?
  /// How many scores have come one after another.
  private var scoresInARow = 0
  private var detailsTexts = DetailsTexts()
  let rights: RightsLedger
  let names: DeclaredNames?
  private var boards: BoardFinder
  private let nextSequence: () -> Int64

  init(
    _ session: SQLiteSession, hasSavepoint: Bool, limits: TransactionLimits, ledger: BoardLedger,
    rights: RightsLedger, names: DeclaredNames?, meter: AnswerMeter, nextSequence: @escaping () -> Int64
  ) {
    self.session = session
    self.meter = meter
    self.hasSavepoint = hasSavepoint
    self.limits = limits
    boards = BoardFinder(ledger)
    self.rights = rights
    self.names = names
    self.nextSequence = nextSequence
  }

  func query(_ sql: SQL) async throws -> [Row] {
    try call { try $0.query(sql, as: session.authority, meter) }
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    try call { _ in }
    try await session.forEach(sql, body)
  }

  @discardableResult
  func execute(_ sql: SQL) async throws -> Int {
    try call { try $0.change(sql, as: session.authority) }
  }

  func submit(_ score: ScoreChange) async throws {
    let (board, season) = try boards.board(of: score)
    let details = score.details.map { detailsTexts.text(of: $0) }
    try session.call { connection in
      scoresInARow += 1
      if scoresInARow > Self.fewScores, caused.isLarge {
        try submitLater(score, board, season, details)
      } else {
        try apply(score, board, season, details, on: connection)
      }
    }
  }

  func submit(_ scores: ScoreQuery) async throws {
    let (board, position) = try boards.place(of: scores)
    try call { try $0.apply(scores, at: position, board, to: caused, nextSequence) }
  }

  /// Scores that come between other calls are applied at once.
  private static let fewScores = 64

  private func apply(
    _ score: ScoreChange, _ board: BoardStatements, _ season: String, _ details: String?,
    on connection: SQLiteConnection
  ) throws {
    var attempt = BoardAttempt(score, season: season, details: details, tieBreakCount: board.tieBreakCount)
    for partition in score.partitions {
      attempt.position.partition = partition
      guard let entry = try connection.apply(attempt, board) else { continue }
      caused.append(attempt.entry.account, at: attempt.position, entry, sequence: nextSequence())
    }
  }

  private func submitLater(
    _ score: ScoreChange, _ board: BoardStatements, _ season: String, _ details: String?
  ) throws {
    let pipe =
      self.pipe
      ?? ScorePipe(
        session.connection, caused, deadline: deadline, limit: limits.total.nanoseconds, nextSequence: nextSequence)
    self.pipe = pipe
    var position = BoardPosition(board: score.board, season: season)
    for partition in score.partitions {
      position.partition = partition
      try pipe.add(score, at: position, board, details: details)
    }
  }

  /// Waits for the scores that are still on their way.
  /// - Throws: ``StorageError`` of a score that could not be applied.
  func settleScores() throws {
    scoresInARow = 0
    guard let pipe else { return }
    try pipe.drain()
    session.connection.deadline = pipe.deadline
  }

  /// Gives up the scores that are still on their way.
  func discardScores() { pipe?.discard() }

  private func call<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    try session.call { connection in
      try settleScores()
      return try body(connection)
    }
  }

  func notify(_ notification: NotificationRequest) async throws {
    try names.check(notification)
    let body = try OutboxCodec.body(of: notification)
    try addToOutbox(OutboxCodec.notification, body) { .notification(sequence: $0, notification) }
  }

  func emit(_ event: Event) async throws {
    let event = try names.full(event)
    try addToOutbox(OutboxCodec.event, OutboxCodec.body(of: event)) { .event(sequence: $0, event) }
  }

  func keep(_ event: KeptLiveEvent) async throws {
    try call { connection in
      let texts = [event.topic, event.name, event.payload].map { SQLValue.text($0) }
      try connection.run(
        LiveStatements.add, [.integer(nextSequence())] + texts + [.integer(LiveStatements.now)])
      caused.append(.published(topic: event.topic))
    }
  }

  func run(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try call { try $0.run(statement, values) }
  }

  func note(_ statement: HostStatement, _ values: [SQLValue], causing effect: CommittedEffect) async throws {
    try call { connection in
      try connection.run(statement, values)
      caused.append(effect)
    }
  }

  func add(_ sql: SQL) async throws { try await execute(sql) }

  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws {
    try call { _ in }
    try await session.chunks(sql, body)
  }

  private func addToOutbox(_ kind: String, _ body: String, _ effect: (Int64) -> CommittedEffect) throws {
    try call { connection in
      let sequence = nextSequence()
      try connection.run(HostStatements.addToOutbox, [.integer(sequence), .text(kind), .text(body)])
      caused.append(effect(sequence))
    }
  }
}
