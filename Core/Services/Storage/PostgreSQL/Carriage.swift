internal import FieldhouseKit

/// A transaction of the server in which several of this process run one after the other, each behind a savepoint of its own, and
/// which is committed once for all. Confined to the connection's loop.
final class Carriage: @unchecked Sendable {
  /// After how long, in nanoseconds, somebody has to leave whom others wait for.
  static let patience: UInt64 = 100_000_000

  /// Which one it is of its namespace, counted from 1.
  let number: Int
  let connection: ServerConnection
  let startedAt = Monotonic.now
  /// The answers to what was queued by those who have done their part and not sent yet.
  var leftover: [Awaited] = []
  /// Those whose changes are to be committed, in their order.
  var passengers: [ServerTransaction] = []
  /// How many have had a place.
  var count = 0
  /// Whose turn it is.
  var current: ServerTransaction?
  /// Whether the commit is on its way.
  var isLeaving = false
  private var outcome: CommitOutcome?
  private var waiting: [CheckedContinuation<CommitOutcome, Never>] = []

  init(_ number: Int, _ connection: ServerConnection) { (self.number, self.connection) = (number, connection) }

  /// Whether it is known what became of it.
  var isOver: Bool { outcome != nil }

  /// What becomes of it, for those who have done their part.
  func awaitOutcome() async -> CommitOutcome {
    if let outcome { return outcome }
    return await withCheckedContinuation { waiting.append($0) }
  }

  /// Tells what became of it, once.
  func end(_ outcome: CommitOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    (current, passengers) = (nil, [])
    for one in waiting { one.resume(returning: outcome) }
    waiting = []
  }

  /// Whether somebody has been at it for too long, while others wait who have done their part.
  func isOverdue(_ transaction: ServerTransaction) -> Bool {
    !passengers.isEmpty && Monotonic.now &- transaction.startedAt > Self.patience
  }

  /// Whether the server is asked something, or is to commit.
  var isBusy: Bool { isLeaving || current?.isBusy == true }

  /// Whether the transaction whose turn it is does nothing, for longer than it may.
  func isStuck(_ limits: TransactionLimits) -> Bool {
    guard !isBusy, let current else { return false }
    return Monotonic.now &- current.lastActivity > limits.idle.nanoseconds
  }

  /// How the try of whoever is still at it ends when the carriage is over: its connection was lost, or it did nothing for too
  /// long.
  var endOfStuck: CommitOutcome? {
    switch outcome {
    case nil: nil
    case .lost(let loss): .lost(loss)
    default: .failed(StorageError.late)
    }
  }
}

/// Somebody has to go on in a transaction of its own, because others wait.
struct LeftCarriage: Error {}

// In a carriage.
extension ServerTransaction {
  /// Begins behind those who have done their part.
  func enter(_ carriage: Carriage, isFirst: Bool) throws {
    (self.carriage, carriage.current) = (carriage, self)
    hasBegun = !isFirst
    (answers, carriage.leftover) = (carriage.leftover, [])
    try queue("savepoint fieldhouse_turn", [], as: .host) { _ in }
  }

  /// Ends its part, whose changes are to be committed.
  func finish(in carriage: Carriage) async throws {
    try await settleScores()
    try queueScores()
    try queue("release savepoint fieldhouse_turn", [], as: .host) { _ in }
    leave(to: carriage)
    carriage.passengers.append(self)
  }

  /// Takes back its own part alone.
  func stepBack(in carriage: Carriage) async throws {
    // What is queued behind a failure fails, too, and has to be out of the way.
    while slice != nil || !answers.isEmpty {
      do {
        try await settleScores()
        try await flush()
      } catch let error as ServerError where !error.isRetryable {
        // It is taken back anyway.
      } catch is Mispredicted {
        // So is this.
      }
    }
    try queue("rollback to savepoint fieldhouse_turn", [], as: .host) { _ in }
    try queue("release savepoint fieldhouse_turn", [], as: .host) { _ in }
    leave(to: carriage)
  }

  /// Leaves the answers that are outstanding to whoever comes next.
  private func leave(to carriage: Carriage) {
    carriage.leftover = takeAnswers().map { Awaited(foretold: $0.foretold, isOthers: true, take: $0.take) }
  }

  /// What goes with the commit of all.
  func take(_ carriage: Carriage) {
    hasBegun = true
    (answers, carriage.leftover) = (carriage.leftover, [])
    published = carriage.passengers.flatMap(\.published)
    carried = carriage.passengers.flatMap(\.carried)
  }
}
