/// Actions ordered by when they are due.
struct TimerQueue {
  private var entries: [(due: UInt64, action: () -> Void)] = []

  /// Adds an action that is due at a monotonic time in nanoseconds.
  mutating func add(at due: UInt64, _ action: @escaping () -> Void) {
    let index = entries.firstIndex { $0.due > due } ?? entries.endIndex
    entries.insert((due, action), at: index)
  }

  /// Removes what is due and returns it in order.
  mutating func takeDue(at now: UInt64) -> [() -> Void] {
    guard let first = entries.first, first.due <= now else { return [] }
    let count = entries.firstIndex { $0.due > now } ?? entries.endIndex
    let due = entries.prefix(count).map(\.action)
    entries.removeFirst(count)
    return due
  }

  /// The nanoseconds until the next action is due, 0 when it is; nil when there is none.
  func pause(from now: UInt64) -> UInt64? {
    entries.first.map { $0.due > now ? $0.due - now : 0 }
  }
}
