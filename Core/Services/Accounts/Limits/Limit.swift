internal import Foundation

/// A rule as it counts for somebody: `burst` times at once, then once every `seconds`.
struct Limit: Sendable, Hashable {
  /// How many people a peer on this machine may stand for.
  static let crowd = 20
  /// How far the clocks of two hosts may be apart, in seconds.
  static let skew = 60.0

  /// The name, part of the stored key.
  let name: String
  /// How often at once, at least 1.
  let burst: Int
  /// The seconds after which it may be done once more.
  let seconds: Double
}

/// The generic cell rate algorithm: a token bucket in one number, the instant at which the bucket is full again.
struct Bucket: Sendable, Hashable {
  let limit: Limit
  /// When the bucket is full again; an instant in the past means full.
  private(set) var fullAt: Date

  /// Whether it may be done at `now`; then one token is taken.
  mutating func take(at now: Date) -> Bool {
    if fullAt > farthestFullAt(at: now) { fullAt = now }
    guard fullAt <= latestFullAt(at: now) else { return false }
    fullAt = max(fullAt, now).addingTimeInterval(limit.seconds)
    return true
  }

  /// The latest `fullAt` with which one more is allowed at `now`.
  func latestFullAt(at now: Date) -> Date { now.addingTimeInterval(Double(limit.burst - 1) * limit.seconds) }

  /// The latest `fullAt` that an empty bucket can have at `now`. One beyond it was written under a clock that has been
  /// set back since; it counts as full, so that nobody waits for a time that comes twice.
  func farthestFullAt(at now: Date) -> Date {
    now.addingTimeInterval(Double(limit.burst) * limit.seconds + Limit.skew)
  }

  /// From when on it may be done again.
  var allowedFrom: Date { fullAt.addingTimeInterval(-Double(limit.burst - 1) * limit.seconds) }
}
