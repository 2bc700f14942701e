internal import FieldhouseKit

/// Whatever a manifest's kinds of groups name is declared in it: scopes, roles, permissions, and what they lie in.
struct GroupCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let parts = draft.manifest.contributions
    return parts.groups.enumerated().flatMap { index, kind in
      let place: JSONPointer = ["contributions", "groups", "\(index)"]
      return scope(draft, kind, place) + roles(draft, kind, place) + actions(draft, kind, place)
        + parent(draft, kind, place)
    } + feeds(draft)
  }

  /// A feed is found by the kind of what it is of.
  private func feeds(_ draft: PluginDraft) -> [ManifestProblem] {
    let groups = draft.manifest.contributions.groups.map(\.kind)
    return draft.manifest.contributions.feeds.enumerated().filter { groups.contains($0.element.kind) }.map {
      index, feed in
      draft.source.problem(
        .feedOfGroup, at: ["contributions", "feeds", "\(index)", "kind"],
        "\"\(feed.kind)\" is a kind of group.", found: "\"\(feed.kind)\"",
        expected: "a kind that \"groups\" does not declare",
        remedy: "Give the kind of group \"feed\": true instead.")
    }
  }

  private func scope(_ draft: PluginDraft, _ kind: GroupKind, _ place: JSONPointer) -> [ManifestProblem] {
    let known = draft.manifest.contributions.rights.scopes.map(\.kind)
    guard !known.contains(kind.kind) else { return [] }
    return [
      unknown(
        draft, .groupScopeUnknown, place.appending("kind"),
        "The kind of group \"\(kind.kind)\" is no kind of \"scopes\".",
        kind.kind, known, declareIn: "scopes")
    ]
  }

  private func roles(_ draft: PluginDraft, _ kind: GroupKind, _ place: JSONPointer) -> [ManifestProblem] {
    let known = draft.manifest.contributions.rights.roles.filter { $0.in == kind.kind }.map(\.name)
    var problems = [("member", kind.member), ("admin", kind.admin)].filter { !known.contains($0.1) }.map { key, role in
      unknown(
        draft, .groupRoleUnknown, place.appending(key), "\"\(role)\" is no role that is held in a \"\(kind.kind)\".",
        role,
        known, declareIn: "roles")
    }
    if kind.member == kind.admin {
      problems.append(
        draft.source.problem(
          .groupRoleUnknown, at: place.appending("admin"), "Members and admins have one role.",
          found: "\"\(kind.admin)\"", expected: "a role of its own", remedy: "Declare another one in \"roles\"."))
    }
    return problems
  }

  private func actions(_ draft: PluginDraft, _ kind: GroupKind, _ place: JSONPointer) -> [ManifestProblem] {
    let known = draft.manifest.contributions.rights.permissions.filter { $0.in == kind.kind }.map(\.name)
    return kind.actions.sorted { $0.key < $1.key }.filter { !known.contains($0.value) }.map { action, permission in
      unknown(
        draft, .groupPermissionUnknown, place.appending("actions").appending(action),
        "\"\(permission)\" is no permission for a \"\(kind.kind)\".", permission, known, declareIn: "permissions")
    }
  }

  private func parent(_ draft: PluginDraft, _ kind: GroupKind, _ place: JSONPointer) -> [ManifestProblem] {
    let kinds = draft.manifest.contributions.groups
    guard let parent = kind.in else { return withoutParent(draft, kind, place) }
    var next: String? = parent
    for _ in kinds {
      guard next != kind.kind else {
        return [
          draft.source.problem(
            .groupParentUnknown, at: place.appending("in"), "Groups of this kind would lie in one another.",
            found: "\"\(parent)\"", expected: "a kind that does not lie in them",
            remedy: "Take \"in\" from one of them.")
        ]
      }
      next = kinds.first { $0.kind == next }?.in
    }
    guard !kinds.contains(where: { $0.kind == parent }) else { return [] }
    return [
      unknown(
        draft, .groupParentUnknown, place.appending("in"), "There is no kind of group \"\(parent)\".", parent,
        kinds.map(\.kind).filter { $0 != kind.kind }, declareIn: "groups")
    ]
  }

  private func withoutParent(_ draft: PluginDraft, _ kind: GroupKind, _ place: JSONPointer) -> [ManifestProblem] {
    let needing = [
      ("within", kind.isWithin), ("founders", [.members, .admins].contains(kind.founders)),
    ]
    return needing.filter(\.1).map { key, _ in
      draft.source.problem(
        .groupParentMissing, at: place.appending(key), "\"\(key)\" speaks of a group that these lie in.",
        found: draft.source.found(place.appending(key)), expected: "\"in\" beside it",
        remedy: "Say in which kind of group they lie, or remove it.")
    }
  }

  private func unknown(
    _ draft: PluginDraft, _ code: ProblemCode, _ pointer: JSONPointer, _ sentence: String, _ name: String,
    _ known: [String], declareIn list: String
  ) -> ManifestProblem {
    draft.source.problem(
      code, at: pointer, sentence, found: "\"\(name)\"",
      expected: RightsCheck.oneOf(known, else: "one that \"\(list)\" declares"),
      remedy: closestMatch(to: name, in: known).map { "Did you mean \"\($0)\"?" } ?? "Declare it in \"\(list)\".")
  }
}
