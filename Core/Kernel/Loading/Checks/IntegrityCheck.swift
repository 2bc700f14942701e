internal import FieldhouseKit
internal import FieldhouseMachine

/// The libraries are those whose hashes the manifest gives.
struct IntegrityCheck {
  func problems(_ draft: PluginDraft, _ files: PluginFiles) -> [ManifestProblem] {
    draft.manifest.hashes.compactMap { entry, key, hash in
      guard let path = files.paths[entry.appending(key)] else { return nil }
      return problem(draft, entry, key, path, hash)
    }
  }

  private func problem(
    _ draft: PluginDraft, _ entry: JSONPointer, _ key: String, _ path: String, _ expected: String
  ) -> ManifestProblem? {
    do throws(PathError) {
      let found = try SHA256.hex(ofFile: path)
      return found == expected ? nil : mismatch(draft, entry.appending("sha256"), found: found, expected: expected)
    } catch {
      return draft.source.problem(
        .pathUnreadable, at: entry.appending(key), error.message, found: path, expected: "a readable file",
        remedy: error.remedy)
    }
  }

  private func mismatch(
    _ draft: PluginDraft, _ pointer: JSONPointer, found: String, expected: String
  ) -> ManifestProblem {
    draft.source.problem(
      .hashMismatch, at: pointer, "The library is not the one this manifest was made for.",
      found: "SHA-256 \(found)", expected: "SHA-256 \(expected)",
      remedy: "Install the plugin again; when you built the library yourself, package it anew.")
  }
}

extension Manifest {
  /// Every hash, with the pointer to the object it stands in and the key of the file's path there.
  fileprivate var hashes: [(JSONPointer, String, String)] {
    let library = self.library.sha256.map { [(JSONPointer(["library"]), "path", $0)] } ?? []
    return library
      + contributions.rules.enumerated().compactMap { index, rule in
        rule.sha256.map { (Self.pointer(toModule: index), "module", $0) }
      }
  }
}
