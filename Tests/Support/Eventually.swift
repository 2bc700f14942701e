import Glibc

/// A condition has not come to hold in time.
public struct NeverHappened: Error {}

/// Waits until a condition holds: as long as that takes on a busy machine, a minute at most.
/// - Throws: ``NeverHappened``; what the condition throws.
public func eventually(_ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened() }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Waits on the thread it is called from until a condition holds: a minute at most. For threads that may wait, as
/// those of blocking clients.
/// - Throws: ``NeverHappened``; what the condition throws.
public func blockUntil(_ condition: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened() }
    usleep(1000)
  }
}
