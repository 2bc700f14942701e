@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `What one process remembers while another changes it` {
  /// Real time that the test moves.
  private final class Stopwatch: Sendable {
    private let instant = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { instant.withLock { $0 } }
    func advance(_ duration: Duration) { instant.withLock { $0 += duration } }
  }

  /// Keeps what it is told to forget.
  private final class Spy: ChangeListener {
    private let told = Mutex<[String]>([])
    var forgotten: [String] { told.withLock { $0 } }
    func forget(_ accounts: Set<AccountID>, revision: Int64) {
      told.withLock { $0 += accounts.map(\.text).sorted() }
    }
    func forgetAll(revision: Int64) { told.withLock { $0.append("all") } }
  }

  /// A storage whose reads wait until they are let go.
  private final class Stuck: Storage {
    private let base: any Storage
    private let state = Mutex((waits: false, begun: 0))

    init(_ base: any Storage) { self.base = base }
    func hold() { state.withLock { $0.waits = true } }
    func letGo() { state.withLock { $0.waits = false } }

    /// Returns once so many reads wait.
    func untilWaiting(_ count: Int) async {
      while state.withLock({ $0.begun }) < count { await Task.yield() }
    }

    func read<Value: Sendable>(
      _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
    ) async throws -> Value {
      state.withLock { if $0.waits { $0.begun += 1 } }
      while state.withLock({ $0.waits }) { await Task.yield() }
      return try await base.read(body)
    }

    func write<Value: Sendable>(
      _ body: @escaping @Sendable (any Transaction) async throws -> Value
    ) async throws -> Value { try await base.write(body) }
  }

  /// What another process does: the change, and its note in the log.
  private func change(_ account: String, in world: World) async throws {
    try await world.storage.write { transaction in
      try await transaction.execute("update change_counter set value = value + 1 where id = 1")
      try await transaction.execute(
        "insert into changes (revision, account) select value, \(account) from change_counter where id = 1")
    }
  }

  @Test func `is asked for again after 200 ms, and not before`() async throws {
    try await World.with { world in
      let (watch, spy) = (Stopwatch(), Spy())
      let feed = ChangeFeed(storage: world.storage, listeners: [spy], now: { watch.now })
      try await feed.freshen()
      let known = spy.forgotten
      try await change("a", in: world)
      watch.advance(.milliseconds(199))
      try await feed.freshen()
      #expect(spy.forgotten == known)
      watch.advance(.milliseconds(1))
      try await feed.freshen()
      #expect(spy.forgotten == known + ["a"])
    }
  }

  @Test func `is believed for no longer than 600 ms, also while a look takes long`() async throws {
    try await World.with { world in
      let (watch, spy) = (Stopwatch(), Spy())
      let storage = Stuck(world.storage)
      let feed = ChangeFeed(storage: storage, listeners: [spy], now: { watch.now })
      try await feed.freshen()
      let known = spy.forgotten
      try await change("a", in: world)
      watch.advance(.milliseconds(200))
      storage.hold()
      let slow = Task { try await feed.freshen() }
      await storage.untilWaiting(1)
      watch.advance(.milliseconds(399))
      try await feed.freshen()
      #expect(spy.forgotten == known)
      watch.advance(.milliseconds(1))
      let next = Task { try await feed.freshen() }
      await storage.untilWaiting(2)
      storage.letGo()
      try await slow.value
      try await next.value
      #expect(spy.forgotten == known + ["a"])
    }
  }

  @Test func `goes wholly when more happened than the log keeps`() async throws {
    try await World.with { world in
      let (watch, spy) = (Stopwatch(), Spy())
      let feed = ChangeFeed(storage: world.storage, listeners: [spy], now: { watch.now })
      for account in ["a", "b", "c"] { try await change(account, in: world) }
      try await feed.look()
      #expect(spy.forgotten == ["all"])
      for account in ["d", "e"] { try await change(account, in: world) }
      try await feed.look()
      #expect(spy.forgotten == ["all", "d", "e"])
      for account in ["f", "g"] { try await change(account, in: world) }
      try await world.storage.write { try await $0.execute("delete from changes where account = 'f'") }
      try await feed.look()
      #expect(spy.forgotten == ["all", "d", "e", "all"])
      try await feed.look()
      #expect(spy.forgotten.count == 4)
    }
  }
}

@Suite struct `A memory of accounts` {
  private func remembered(_ cache: AccountCache<Int>, _ ids: ClosedRange<Int>) -> Int {
    ids.filter { cache.value(AccountID("\($0)")) != nil }.count
  }

  @Test func `keeps no more than it may, and forgets a tenth when it is full`() {
    let cache = AccountCache<Int>(capacity: 20)
    for number in 1...20 { cache.remember(number, of: AccountID("\(number)"), revision: 1) }
    #expect(remembered(cache, 1...20) == 20)
    cache.remember(21, of: AccountID("21"), revision: 1)
    #expect(remembered(cache, 1...21) == 19)
    #expect(cache.value(AccountID("21")) == 21)
  }

  @Test func `takes no fact that is older than a change it knows of`() {
    let cache = AccountCache<Int>(capacity: 20)
    cache.remember(1, of: AccountID("a"), revision: 5)
    cache.forget([AccountID("a")], revision: 6)
    cache.remember(1, of: AccountID("a"), revision: 5)
    #expect(cache.value(AccountID("a")) == nil)
    cache.remember(2, of: AccountID("a"), revision: 6)
    #expect(cache.value(AccountID("a")) == 2)
    cache.forgetAll(revision: 9)
    cache.remember(3, of: AccountID("a"), revision: 8)
    #expect(cache.value(AccountID("a")) == nil)
  }

  @Test func `tells of whom it knows nothing`() {
    let cache = AccountCache<Int>(capacity: 20)
    for (number, id) in ["a", "c"].enumerated() { cache.remember(number, of: AccountID(id), revision: 1) }
    var found: [String: Int] = [:]
    let missing = cache.each(["a", "b", "c"].map { AccountID($0) }) { found[$0.text] = $1 }
    #expect(missing.map(\.text) == ["b"])
    #expect(found == ["a": 0, "c": 1])
  }
}
