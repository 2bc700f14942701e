internal import FieldhouseKit

/// The tries of one transaction: how many there may be, and how long to wait before each.
struct Retries {
  private static let mostConflicts = 60
  private static let mostLosses = 12

  private var conflicts = 0
  private var losses = 0

  /// The longest time to wait after another conflict, in nanoseconds; nil when there were too many. The time that is
  /// waited is chosen at random, so that those who met do not meet again.
  mutating func conflictPause() -> UInt64? {
    conflicts += 1
    return conflicts < Self.mostConflicts ? UInt64(min(conflicts, 20)) * 2_000_000 : nil
  }

  /// The time to wait after another lost connection, in nanoseconds; nil when there were too many. A server that cannot
  /// be reached is tried three times, a connection that ended in the middle more often.
  mutating func lossPause(isRefusal: Bool) -> UInt64? {
    losses += isRefusal ? 4 : 1
    return losses < Self.mostLosses ? UInt64(losses - 1) * 10_000_000 : nil
  }

  mutating func afterConflict(_ error: ServerError) async throws {
    guard let longest = conflictPause() else { throw error.storageError }
    try await Task.sleep(nanoseconds: UInt64.random(in: 0...longest))
  }

  mutating func afterLoss(_ error: ConnectionLost) async throws {
    guard let pause = lossPause(isRefusal: error.isRefusal) else { throw error.storageError }
    try await Task.sleep(nanoseconds: pause)
  }
}
