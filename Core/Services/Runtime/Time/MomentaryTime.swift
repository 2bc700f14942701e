import Foundation
import Synchronization

/// Goes on from one reading of a clock for a moment, so that thousands of requests in a second do not all ask the clock,
/// one at a time. Written by one thread at a time, read by all.
final class MomentaryTime: Sendable {
  /// For how long, in seconds.
  static let span = 0.001

  /// What is added to monotonic seconds, as the bits of a `Double`: seconds since the reference date of `Date`.
  private let offset = Atomic<UInt64>(0)
  /// The monotonic seconds from which on that counts, as the bits of a `Double`. Who has read the monotonic clock before,
  /// and comes only now, may have told more than this reading makes of it.
  private let start = Atomic<UInt64>(Double.infinity.bitPattern)
  /// The monotonic seconds up to which that counts, as the bits of a `Double`.
  private let end = Atomic<UInt64>((-Double.infinity).bitPattern)

  /// The time at an instant; nil when the clock must be asked.
  /// - Parameter passed: monotonic seconds.
  func time(at passed: Double) -> Date? {
    let end = self.end.load(ordering: .acquiring)
    let start = self.start.load(ordering: .acquiring)
    guard passed >= Double(bitPattern: start), passed < Double(bitPattern: end) else { return nil }
    let date = date(at: passed)
    // What another reading has begun to replace counts no more.
    return self.end.load(ordering: .acquiring) == end ? date : nil
  }

  /// The latest time that can have been told up to an instant.
  func latest(at passed: Double) -> Date {
    let end = Double(bitPattern: end.load(ordering: .acquiring))
    return end.isFinite ? date(at: min(passed, end)) : .distantPast
  }

  /// Goes on from a reading.
  /// - Parameter isSteady: whether time runs at its usual speed; else the clock is asked each time.
  func follow(_ now: Date, at passed: Double, isSteady: Bool) {
    end.store((-Double.infinity).bitPattern, ordering: .releasing)
    start.store((isSteady ? passed : .infinity).bitPattern, ordering: .releasing)
    let now = now.timeIntervalSinceReferenceDate
    let exact = now - passed
    // Rounding must not make it earlier than what was told.
    offset.store((exact + passed < now ? exact.nextUp : exact).bitPattern, ordering: .releasing)
    end.store((isSteady ? passed + Self.span : passed).bitPattern, ordering: .releasing)
  }

  private func date(at passed: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: offset.load(ordering: .acquiring)) + passed)
  }
}
