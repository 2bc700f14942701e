internal import FieldhouseKit

/// The plugin works with this host and its Kit.
struct RangeCheck {
  let configuration: CheckerConfiguration

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let manifest = draft.manifest
    return check(draft, .kitRange, ["kit"], "Kit", manifest.kit, configuration.kitVersion)
      + check(draft, .hostRange, ["host"], "Fieldhouse", manifest.host, configuration.hostVersion)
  }

  private func check(
    _ draft: PluginDraft, _ code: ProblemCode, _ pointer: JSONPointer, _ name: String, _ range: VersionRange,
    _ version: SemanticVersion
  ) -> [ManifestProblem] {
    guard !range.contains(version) else { return [] }
    return [
      draft.source.problem(
        code, at: pointer, "The plugin needs \(name) \(range), this host has \(version).", found: "\"\(range)\"",
        expected: "a range with \(version)",
        remedy: "Install a version of the plugin made for \(name) \(version), or another host.")
    ]
  }
}
