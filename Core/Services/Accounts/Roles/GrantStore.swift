internal import FieldhouseKit
internal import Foundation

/// The grants in storage.
enum GrantStore {
  static func list(of account: AccountID, in transaction: any ReadTransaction) async throws -> [HeldRole] {
    try await transaction.query(
      "select role, scope from grants where account = \(account) order by role, scope"
    ).map(HeldRole.init)
  }

  static func put(
    _ grant: HeldRole, to account: AccountID, by granter: String, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into grants (account, role, scope, granted_by, granted_at) values
      (\(account), \(grant.role), \(grant.scope), \(granter), \(now)) on conflict (account, role, scope) do nothing
      """)
    try await ChangeLog.record(account, in: transaction)
  }

  /// - Returns: whether the account held it.
  static func remove(_ grant: HeldRole, from account: AccountID, in transaction: any Transaction) async throws -> Bool {
    let count = try await transaction.execute(
      "delete from grants where account = \(account) and role = \(grant.role) and scope = \(grant.scope)")
    try await ChangeLog.record(account, in: transaction)
    return count > 0
  }

  /// How many accounts hold a role in the whole installation.
  static func count(_ role: String, in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first("select count(*) from grants where role = \(role) and scope = ''")?[0] ?? 0
  }
}
