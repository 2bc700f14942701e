/// Who may call a route. Every route declares it; the host checks it before the handler runs.
public struct Access: Sendable, Hashable, CustomStringConvertible {
  /// The level: `everyone`, `guest`, `account`, `permission` or `operator`.
  public let level: String
  /// The permission asked for at level `permission`.
  public let permission: String?
  /// The path parameter that names the scope of the permission, if it is a scoped one.
  public let scopeParameter: String?

  init(level: String, permission: String? = nil, scopeParameter: String? = nil) {
    self.level = level
    self.permission = permission
    self.scopeParameter = scopeParameter
  }

  /// Anybody, signed in or not.
  public static var everyone: Access { Access(level: "everyone") }
  /// Anybody with a session, guests included.
  public static var guest: Access { Access(level: "guest") }
  /// Anybody with a verified identifier; a guest is answered 403 `account-needed`.
  public static var account: Access { Access(level: "account") }
  /// Operators: the console token and super-admins.
  public static var operators: Access { Access(level: "operator") }

  /// Accounts that hold a permission, in the scope that a path parameter names.
  public static func permission(_ name: String, scope parameter: String? = nil) -> Access {
    Access(level: "permission", permission: name, scopeParameter: parameter)
  }

  public var description: String { permission.map { "permission \($0)" } ?? level }
}
