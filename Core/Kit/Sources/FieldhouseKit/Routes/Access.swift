/// Who may call a route. Every route declares it; the host checks it before the handler runs.
public struct Access: Sendable, Hashable, CustomStringConvertible {
  /// Who is let in.
  public enum Level: Sendable, Hashable {
    /// Anybody, signed in or not.
    case everyone
    /// Anybody with a session, guests included.
    case guest
    /// Anybody with a verified identifier.
    case account
    /// Accounts that hold this permission, in the scope that the path parameter names; in the whole installation
    /// without one.
    case permission(String, scopeParameter: String?)
    /// The console token and super-admins.
    case operators
  }

  /// Who is let in.
  public let level: Level

  private init(_ level: Level) { self.level = level }

  /// Anybody, signed in or not.
  public static var everyone: Access { Access(.everyone) }
  /// Anybody with a session, guests included.
  public static var guest: Access { Access(.guest) }
  /// Anybody with a verified identifier; a guest is answered 403 `account-needed`.
  public static var account: Access { Access(.account) }
  /// Operators: the console token and super-admins.
  public static var operators: Access { Access(.operators) }

  /// Accounts that hold a permission, in the scope that a path parameter names.
  public static func permission(_ name: String, scope parameter: String? = nil) -> Access {
    Access(.permission(name, scopeParameter: parameter))
  }

  /// The permission that is asked for, if one is.
  public var permission: String? {
    if case .permission(let name, _) = level { name } else { nil }
  }

  /// The path parameter that names the permission's scope, if it has one.
  public var scopeParameter: String? {
    if case .permission(_, let parameter) = level { parameter } else { nil }
  }

  /// The level for documents: `everyone`, `guest`, `account`, `operator`, or `permission` and its name.
  public var description: String {
    switch level {
    case .everyone: "everyone"
    case .guest: "guest"
    case .account: "account"
    case .permission(let name, _): "permission \(name)"
    case .operators: "operator"
    }
  }
}
