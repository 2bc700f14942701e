internal import FieldhouseKit
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
/// Caches ask it before they answer. It looks into the database when its last look is older than 200 ms; meanwhile
/// other callers go on with what is remembered, until it is 600 ms old. So no change stays unseen for a second. The
/// age is real time also under a simulated clock.
final class ChangeFeed: Sendable {
  private struct State {
    var news = ChangeMark()
    var revision: Int64 = 0
    /// When the last look that told something, or nothing, had begun.
    var heardAt: ContinuousClock.Instant?
    /// The same, unless that look is not to be believed any more.
    var lookedAt: ContinuousClock.Instant?
    var looking = false
  }

  private enum Need { case none, look }

  private static let staleAge: Duration = .milliseconds(200)
  private static let oldestAge: Duration = .milliseconds(600)

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
    if need() == .look { try await look() }
  }

  /// Takes over every change committed before this call.
  func look() async throws {
    let started = now()
    do {
      let mark = state.withLock { $0.heardAt.map { started - $0 < ChangeLog.age / 6 } == true ? $0.news.mark : nil }
      apply(try await changes.since(mark), knownSince: mark, at: started)
    } catch {
      state.withLock { $0.looking = false }
      throw error
    }
  }

  /// Makes the next caller look, whatever the age of the last look.
  func distrust() { state.withLock { $0.lookedAt = nil } }

  private func need() -> Need {
    let now = now()
    return state.withLock { state in
      guard let lookedAt = state.lookedAt else { return .look }
      let age = now - lookedAt
      if age < Self.staleAge || (state.looking && age < Self.oldestAge) { return .none }
      state.looking = true
      return .look
    }
  }

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
      state.lookedAt = max(state.lookedAt ?? started, started)
      state.looking = false
    }
  }
}
