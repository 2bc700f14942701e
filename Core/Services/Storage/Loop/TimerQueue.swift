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

  /// The time until the next action for `poll`: rounded up, -1 when there is none.
  func milliseconds(from now: UInt64) -> Int32 {
    guard let first = entries.first else { return -1 }
    guard first.due > now else { return 0 }
    return Int32(clamping: (first.due - now + 999_999) / 1_000_000)
  }
}
