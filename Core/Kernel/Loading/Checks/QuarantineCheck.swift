internal import FieldhouseKit

/// The plugin's version is not kept out for what it did to the host.
struct QuarantineCheck {
  let quarantined: [String: QuarantinedVersion]

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let version = draft.manifest.version.description
    guard draft.manifest.enabled, let held = quarantined[draft.id], held.version == version else { return [] }
    return [
      draft.source.problem(
        .pluginQuarantined, at: ["version"], "The plugin is kept out. \(held.reason)",
        found: "version \(version), which is kept out", expected: "a version that leaves the host alone",
        remedy: "Install another version, or let this one try again with: fieldhouse plugins release \(draft.id)")
    ]
  }
}
