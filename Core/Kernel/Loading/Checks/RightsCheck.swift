internal import FieldhouseKit

/// Whatever a manifest's rights name is declared in it: kinds of scopes, permissions, and what topics need.
struct RightsCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let rights = draft.manifest.contributions.rights
    return permissions(draft, rights) + roles(draft, rights)
      + draft.manifest.contributions.topics.enumerated().compactMap { topic(draft, rights, $0.offset, $0.element) }
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

  private func topic(
    _ draft: PluginDraft, _ rights: RightsDeclaration, _ index: Int, _ topic: TopicDeclaration
  ) -> ManifestProblem? {
    let place: JSONPointer = ["contributions", "topics", "\(index)"]
    guard topic.access == .permission, let name = topic.permission else { return misplaced(draft, topic, place) }
    guard let permission = rights.permission(name) else {
      return unknown(
        draft, rights, .topicPermissionUnknown, place.appending("permission"), "The topic \"\(topic.name)\" needs", name
      )
    }
    return scope(draft, topic, permission, place)
  }

  /// A topic that names no permission although it needs one, or one although it needs none.
  private func misplaced(_ draft: PluginDraft, _ topic: TopicDeclaration, _ place: JSONPointer) -> ManifestProblem? {
    guard topic.access == .permission || topic.permission != nil || topic.in != nil else { return nil }
    let isMissing = topic.access == .permission
    return draft.source.problem(
      .topicPermissionMissing, at: place,
      isMissing
        ? "The topic \"\(topic.name)\" is for those with a permission and does not say which."
        : "The topic \"\(topic.name)\" names a permission and is not for those with one.",
      found: "\"access\": \"\(topic.access.rawValue)\"",
      expected: isMissing ? "\"permission\" beside it" : "\"access\": \"permission\"",
      remedy: isMissing ? "Add \"permission\"." : "Write \"access\": \"permission\", or remove the permission.")
  }

  private func scope(
    _ draft: PluginDraft, _ topic: TopicDeclaration, _ permission: PermissionDeclaration, _ place: JSONPointer
  ) -> ManifestProblem? {
    let isRight = permission.in == nil ? topic.in == nil : topic.in.map(topic.parameters.contains) ?? false
    guard !isRight else { return nil }
    return draft.source.problem(
      .topicPermissionScope, at: place.appending("in"),
      "The topic \"\(topic.name)\" needs \"\(permission.name)\", which applies to \(permission.place).",
      found: topic.in.map { "\"\($0)\"" } ?? "no \"in\"",
      expected: permission.in == nil
        ? "no \"in\"" : Self.oneOf(topic.parameters, else: "a topic with a parameter such as {card}"),
      remedy: permission.in == nil ? "Remove it." : "Name the parameter of the topic that holds the id.")
  }

  private func unknown(
    _ draft: PluginDraft, _ rights: RightsDeclaration, _ code: ProblemCode, _ pointer: JSONPointer, _ subject: String,
    _ name: String
  ) -> ManifestProblem {
    let known = rights.permissions.map(\.name)
    return draft.source.problem(
      code, at: pointer, "\(subject) \"\(name)\", which \"permissions\" does not declare.", found: "\"\(name)\"",
      expected: Self.oneOf(known, else: "a permission that \"permissions\" declares"),
      remedy: closestMatch(to: name, in: known).map { "Did you mean \"\($0)\"?" } ?? "Declare it in \"permissions\".")
  }

  private static func oneOf(_ names: [String], else other: String) -> String {
    names.isEmpty ? other : "one of \(names.joined(separator: ", "))"
  }
}

extension PermissionDeclaration {
  /// What it applies to, in words.
  var place: String { self.in.map { "a \"\($0)\"" } ?? "the whole host" }
}
