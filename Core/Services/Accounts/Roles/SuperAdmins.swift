internal import FieldhouseKit

/// Those who may do everything. Once there is one, there is always one who can sign in.
enum SuperAdmins {
  /// The answer to taking the last one away.
  static let last = Problem.conflict(
    "last-administrator", "This is the last super-admin. Make somebody else super-admin first.")

  /// Makes a change that may take a super-admin away, unless it is the last one. Of two such changes at once, each of
  /// which leaves the other's, one runs again: the transaction is kept wholly apart from others.
  /// - Throws: ``last``, and the transaction is undone; what `change` throws.
  static func keepingOne<Value>(
    _ account: AccountID, in transaction: any Transaction, _ change: () async throws -> Value
  ) async throws -> Value {
    let acts = try await acting(transaction, only: account) > 0
    let value = try await change()
    try await ChangeLog.record(account, in: transaction)
    if acts, try await acting(transaction) == 0 { throw last }
    return value
  }

  /// How many super-admins can sign in.
  private static func acting(_ transaction: any ReadTransaction, only account: AccountID? = nil) async throws -> Int {
    let all: SQL = """
      select count(*) from grants g join people p on p.id = g.account
      where g.role = \(RoleCatalogue.superAdmin) and g.scope = '' and p.disabled_at is null and p.leaving_at is null
      """
    let one: SQL = account.map { " and p.id = \($0)" } ?? ""
    return try await transaction.first("\(all)\(one)")?[0] ?? 0
  }
}
