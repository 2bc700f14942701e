internal import FieldhouseKit
internal import Synchronization

/// Facts about accounts, remembered until the account changes.
final class AccountCache<Value: Sendable>: ChangeListener {
  private struct State {
    var values: [String: Value] = [:]
    var revision: Int64 = -1
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// A cache of at most `capacity` accounts; a full one forgets a tenth.
  init(capacity: Int) { self.capacity = capacity }

  /// What is remembered of an account.
  func value(_ id: AccountID) -> Value? { state.withLock { $0.values[id.text] } }

  /// Calls a body with what is remembered of each account.
  /// - Returns: those of whom nothing is.
  func each(_ ids: [AccountID], _ body: (AccountID, Value) -> Void) -> [AccountID] {
    state.withLock { state in
      ids.filter { id in
        guard let value = state.values[id.text] else { return true }
        body(id, value)
        return false
      }
    }
  }

  /// Remembers what a snapshot of this revision showed, unless a later change is known.
  func remember(_ value: Value, of id: AccountID, revision: Int64) {
    state.withLock { state in
      guard revision >= state.revision else { return }
      if state.values.count >= capacity {
        for key in Array(state.values.keys.prefix(max(1, capacity / 10))) { state.values[key] = nil }
      }
      state.values[id.text] = value
    }
  }

  func forget(_ accounts: Set<AccountID>, revision: Int64) {
    state.withLock { state in
      state.revision = max(state.revision, revision)
      for account in accounts { state.values[account.text] = nil }
    }
  }

  func forgetAll(revision: Int64) {
    state.withLock { state in
      state.revision = max(state.revision, revision)
      state.values = [:]
    }
  }
}
