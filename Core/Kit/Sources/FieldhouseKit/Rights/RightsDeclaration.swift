/// A kind of thing that rights are held in, as a manifest declares it.
public struct ScopeDeclaration: Sendable, Hashable, Codable {
  /// The kind, e.g. `card`.
  public let kind: String
  /// What people read.
  public let title: String

  /// A kind.
  public init(kind: String, title: String) {
    self.kind = kind
    self.title = title
  }
}

/// Something that people may be allowed to do, as a manifest declares it.
public struct PermissionDeclaration: Sendable, Hashable, Codable {
  /// The name that routes and topics ask for, e.g. `enter-scores`.
  public let name: String
  /// What people read.
  public let title: String
  /// The kind of thing it applies to; nil for the whole host.
  public let `in`: String?

  /// A permission.
  public init(name: String, title: String, in kind: String? = nil) {
    self.name = name
    self.title = title
    self.in = kind
  }
}

/// What somebody is to a thing, and may do with it, as a manifest declares it.
public struct RoleDeclaration: Sendable, Hashable, Codable {
  /// The name that grants have, e.g. `scorer`.
  public let name: String
  /// What people read.
  public let title: String
  /// The kind of thing it is held in; nil for the whole host, where it counts in every scope.
  public let `in`: String?
  /// The names of the permissions that it brings.
  public let permissions: [String]

  /// A role.
  public init(name: String, title: String, in kind: String? = nil, permissions: [String]) {
    self.name = name
    self.title = title
    self.in = kind
    self.permissions = permissions
  }
}

/// The rights of a plugin, as its manifest declares them.
public struct RightsDeclaration: Sendable, Hashable {
  /// The kinds of things they are held in.
  public var scopes: [ScopeDeclaration]
  /// What people may be allowed to do.
  public var permissions: [PermissionDeclaration]
  /// What brings permissions.
  public var roles: [RoleDeclaration]

  /// Rights; none unless given.
  public init(
    scopes: [ScopeDeclaration] = [], permissions: [PermissionDeclaration] = [], roles: [RoleDeclaration] = []
  ) {
    self.scopes = scopes
    self.permissions = permissions
    self.roles = roles
  }

  /// A declared permission.
  public func permission(_ name: String) -> PermissionDeclaration? { permissions.first { $0.name == name } }

  /// The declaration of what a grant in a scope of this kind gives; nil when the role is not held in such scopes, or no
  /// longer.
  /// - Parameter kind: `""` for the whole host.
  public func role(_ name: String, heldIn kind: String) -> RoleDeclaration? {
    roles.first { $0.name == name && ($0.in ?? "") == kind }
  }

  /// Checks that a role can be held in a scope.
  /// - Throws: ``Problem`` 500 `role-unknown`; 500 `scope-malformed` for an id of no or more than 200 Unicode scalars,
  ///   or one without a kind.
  public func check(role: String, in scope: Scope) throws {
    guard self.role(role, heldIn: scope.kind) != nil else { throw Problem.undeclared(role: role, in: scope) }
    guard scope.isWhole, scope.id.unicodeScalars.count <= Scope.longestID else {
      throw Problem(
        status: 500, code: "scope-malformed", detail: "The id of a scope has 1 to \(Scope.longestID) characters.")
    }
  }

  /// Checks that a permission can be asked for in a scope.
  /// - Throws: ``Problem`` 500 `permission-unknown`.
  public func check(permission: String, in scope: Scope) throws {
    guard let declared = self.permission(permission), (declared.in ?? "") == scope.kind, scope.isWhole else {
      throw Problem.undeclared(permission: permission, in: scope)
    }
  }
}

extension Problem {
  static func undeclared(role: String, in scope: Scope = .host) -> Problem {
    Problem(
      status: 500, code: "role-unknown",
      detail: "The plugin's manifest declares no role '\(role)' \(scope.place).")
  }

  static func undeclared(permission: String, in scope: Scope = .host) -> Problem {
    Problem(
      status: 500, code: "permission-unknown",
      detail: "The plugin's manifest declares no permission '\(permission)' \(scope.place).")
  }
}

extension Scope {
  /// Whether it has both kind and id, or neither.
  var isWhole: Bool { kind.isEmpty == id.isEmpty }

  /// Where the scope is, for sentences.
  fileprivate var place: String { self == .host ? "for the whole host" : "in a '\(kind)'" }
}
