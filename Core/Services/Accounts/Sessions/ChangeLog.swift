internal import FieldhouseKit

/// Notes in a transaction that something about an account changed, so that every process forgets what it remembers
/// of it; this one does so as soon as the transaction has committed (``NotedStorage``).
enum ChangeLog {
  /// How long what was noted is kept, in real time; who has not looked for a sixth of that forgets everything.
  static let age = Duration.seconds(600)

  /// Notes a change of each account.
  static func record(_ accounts: AccountID..., in transaction: any Transaction) async throws {
    for account in accounts { try await transaction.noted?.record(account) }
  }
}
