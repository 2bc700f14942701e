/// A plugin's own relational store: a namespace that nobody else writes, with transactions that are durable when
/// they return.
///
/// The same SQL runs on SQLite 3.40 and PostgreSQL 15. All calls may be made from any task. Names that begin with
/// `fieldhouse_` are reserved for the host.
///
/// An implementation is right when the storage conformance suite passes on it.
public protocol Storage: Sendable {
  /// Runs `body` on a snapshot that no later write changes.
  /// - Throws: what `body` throws, or ``StorageError``.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction: when this returns, everything is on disk; when it throws, nothing is.
  ///
  /// `body` holds the namespace's only writer: do nothing slow in it (no network, no sleeping). It may run again when
  /// the engine asks for a retry, so it has no effect outside the transaction.
  /// - Throws: what `body` throws, or ``StorageError``.
  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value
}

/// Reading inside a snapshot or a transaction. Valid only inside the closure it is handed to, one call at a time.
public protocol ReadTransaction: Sendable {
  /// All rows of a query.
  /// - Throws: ``StorageError``.
  func query(_ sql: SQL) async throws -> [Row]

  /// Hands each row of a large result to `body` without keeping them all.
  /// - Throws: ``StorageError``, or what `body` throws (which ends the query).
  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws
}

extension ReadTransaction {
  /// The first row of a query, nil when there is none.
  /// - Throws: ``StorageError``.
  public func first(_ sql: SQL) async throws -> Row? { try await query(sql).first }
}

/// A transaction that writes. What is submitted, notified or emitted in it takes effect exactly once when it commits,
/// also when the host is killed in between, and not at all when it is rolled back.
public protocol Transaction: ReadTransaction {
  /// Runs a statement.
  /// - Returns: the number of rows it changed.
  /// - Throws: ``StorageError``.
  @discardableResult
  func execute(_ sql: SQL) async throws -> Int

  /// Changes a score on one of the plugin's boards.
  /// - Throws: ``StorageError``; ``Problem`` when the manifest declares no such board.
  func submit(_ score: ScoreChange) async throws

  /// Sends a notification once the transaction has committed.
  /// - Throws: ``StorageError``.
  func notify(_ notification: NotificationRequest) async throws

  /// Emits an event to other plugins once the transaction has committed. The manifest declares its name.
  /// - Throws: ``StorageError``.
  func emit(_ event: Event) async throws
}
