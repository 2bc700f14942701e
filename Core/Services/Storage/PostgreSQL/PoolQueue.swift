/// Tasks that wait for a connection, each for its namespace.
struct PoolQueue<Value: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Value, any Error>

  private struct Waiter {
    let continuation: Continuation
    let arrival: UInt64
    let since: UInt64
  }

  private var queues: [String: FirstInFirstOut<Waiter>] = [:]
  private var arrivals: UInt64 = 0

  var isEmpty: Bool { queues.isEmpty }

  /// The namespaces somebody waits for, each with how many do and since when the first one has.
  var namespaces: [(namespace: String, count: Int, since: UInt64)] {
    queues.map { ($0, $1.count, $1.first?.since ?? 0) }
  }

  mutating func append(_ continuation: Continuation, for namespace: String, at now: UInt64) {
    arrivals += 1
    queues[namespace, default: FirstInFirstOut()]
      .append(Waiter(continuation: continuation, arrival: arrivals, since: now))
  }

  /// Who came first of those whose namespace is served.
  mutating func popFirst(where isServed: (String) -> Bool) -> (namespace: String, continuation: Continuation)? {
    var found: (namespace: String, arrival: UInt64)?
    for (namespace, queue) in queues {
      guard let arrival = queue.first?.arrival, found.map({ arrival < $0.arrival }) ?? true, isServed(namespace)
      else { continue }
      found = (namespace, arrival)
    }
    guard let namespace = found?.namespace, let waiter = queues[namespace]?.popFirst() else { return nil }
    if queues[namespace]?.isEmpty == true { queues[namespace] = nil }
    return (namespace, waiter.continuation)
  }
}
