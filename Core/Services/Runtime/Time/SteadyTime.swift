import Foundation

/// Makes a time that never runs back from one that may be set back.
///
/// A clock that was put forward is followed at once. One that was put back is not: due instants, codes and sessions of the
/// time before would lie in the future and everything would wait for them. From then on time runs at half the speed
/// until the clock has caught up with it.
struct SteadyTime: Sendable {
  /// A change of the clock that time alone does not explain.
  struct Jump: Sendable, Hashable {
    /// How far, in seconds; negative for back.
    let seconds: Double
    /// When, in the time that never runs back.
    let at: Date
  }

  /// What a clock may be corrected by between two readings without anybody being told, in seconds.
  static let tolerance = 5.0

  private var last: (wall: Date, steady: Date, monotonic: Double)?
  /// The last jump.
  private(set) var jump: Jump?
  /// How far ahead of the clock this time is, in seconds.
  private(set) var lead = 0.0

  /// The time now.
  /// - Parameters:
  ///   - wall: what the clock says.
  ///   - monotonic: seconds that nobody sets.
  mutating func read(wall: Date, monotonic: Double) -> Date {
    guard let before = last else {
      last = (wall, wall, monotonic)
      return wall
    }
    let passed = max(0, monotonic - before.monotonic)
    let off = wall.timeIntervalSince(before.wall) - passed
    let isBehind = wall < before.steady.addingTimeInterval(lead > 0 ? passed / 2 : 0)
    let steady = isBehind ? before.steady.addingTimeInterval(passed / 2) : wall
    if abs(off) > Self.tolerance { jump = Jump(seconds: off, at: steady) }
    lead = max(0, steady.timeIntervalSince(wall))
    last = (wall, steady, monotonic)
    return steady
  }
}
