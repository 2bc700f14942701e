internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// The only connection of a process that writes a file, on a thread of its own.
///
/// Transactions run one after another; those that come while one runs or the disk syncs, or within the moment that a group waits
/// for others (``CommitPace``), are committed together, each in a savepoint of its own, and are told so after the sync. All state is
/// confined to the loop.
final class SQLiteWriter: @unchecked Sendable {
  let loop: EventLoop
  let ledger: BoardLedger
  let rights: RightsLedger
  let names: DeclaredNames?
  let file: SQLiteWriterFile
  let meter: AnswerMeter
  let news = CommitNews()
  private let isClosed = Atomic(false)

  var group: CommitGroup?
  var active: SQLiteTransaction?
  var isWatching = false
  var pace = CommitPace()
  private var isTurnTaken = false
  /// Whether somebody will look whether the group still waits for others.
  private var isGathering = false
  private var waiting = Waiters<Void>()

  init(
    file: DatabaseFile, name: String, ledger: BoardLedger, rights: RightsLedger, names: DeclaredNames?,
    meter: AnswerMeter, now: @escaping @Sendable () -> Date
  ) {
    loop = EventLoop(name: name)
    self.ledger = ledger
    self.rights = rights
    self.names = names
    self.meter = meter
    self.file = SQLiteWriterFile(file: file, loop: loop, rights: rights, now: now)
  }

  /// Runs `body` as one transaction and returns when it is on disk.
  /// - Throws: what `body` throws, ``StorageError``.
  func perform<Value: Sendable>(
    as authority: Authority = .writing, limits: TransactionLimits,
    _ body: @escaping @Sendable (SQLiteTransaction) async throws -> Value
  ) async throws -> Value {
    guard !isClosed.load(ordering: .acquiring) else { throw StorageError.closed }
    return try await rights.reminders.following { try await persist(as: authority, limits: limits, body) }
  }

  private func persist<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (SQLiteTransaction) async throws -> Value
  ) async throws -> Value {
    let arrival = Monotonic.now
    return try await AfterCommit.following { after in
      for _ in 0..<Self.attempts {
        let (value, ticket) = try await withTaskExecutorPreference(loop) {
          try await takeTurn()
          if group?.count ?? 0 > 0, pace.keepsApart(arrival) { commitGroup() }
          let transaction = try await begin(as: authority, limits: limits)
          let result: Result<Value, any Error>
          do { result = .success(try await after.attempt { try await body(transaction) }) } catch {
            result = .failure(error)
          }
          return try finish(transaction, result)
        }
        switch await ticket.outcome() {
        case .committed:
          news.tell()
          return value
        case .again: continue
        case .failed(let error): throw error
        }
      }
      throw StorageError(.unavailable, "Other transactions made this one fail again and again. Try again later.")
    }
  }

  /// Runs `body` on the connection between two groups, on the loop.
  func exclusively<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws -> Value {
    guard !isClosed.load(ordering: .acquiring) else { throw StorageError.closed }
    return try await withTaskExecutorPreference(loop) {
      try await takeTurn()
      defer { passTurn() }
      commitGroup()
      return try body(try await file.connectionWithLease())
    }
  }

  /// Saves what is open of a file that is gone.
  func rescue() async {
    await withTaskExecutorPreference(loop) {
      guard (try? await takeTurn()) != nil else { return }
      commitGroup()
      file.rescue()
      passTurn()
    }
  }

  /// Has the log emptied as soon as nobody reads an older state of the file: what was deleted stands in it until then.
  func emptyLog() async {
    guard !isClosed.load(ordering: .acquiring) else { return }
    await withTaskExecutorPreference(loop) { file.emptyLog() }
  }

  /// Finishes what has come so far, gives the lease back and ends the thread.
  func close() async {
    await withTaskExecutorPreference(loop) {
      guard !isClosed.load(ordering: .acquiring), (try? await takeTurn()) != nil else { return }
      isClosed.store(true, ordering: .releasing)
      commitGroup()
      while let next = waiting.popFirst() { next.resume(throwing: StorageError.closed) }
      file.close()
      loop.stop()
    }
  }

  private static let attempts = 8
}

// Turns: who may use the connection.
extension SQLiteWriter {
  private func takeTurn() async throws {
    guard !isClosed.load(ordering: .acquiring) else { throw StorageError.closed }
    guard isTurnTaken else {
      isTurnTaken = true
      return
    }
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  /// Lets the next transaction go on, or commits when none is waiting and none is on its way to the loop.
  func passTurn() {
    active = nil
    if group?.isFull == true {
      commitGroup()
      file.tidy()
    }
    if let next = waiting.popFirst() {
      next.resume()
    } else {
      isTurnTaken = false
      loop.execute { [self] in commitUnlessWaiting() }
    }
  }

  /// Commits the group, unless somebody is at work or it waits for others to join it.
  private func commitUnlessWaiting() {
    guard !isTurnTaken else { return }
    let pause = pauseOfGroup()
    guard pause > 0 else {
      commitGroup()
      return file.tidy()
    }
    guard !isGathering else { return }
    isGathering = true
    loop.schedule(after: pause) { [self] in
      isGathering = false
      commitUnlessWaiting()
    }
  }

  /// The nanoseconds that the group goes on waiting for others.
  private func pauseOfGroup() -> UInt64 {
    guard let count = group?.count else { return 0 }
    let (now, patience) = (Monotonic.now, pace.patience(of: count))
    guard patience > 0 else { return 0 }
    let end = group?.waitsUntil ?? now &+ patience
    group?.waitsUntil = end
    return end > now ? end - now : 0
  }
}
