internal import Synchronization

/// Which permissions a role of the platform brings. What a coach, a team's admin or a card's scorer may do is said by the
/// plugins that have such roles.
final class RoleCatalogue: Sendable {
  /// The role that may do everything.
  static let superAdmin = "super-admin"
  /// The roles that ask for a second factor.
  static let administrative: Set<String> = [superAdmin, "club-admin"]

  private static let permissions: [String: Set<String>] = [
    superAdmin: [], "club-admin": ["members.see", "reports.handle", "push.send"],
  ]

  private let attached = Mutex<(any PluginRoles)?>(nil)

  /// The plugins' roles; nil before any plugin runs.
  var plugins: (any PluginRoles)? { attached.withLock { $0 } }

  func attach(_ plugins: any PluginRoles) { attached.withLock { $0 = plugins } }

  /// Whether a role of the platform has this name.
  func knows(_ role: String) -> Bool { Self.permissions[role] != nil }

  /// Whether any of the grants brings the permission in the scope. A grant in `""` counts in every scope; a grant may
  /// name a role or the permission itself.
  func allows(_ permission: String, in scope: String, grants: [HeldRole]) -> Bool {
    grants.contains { grant in
      guard grant.scope.isEmpty || grant.scope == scope else { return false }
      if grant.role == permission { return true }
      if grant.role == Self.superAdmin { return grant.scope.isEmpty }
      return Self.permissions[grant.role]?.contains(permission) ?? false
    }
  }
}
