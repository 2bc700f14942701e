import FieldhouseHost
import FieldhouseKit
public import Foundation

/// The time of a ``TestHost``, which stands until the test moves it: two things that a test does one after the other happen at
/// the same instant. What is to be later, or to be ordered by time, needs ``advance(by:)`` between.
public struct TestClock: Sendable {
  let application: HostApplication

  /// The time that the host and its plugins see.
  public var now: Date { application.now }

  /// Moves the time on. Whatever is scheduled up to then has run when this returns, one after the other, each while the
  /// clock stood at its instant.
  /// - Throws: ``Problem`` 409 `clock-has-passed` for a negative duration.
  public func advance(by duration: Duration) async throws {
    try await advance(to: now.addingTimeInterval(duration / .seconds(1)))
  }

  /// Moves the time to an instant, as ``advance(by:)`` does.
  /// - Throws: ``Problem`` 409 `clock-has-passed` for an instant that has passed.
  public func advance(to instant: Date) async throws { try await application.advance(to: instant) }

  /// Moves the time to an instant in RFC 3339, such as `2025-08-16T11:30:00Z`, as ``advance(by:)`` does.
  /// - Throws: ``TestHostError`` for another text; ``Problem`` 409 `clock-has-passed` for an instant that has passed.
  public func advance(to text: String) async throws {
    guard let instant = RFC3339.date(from: text) else { throw TestHostError("'\(text)' is no instant in RFC 3339.") }
    try await advance(to: instant)
  }
}
