public import FieldhouseKit
public import Foundation
import Synchronization

/// A time of its own: it starts at an instant, runs at a rate and can be moved forward, never back.
public final class SimulatedClock: HostClock {
  private struct State {
    var base: Date
    var since: ContinuousClock.Instant
  }

  /// Simulated seconds per real second; 0 stands still.
  public let rate: Double
  private let state: Mutex<State>

  /// A clock that starts now, at `start`.
  /// - Parameter rate: simulated seconds per real second, 0 or more.
  public init(start: Date, rate: Double) {
    self.rate = rate
    state = Mutex(State(base: start, since: .now))
  }

  public var isSimulated: Bool { true }
  public var now: Date { state.withLock { current($0) } }

  /// Moves the clock to `instant`, unless it is there already.
  public func move(to instant: Date) {
    state.withLock { state in
      state.base = max(current(state), instant)
      state.since = .now
    }
  }

  /// How much real time passes until `instant`; nil when the clock stands still before it.
  func realTime(until instant: Date) -> Duration? {
    let seconds = instant.timeIntervalSince(now)
    if seconds <= 0 { return .zero }
    return rate > 0 ? .seconds(seconds / rate) : nil
  }

  private func current(_ state: State) -> Date {
    state.base.addingTimeInterval((ContinuousClock.now - state.since) / .seconds(1) * rate)
  }
}
