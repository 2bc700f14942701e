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
    /// Who has this permission, for the thing whose id the path parameter holds; in the whole host without one.
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

  /// Accounts that have a permission in the whole host, super-admins and the console token.
  /// - Parameter name: as the manifest declares it, without `in`.
  public static func permission(_ name: String) -> Access { Access(.permission(name, scopeParameter: nil)) }

  /// Whoever has a permission for one thing, guests included, super-admins and the console token.
  ///
  /// Who holds nothing there is answered 404 `not-found`, whether or not there is such a thing; who holds something that
  /// does not bring the permission, 403 `forbidden`.
  /// - Parameters:
  ///   - name: as the manifest declares it, with the kind of thing it applies to.
  ///   - parameter: the path parameter that holds the thing's id.
  public static func permission(_ name: String, in parameter: String) -> Access {
    Access(.permission(name, scopeParameter: parameter))
  }

  /// The permission that is asked for, if one is.
  public var permission: String? {
    if case .permission(let name, _) = level { name } else { nil }
  }

  /// The path parameter that holds the id of what the permission is asked for, if there is one.
  public var scopeParameter: String? {
    if case .permission(_, let parameter) = level { parameter } else { nil }
  }

  /// The level for documents: `everyone`, `guest`, `account`, `operator`, or as `permission enter-scores in {card}`.
  public var description: String {
    switch level {
    case .everyone: "everyone"
    case .guest: "guest"
    case .account: "account"
    case .permission(let name, let parameter): "permission \(name)" + (parameter.map { " in {\($0)}" } ?? "")
    case .operators: "operator"
    }
  }
}
