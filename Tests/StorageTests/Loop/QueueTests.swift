internal import FieldhouseTestSupport
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Queues")
struct QueueTests {
  private final class Pool: Sendable { let queue = Mutex(PoolQueue<String>()) }

  @Test func `timers run when they are due, those of one instant in the order they were set`() {
    var queue = TimerQueue()
    var ran: [String] = []
    func runDue(_ now: UInt64) -> [String] {
      ran = []
      for action in queue.takeDue(at: now) { action() }
      return ran
    }
    #expect(queue.pause(from: 0) == nil && runDue(.max) == [])
    for (due, name) in [(30, "c"), (10, "a"), (20, "b"), (10, "a2"), (30, "c2")] as [(UInt64, String)] {
      queue.add(at: due) { ran.append(name) }
    }
    #expect(runDue(9) == [] && runDue(10) == ["a", "a2"] && runDue(10) == [])
    queue.add(at: 5) { ran.append("late") }
    #expect(queue.pause(from: 20) == 0 && runDue(29) == ["late", "b"] && runDue(40) == ["c", "c2"])
  }

  @Test(arguments: [0, 1, 999_999, 1_000_001, 5_000_000_000, 1 << 62] as [UInt64])
  func `a loop sleeps until the next timer, never less`(_ nanoseconds: UInt64) async {
    var queue = TimerQueue()
    queue.add(at: 77 + nanoseconds) {}
    #expect(queue.pause(from: 77) == nanoseconds)
    guard nanoseconds < 1_000_000_000 else { return }
    let loop = EventLoop(name: "sleeping")
    defer { loop.stop() }
    let start = Monotonic.now
    await loop.pause(nanoseconds)
    #expect(Monotonic.now &- start >= nanoseconds)
  }

  @Test func `elements leave in the order they came, over thousands`() {
    var random = SeededRandom(seed: 2)
    var (queue, model, next) = (FirstInFirstOut<Int>(), [Int](), 0)
    for _ in 0..<6_000 {
      if random.next(below: 100) < 52 {
        queue.append(next)
        model.append(next)
        next += 1
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count && queue.first == model.first && queue.isEmpty == model.isEmpty)
    }
  }

  @Test func `who came first gets a connection, of those whose namespace is served`() async throws {
    let pool = Pool()
    func wait(_ namespace: String, _ now: UInt64) async -> Task<String, any Error> {
      let before = pool.queue.withLock { $0.namespaces.reduce(0) { $0 + $1.count } }
      let task = Task<String, any Error> {
        try await withCheckedThrowingContinuation { one in
          pool.queue.withLock { $0.append(one, for: namespace, at: now) }
        }
      }
      while pool.queue.withLock({ $0.namespaces.reduce(0) { $0 + $1.count } }) == before { await Task.yield() }
      return task
    }
    var tasks: [Task<String, any Error>] = []
    for (namespace, now) in [("a", 5), ("b", 6), ("a", 7), ("c", 8)] as [(String, UInt64)] {
      tasks.append(await wait(namespace, now))
    }
    let waiting = pool.queue.withLock { $0.namespaces.map { "\($0.namespace) \($0.count) \($0.since)" }.sorted() }
    #expect(waiting == ["a 2 5", "b 1 6", "c 1 8"])
    func serve(_ name: String, where isServed: (String) -> Bool = { _ in true }) -> String? {
      let next = pool.queue.withLock { $0.popFirst(where: isServed) }
      next?.continuation.resume(returning: name)
      return next?.namespace
    }
    #expect(serve("1", where: { $0 != "a" }) == "b" && serve("2") == "a" && serve("x", where: { $0 == "b" }) == nil)
    #expect(serve("3", where: { $0 == "c" }) == "c" && serve("4") == "a" && serve("y") == nil)
    #expect(pool.queue.withLock { $0.isEmpty })
    var served: [String] = []
    for task in tasks { served.append(try await task.value) }
    #expect(served == ["2", "1", "4", "3"])
  }
}
