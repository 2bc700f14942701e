internal import Synchronization

/// Whose turn it is in the carriages of a namespace. While one is on its way, those who come wait for a place in it, or for the next.
final class Turns: Sendable {
  enum Place: Sendable {
    /// It is to open the carriage of this number.
    case first(Int)
    case behind(Carriage)
  }

  private struct State {
    var waiting: [CheckedContinuation<Place, Never>] = []
    var onTheirWay = 0
    /// The number of the newest.
    var number = 0
    var lastStep: UInt64 = 0
    var isWatched = false
  }

  /// How many may share a carriage, and how long, in nanoseconds, it takes others in.
  private static let most = 16
  private static let open: UInt64 = 20_000_000

  private let pool: ServerPool
  private let state = Mutex(State())

  init(_ pool: ServerPool) { self.pool = pool }

  /// Whether a carriage is on its way.
  var isBusy: Bool { state.withLock { $0.onTheirWay > 0 } }

  /// Waits for a place.
  func board() async -> Place {
    await withCheckedContinuation { continuation in
      let (next, mustWatch) = state.withLock { state in
        state.waiting.append(continuation)
        let next = state.onTheirWay == 0 ? start(&state) : nil
        defer { state.isWatched = state.isWatched || next == nil }
        return (next, next == nil && !state.isWatched)
      }
      next?.resume()
      if mustWatch { watch() }
    }
  }

  /// Gives the place of somebody who is ready to the next one.
  /// - Returns: false when nobody comes any more: it is time to commit.
  func giveOn(_ carriage: Carriage) -> Bool {
    let now = Monotonic.now
    let next = state.withLock { state -> CheckedContinuation<Place, Never>? in
      let isOpen = carriage.count < Self.most && now &- carriage.startedAt < Self.open
      guard isOpen, !state.waiting.isEmpty else { return nil }
      state.lastStep = now
      return state.waiting.removeFirst()
    }
    next?.resume(returning: .behind(carriage))
    return next != nil
  }

  /// Says that a carriage has ended: the next one begins, unless it did when this one held the others up.
  func end(_ number: Int) {
    let next = state.withLock { state -> Opening? in
      state.onTheirWay -= 1
      return number == state.number || state.onTheirWay == 0 ? start(&state) : nil
    }
    next?.resume()
  }

  /// Whoever waits longest opens a carriage.
  private func start(_ state: inout State) -> Opening? {
    guard !state.waiting.isEmpty else { return nil }
    state.onTheirWay += 1
    state.number += 1
    state.lastStep = Monotonic.now
    return Opening(continuation: state.waiting.removeFirst(), number: state.number)
  }

  private struct Opening: Sendable {
    let continuation: CheckedContinuation<Place, Never>
    let number: Int

    func resume() { continuation.resume(returning: .first(number)) }
  }

  /// Looks from time to time whether somebody holds the others up: then a carriage starts beside.
  private func watch() {
    pool.schedule(after: Carriage.patience) { [self] in
      let (next, mustWatch) = state.withLock { state in
        let isHeldUp = Monotonic.now &- state.lastStep > Carriage.patience
        let next = isHeldUp ? start(&state) : nil
        state.isWatched = !state.waiting.isEmpty
        return (next, state.isWatched)
      }
      next?.resume()
      if mustWatch { watch() }
    }
  }
}
