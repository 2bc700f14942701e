internal import Synchronization

/// Keeps what it is given, in order.
final class Collector<Item: Sendable>: Sendable {
  private let kept = Mutex<[Item]>([])

  var items: [Item] { kept.withLock { $0 } }

  func add(_ item: Item) { kept.withLock { $0.append(item) } }
}
