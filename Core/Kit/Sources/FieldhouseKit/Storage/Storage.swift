/// A plugin's own relational store: a namespace that nobody else writes, with transactions that are durable when
/// they return.
///
/// The same SQL runs on SQLite 3.40 and PostgreSQL 15. All calls may be made from any task. Names that begin with
/// `fieldhouse_` are reserved for the host.
///
/// An implementation is right when the tests of storage (`Tests/StorageTests`, the same for every engine) pass on it.
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

  /// Changes the scores of all whom a query names, each as ``submit(_:)-(ScoreChange)`` would.
  /// - Throws: ``StorageError``, also for a query that names somebody twice, that lacks a column or whose column holds something
  ///   else; ``Problem`` when the manifest declares no such board.
  func submit(_ scores: ScoreQuery) async throws

  /// Sends a notification once the transaction has committed.
  /// - Throws: ``Problem`` 500 `notification-unknown` when the manifest declares no such kind, `notification-malformed` when a
  ///   text, link, key or person holds NUL; ``StorageError``.
  func notify(_ notification: NotificationRequest) async throws

  /// Emits an event to other plugins once the transaction has committed.
  /// - Throws: ``Problem`` 500 `event-unknown` when the manifest declares no event of this name, `event-malformed` when it
  ///   does not carry what the manifest says; ``StorageError``.
  func emit(_ event: Event) async throws

  /// Tells the people who watch a live topic of something once the transaction has committed. Those of one topic come
  /// in the order of the commits, of one transaction in the order of the calls; whether anybody watches makes no
  /// difference to what it costs.
  /// - Parameter topic: below the plugin's area, as a topic of the manifest covers it, e.g. `cards/c1`.
  /// - Throws: ``Problem`` 500 `topic-unknown` when no topic of the manifest covers it; 500 `live-event-malformed` for a
  ///   name that is none, or a payload that is too large; ``StorageError``.
  func publish(_ topic: String, _ event: LiveEvent) async throws

  /// Asks ``Plugin/mayWatch(_:_:)`` again for everyone who watches a topic, once the transaction has committed. Streams of
  /// those who may not any more end within a second, whichever host they are on.
  /// - Throws: as ``publish(_:_:)``.
  func reviewWatchers(of topic: String) async throws

  /// Gives an account a role in a scope. It counts once the transaction has committed.
  /// - Returns: whether that is new.
  /// - Throws: ``Problem`` 500 `role-unknown` when the manifest declares no such role for scopes of this kind; in a group 500
  ///   `role-of-group` for the roles of its members and admins, which go through ``groups``, and 409 `group-member-needed` for
  ///   whoever is no member; ``StorageError``.
  @discardableResult
  func grant(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool

  /// Takes a role from an account in exactly this scope. Live streams that need it end within a second of the commit.
  /// - Returns: whether the account held it; nobody who is no member holds one in a group.
  /// - Throws: ``Problem`` 500 `role-unknown`, `role-of-group`; ``StorageError``.
  @discardableResult
  func revoke(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool

  /// Takes every role from everybody in exactly this scope: what goes with the thing when it is removed.
  /// - Returns: how many grants there were.
  /// - Throws: ``Problem`` 500 `role-of-group` for the scope of a group, whose members go through ``groups``; ``StorageError``.
  @discardableResult
  func revokeAll(in scope: Scope) async throws -> Int

  /// Whether an account has a permission by its grants, in the scope or in the whole host, with what this transaction
  /// has changed so far. Unlike ``Rights/has(_:_:in:)`` it reads the tables, so that what the answer allows is committed
  /// only while it holds.
  /// - Throws: ``Problem`` 500 `permission-unknown`; ``StorageError``.
  func has(_ permission: String, _ account: AccountID, in scope: Scope) async throws -> Bool

  /// Who holds something in exactly this scope, by role and account, with what this transaction has changed so far.
  /// - Parameters:
  ///   - after: the last grant of the page before; nil for the first page.
  ///   - limit: 1 to 1,000.
  /// - Throws: ``StorageError``.
  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant]

  /// The plugin's groups, to be changed with this transaction.
  var groups: any GroupChanges { get }

  /// The plugin's reminders, to be changed with this transaction.
  var reminders: any ReminderChanges { get }
}
