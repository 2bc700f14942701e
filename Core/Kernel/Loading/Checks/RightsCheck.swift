internal import FieldhouseKit

/// Whatever a manifest's rights name is declared in it: kinds of scopes, permissions, and what topics and questions need.
struct RightsCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let rights = draft.manifest.contributions.rights
    return permissions(draft, rights) + roles(draft, rights)
      + draft.manifest.guarded.compactMap { guarded(draft, rights, $0) }
  }

  private func permissions(_ draft: PluginDraft, _ rights: RightsDeclaration) -> [ManifestProblem] {
    rights.permissions.enumerated().compactMap { index, permission in
      kind(
        draft, rights, .permissionScopeUnknown, ["contributions", "permissions", "\(index)", "in"],
        "The permission \"\(permission.name)\" applies to", permission.in)
    }
  }

  private func roles(_ draft: PluginDraft, _ rights: RightsDeclaration) -> [ManifestProblem] {
    rights.roles.enumerated().flatMap { index, role in
      let place: JSONPointer = ["contributions", "roles", "\(index)"]
      let unknown = kind(
        draft, rights, .roleScopeUnknown, place.appending("in"), "The role \"\(role.name)\" is held in", role.in)
      return [unknown].compactMap(\.self)
        + role.permissions.enumerated().compactMap { number, name in
          brought(draft, rights, role, name, place.appending("permissions").appending(number))
        }
    }
  }

  private func kind(
    _ draft: PluginDraft, _ rights: RightsDeclaration, _ code: ProblemCode, _ pointer: JSONPointer, _ subject: String,
    _ kind: String?
  ) -> ManifestProblem? {
    let known = rights.scopes.map(\.kind)
    guard let kind, !known.contains(kind) else { return nil }
    return draft.source.problem(
      code, at: pointer, "\(subject) \"\(kind)\", which is no kind of \"scopes\".", found: "\"\(kind)\"",
      expected: Self.oneOf(known, else: "a kind that \"scopes\" declares"),
      remedy: closestMatch(to: kind, in: known).map { "Did you mean \"\($0)\"?" } ?? "Declare it in \"scopes\".")
  }

  private func brought(
    _ draft: PluginDraft, _ rights: RightsDeclaration, _ role: RoleDeclaration, _ name: String, _ pointer: JSONPointer
  ) -> ManifestProblem? {
    guard let permission = rights.permission(name) else {
      return unknown(draft, rights, .rolePermissionUnknown, pointer, "The role \"\(role.name)\" brings", name)
    }
    guard let kind = role.in, permission.in != kind else { return nil }
    return draft.source.problem(
      .rolePermissionScope, at: pointer,
      "The role \"\(role.name)\" is held in a \"\(kind)\"; the permission \"\(name)\" applies to \(permission.place).",
      found: "\"\(name)\"", expected: "a permission that applies to a \"\(kind)\"",
      remedy: "Take it from the role, or declare both for the same kind.")
  }

  func unknown(
    _ draft: PluginDraft, _ rights: RightsDeclaration, _ code: ProblemCode, _ pointer: JSONPointer, _ subject: String,
    _ name: String
  ) -> ManifestProblem {
    let known = rights.permissions.map(\.name)
    return draft.source.problem(
      code, at: pointer, "\(subject) \"\(name)\", which \"permissions\" does not declare.", found: "\"\(name)\"",
      expected: Self.oneOf(known, else: "a permission that \"permissions\" declares"),
      remedy: closestMatch(to: name, in: known).map { "Did you mean \"\($0)\"?" } ?? "Declare it in \"permissions\".")
  }

  static func oneOf(_ names: [String], else other: String) -> String {
    names.isEmpty ? other : "one of \(names.joined(separator: ", "))"
  }
}

extension PermissionDeclaration {
  /// What it applies to, in words.
  var place: String { self.in.map { "a \"\($0)\"" } ?? "the whole host" }
}
