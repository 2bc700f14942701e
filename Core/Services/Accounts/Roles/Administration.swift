internal import FieldhouseKit
internal import Foundation

/// Who may do what, and who may come in at all.
struct Administration: Sendable {
  let context: AccountsContext
  let roles: RoleCatalogue

  /// Gives an account a role, or a single permission, in a scope; `""` is the whole installation.
  /// - Parameter granter: the account that gives it, or a word such as `setup`.
  /// - Throws: ``Problem`` 404 for nobody.
  func grant(_ role: String, scope: String, to account: AccountID, by granter: String) async throws {
    try await context.storage.write { transaction in
      guard try await PersonStore.find(account, in: transaction) != nil else { throw Relations.unknownPerson }
      let held = HeldRole(role: role, scope: scope)
      try await GrantStore.put(held, to: account, by: granter, now: context.clock.now, in: transaction)
      try await AuditLog(context: context).append(
        "role.granted", by: AccountID(granter), on: account.text, detail: "\(role) \(scope)", in: transaction)
    }
  }

  /// Takes a role back.
  /// - Throws: ``Problem`` 404 when the account does not hold it in exactly this scope, 409 when nobody would be
  ///   super-admin any more.
  func revoke(_ role: String, scope: String, from account: AccountID, by revoker: String) async throws {
    try await context.storage.write { transaction in
      let held = HeldRole(role: role, scope: scope)
      let isHeld = try await SuperAdmins.keepingOne(account, in: transaction) {
        try await GrantStore.remove(held, from: account, in: transaction)
      }
      guard isHeld else { throw Self.roleNotHeld }
      try await AuditLog(context: context).append(
        "role.revoked", by: AccountID(revoker), on: account.text, detail: "\(role) \(scope)", in: transaction)
    }
  }

  /// What an account holds of plugins' roles.
  func pluginRoles(of account: AccountID) async throws -> [HeldRole] {
    try await roles.plugins?.held(by: account) ?? []
  }

  /// Gives an account a role, of a plugin where one has such a role, else of the platform.
  /// - Throws: ``Problem`` 404 `role-unknown`, 404 for nobody, 422 `scope-unfit`.
  func give(_ role: HeldRole, to account: AccountID, by granter: String) async throws {
    if let plugins = plugins(with: role) {
      try await give(role, of: plugins, to: account, by: granter)
    } else {
      guard roles.knows(role.role) else { throw Self.unknownRole }
      try await grant(role.role, scope: role.scope, to: account, by: granter)
    }
  }

  /// Takes a role back from an account, one of a plugin where one has such a role, else of the platform.
  /// - Throws: ``Problem`` 404 when the account does not hold it in exactly this scope, 409 when nobody would be
  ///   super-admin any more, 422 `scope-unfit`.
  func take(_ role: HeldRole, from account: AccountID, by revoker: String) async throws {
    if let plugins = plugins(with: role) {
      guard try await plugins.take(role, from: account) else { throw Self.roleNotHeld }
      try await note("role.revoked", role, account, by: revoker)
    } else {
      try await revoke(role.role, scope: role.scope, from: account, by: revoker)
    }
  }

  /// The plugins when one of them has this role.
  private func plugins(with role: HeldRole) -> (any PluginRoles)? {
    roles.plugins.flatMap { $0.knows(role.role) ? $0 : nil }
  }

  /// What is given is not in one transaction with the trail: the trail follows.
  private func give(
    _ role: HeldRole, of plugins: any PluginRoles, to account: AccountID, by granter: String
  ) async throws {
    guard try await context.storage.read({ try await PersonStore.find(account, in: $0) }) != nil else {
      throw Relations.unknownPerson
    }
    try await plugins.give(role, to: account)
    try await note("role.granted", role, account, by: granter)
  }

  private func note(_ action: String, _ role: HeldRole, _ account: AccountID, by actor: String) async throws {
    try await context.storage.write { transaction in
      try await AuditLog(context: context).append(
        action, by: AccountID(actor), on: account.text, detail: "\(role.role) \(role.scope)", in: transaction)
    }
  }

  /// Shuts an account, or opens it again. Its sessions end within a second in every process.
  /// - Throws: ``Problem`` 404 for nobody, 409 for the last super-admin.
  func setDisabled(_ disabled: Bool, _ account: AccountID, by administrator: String) async throws {
    try await context.storage.write { transaction in
      let instant: Date? = disabled ? context.clock.now : nil
      let changed = try await SuperAdmins.keepingOne(account, in: transaction) {
        try await transaction.execute("update people set disabled_at = \(instant) where id = \(account)")
      }
      guard changed > 0 else { throw Relations.unknownPerson }
      if disabled { try await SessionStore.endAll(of: account, in: transaction) }
      try await AuditLog(context: context).append(
        disabled ? "account.disabled" : "account.enabled", by: AccountID(administrator), on: account.text,
        in: transaction)
    }
  }

  /// The answer to giving what there is not.
  static let unknownRole = Problem.notFound("role-unknown", "There is no role of this name.")

  /// The answer to taking back what is not held.
  static let roleNotHeld = Problem.notFound(
    "role-not-held", "This person does not hold this role in this scope.")
}
