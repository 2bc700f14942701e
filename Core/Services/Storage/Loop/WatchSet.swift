internal import FieldhouseMachine
internal import Glibc

/// The descriptors a loop waits for and what to do when one is ready.
struct WatchSet {
  private var entries: [pollfd]
  private var handlers: [CInt: () -> Void] = [:]

  /// A set with one entry that has no handler: the loop's own.
  init(_ own: pollfd) { entries = [own] }

  /// Whether there is nothing but the loop's own entry.
  var isEmpty: Bool { entries.count == 1 }
  /// All but the loop's own.
  var descriptors: [CInt] { entries.dropFirst().map(\.fd) }

  mutating func set(_ descriptor: CInt, _ events: Int16, _ handler: @escaping () -> Void) {
    remove(descriptor)
    entries.append(pollfd(fd: descriptor, events: events, revents: 0))
    handlers[descriptor] = handler
  }

  mutating func remove(_ descriptor: CInt) {
    guard handlers.removeValue(forKey: descriptor) != nil else { return }
    entries.removeAll { $0.fd == descriptor }
  }

  func handler(of descriptor: CInt) -> (() -> Void)? { handlers[descriptor] }

  /// Waits until a descriptor is ready, or that many nanoseconds; nil for ever.
  mutating func poll(_ nanoseconds: UInt64?) -> [CInt] {
    guard Polling.wait(for: &entries, nanoseconds: nanoseconds) > 0 else { return [] }
    return entries.filter { $0.revents != 0 }.map(\.fd)
  }
}
