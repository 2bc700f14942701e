internal import FieldhouseKit

/// What the plugin asks for and what the operator grants are the same; both differences are warnings, because the
/// host enforces grants when they are used.
struct PermissionCheck {
  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    let asked = draft.manifest.permissions
    let granted = draft.manifest.grants
    var problems = asked.http.enumerated().filter { !granted.http.contains($0.element) }.map { index, host in
      notGranted(draft, JSONPointer(["permissions", "http"]).appending(index), "HTTP to \(host)")
    }
    if asked.media, !granted.media {
      problems.append(notGranted(draft, ["permissions", "media"], "media"))
    }
    problems += granted.http.enumerated().filter { !asked.http.contains($0.element) }.map { index, host in
      notRequested(draft, JSONPointer(["grants", "http"]).appending(index), host, asked.http)
    }
    if granted.media, !asked.media { problems.append(mediaNotRequested(draft)) }
    return problems
  }

  private func notGranted(_ draft: PluginDraft, _ pointer: JSONPointer, _ what: String) -> ManifestProblem {
    draft.source.problem(
      .permissionNotGranted, at: pointer, severity: .warning, "The plugin asks for \(what), which is not granted.",
      found: "no grant", expected: "a grant, or a plugin that does without",
      remedy: "Add it to \"grants\" if you trust it.")
  }

  private func mediaNotRequested(_ draft: PluginDraft) -> ManifestProblem {
    draft.source.problem(
      .grantNotRequested, at: ["grants", "media"], severity: .warning, "The plugin does not ask for media.",
      found: "true", expected: "no grant", remedy: "Remove the grant.")
  }

  private func notRequested(
    _ draft: PluginDraft, _ pointer: JSONPointer, _ host: String, _ asked: [String]
  ) -> ManifestProblem {
    draft.source.problem(
      .grantNotRequested, at: pointer, severity: .warning, "The plugin does not ask for HTTP to \(host).",
      found: "\"\(host)\"", expected: asked.isEmpty ? "no host" : "one of \(asked.joined(separator: ", "))",
      remedy: closestMatch(to: host, in: asked).map { "Did you mean \"\($0)\"?" } ?? "Remove the grant.")
  }
}
