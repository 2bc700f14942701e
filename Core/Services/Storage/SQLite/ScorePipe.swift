internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Applies the scores of a large transaction on a thread of its own, while the plugin makes the next ones.
///
/// Used by one thread at a time. The connection and the effects are the pipe's from ``add(_:at:_:details:)`` on until
/// ``drain()`` or ``discard()`` returns.
final class ScorePipe: @unchecked Sendable {
  /// Scores handed over at once.
  private static let batch = 1024
  /// Batches that may be on their way, so that a fast plugin does not fill the memory.
  private static let underway = 4

  /// The attempts at one place, to be applied as its board says.
  private struct Batch: Sendable {
    let board: BoardStatements
    var attempts: ScoreRun
  }

  private let connection: SQLiteConnection
  private let effects: TransactionEffects
  private let nextSequence: () -> Int64
  /// The longest time that one batch may take, in nanoseconds.
  private let limit: UInt64
  private let end: Atomic<UInt64>
  private let loop = EventLoop(name: "scores")
  private let places = DispatchSemaphore(value: underway)
  private let error = Mutex<StorageError?>(nil)
  /// What is not handed over yet, one batch a place: entries of different places do not depend on one another.
  private var open: [Batch] = []
  private var numbers: [BoardPosition: Int] = [:]
  private var latest = 0
  private var count = 0

  /// - Parameters:
  ///   - deadline: until when the plugin may go on, in monotonic nanoseconds, if it never has to wait.
  ///   - limit: the longest time that one batch may take, in nanoseconds.
  init(
    _ connection: SQLiteConnection, _ effects: TransactionEffects, deadline: UInt64, limit: UInt64,
    nextSequence: @escaping () -> Int64
  ) {
    end = Atomic(deadline)
    self.limit = limit
    self.connection = connection
    self.effects = effects
    self.nextSequence = nextSequence
  }

  deinit { loop.stop() }

  /// Until when the plugin may go on: the time that it waits for its scores to be stored does not count.
  var deadline: UInt64 { end.load(ordering: .relaxed) }

  /// Applies an attempt some time later.
  /// - Throws: ``StorageError`` of an attempt before it.
  func add(
    _ score: ScoreChange, at position: BoardPosition, _ board: BoardStatements, details: String?
  ) throws(StorageError) {
    if open.isEmpty || open[latest].attempts.columns.position != position { latest = number(of: position, board) }
    open[latest].attempts.append(score, details: details)
    count += 1
    if count >= Self.batch { try handOver() }
  }

  /// Waits until everything has been applied.
  /// - Throws: ``StorageError`` of the first attempt that could not be; none after it was.
  func drain() throws(StorageError) {
    let handedOver = Result { () throws(StorageError) in try handOver() }
    wait()
    try handedOver.get()
    try check()
  }

  /// Forgets what has not been handed over and waits for the rest.
  func discard() {
    forget()
    wait()
  }

  private func number(of position: BoardPosition, _ board: BoardStatements) -> Int {
    if let number = numbers[position] { return number }
    numbers[position] = open.count
    open.append(Batch(board: board, attempts: ScoreRun(at: position)))
    return open.count - 1
  }

  private func forget() {
    open.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    (latest, count) = (0, 0)
  }

  private func handOver() throws(StorageError) {
    try check()
    guard count > 0 else { return }
    let batches = open
    forget()
    pausing { places.wait() }
    guard Monotonic.now < deadline else {
      places.signal()
      throw .late
    }
    loop.execute { [self] in
      connection.deadline = Monotonic.now &+ limit
      for batch in batches where error.withLock({ $0 == nil }) { apply(batch) }
      places.signal()
    }
  }

  private func apply(_ batch: Batch) {
    do {
      try connection.apply(batch.attempts, batch.board, to: effects, nextSequence)
    } catch {
      self.error.withLock { $0 = error }
    }
  }

  private func pausing(_ wait: () -> Void) {
    let start = Monotonic.now
    wait()
    end.add(Monotonic.now &- start, ordering: .relaxed)
  }

  private func wait() {
    pausing { for _ in 0..<Self.underway { places.wait() } }
    for _ in 0..<Self.underway { places.signal() }
  }

  private func check() throws(StorageError) {
    if let error = error.withLock({ $0 }) { throw error }
  }
}
