internal import FieldhouseKit

/// What a plugin needs is there, enabled, and of a version it works with.
struct DependencyCheck {
  let context: CheckContext
  let graph: DependencyGraph

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let needed = draft.manifest.dependencies.sorted { $0.key < $1.key }
    return needed.compactMap { problem(draft, $0.key, $0.value) } + cycle(draft)
  }

  private func problem(_ draft: PluginDraft, _ id: String, _ range: VersionRange) -> ManifestProblem? {
    let pointer = JSONPointer(["dependencies", id])
    guard let needed = context.draft(id) else {
      return context.ids.contains(id) ? nil : missing(draft, id, pointer)
    }
    if !needed.manifest.enabled { return disabled(draft, id, pointer) }
    return range.contains(needed.manifest.version) ? nil : version(draft, needed.manifest, range, pointer)
  }

  private func missing(_ draft: PluginDraft, _ id: String, _ pointer: JSONPointer) -> ManifestProblem {
    let nearest = closestMatch(to: id, in: context.ids.filter { $0 != draft.id })
    return draft.source.problem(
      .dependencyMissing, at: pointer, "The plugin \"\(id)\", which is needed, is not installed.",
      found: "no plugin \"\(id)\"", expected: "an installed plugin",
      remedy: nearest.map { "Did you mean \"\($0)\"?" } ?? "Install \"\(id)\".")
  }

  private func disabled(_ draft: PluginDraft, _ id: String, _ pointer: JSONPointer) -> ManifestProblem {
    draft.source.problem(
      .dependencyDisabled, at: pointer, "The plugin \"\(id)\", which is needed, is disabled.",
      found: "\"\(id)\" disabled", expected: "\"\(id)\" enabled",
      remedy: "Run fieldhouse plugins enable \(id), or disable this plugin too.")
  }

  private func version(
    _ draft: PluginDraft, _ needed: Manifest, _ range: VersionRange, _ pointer: JSONPointer
  ) -> ManifestProblem {
    draft.source.problem(
      .dependencyVersion, at: pointer,
      "The plugin works with \"\(needed.id)\" \(range), installed is \(needed.version).",
      found: "\"\(needed.id)\" \(needed.version)", expected: "a version in \(range)",
      remedy: "Install another version of \"\(needed.id)\" or of this plugin.")
  }

  private func cycle(_ draft: PluginDraft) -> [ManifestProblem] {
    guard let path = graph.cycle(through: draft.id) else { return [] }
    let text = path.joined(separator: " → ")
    return [
      draft.source.problem(
        .dependencyCycle, at: path.count > 1 ? ["dependencies", path[1]] : ["dependencies"],
        "The plugin needs itself in the end: \(text).", found: text, expected: "dependencies without a circle",
        remedy: "Remove one of these dependencies.")
    ]
  }
}
