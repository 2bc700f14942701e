public import FieldhouseKit
internal import Foundation

extension Accounts {
  /// Lets a role bring further permissions, as a plugin's manifest says.
  public func define(role: String, permissions: Set<String>) { parts.roles.add(permissions, to: role) }

  /// Gives an account a role, or a single permission, in a scope; `""` is the whole installation.
  /// - Parameter granter: the account that gives it, or a word such as `setup`.
  /// - Throws: ``Problem`` 404 for nobody.
  public func grant(_ role: String, scope: String, to account: AccountID, by granter: String) async throws {
    try await context.storage.write { [context] transaction in
      guard try await PersonStore.find(account, in: transaction) != nil else { throw Relations.unknownPerson }
      let grant = Grant(role: role, scope: scope)
      try await GrantStore.put(grant, to: account, by: granter, now: context.clock.now, in: transaction)
      try await AuditLog(context: context).append(
        "role.granted", by: AccountID(granter), on: account.text, detail: "\(role) \(scope)", in: transaction)
    }
    try await parts.directory.feed.look()
  }

  /// Takes a role back.
  /// - Throws: ``Problem`` 409 when nobody would be super-admin any more.
  public func revoke(_ role: String, scope: String, from account: AccountID, by revoker: String) async throws {
    try await context.storage.write { [context] transaction in
      try await GrantStore.remove(Grant(role: role, scope: scope), from: account, in: transaction)
      if role == RoleCatalogue.superAdmin, scope.isEmpty {
        guard try await GrantStore.count(role, in: transaction) > 0 else { throw Self.lastAdministrator }
      }
      try await AuditLog(context: context).append(
        "role.revoked", by: AccountID(revoker), on: account.text, detail: "\(role) \(scope)", in: transaction)
    }
    try await parts.directory.feed.look()
  }

  /// Shuts an account, or opens it again. Its sessions end within a second in every process.
  /// - Throws: ``Problem`` 404 for nobody.
  public func setDisabled(_ disabled: Bool, _ account: AccountID, by administrator: String) async throws {
    try await context.storage.write { [context] transaction in
      let instant: Date? = disabled ? context.clock.now : nil
      let changed = try await transaction.execute(
        "update people set disabled_at = \(instant) where id = \(account)")
      guard changed > 0 else { throw Relations.unknownPerson }
      if disabled { try await SessionStore.endAll(of: account, in: transaction) }
      try await ChangeLog.record(account, in: transaction)
      try await AuditLog(context: context).append(
        disabled ? "account.disabled" : "account.enabled", by: AccountID(administrator), on: account.text,
        in: transaction)
    }
    try await parts.directory.feed.look()
  }

  /// The answer to taking the last administrator away.
  static let lastAdministrator = Problem.conflict(
    "last-administrator", "This is the last super-admin. Make somebody else super-admin first.")
}
