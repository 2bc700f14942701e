internal import Synchronization

/// Counts what may have changed the reminders of a namespace in this process.
final class ReminderCount: Sendable {
  private let begun = Atomic(0)
  private let ended = Atomic(0)

  /// How many transactions that may have changed any have ended.
  var value: Int { ended.load(ordering: .acquiring) }

  /// Notes that a transaction is about to change some.
  func note() { begun.add(1, ordering: .acquiringAndReleasing) }

  /// Runs a transaction. Where any changes some meanwhile it counts: which one that was does not matter.
  func following<Value>(_ transaction: () async throws -> Value) async rethrows -> Value {
    let before = begun.load(ordering: .acquiring)
    defer {
      if begun.load(ordering: .acquiring) != before { ended.add(1, ordering: .acquiringAndReleasing) }
    }
    return try await transaction()
  }
}
