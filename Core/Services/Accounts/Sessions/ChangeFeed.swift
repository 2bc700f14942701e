internal import FieldhouseKit
internal import FieldhouseMachine
internal import Synchronization

/// Something that remembers facts about accounts.
protocol ChangeListener: AnyObject, Sendable {
  /// Forgets these accounts; facts that began to be read before `revision` are not to be kept any more.
  func forget(_ accounts: Set<AccountID>, revision: Int64)
  /// Forgets everything.
  func forgetAll(revision: Int64)
}

/// Brings the changes that any process made to this process's caches, each once.
///
/// Caches ask it before they answer. It looks into the database when its last look is too old, as ``Freshness`` says, which is
/// real time also under a simulated clock.
final class ChangeFeed: Sendable {
  private struct State {
    var news = ChangeMark()
    var revision: Int64 = 0
    /// When the last look that told something, or nothing, had begun.
    var heardAt: ContinuousClock.Instant?
    var freshness = Freshness()
  }

  private let changes: any AccountChanges
  private let listeners: [any ChangeListener]
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// A feed that has not looked yet.
  /// - Parameter now: the real time, which a test moves itself.
  init(
    changes: any AccountChanges, listeners: [any ChangeListener],
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.changes = changes
    self.listeners = listeners
    self.now = now
  }

  /// How often something was forgotten. What is read after asking for it may be remembered under it: what was forgotten
  /// before had been committed before, so the reading saw it.
  var revision: Int64 { state.withLock { $0.revision } }

  /// Makes sure that what the caches hold is fresh enough.
  func freshen() async throws {
    let now = now()
    if state.withLock({ $0.freshness.asksForLook(at: now) }) { try await look() }
  }

  /// Takes over every change committed before this call.
  func look() async throws {
    let started = now()
    do {
      let mark = state.withLock { $0.heardAt.map { started - $0 < ChangeLog.age / 6 } == true ? $0.news.mark : nil }
      apply(try await changes.since(mark), knownSince: mark, at: started)
    } catch {
      state.withLock { $0.freshness.gaveUp() }
      throw error
    }
  }

  /// Makes the next caller look, whatever the age of the last look.
  func distrust() { state.withLock { $0.freshness.distrust() } }

  private func apply(_ news: AccountNews, knownSince mark: Int64?, at started: ContinuousClock.Instant) {
    state.withLock { state in
      let changed = state.news.take(news)
      if mark == nil || !changed.isEmpty {
        state.revision += 1
        for listener in listeners {
          if mark == nil {
            listener.forgetAll(revision: state.revision)
          } else {
            listener.forget(changed, revision: state.revision)
          }
        }
      }
      state.heardAt = max(state.heardAt ?? started, started)
      state.freshness.looked(at: started)
    }
  }
}
