internal import FieldhouseKit

/// An id is free, and it is the only one of its kind.
struct IdentityCheck {
  /// Names that the host's own interface and web app use.
  static let reserved: Set<String> = [
    "account", "accounts", "admin", "api", "app", "assets", "auth", "console", "content", "docs", "events", "feed",
    "fieldhouse", "group-codes", "group-links", "groups", "health", "healthz", "help", "host", "icons", "inbox", "join",
    "leaderboards",
    "live", "livez", "manifests", "me", "media", "metrics", "notifications", "openapi", "people", "plugins",
    "privacy", "problems", "profile", "queue", "readyz", "search", "settings", "setup", "sign-in", "sign-up", "static",
    "system",
    "terms", "v1", "v2",
  ]

  let context: CheckContext

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let names = [(JSONPointer(["id"]), draft.id), (JSONPointer(["area"]), draft.manifest.area)]
    let used = draft.manifest.area == draft.id ? Array(names.prefix(1)) : names
    let reserved = used.filter { Self.reserved.contains($0.1) }.map { reservedName(draft, $0.0, $0.1) }
    return reserved + duplicates(draft)
  }

  private func reservedName(_ draft: PluginDraft, _ pointer: JSONPointer, _ name: String) -> ManifestProblem {
    draft.source.problem(
      .idReserved, at: pointer, "The name \"\(name)\" belongs to the host.", found: "\"\(name)\"",
      expected: "a name the host does not use", remedy: "Choose another name, such as \"\(name)-club\".")
  }

  private func duplicates(_ draft: PluginDraft) -> [ManifestProblem] {
    let others = context.readings.filter { $0.id == draft.id && $0.file != draft.file }.map(\.file)
    guard !others.isEmpty else { return [] }
    return [
      draft.source.problem(
        .idDuplicate, at: ["id"], "The id \"\(draft.id)\" is also that of \(others.joined(separator: ", ")).",
        found: "\"\(draft.id)\" in \(others.count + 1) manifests", expected: "one manifest for each plugin",
        remedy: "Remove all but one of them.")
    ]
  }
}
