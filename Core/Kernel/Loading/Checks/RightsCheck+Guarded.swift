internal import FieldhouseKit

/// What may be had by who has a permission: a live topic, or a question of other plugins.
struct GuardedContribution {
  /// The problems it may have: naming no permission or one too many, an unknown one, or one for another thing.
  struct Codes {
    let missing: ProblemCode
    let unknown: ProblemCode
    let scope: ProblemCode
  }

  /// With its name, for sentences, e.g. `topic "cards/{card}"`.
  let subject: String
  let place: JSONPointer
  /// What the manifest says of who may have it.
  let access: String
  let permission: String?
  /// Names the value that holds the id of the thing.
  let `in`: String?
  /// What it may name.
  let parameters: [String]
  /// What would have such a value, for sentences.
  let example: String
  let codes: Codes

  /// Whether it is for those who have a permission.
  var needsPermission: Bool { access == "permission" }
}

extension RightsCheck {
  func guarded(
    _ draft: PluginDraft, _ rights: RightsDeclaration, _ item: GuardedContribution
  ) -> ManifestProblem? {
    guard item.needsPermission, let name = item.permission else { return misplaced(draft, item) }
    guard let permission = rights.permission(name) else {
      return unknown(
        draft, rights, item.codes.unknown, item.place.appending("permission"), "The \(item.subject) needs", name)
    }
    return scope(draft, item, permission)
  }

  /// One that names no permission although it needs one, or one although it needs none.
  private func misplaced(_ draft: PluginDraft, _ item: GuardedContribution) -> ManifestProblem? {
    guard item.needsPermission || item.permission != nil || item.in != nil else { return nil }
    let isMissing = item.needsPermission
    return draft.source.problem(
      item.codes.missing, at: item.place,
      isMissing
        ? "The \(item.subject) is for those with a permission and does not say which."
        : "The \(item.subject) names a permission and is not for those with one.",
      found: "\"access\": \"\(item.access)\"",
      expected: isMissing ? "\"permission\" beside it" : "\"access\": \"permission\"",
      remedy: isMissing ? "Add \"permission\"." : "Write \"access\": \"permission\", or remove the permission.")
  }

  private func scope(
    _ draft: PluginDraft, _ item: GuardedContribution, _ permission: PermissionDeclaration
  ) -> ManifestProblem? {
    let isRight = permission.in == nil ? item.in == nil : item.in.map(item.parameters.contains) ?? false
    guard !isRight else { return nil }
    let noun = item.subject.prefix { $0 != " " }
    return draft.source.problem(
      item.codes.scope, at: item.place.appending("in"),
      "The \(item.subject) needs \"\(permission.name)\", which applies to \(permission.place).",
      found: item.in.map { "\"\($0)\"" } ?? "no \"in\"",
      expected: permission.in == nil ? "no \"in\"" : Self.oneOf(item.parameters, else: item.example),
      remedy: permission.in == nil ? "Remove it." : "Name the parameter of the \(noun) that holds the id.")
  }
}

extension Manifest {
  /// Everything that may be had by who has a permission.
  var guarded: [GuardedContribution] {
    contributions.topics.enumerated().map { index, topic in
      GuardedContribution(
        subject: "topic \"\(topic.name)\"", place: ["contributions", "topics", "\(index)"],
        access: topic.access.rawValue, permission: topic.permission, in: topic.in, parameters: topic.parameters,
        example: "a topic with a parameter such as {card}",
        codes: .init(
          missing: .topicPermissionMissing, unknown: .topicPermissionUnknown, scope: .topicPermissionScope))
    }
      + contributions.questions.enumerated().map { index, question in
        GuardedContribution(
          subject: "question \"\(question.name)\"", place: ["contributions", "questions", "\(index)"],
          access: question.access.rawValue, permission: question.permission, in: question.in,
          parameters: question.parameters, example: "a required member of the input that is a text",
          codes: .init(
            missing: .questionPermissionMissing, unknown: .questionPermissionUnknown, scope: .questionPermissionScope))
      }
  }
}
