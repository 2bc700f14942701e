import NIOCore
import Synchronization

/// Lets requests of one route in as long as there are not too many, and measures them. The time in which a client sends
/// its body is no part of it: a slow client says nothing about the route.
final class RouteGate: Sendable {
  /// When a request was let in.
  struct Place: Sendable {
    fileprivate let start: NIODeadline
    fileprivate let loop: Int
  }

  /// How often the limit is looked at, in nanoseconds.
  private static let window: UInt64 = 100_000_000

  private struct State {
    var limit = WorkLimit()
    var start: NIODeadline
  }

  private let clock: @Sendable () -> NIODeadline
  private let running = LoopLimit(least: WorkLimit.least)
  private let finished = LoopCounts()
  private let nanoseconds = LoopCounts()
  private let allowed = Atomic(WorkLimit.most)
  private let refused = Atomic(0)
  private let windowEnd: Atomic<UInt64>
  private let state: Mutex<State>

  /// - Parameter clock: A time that never goes back.
  init(clock: @escaping @Sendable () -> NIODeadline = { .now() }) {
    self.clock = clock
    let now = clock()
    windowEnd = Atomic(now.uptimeNanoseconds + Self.window)
    state = Mutex(State(start: now))
  }

  /// How many may be worked on now.
  var limit: Int { allowed.load(ordering: .relaxed) }

  /// Lets one more in, to be ended with ``leave(_:at:)``.
  /// - Parameters:
  ///   - isReserved: Whether it is let in whatever the limit.
  ///   - loop: the event loop that counts it.
  ///   - start: now, where that is known.
  /// - Throws: ``ListenerFault/overloaded``.
  func enter(isReserved: Bool = false, on loop: Int = 0, at start: NIODeadline? = nil) throws(ListenerFault) -> Place {
    if running.add(on: loop, upTo: { isReserved ? .max : limit }) { return Place(start: start ?? clock(), loop: loop) }
    refused.add(1, ordering: .relaxed)
    throw .overloaded
  }

  /// A request that was let in is answered.
  /// - Parameter end: the time of it, where that is known.
  func leave(_ place: Place, at end: NIODeadline? = nil) {
    let now = end ?? clock()
    running.subtract(on: place.loop)
    finished.add(1, on: place.loop)
    nanoseconds.add(Int((now - place.start).nanoseconds), on: place.loop)
    if now.uptimeNanoseconds >= windowEnd.load(ordering: .relaxed) { closeWindow(now) }
  }

  private func closeWindow(_ now: NIODeadline) {
    state.withLock { state in
      guard now.uptimeNanoseconds >= windowEnd.load(ordering: .relaxed) else { return }
      windowEnd.store(now.uptimeNanoseconds + Self.window, ordering: .relaxed)
      let window = WorkLimit.Window(
        length: Double((now - state.start).nanoseconds) / 1e9, finished: finished.take(),
        refused: refused.exchange(0, ordering: .relaxed),
        seconds: Double(nanoseconds.take()) / 1e9)
      state.start = now
      state.limit.close(window)
      allowed.store(state.limit.limit, ordering: .relaxed)
    }
  }
}
