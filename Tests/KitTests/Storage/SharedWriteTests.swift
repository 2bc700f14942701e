import FieldhouseKit
import Synchronization
import Testing

@Suite struct `Writes that are shared` {
  /// Runs each body once it is let go, and notes for how many items it was.
  private final class Storage: FieldhouseKit.Storage {
    struct Broken: Error {}

    private let gate = Gate()
    private let count = Atomic(0)
    var transactions: Int { count.load(ordering: .relaxed) }

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
    ) async throws -> Value { throw Broken() }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any Transaction) async throws -> Value
    ) async throws -> Value {
      count.add(1, ordering: .relaxed)
      await gate.pass()
      return try await body(UntouchedTransaction())
    }

    func open() async { await gate.open() }
  }

  private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
      isOpen = true
      for one in waiting { one.resume() }
      waiting = []
    }
  }

  private struct Refused: Error, Equatable { let item: Int }

  private final class Sets: Sendable {
    let arrived = Atomic(0)
    private let sets = Mutex<[[Int]]>([])
    var all: [[Int]] { sets.withLock { $0 } }
    func note(_ items: [Int]) { sets.withLock { $0.append(items) } }
  }

  /// Writes the first item, and the others once that is on its way, one after the other.
  private func written(
    _ count: Int, most: Int = 32, _ body: @escaping SharedWrites<Int, Int>.Body
  ) async throws -> (answers: [Int: Result<Int, any Error>], sets: [[Int]], transactions: Int) {
    let (storage, sets) = (Storage(), Sets())
    let writes = SharedWrites<Int, Int>(storage, most: most) { items, transaction in
      sets.note(items)
      return try await body(items, transaction)
    }
    let answers = await withTaskGroup(of: (Int, Result<Int, any Error>).self) { group in
      for item in 0..<count {
        group.addTask {
          sets.arrived.add(1, ordering: .sequentiallyConsistent)
          do { return (item, .success(try await writes.write(item))) } catch { return (item, .failure(error)) }
        }
        while sets.arrived.load(ordering: .sequentiallyConsistent) <= item || storage.transactions == 0 {
          await Task.yield()
        }
      }
      // Whoever has arrived is in the queue a few turns later.
      for _ in 0..<1_000 { await Task.yield() }
      await storage.open()
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    return (answers, sets.all, storage.transactions)
  }

  @Test(arguments: [1, 2, 3, 9, 40])
  func `take in who comes meanwhile, as many as a power of two, and everybody gets the own answer`(
    count: Int
  )
    async throws
  {
    let (answers, sets, transactions) = try await written(count, most: 23) { items, _ in
      items.map { .answer($0 * 10) }
    }
    #expect(answers.count == count)
    for (item, answer) in answers { #expect(try answer.get() == item * 10) }
    #expect(sets.first == [0] && sets.flatMap { $0 }.sorted() == Array(0..<count))
    #expect(sets.allSatisfy { [1, 2, 4, 8, 16].contains($0.count) })
    #expect(transactions == sets.count)
    if count == 40 { #expect(sets.contains { $0.count == 16 }) }
  }

  @Test func `go on after many as after one: who comes then is written, too`() async throws {
    let (storage, sets) = (Storage(), Sets())
    await storage.open()
    let writes = SharedWrites<Int, Int>(storage) { items, _ in
      sets.note(items)
      return items.map { .answer($0) }
    }
    for round in 0..<40 {
      let answers = try await withThrowingTaskGroup(of: Int.self) { group in
        for item in 0..<(round % 13 + 1) { group.addTask { try await writes.write(round * 100 + item) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.sorted() == (0..<(round % 13 + 1)).map { round * 100 + $0 })
    }
    #expect(sets.all.flatMap { $0 }.count == Set(sets.all.flatMap { $0 }).count, "each once")
  }

  @Test func `refuse one and not the others`() async throws {
    let (answers, sets, _) = try await written(9) { items, _ in
      items.map { $0 == 3 ? .refusal(Refused(item: 3)) : .answer($0) }
    }
    #expect(throws: Refused(item: 3)) { try answers[3]?.get() }
    for item in 0..<9 where item != 3 { #expect(try answers[item]?.get() == item) }
    #expect(sets.flatMap { $0 }.sorted() == Array(0..<9), "nobody twice")
  }

  @Test func `let one go alone`() async throws {
    let (answers, sets, transactions) = try await written(9) { items, _ in
      if items.count == 1 { return [.answer(items[0] + 100)] }
      return items.map { $0.isMultiple(of: 4) ? .alone : .answer($0) }
    }
    for item in 1..<9 { #expect(try answers[item]?.get() == (item.isMultiple(of: 4) ? item + 100 : item)) }
    #expect(sets.contains([4]) && sets.contains([8]) && transactions == sets.count)
  }

  @Test func `of several go alone when the transaction fails, so that only what is wrong does`() async throws {
    let (answers, sets, _) = try await written(9) { items, _ in
      if items.contains(5) { throw Refused(item: 5) }
      return items.map { .answer($0) }
    }
    #expect(throws: Refused(item: 5)) { try answers[5]?.get() }
    for item in 0..<9 where item != 5 { #expect(try answers[item]?.get() == item) }
    #expect((0..<9).allSatisfy { sets.contains([$0]) || !sets.contains { $0.contains(5) && $0.count > 1 } || $0 == 0 })
  }

  @Test func `say what is wrong of a body that has not one outcome for each`() async throws {
    let (answers, _, _) = try await written(3) { _, _ in [] }
    for item in 0..<3 {
      let error = #expect(throws: StorageError.self) { try answers[item]?.get() }
      #expect(error?.code == .statement && error?.message.contains("one outcome for each") == true)
    }
    let alone = try await written(1) { _, _ in [.alone] }
    #expect(throws: StorageError.self) { try alone.answers[0]?.get() }
  }
}
