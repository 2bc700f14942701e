/// Suspended tasks in the order they came.
struct Waiters<Value: Sendable>: Sendable {
  private var items: [CheckedContinuation<Value, any Error>] = []
  private var head = 0

  var isEmpty: Bool { head == items.count }

  mutating func append(_ continuation: CheckedContinuation<Value, any Error>) { items.append(continuation) }

  mutating func popFirst() -> CheckedContinuation<Value, any Error>? {
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
