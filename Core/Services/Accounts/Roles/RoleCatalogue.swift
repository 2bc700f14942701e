internal import Synchronization

/// Which permissions a role brings. The platform's roles are known from the start; plugins add their own.
final class RoleCatalogue: Sendable {
  /// The role that may do everything.
  static let superAdmin = "super-admin"
  /// The roles that ask for a second factor.
  static let administrative: Set<String> = [superAdmin, "club-admin"]

  /// The roles that make somebody a member of the team whose scope they are held in.
  static let membership: Set<String> = ["athlete", "coach", "team-admin"]

  private let permissions: Mutex<[String: Set<String>]>

  init(_ permissions: [String: Set<String>]) { self.permissions = Mutex(permissions) }

  /// The roles of the platform. What a coach, athlete, group admin or game host may do is said by the plugins.
  static var standard: RoleCatalogue {
    RoleCatalogue([
      superAdmin: [],
      "club-admin": ["members.see", "reports.handle", "push.send"],
      "team-admin": [
        "team.edit-info", "team.manage-join-requests", "team.edit-roster", "team.edit-calendar",
        "team.edit-attendance", "team.edit-stats",
      ],
      "coach": [], "athlete": [], "group-admin": [], "game-host": [],
    ])
  }

  /// Lets a role bring further permissions.
  func add(_ more: Set<String>, to role: String) {
    permissions.withLock { $0[role, default: []].formUnion(more) }
  }

  /// Whether a role of this name is known.
  func knows(_ role: String) -> Bool { permissions.withLock { $0[role] != nil } }

  /// Whether any of the grants brings the permission in the scope. A grant in `""` counts in every scope; a grant may
  /// name a role or the permission itself.
  func allows(_ permission: String, in scope: String, grants: [Grant]) -> Bool {
    grants.contains { grant in
      guard grant.scope.isEmpty || grant.scope == scope else { return false }
      if grant.role == permission { return true }
      if grant.role == Self.superAdmin { return grant.scope.isEmpty }
      return permissions.withLock { $0[grant.role]?.contains(permission) ?? false }
    }
  }
}
