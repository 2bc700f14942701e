internal import FieldhouseKit

/// The storage of accounts: after each commit that changed an account, what this process remembers is brought up to
/// date, once, before the caller goes on; after one that left a message, the courier is woken.
struct NotedStorage: Storage {
  /// Puts notes around a transaction that somebody else opened.
  typealias Noting = @Sendable (any Transaction) -> any Transaction

  let base: any Storage
  let changes: any AccountChanges
  let feed: ChangeFeed
  let bell: Bell
  let log: any Log

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await base.read(body)
  }

  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await attend { noting in try await base.write { try await body(noting($0)) } }
  }

  /// Runs what opens a transaction itself, and carries on from what was noted in it.
  /// - Parameter run: returns once the transaction has committed; each run of its body begins with `noting`.
  func attend<Value>(_ run: (@escaping Noting) async throws -> Value) async throws -> Value {
    let notes = CommitNotes()
    let value = try await run { [changes] transaction in
      notes.clear()
      return NotedTransaction(base: transaction, notes: notes, changes: changes)
    }
    await carryOn(notes.notes)
    return value
  }

  /// The transaction stands whatever happens here: what fails now is made good by the next look or ring.
  private func carryOn(_ notes: CommitNotes.Notes) async {
    if notes.postsMessages { bell.ring() }
    guard !notes.changed.isEmpty else { return }
    do {
      try await feed.look()
    } catch {
      feed.distrust()
      log.warning("What is remembered of accounts could not be brought up to date.", ["error": "\(error)"])
    }
  }
}
