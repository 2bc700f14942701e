import FieldhouseTestSupport
import Synchronization
import Testing

@testable import FieldhouseMachine

@Suite struct `Turns of a key` {
  /// What was begun and ended, in order.
  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `are taken one after the other in each group, and beside each other in two`() async throws {
    let (turns, notes) = (Turns(), Notes())
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for number in 0..<200 {
        tasks.addTask {
          let group = number.isMultiple(of: 2) ? "a" : "b"
          try await turns.take(group) {
            notes.add("\(group) begins \(number)")
            await Task.yield()
            notes.add("\(group) ends \(number)")
          }
        }
      }
      try await tasks.waitForAll()
    }
    for group in ["a", "b"] {
      let own = notes.all.filter { $0.hasPrefix(group) }
      #expect(own.count == 200)
      for place in stride(from: 0, to: own.count, by: 2) {
        #expect(own[place].replacing("begins", with: "ends") == own[place + 1])
      }
    }
  }

  @Test func `come in the order in which they were waited for, also behind one that fails`() async throws {
    struct Failed: Error {}
    let (turns, notes) = (Turns(), Notes())
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await turns.take("a") {
        notes.add("first")
        for await _ in gate { break }
        throw Failed()
      }
    }
    try await eventually { notes.all == ["first"] }
    var others: [Task<Void, any Error>] = []
    for number in 1...3 {
      others.append(Task { try await turns.take("a") { notes.add("\(number)") } })
      try await eventually { turns.count(of: "a") == number }
    }
    try await turns.take("b") { notes.add("elsewhere") }
    open.yield()
    await #expect(throws: Failed.self) { try await first.value }
    for other in others { try await other.value }
    #expect(notes.all == ["first", "elsewhere", "1", "2", "3"])
    #expect(turns.count(of: "a") == 0)
  }
}
