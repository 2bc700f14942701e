import FieldhouseAccounts
import FieldhouseKit
import Synchronization

/// What tells of changes of accounts, in the test's hand.
final class ChangesDouble: AccountChanges {
  struct Down: Error {}

  private struct State {
    var fails = false
    var waits = false
    var noted: [AccountID] = []
    var asked: [Int64?] = []
    var news = AccountNews(mark: 0, changes: [])
  }

  private let state = Mutex(State())

  /// What was noted, in order.
  var noted: [AccountID] { state.withLock { $0.noted } }
  /// The marks of all looks.
  var asked: [Int64?] { state.withLock { $0.asked } }
  func set(fails: Bool) { state.withLock { $0.fails = fails } }
  /// What the next looks are told.
  func tell(_ news: AccountNews) { state.withLock { $0.news = news } }
  /// Keeps looks waiting until they are let go.
  func hold() { state.withLock { $0.waits = true } }
  func letGo() { state.withLock { $0.waits = false } }

  /// Returns once there have been so many looks.
  func untilAsked(_ count: Int) async {
    while asked.count < count { await Task.yield() }
  }

  func note(_ account: AccountID, in transaction: any Transaction) async throws {
    state.withLock { $0.noted.append(account) }
  }

  func since(_ mark: Int64?) async throws -> AccountNews {
    state.withLock { $0.asked.append(mark) }
    while state.withLock({ $0.waits }) { await Task.yield() }
    return try state.withLock { state in
      if state.fails { throw Down() }
      return state.news
    }
  }

  func forget(olderThan age: Duration) async throws {}
}
