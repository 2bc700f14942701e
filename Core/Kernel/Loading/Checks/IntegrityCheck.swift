internal import FieldhouseKit

/// The library is the one whose hash the manifest gives.
struct IntegrityCheck {
  func problems(_ draft: PluginDraft, _ files: PluginFiles) -> [ManifestProblem] {
    guard let expected = draft.manifest.library.sha256, let path = files.paths[["library", "path"]] else { return [] }
    do throws(PathError) {
      let found = try SHA256.hex(ofFile: path)
      return found == expected ? [] : [mismatch(draft, found: found, expected: expected)]
    } catch {
      return [
        draft.source.problem(
          .pathUnreadable, at: ["library", "path"], error.sentence, found: path, expected: "a readable file",
          remedy: error.remedy)
      ]
    }
  }

  private func mismatch(_ draft: PluginDraft, found: String, expected: String) -> ManifestProblem {
    draft.source.problem(
      .hashMismatch, at: ["library", "sha256"], "The library is not the one this manifest was made for.",
      found: "SHA-256 \(found)", expected: "SHA-256 \(expected)",
      remedy: "Install the plugin again; when you built the library yourself, package it anew.")
  }
}
