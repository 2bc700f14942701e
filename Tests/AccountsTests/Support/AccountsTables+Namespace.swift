import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage

extension AccountsTables {
  /// The tables in a namespace, as the host uses them.
  init(_ namespace: any NamespaceStorage) {
    self.init(storage: namespace, steps: namespace.inSteps, changes: NamespaceChanges(namespace: namespace))
  }

  /// The same through another storage.
  init(_ storage: any Storage, of namespace: any NamespaceStorage) {
    self.init(storage: storage, steps: storage, changes: NamespaceChanges(namespace: namespace))
  }
}

/// What a namespace tells of changes of accounts.
struct NamespaceChanges: FieldhouseAccounts.AccountChanges {
  let namespace: any NamespaceStorage

  func note(_ account: AccountID, in transaction: any Transaction) async throws {
    try await namespace.note(changed: account, in: transaction)
  }

  func since(_ mark: Int64?) async throws -> AccountNews {
    let found = try await namespace.accountChanges(since: mark)
    return AccountNews(mark: found.mark, changes: found.changes.map { .init(number: $0.number, account: $0.account) })
  }

  func forget(olderThan age: Duration) async throws { try await namespace.forgetAccountChanges(olderThan: age) }
}
