internal import FieldhouseKit
internal import Synchronization

/// Facts about accounts, remembered until the account changes.
final class AccountCache<Value: Sendable>: ChangeListener {
  private struct State {
    var values: [AccountID: Value] = [:]
    var revision: Int64 = -1
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// A cache of at most `capacity` accounts; a full one forgets a tenth.
  init(capacity: Int) { self.capacity = capacity }

  /// What is remembered of an account.
  func value(_ id: AccountID) -> Value? { state.withLock { $0.values[id] } }

  /// Remembers what a snapshot of this revision showed, unless a later change is known.
  func remember(_ value: Value, of id: AccountID, revision: Int64) {
    state.withLock { state in
      guard revision >= state.revision else { return }
      if state.values.count >= capacity {
        for key in Array(state.values.keys.prefix(max(1, capacity / 10))) { state.values[key] = nil }
      }
      state.values[id] = value
    }
  }

  func forget(_ accounts: Set<AccountID>, revision: Int64) {
    state.withLock { state in
      state.revision = max(state.revision, revision)
      for account in accounts { state.values[account] = nil }
    }
  }

  func forgetAll(revision: Int64) {
    state.withLock { state in
      state.revision = max(state.revision, revision)
      state.values = [:]
    }
  }
}
