public import FieldhouseKit
public import Foundation
internal import Synchronization

/// A clock that moves when the test says so.
public final class StandingClock: HostClock {
  private let instant: Mutex<Date>

  /// A clock at an instant, 2025-08-15T12:00:00Z unless told.
  public init(_ start: Date = Date(timeIntervalSince1970: 1_755_259_200)) { instant = Mutex(start) }

  public var now: Date { instant.withLock { $0 } }

  /// Moves the clock on.
  public func advance(_ seconds: Double) { instant.withLock { $0.addTimeInterval(seconds) } }

  /// Puts the clock at an instant, which may lie in the past.
  public func set(_ instant: Date) { self.instant.withLock { $0 = instant } }
}
