public import Foundation

/// Work that is due at an instant of the host's clock.
///
/// What is asked for inside a transaction – a transactional route, a subscription, the body of ``Storage/write(_:)`` – follows its
/// commit: work that is due at once finds what was written, and a transaction that is rolled back schedules nothing. Only where the
/// store cannot be reached, so that it may have been committed, the work is scheduled all the same.
public protocol Schedules: Sendable {
  /// Runs `body` when `due` has come, then at each instant it returns, until it returns nil. An instant missed while
  /// the host was down is run once at the next start. An error is logged and the work tried again after a minute of the
  /// host's clock; from the second one on the plugin's part `<id>/schedules` in `/readyz?verbose`, `fieldhouse doctor` and the
  /// console says so, until the work has gone well.
  /// - Parameters:
  ///   - name: declared in the manifest; scheduling it again replaces the instant.
  ///   - body: gets the instant it was due at.
  /// - Throws: ``Problem`` 500 `schedule-unknown` when the manifest does not declare it.
  func schedule(_ name: String, due: Date, _ body: @escaping @Sendable (Date) async throws -> Date?) async throws

  /// Takes the work off the schedule.
  func cancel(_ name: String) async
}
