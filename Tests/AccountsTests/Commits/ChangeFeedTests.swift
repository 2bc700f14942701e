@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
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

  /// What another process does: something to an account, and its note.
  private func change(_ accounts: String..., in world: World) async throws {
    try await world.storage.write { transaction in
      for account in accounts { try await world.storage.note(changed: AccountID(account), in: transaction) }
    }
  }

  @Test func `is asked for again after 200 ms, and not before`() async throws {
    try await World.with { world in
      let (watch, spy) = (Stopwatch(), Spy())
      let changes = NamespaceChanges(namespace: world.storage)
      let feed = ChangeFeed(changes: changes, listeners: [spy], now: { watch.now })
      try await feed.freshen()
      #expect(spy.forgotten == ["all"])
      try await change("a", in: world)
      watch.advance(.milliseconds(199))
      try await feed.freshen()
      #expect(spy.forgotten == ["all"])
      watch.advance(.milliseconds(1))
      try await feed.freshen()
      #expect(spy.forgotten == ["all", "a"])
    }
  }

  @Test func `is told once, in whatever transactions`() async throws {
    try await World.with { world in
      let spy = Spy()
      let feed = ChangeFeed(changes: NamespaceChanges(namespace: world.storage), listeners: [spy])
      try await feed.look()
      try await change("b", "a", "a", in: world)
      try await change("a", in: world)
      try await feed.look()
      try await feed.look()
      try await change("c", in: world)
      try await feed.look()
      #expect(spy.forgotten == ["all", "a", "b", "c"])
      #expect(feed.revision == 3)
    }
  }

  @Test func `is believed for no longer than 600 ms, also while a look takes long`() async throws {
    let (watch, spy, changes) = (Stopwatch(), Spy(), ChangesDouble())
    let feed = ChangeFeed(changes: changes, listeners: [spy], now: { watch.now })
    try await feed.freshen()
    changes.tell(AccountNews(mark: 2, changes: [.init(number: 1, account: AccountID("a"))]))
    watch.advance(.milliseconds(200))
    changes.hold()
    let slow = Task { try await feed.freshen() }
    await changes.untilAsked(2)
    watch.advance(.milliseconds(399))
    try await feed.freshen()
    #expect(spy.forgotten == ["all"])
    watch.advance(.milliseconds(1))
    let next = Task { try await feed.freshen() }
    await changes.untilAsked(3)
    changes.letGo()
    try await slow.value
    try await next.value
    #expect(spy.forgotten == ["all", "a"])
  }

  @Test func `goes wholly when nobody has looked for as long as notes are surely kept`() async throws {
    let (watch, spy, changes) = (Stopwatch(), Spy(), ChangesDouble())
    let feed = ChangeFeed(changes: changes, listeners: [spy], now: { watch.now })
    changes.tell(AccountNews(mark: 7, changes: []))
    try await feed.freshen()
    watch.advance(ChangeLog.age / 6 - .milliseconds(1))
    try await feed.freshen()
    #expect(changes.asked == [nil, 7] && spy.forgotten == ["all"])
    watch.advance(ChangeLog.age / 6)
    try await feed.freshen()
    #expect(changes.asked == [nil, 7, nil] && spy.forgotten == ["all", "all"])
  }
}

@Suite struct `The mark of what was heard of changes` {
  private func news(_ mark: Int64, _ changes: (Int64, String)...) -> AccountNews {
    AccountNews(mark: mark, changes: changes.map { .init(number: $0.0, account: AccountID($0.1)) })
  }

  private func names(_ accounts: Set<AccountID>) -> [String] { accounts.map(\.text).sorted() }

  @Test func `tells each change once, also those of transactions that were committed late`() {
    var mark = ChangeMark()
    #expect(mark.mark == nil)
    #expect(mark.take(news(5)) == [])
    #expect(mark.mark == 5)
    #expect(names(mark.take(news(5, (7, "b"), (9, "c")))) == ["b", "c"], "5, 6 and 8 may be under way")
    #expect(names(mark.take(news(6, (5, "late"), (7, "b"), (9, "c"), (9, "d")))) == ["d", "late"])
    #expect(names(mark.take(news(8, (6, "b"), (7, "b"), (9, "c")))) == ["b"], "another change of the same account")
    #expect(mark.mark == 8)
  }

  @Test func `takes no answer for news that was given before a later one`() {
    var mark = ChangeMark()
    _ = mark.take(news(1))
    #expect(names(mark.take(news(20, (3, "a"), (4, "b")))) == ["a", "b"])
    #expect(mark.take(news(4, (3, "a"))) == [], "the later answer knew of all before its mark")
    #expect(mark.mark == 20)
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
