internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Transactions that share a commit")
struct CommitGroupTests {
  private func event(_ number: Int64) -> CommittedEffect {
    .event(sequence: number, Event(name: "a.b", payload: .integer(number)))
  }

  /// Adds members with these effects and ends the group.
  private func end(_ effects: [[CommittedEffect]], _ outcome: CommitGroup.Outcome) async -> (told: [String], [Int64]) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    var current = CommitGroup()
    for (number, effects) in effects.enumerated() {
      let joined = AsyncStream.makeStream(of: CheckedContinuation<CommitGroup.Outcome, Never>.self)
      Task {
        let told = await withCheckedContinuation { joined.continuation.yield($0) }
        continuation.yield("\(number) \(told)")
      }
      for await member in joined.stream {
        current.add(effects, member)
        break
      }
    }
    let order = current.effects.map(\.sequence)
    current.end(outcome)
    var told: [String] = []
    for await text in stream {
      told.append(text)
      if told.count == effects.count { break }
    }
    return (told.sorted(), order)
  }

  @Test func `are all told how it ended, and their effects keep their order`() async {
    let (told, order) = await end([[event(1), event(2)], [], [event(3)]], .committed)
    #expect(told == ["0 committed", "1 committed", "2 committed"])
    #expect(order == [1, 2, 3])
  }

  @Test func `are all told to run again`() async {
    let (told, _) = await end([[], []], .again)
    #expect(told == ["0 again", "1 again"])
  }

  @Test func `are all told the error`() async {
    let (told, _) = await end([[event(7)]], .failed(StorageError(.full, "no room")))
    #expect(told.count == 1)
    #expect(told[0].contains("no room"))
  }

  @Test func `a group without members is empty and never full`() {
    let group = CommitGroup()
    #expect(group.isEmpty)
    #expect(!group.isFull)
    #expect(group.effects.isEmpty)
  }
}

@Suite("Tasks that wait in a line")
struct WaitersTests {
  @Test func `go on in the order they came, however many`() async throws {
    var line = Waiters<Int>()
    #expect(line.isEmpty)
    #expect(line.popFirst() == nil)
    let order = Collector<Int>()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<700 {
      let joined = AsyncStream.makeStream(of: CheckedContinuation<Int, any Error>.self)
      tasks.append(
        Task {
          order.add(try await withCheckedThrowingContinuation { joined.continuation.yield($0) })
        })
      for await waiter in joined.stream {
        line.append(waiter)
        break
      }
      if number == 300 { for value in 0..<100 { line.popFirst()?.resume(returning: value) } }
    }
    for value in 100..<700 { line.popFirst()?.resume(returning: value) }
    #expect(line.isEmpty)
    for task in tasks { try await task.value }
    #expect(order.items.sorted() == Array(0..<700))
  }
}
