public import FieldhouseKit

extension Accounts {
  /// Lets operators give the roles of plugins from now on, beside those of the platform.
  public func attach(_ plugins: any PluginRoles) { administration.roles.attach(plugins) }

  /// Gives an account a role, or a single permission, in a scope; `""` is the whole installation.
  /// - Parameter granter: the account that gives it, or a word such as `setup`.
  /// - Throws: ``Problem`` 404 for nobody.
  public func grant(_ role: String, scope: String, to account: AccountID, by granter: String) async throws {
    try await administration.grant(role, scope: scope, to: account, by: granter)
  }

  /// Takes a role back.
  /// - Throws: ``Problem`` 404 when the account does not hold it in exactly this scope, 409 when nobody would be
  ///   super-admin any more.
  public func revoke(_ role: String, scope: String, from account: AccountID, by revoker: String) async throws {
    try await administration.revoke(role, scope: scope, from: account, by: revoker)
  }

  /// Shuts an account, or opens it again. Its sessions end within a second in every process.
  /// - Throws: ``Problem`` 404 for nobody, 409 for the last super-admin.
  public func setDisabled(_ disabled: Bool, _ account: AccountID, by administrator: String) async throws {
    try await administration.setDisabled(disabled, account, by: administrator)
  }
}
