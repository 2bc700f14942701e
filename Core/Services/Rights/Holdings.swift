internal import FieldhouseKit

/// The permissions that an account has by its grants.
struct Holdings: Sendable {
  /// Permissions of a plugin, a bit each.
  typealias Permissions = UInt64

  private let inHost: Permissions
  private let inScopes: [Scope: Permissions]

  init(_ grants: [Grant], _ catalogue: PermissionCatalogue) {
    var host: Permissions = 0
    var scopes: [Scope: Permissions] = [:]
    for grant in grants {
      guard let brought = catalogue.permissions(of: grant) else { continue }
      if grant.scope == .host { host |= brought } else { scopes[grant.scope, default: 0] |= brought }
    }
    (inHost, inScopes) = (host, scopes)
  }

  /// Whether the account holds a role in exactly this scope.
  func isThere(_ scope: Scope) -> Bool { inScopes[scope] != nil }

  /// What the account is in a scope.
  func standing(_ asked: PermissionCatalogue.Entry, in scope: Scope) -> Access.Standing {
    let here = scope == .host ? nil : inScopes[scope]
    if (inHost | (here ?? 0)) & asked.bit != 0 { return .holder }
    return here != nil || inHost & asked.kindred != 0 ? .member : .stranger
  }
}

/// The declared permissions, numbered.
struct PermissionCatalogue: Sendable {
  /// How many permissions a plugin may declare.
  static let most = Holdings.Permissions.bitWidth

  struct Entry: Sendable {
    let bit: Holdings.Permissions
    /// All permissions for the same kind of thing.
    let kindred: Holdings.Permissions
    /// The kind of thing; `""` for the whole host.
    let kind: String
  }

  private let entries: [String: Entry]
  private let declaration: RightsDeclaration

  init(_ declaration: RightsDeclaration) {
    precondition(declaration.permissions.count <= Self.most, "A manifest declares at most \(Self.most) permissions.")
    self.declaration = declaration
    var bits: [String: Holdings.Permissions] = [:]
    var kinds: [String: Holdings.Permissions] = [:]
    for (index, permission) in declaration.permissions.enumerated() {
      bits[permission.name] = 1 << index
      kinds[permission.in ?? "", default: 0] |= 1 << index
    }
    entries = Dictionary(
      declaration.permissions.map {
        let kind = $0.in ?? ""
        return ($0.name, Entry(bit: bits[$0.name] ?? 0, kindred: kinds[kind] ?? 0, kind: kind))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A declared permission, as it is asked for in a scope.
  /// - Throws: ``Problem`` 500 `permission-unknown`.
  func entry(_ permission: String, in scope: Scope) throws -> Entry {
    if let entry = entries[permission], entry.kind == scope.kind, entry.kind.isEmpty == scope.id.isEmpty {
      return entry
    }
    try declaration.check(permission: permission, in: scope)
    preconditionFailure("A declared permission is numbered.")
  }

  /// The kind of thing that a permission applies to; nil when it is not declared.
  func kind(of permission: String) -> String? { entries[permission]?.kind }

  /// What a grant brings; nil when its role is not held in such scopes any more.
  func permissions(of grant: Grant) -> Holdings.Permissions? {
    declaration.role(grant.role, heldIn: grant.scope.kind).map { role in
      role.permissions.reduce(0) { $0 | (entries[$1]?.bit ?? 0) }
    }
  }
}
