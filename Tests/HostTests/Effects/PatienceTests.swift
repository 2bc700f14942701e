import Synchronization
import Testing

@testable import FieldhouseHost

/// Holds whoever comes until it ends, also whose task is cancelled.
final class Stuck: Sendable {
  private struct State {
    var count = 0
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// How many have come.
  var count: Int { state.withLock { $0.count } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        state.count += 1
        if !state.isOver { state.waiting.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}

@Suite struct `Patience with what a plugin does` {
  struct Refusal: Error {}

  @Test func `waits for what returns, and throws what it throws`() async throws {
    let isDone = Atomic(false)
    try await Patience.wait(.seconds(60)) { isDone.store(true, ordering: .releasing) }
    let wasDone = isDone.load(ordering: .acquiring)
    #expect(wasDone)
    await #expect(throws: Refusal.self) { try await Patience.wait(.seconds(60)) { throw Refusal() } }
  }

  @Test func `ends, cancels what goes on, and says so`() async throws {
    let stuck = Stuck()
    let wasCancelled = Atomic(false)
    let error = await #expect(throws: Unreturned.self) {
      try await Patience.wait(.milliseconds(50)) {
        await withTaskCancellationHandler {
          await stuck.wait()
        } onCancel: {
          wasCancelled.store(true, ordering: .releasing)
        }
      }
    }
    #expect(error.map { "\($0)" }?.hasPrefix("It had not returned after ") == true)
    while !wasCancelled.load(ordering: .acquiring) { await Task.yield() }
    stuck.end()
    #expect("\(Unreturned(limit: Patience.ofPlugins))".contains("1m 30s"))
  }

  @Test func `hands on that its own task is cancelled`() async throws {
    let task = Task { try await Patience.wait(.seconds(60)) { try await Task.sleep(for: .seconds(60)) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
