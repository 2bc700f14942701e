public import FieldhouseKit
public import Foundation
import Glibc
import Synchronization

/// The real time, which goes on when the machine's clock is set back.
public struct SystemClock: HostClock {
  private final class Memory: Sendable {
    let time = Mutex(SteadyTime())
    let momentary = MomentaryTime()
  }

  /// For how long a jump is told, in seconds.
  private static let memorable = 3_600.0

  private let memory = Memory()
  private let wall: @Sendable () -> Date
  private let monotonic: @Sendable () -> Double

  /// The machine's time.
  public init() { self.init(wall: { Date() }, monotonic: { Self.uptime }) }

  /// - Parameter monotonic: seconds since any instant, which nobody sets.
  init(wall: @escaping @Sendable () -> Date, monotonic: @escaping @Sendable () -> Double) {
    self.wall = wall
    self.monotonic = monotonic
  }

  public var now: Date { memory.momentary.time(at: monotonic()) ?? read() }

  /// Whether the machine's clock can be trusted.
  public var health: Health {
    let (now, jump, lead) = memory.time.withLock { ($0.read(wall: wall(), monotonic: monotonic()), $0.jump, $0.lead) }
    if lead > SteadyTime.tolerance {
      return .degraded(
        "The machine's clock was set back; the host's time is \(Int((lead / 60).rounded(.up))) min ahead of it and runs at half the speed.",
        remedy: "Nothing, if the clock is right now: they meet by themselves. A restart takes the clock's time at once."
      )
    }
    guard let jump, now.timeIntervalSince(jump.at) < Self.memorable else { return .ok }
    return .notice(
      "The machine's clock jumped by \(Int(jump.seconds)) s.", remedy: "See that something keeps the clock right.")
  }

  /// Asks the machine's clock, unless another thread has just done so.
  private func read() -> Date {
    memory.time.withLock { time in
      let passed = monotonic()
      if let now = memory.momentary.time(at: passed) { return now }
      let told = memory.momentary.latest(at: passed)
      let now = max(time.read(wall: wall(), monotonic: passed), told)
      memory.momentary.follow(now, at: passed, isSteady: time.lead == 0)
      return now
    }
  }

  /// Seconds since the machine was started, those in which it slept included.
  private static var uptime: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
