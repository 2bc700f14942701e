import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage

/// The roles of the plugins that run, as operators give them: each in its plugin's own namespace.
struct RunningRoles: PluginRoles {
  /// A plugin's rights by its id.
  private let plugins: [String: PluginRights]

  init(_ plugins: [String: PluginRights]) { self.plugins = plugins }

  func knows(_ role: String) -> Bool { find(role) != nil }

  func held(by account: AccountID) async throws -> [HeldRole] {
    var held: [HeldRole] = []
    for (id, rights) in plugins.sorted(by: { $0.key < $1.key }) where !rights.declaration.roles.isEmpty {
      held += try await rights.grants(of: account).map {
        HeldRole(role: "\(id).\($0.role)", scope: $0.scope.description)
      }
    }
    return held
  }

  func give(_ role: HeldRole, to account: AccountID) async throws {
    guard let (rights, declared) = find(role.role) else { return }
    let scope = try Self.scope(role, declared)
    try await rights.storage.write { try await $0.grant(declared.name, to: account, in: scope) }
  }

  func take(_ role: HeldRole, from account: AccountID) async throws -> Bool {
    guard let (rights, declared) = find(role.role) else { return false }
    let scope = try Self.scope(role, declared)
    return try await rights.storage.write { try await $0.revoke(declared.name, from: account, in: scope) }
  }

  private func find(_ name: String) -> (PluginRights, RoleDeclaration)? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let rights = plugins[parts[0]],
      let role = rights.declaration.roles.first(where: { $0.name == parts[1] })
    else { return nil }
    return (rights, role)
  }

  private static func scope(_ role: HeldRole, _ declared: RoleDeclaration) throws -> Scope {
    guard let scope = Scope(role.scope), scope.kind == declared.in ?? "" else {
      let form = declared.in.map { "Write the scope as \($0)/ID." } ?? "Leave the scope out."
      throw Problem.invalid("/scope", "scope-unfit", "\(declared.title) is not held there. \(form)")
    }
    return scope
  }
}
