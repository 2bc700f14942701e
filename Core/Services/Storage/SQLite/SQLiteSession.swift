internal import FieldhouseKit
internal import Synchronization

/// What a closure may do on a connection while it has it: one call at a time, none after a failure, none afterwards.
final class SQLiteSession: @unchecked Sendable {
  private enum Use { static let free = 0, busy = 1, ended = 2 }

  let connection: SQLiteConnection
  let authority: Authority
  private let use = Atomic(Use.free)
  /// The first error of the engine, which every later call repeats.
  private(set) var failure: StorageError?
  /// When the last call ended, in monotonic nanoseconds.
  private(set) var lastActivity = Monotonic.now
  /// Whether its connection is kept for long.
  private(set) var isLent = false

  init(_ connection: SQLiteConnection, authority: Authority) {
    self.connection = connection
    self.authority = authority
  }

  /// Whether a call is going on.
  var isBusy: Bool { use.load(ordering: .acquiring) == Use.busy }

  /// Refuses every further call, with that error if one is given.
  func end(_ error: StorageError? = nil) {
    use.store(Use.ended, ordering: .releasing)
    if let error { failure = error }
  }

  /// Notes that its connection is kept for long.
  /// - Returns: whether that is new.
  func markLent() -> Bool {
    defer { isLent = true }
    return !isLent
  }

  /// What came of a query that was given a moment.
  enum Glance {
    case rows([Row])
    /// It takes longer; nothing is kept.
    case tooLong
    /// It answers with more than the meter allows; nothing is kept.
    case tooMuch
  }

  /// The longest that a thread of others is held by a query, in nanoseconds.
  static let moment: UInt64 = 2_000_000

  /// Runs a query for a moment at most.
  /// - Throws: ``StorageError`` of the query.
  func glance(_ sql: SQL, _ meter: AnswerMeter) throws -> Glance {
    try enter()
    defer { leave() }
    let deadline = connection.deadline
    defer { connection.deadline = deadline }
    connection.deadline = min(deadline, Monotonic.now &+ Self.moment)
    do {
      return .rows(try connection.query(sql, as: authority, meter))
    } catch {
      if error.code == .tooLarge { return .tooMuch }
      if error.code == .timeout, Monotonic.now < deadline { return .tooLong }
      failure = error
      throw error
    }
  }

  /// Runs a call on the connection.
  func call<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    try enter()
    defer { leave() }
    do {
      return try body(connection)
    } catch let error as StorageError {
      failure = error
      throw error
    }
  }

  /// Hands each row to `body`, letting other tasks run in between.
  func forEach(_ sql: SQL, _ body: @Sendable (Row) throws -> Void) async throws {
    var pause = Monotonic.now &+ Self.slice
    try await rows(sql) { row in
      try body(row)
      if Monotonic.now > pause {
        await Task.yield()
        pause = Monotonic.now &+ Self.slice
      }
    }
  }

  /// Hands over the rows some hundred at a time.
  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws {
    var chunk: [Row] = []
    try await rows(sql) { row in
      chunk.append(row)
      if chunk.count == 500 {
        try await body(chunk)
        chunk = []
      }
    }
    if !chunk.isEmpty { try await body(chunk) }
  }

  private static let slice: UInt64 = 2_000_000

  private func rows(_ sql: SQL, _ body: (Row) async throws -> Void) async throws {
    try enter()
    defer { leave() }
    let statement: SQLiteStatement
    do {
      statement = try connection.begin(sql, as: authority)
    } catch {
      failure = error
      throw error
    }
    defer { statement.reset() }
    while try next(statement) { try await body(statement.row(statement.columns)) }
  }

  private func next(_ statement: SQLiteStatement) throws -> Bool {
    do {
      return try connection.step(statement)
    } catch {
      failure = error
      throw error
    }
  }

  private func enter() throws(StorageError) {
    let (isFree, state) = use.compareExchange(
      expected: Use.free, desired: Use.busy, ordering: .acquiringAndReleasing)
    guard isFree else {
      if let failure { throw failure }
      throw state == Use.busy
        ? .malformed("Another call of this transaction is going on. Await each call before the next.")
        : .malformed("The transaction is over. Use it inside its closure only.")
    }
    if let failure {
      use.store(Use.free, ordering: .releasing)
      throw failure
    }
  }

  private func leave() {
    lastActivity = Monotonic.now
    _ = use.compareExchange(expected: Use.busy, desired: Use.free, ordering: .acquiringAndReleasing)
  }
}
