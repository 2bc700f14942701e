internal import FieldhouseKit
internal import Synchronization

/// Something that remembers facts about accounts.
protocol ChangeListener: AnyObject, Sendable {
  /// Forgets these accounts; facts older than `revision` are not to be kept any more.
  func forget(_ accounts: Set<AccountID>, revision: Int64)
  /// Forgets everything.
  func forgetAll(revision: Int64)
}

/// Brings the changes that any process made to this process's caches.
///
/// Caches ask it before they answer. It looks into the database when its last look is older than 200 ms; meanwhile
/// other callers go on with what is remembered, until it is 600 ms old. So no change stays unseen for a second. The
/// age is real time also under a simulated clock.
final class ChangeFeed: Sendable {
  private struct State {
    var revision: Int64 = -1
    var lookedAt: ContinuousClock.Instant?
    var looking = false
  }

  private enum Need { case none, look }

  private static let staleAge: Duration = .milliseconds(200)
  private static let oldestAge: Duration = .milliseconds(600)

  private let storage: any Storage
  private let listeners: [any ChangeListener]
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// A feed that has not looked yet.
  /// - Parameter now: the real time, which a test moves itself.
  init(
    storage: any Storage, listeners: [any ChangeListener],
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.storage = storage
    self.listeners = listeners
    self.now = now
  }

  /// Makes sure that what the caches hold is fresh enough.
  func freshen() async throws {
    if need() == .look { try await look() }
  }

  /// Takes over every change committed before this call.
  func look() async throws {
    let started = now()
    do {
      let known = state.withLock { $0.revision }
      let (revision, changed) = try await storage.read { try await Self.changes(after: known, in: $0) }
      apply(revision, changed)
      state.withLock {
        $0.lookedAt = max($0.lookedAt ?? started, started)
        $0.looking = false
      }
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

  private func apply(_ revision: Int64, _ changed: Set<AccountID>?) {
    state.withLock { state in
      guard revision > state.revision else { return }
      for listener in listeners {
        if let changed {
          listener.forget(changed, revision: revision)
        } else {
          listener.forgetAll(revision: revision)
        }
      }
      state.revision = revision
    }
  }

  /// The accounts changed after a revision; nil when that is too long ago to tell.
  private static func changes(
    after known: Int64, in transaction: any ReadTransaction
  ) async throws -> (Int64, Set<AccountID>?) {
    let revision = try await ChangeLog.revision(in: transaction)
    guard revision > known else { return (revision, []) }
    let rows = try await transaction.query("select account from changes where revision > \(known)")
    guard known >= 0, rows.count == Int(revision - known) else { return (revision, nil) }
    return (revision, Set(try rows.map { try $0[0] }))
  }
}
