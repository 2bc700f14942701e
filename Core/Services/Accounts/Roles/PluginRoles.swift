public import FieldhouseKit

/// The roles that plugins declare, as operators give and take them: by the plugin's id and the role's name, such as
/// `disc-golf.marshal`. What they bring, and where they are kept, is the plugins' affair.
public protocol PluginRoles: Sendable {
  /// Whether a plugin that runs declares a role of this name.
  func knows(_ role: String) -> Bool

  /// What an account holds, by role and scope.
  /// - Throws: ``StorageError``.
  func held(by account: AccountID) async throws -> [HeldRole]

  /// Gives an account a known role; nothing happens when it holds it.
  /// - Throws: ``Problem`` 422 `scope-unfit` when the role is not held in such scopes; ``StorageError``.
  func give(_ role: HeldRole, to account: AccountID) async throws

  /// Takes a role from an account.
  /// - Returns: whether the account held it in exactly this scope.
  /// - Throws: as ``give(_:to:)``.
  func take(_ role: HeldRole, from account: AccountID) async throws -> Bool
}
