public import FieldhouseKit
public import Foundation

/// A database that holds one namespace per plugin, and one for the host.
///
/// An engine is right when `Tests/StorageTests`, the same for every engine, pass on it.
public protocol StorageEngine: Sendable {
  /// The name in settings and reports: `sqlite` or `postgresql`.
  var name: String { get }

  /// Opens a namespace, creating it when it is new. Its migrations are not run: ``NamespaceStorage/migrate()`` does.
  /// - Throws: ``StorageError``.
  func open(_ namespace: Namespace) async throws -> any NamespaceStorage

  /// The migrations of a namespace that have not run yet, without creating or changing anything.
  /// - Throws: ``StorageError`` `storage-migration-changed` or `storage-migration-removed`, naming the migration.
  func plan(_ namespace: Namespace) async throws -> MigrationPlan

  /// The ids of the namespaces that exist, sorted.
  /// - Throws: ``StorageError``.
  func namespaces() async throws -> [String]

  /// Looks whether any other process has the database open. One that was killed counts for a moment only.
  /// - Throws: ``StorageError`` `storage-unavailable` when one has.
  func checkUnused() async throws

  /// Removes a namespace with everything in it, for good. Nobody may have it open.
  /// - Returns: whether there was one.
  /// - Throws: ``StorageError`` `storage-unavailable` when a process has it open, on a server when a host is connected to
  ///   the database at all; `storage-namespace` for an id that is none, or one that is open here.
  @discardableResult
  func remove(_ id: String) async throws -> Bool

  /// Looks for damage and for what keeps the engine from working; may take long on large databases.
  func health() async -> StorageHealth

  /// What is to be looked at to say how the engine is doing: the server, or each file.
  func pulses() -> [StoragePulse]

  /// Waits for the running transactions, gives every writer lease back and closes all connections.
  func close() async
}

/// A storage that keeps the reply to a request with the transaction that the request caused.
public protocol ReplyingStorage: Storage {
  /// Runs `body` as a transaction whose reply is stored with it. When the key was used before, nothing runs and the
  /// stored reply comes back; while another transaction with the key is under way, it is waited for.
  /// - Parameters:
  ///   - key: what the caller named the request.
  ///   - fingerprint: a digest of the request; the same key with another one is refused.
  /// - Throws: ``IdempotencyConflict``; ``ForgottenReply`` when the stored reply went with a person who was erased; what
  ///   `body` throws (nothing is stored then); ``StorageError``.
  func writeOnce(
    _ key: IdempotencyKey, fingerprint: String,
    _ body: @escaping @Sendable (any Transaction) async throws -> StoredReply
  ) async throws -> StoredReply
}

/// A namespace as the host uses it: the plugin's ``Storage`` and what the host carries on from its transactions.
public protocol NamespaceStorage: ReplyingStorage {
  /// What was opened.
  var namespace: Namespace { get }

  /// The same namespace with transactions in steps, for bodies whose every statement decides for itself: each sees what
  /// others have committed by then, and what one has read another may change before the next. A row that a statement has
  /// changed is kept from others until the commit; two who change one row come one after the other. No such transaction
  /// fails because of rows beside its own, as serializable ones do on PostgreSQL.
  var inSteps: any ReplyingStorage { get }

  /// The migrations that have not run yet.
  /// - Throws: ``StorageError``.
  func plan() async throws -> MigrationPlan

  /// Runs the missing migrations in order, each in a transaction of its own. Killed at any point, it can run again.
  /// - Parameter progress: told before each statement, and before the commit.
  /// - Returns: the ids of those that ran.
  /// - Throws: ``StorageError``, naming migration and statement.
  @discardableResult
  func migrate(_ progress: @escaping @Sendable (MigrationStep) -> Void) async throws -> [String]

  /// Adds a hook that is told what each commit caused, in the order of the commits, before the commit is
  /// acknowledged. It holds up whoever has committed: it must be quick and must not wait.
  func onCommit(_ hook: @escaping @Sendable ([CommittedEffect]) -> Void)

  /// Adds a hook that is called when another process may have written this namespace: what was derived from it must
  /// be read again. It must be quick and must not wait.
  func onForeignWrites(_ hook: @escaping @Sendable () -> Void)

  /// The board entries that any process has changed since a mark, but for what ``onCommit(_:)`` has told here; nil when
  /// the engine does not tell. Of very many some are told at a time. When it cannot be told any more what has changed since
  /// then, ``onForeignWrites(_:)`` is told instead.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  /// - Throws: ``StorageError``.
  func boardChanges(since mark: Int64?) async throws -> BoardChanges?

  /// Notifications and events that were committed and not acknowledged yet, oldest first.
  /// - Parameters:
  ///   - sequence: only those with a larger sequence number; 0 for all.
  ///   - limit: at most this many.
  /// - Throws: ``StorageError``.
  func pendingEffects(after sequence: Int64, limit: Int) async throws -> [CommittedEffect]

  /// Runs `body` as a transaction for the event at a place of this namespace's lane, unless that has been done before.
  /// - Parameter place: larger than that of every event before it.
  /// - Returns: whether it ran.
  /// - Throws: what `body` throws, ``StorageError``; then nothing is done.
  @discardableResult
  func receive(
    _ place: Int64, _ body: @escaping @Sendable (any Transaction) async throws -> Void
  ) async throws -> Bool

  /// How many transactions that may have changed reminders have ended in this process: as long as it stays the same, nobody here has
  /// changed when the next one is due.
  var reminderChanges: Int { get }

  /// When the next reminder is due; nil when none waits.
  /// - Throws: ``StorageError``.
  func nextReminder() async throws -> Date?

  /// Makes notifications of reminders that are due, each once, whichever process asks; those that come too late are left out. What
  /// has been over for 30 days is forgotten.
  /// - Parameters:
  ///   - now: the host's time.
  ///   - limit: at most this many, those that are due first. What it costs does not depend on how many wait.
  /// - Returns: what came of them; none when none is due.
  /// - Throws: ``StorageError``; nothing is done then.
  func carryReminders(due now: Date, limit: Int) async throws -> ReminderRound

  /// What a person is reminded of or was, and that is still of use, by the times of the things.
  /// - Parameters:
  ///   - now: the host's time.
  ///   - place: only those behind it.
  ///   - limit: at most this many.
  /// - Throws: ``StorageError``.
  func reminders(
    of account: AccountID, at now: Date, after place: ReminderPlace, limit: Int
  ) async throws -> [KeptReminder]

  /// Says that notifications and events were carried on; they are forgotten.
  /// - Throws: ``StorageError``.
  func acknowledge(_ sequences: [Int64]) async throws

  /// Forgets replies that were stored more than `age` ago.
  /// - Returns: how many.
  /// - Throws: ``StorageError``.
  @discardableResult
  func expireReplies(olderThan age: Duration) async throws -> Int

  /// Hands over the entries of the boards, on one snapshot, ordered by board, season, partition and account.
  /// - Throws: ``StorageError``, or what `body` throws.
  func boardEntries(
    _ filter: BoardFilter, _ body: @escaping @Sendable (BoardPosition, LedgerEntry) throws -> Void
  ) async throws

  /// Hands over all entries of the boards, in the order of ``boardEntries(_:_:)``, as columns of entries of one place.
  /// - Throws: ``StorageError``, or what `body` throws.
  func boardColumns(_ body: @escaping @Sendable (LedgerColumns) throws -> Void) async throws

  /// The entries of certain people at one place, on one snapshot; those without one are missing, and who is
  /// named twice comes once. In no order.
  /// - Throws: ``StorageError``.
  func boardEntries(at position: BoardPosition, of accounts: [AccountID]) async throws -> [LedgerEntry]

  /// What an account holds, by kind, thing and role, also what the plugin no longer declares.
  /// - Throws: ``StorageError``.
  func grants(of account: AccountID) async throws -> [Grant]

  /// Who holds something in exactly this scope, by role and account.
  /// - Parameters:
  ///   - after: the last grant of the page before; nil for the first page.
  ///   - limit: 1 to 1,000.
  /// - Throws: ``StorageError``.
  func holders(in scope: Scope, after: Grant?, limit: Int) async throws -> [Grant]

  /// The rows of a service's query on its reserved tables, in the shared SQL, on a snapshot of their own; its text is one of
  /// few.
  /// - Throws: ``StorageError``.
  func reservedRows(_ sql: SQL) async throws -> [Row]

  /// In which parts (``GrantPart``) any process has changed grants since a mark, this one's own changes among them.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  /// - Throws: ``StorageError``.
  func grantChanges(since mark: Int64?) async throws -> GrantChanges

  /// How far the live events have come.
  /// - Throws: ``StorageError``.
  func liveLog() async throws -> LiveLog

  /// Live events of all topics.
  /// - Parameters:
  ///   - number: only those with a larger number.
  ///   - limit: at most this many.
  /// - Throws: ``StorageError``.
  func liveEvents(after number: Int64, limit: Int) async throws -> LivePage

  /// Live events of some topics, 1 to 32 of them.
  /// - Parameters:
  ///   - number: only those with a larger number.
  ///   - last: only those with this or a smaller number.
  ///   - limit: at most this many.
  /// - Throws: ``StorageError``.
  func liveEvents(of topics: [String], after number: Int64, through last: Int64, limit: Int) async throws -> LivePage

  /// Forgets old live events, and those that are too many, some thousand at a time.
  /// - Parameters:
  ///   - age: in real time.
  ///   - count: so many of the newest stay.
  /// - Returns: how many.
  /// - Throws: ``StorageError``.
  @discardableResult
  func expireLiveEvents(olderThan age: Duration, beyond count: Int) async throws -> Int

  /// Notes in a transaction of this namespace that something about an account has changed, for
  /// ``accountChanges(since:)`` of every process.
  /// - Throws: ``StorageError``, also for a transaction that no engine has opened.
  func note(changed account: AccountID, in transaction: any Transaction) async throws

  /// What any process has noted with ``note(changed:in:)`` since a mark, this one's own notes among them.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  /// - Throws: ``StorageError``.
  func accountChanges(since mark: Int64?) async throws -> ChangedAccounts

  /// Forgets what was noted more than `age` ago, in real time.
  /// - Throws: ``StorageError``.
  func forgetAccountChanges(olderThan age: Duration) async throws

  /// How far the namespace has followed what happens to people; nil when it has not begun.
  /// - Throws: ``StorageError``.
  func personalPosition() async throws -> PersonalPosition?

  /// Has what was deleted go from the engine's own log too, as soon as that holds up nobody.
  func emptyLog() async

  /// Lets the namespace follow from a place on, unless it has begun already.
  /// - Throws: ``StorageError``.
  func beginFollowingPeople(at sequence: Int64) async throws

  /// Follows one thing that happened to a person, once: what the host keeps is changed, then `hook` is called, in one
  /// transaction with the note that it is done. What was done before, by whichever process, is not done again.
  ///
  /// When somebody is erased, nobody knows in which live events and stored replies there are words of that person: all
  /// are forgotten, and once more with `hook` when that comes later. Who has not got all events by then starts over; a
  /// request whose reply was stored is not carried out again (``ForgottenReply``).
  /// - Parameters:
  ///   - change: later than all before.
  ///   - hook: what the plugin does; nil leaves that for later.
  /// - Throws: ``StorageError``, or what `hook` throws: nothing is done then.
  func follow(_ change: PersonalChange, _ hook: (@Sendable (any Transaction) async throws -> Void)?) async throws

  /// The entries of a person on all boards. It reads the whole table.
  /// - Throws: ``StorageError``.
  func boardEntries(of account: AccountID) async throws -> [(position: BoardPosition, entry: LedgerEntry)]

  /// The seasons and partitions of the boards that have entries, with the count of each.
  /// - Throws: ``StorageError``.
  func boardParts(_ filter: BoardFilter) async throws -> [BoardPart]
}

extension NamespaceStorage {
  /// Runs the missing migrations, telling nobody how it goes.
  /// - Returns: the ids of those that ran.
  /// - Throws: ``StorageError``, naming migration and statement.
  @discardableResult
  public func migrate() async throws -> [String] { try await migrate { _ in } }
}
