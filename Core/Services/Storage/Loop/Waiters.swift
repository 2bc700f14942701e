/// Suspended tasks in the order they came.
typealias Waiters<Value: Sendable> = FirstInFirstOut<CheckedContinuation<Value, any Error>>

/// Elements that leave in the order they came.
struct FirstInFirstOut<Element: Sendable>: Sendable {
  private var items: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == items.count }
  var count: Int { items.count - head }
  var first: Element? { isEmpty ? nil : items[head] }

  mutating func append(_ element: Element) { items.append(element) }

  mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    defer {
      head += 1
      if head == items.count || head >= 256 {
        items.removeFirst(head)
        head = 0
      }
    }
    return items[head]
  }
}
