internal import FieldhouseKit
internal import Synchronization

/// Tells others which accounts have changed.
final class ChangeHooks: ChangeListener {
  private let hooks = Mutex<[@Sendable (Set<AccountID>?) -> Void]>([])

  /// Adds a hook that is told the accounts that may be others now, nil for all.
  func add(_ hook: @escaping @Sendable (Set<AccountID>?) -> Void) { hooks.withLock { $0.append(hook) } }

  func forget(_ accounts: Set<AccountID>, revision: Int64) { call(accounts) }

  func forgetAll(revision: Int64) { call(nil) }

  private func call(_ accounts: Set<AccountID>?) {
    for hook in hooks.withLock({ $0 }) { hook(accounts) }
  }
}
