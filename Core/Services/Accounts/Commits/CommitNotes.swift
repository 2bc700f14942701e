internal import FieldhouseKit
internal import Synchronization

/// What a transaction did that others wait for once it has committed. A body that runs again begins with a clean one.
final class CommitNotes: Sendable {
  /// The notes of one run.
  struct Notes: Sendable, Hashable {
    /// The accounts of which something changed, so that memories of them are out of date.
    var changed: Set<AccountID> = []
    /// Whether a message waits to be delivered.
    var postsMessages = false
  }

  private let state = Mutex(Notes())

  /// What the last run noted.
  var notes: Notes { state.withLock { $0 } }

  /// Adds to the notes.
  func note<Value: Sendable>(_ change: @Sendable (inout Notes) -> Value) -> Value { state.withLock { change(&$0) } }

  /// Begins anew.
  func clear() { state.withLock { $0 = Notes() } }
}

/// A transaction that notes what is to happen after its commit.
struct NotedTransaction: Transaction {
  let base: any Transaction
  let notes: CommitNotes
  let changes: any AccountChanges

  /// Notes a change of an account, once in a transaction.
  func record(_ account: AccountID) async throws {
    guard notes.note({ $0.changed.insert(account).inserted }) else { return }
    try await changes.note(account, in: base)
  }

  func query(_ sql: SQL) async throws -> [Row] { try await base.query(sql) }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    try await base.forEach(sql, body)
  }

  func execute(_ sql: SQL) async throws -> Int { try await base.execute(sql) }
  func submit(_ score: ScoreChange) async throws { try await base.submit(score) }
  func notify(_ notification: NotificationRequest) async throws { try await base.notify(notification) }
  func emit(_ event: Event) async throws { try await base.emit(event) }
  func publish(_ topic: String, _ event: LiveEvent) async throws { try await base.publish(topic, event) }
}

extension Transaction {
  /// Notes something for after the commit.
  /// - Precondition: the transaction was opened through ``NotedStorage``; else what is remembered grows old.
  func note(_ change: @Sendable (inout CommitNotes.Notes) -> Void) { noted?.notes.note(change) }

  /// This transaction with its notes; nil when it was not opened through ``NotedStorage``.
  var noted: NotedTransaction? {
    let noted = self as? NotedTransaction
    assert(noted != nil, "This transaction was not opened through NotedStorage: nothing happens after its commit.")
    return noted
  }
}
