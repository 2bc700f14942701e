internal import FieldhouseKit
internal import Foundation

/// The files beside the script of a page, or of the page of today, that it imports are there. Addresses of the host's own modules, which begin with `/`,
/// and whatever is written in another way than `import "./x.js"`, `from "./x.js"` and `import("./x.js")` is left alone.
struct ScriptCheck {
  private static let most = 100

  func problems(_ draft: PluginDraft, _ files: PluginFiles) -> [ManifestProblem] {
    let pages = draft.manifest.contributions.pages.indices.map {
      JSONPointer(["contributions", "pages"]).appending($0)
    }
    return (pages + [["contributions", "home"]]).flatMap { declaration -> [ManifestProblem] in
      let pointer = declaration.appending("script")
      guard let folder = files.folder, let script = files.paths[pointer] else { return [] }
      return Self.missing(from: script, in: folder).map { file, wanted in
        draft.source.problem(
          .scriptImportMissing, at: pointer, severity: .warning, "\(file) imports \"\(wanted)\", which is not there.",
          found: "\"\(wanted)\"", expected: "a file of the plugin's folder",
          remedy: "Mend the address, or add the file.")
      }
    }
  }

  /// What the script, and what it imports, import in vain: each file with its address there.
  private static func missing(from script: String, in folder: String) -> [(file: String, wanted: String)] {
    let root = URL(fileURLWithPath: folder).standardized.path + "/"
    var known: Set<String> = [URL(fileURLWithPath: script).standardized.path]
    var waiting = Array(known)
    var missing: [(String, String)] = []
    while let path = waiting.popLast(), known.count <= most {
      for address in imports(of: path) {
        let target = URL(fileURLWithPath: address, relativeTo: URL(fileURLWithPath: path)).standardized.path
        guard known.insert(target).inserted else { continue }
        if target.hasPrefix(root), FileManager.default.isReadableFile(atPath: target) {
          waiting.append(target)
        } else {
          missing.append((path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path, address))
        }
      }
    }
    return missing
  }

  private static func imports(of path: String) -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.matches(of: /\b(?:import|from)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/).map { String($0.output.1) }
  }
}
