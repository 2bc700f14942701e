internal import FieldhouseKit

/// Notes in a transaction that something about an account changed, so that every process forgets what it remembers
/// of it; this one does so as soon as the transaction has committed (``NotedStorage``). Revisions are handed out under a row lock: they become visible in their order.
enum ChangeLog {
  /// Notes a change of each account.
  static func record(_ accounts: AccountID..., in transaction: any Transaction) async throws {
    transaction.note { $0.changesAccounts = true }
    for account in accounts {
      try await transaction.execute("update change_counter set value = value + 1 where id = 1")
      try await transaction.execute(
        "insert into changes (revision, account) select value, \(account) from change_counter where id = 1")
    }
  }

  /// The revision that a snapshot shows.
  static func revision(in transaction: any ReadTransaction) async throws -> Int64 {
    try await transaction.first("select value from change_counter where id = 1").map { try $0[0] } ?? 0
  }

  /// Keeps the last 10,000 changes; who missed more forgets everything.
  static func prune(in transaction: any Transaction) async throws {
    try await transaction.execute(
      "delete from changes where revision <= (select value - 10000 from change_counter where id = 1)")
  }
}
