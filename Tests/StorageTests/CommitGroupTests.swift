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
    var late: [@Sendable () async -> Void] = []
    for (number, effects) in effects.enumerated() {
      let ticket = CommitTicket()
      current.add(effects, ticket)
      let wait = { @Sendable in
        let told = await ticket.outcome()
        continuation.yield("\(number) \(told)")
      }
      // Some wait already when the group ends, others come later.
      if number.isMultiple(of: 2) { Task(operation: wait) } else { late.append(wait) }
    }
    let order = current.effects.map(\.sequence)
    current.end(outcome)
    for wait in late { await wait() }
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
    #expect(group.count == 0)
    #expect(!group.isFull)
    #expect(group.effects.isEmpty)
  }
}

@Suite("Groups that wait for others", .storageWorld)
struct CommitPaceTests {
  @Test func `wait half a commit where several shared the last one and fewer than twice as many are there`() {
    var pace = CommitPace()
    #expect((0...4).map(pace.patience) == [0, 0, 0, 0, 0])
    pace.note(1, took: 400_000)
    #expect((0...4).map(pace.patience) == [0, 0, 0, 0, 0])
    pace.note(2, took: 400_000)
    #expect((0...4).map(pace.patience) == [200_000, 200_000, 200_000, 200_000, 0])
    pace.note(9, took: 400_000)
    #expect([17, 18].map(pace.patience) == [200_000, 0])
    pace.note(1, took: 400_000)
    #expect((0...4).map(pace.patience) == [0, 0, 0, 0, 0])
  }

  @Test func `wait no longer than half a millisecond, however slow the disk is`() {
    var pace = CommitPace()
    pace.note(2, took: 999_000)
    #expect(pace.patience(of: 1) == 499_500)
    pace.note(2, took: 60_000_000_000)
    #expect(pace.patience(of: 1) == CommitPace.longest && CommitPace.longest == 500_000)
  }

  @Test func `keep apart whoever comes after a long one from those who came before its end, once`() {
    var pace = CommitPace()
    var kept: [Bool] = [pace.keepsApart(.max)]
    pace.noteEnd(after: CommitPace.long - 1, at: 500)
    kept.append(pace.keepsApart(.max))
    pace.noteEnd(after: CommitPace.long, at: 1_000)
    for arrival in [999, 1_000, 1_001, 1_002] as [UInt64] { kept.append(pace.keepsApart(arrival)) }
    #expect(kept == [false, false, false, false, true, false])
  }

  /// The second long one ends only when the short one has returned, which came while the first was at work.
  @Test func `do not let whoever came during one long transaction wait for the next`() async throws {
    let storage = try await StorageWorld.current.open(.sqlite, "create table t (id integer)")
    for _ in 0..<5 {
      let (begun, coming) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
      let returned = AsyncStream.makeStream(of: Void.self)
      async let long: Void = storage.write { transaction in
        try await transaction.execute("insert into t (id) values (1)")
        begun.continuation.finish()
        for await _ in coming.stream {}
        try await Task.sleep(for: .milliseconds(60))
      }
      for await _ in begun.stream {}
      let short = Task {
        coming.continuation.finish()
        try await storage.execute("insert into t (id) values (2)")
        returned.continuation.finish()
      }
      try await long
      try await storage.write { transaction in
        try await transaction.execute("insert into t (id) values (3)")
        for await _ in returned.stream {}
      }
      try await short.value
    }
    #expect(try await storage.value("select count(*) from t") == 15)
  }

  @Test func `count the latest commits most`() {
    var pace = CommitPace()
    pace.note(2, took: 80_000)
    pace.note(2, took: 160_000)
    #expect(pace.patience(of: 1) == 45_000)
  }

  @Test(arguments: [1, 3, 40])
  func `are committed, whether nobody comes, too few or more than are waited for`(_ people: Int) async throws {
    let storage = try await StorageWorld.current.open(.sqlite, "create table guests (name text not null)")
    let writer = try #require(storage as? SQLiteNamespace).writer
    for round in 1...20 {
      try await writer.exclusively { _ in
        writer.pace = CommitPace()
        writer.pace.note(4, took: 1_000_000_000)
      }
      try await withThrowingTaskGroup { group in
        for number in 0..<people {
          group.addTask {
            try await storage.write { try await $0.execute("insert into guests values (\("guest \(number)"))") }
          }
        }
        try await group.waitForAll()
      }
      let count: Int = try await storage.read { try await $0.query("select count(*) from guests")[0][0] }
      #expect(count == round * people)
    }
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
