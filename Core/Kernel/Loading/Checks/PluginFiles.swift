internal import FieldhouseKit
internal import Glibc

/// The files that a manifest names, found in the plugin's bundle folder.
struct PluginFiles: Sendable {
  /// The bundle folder; nil when no plugins folder has it.
  let folder: String?
  /// The full path behind each pointer; missing where there is a problem.
  private(set) var paths: [JSONPointer: String] = [:]
  private(set) var problems: [ManifestProblem] = []

  init(_ draft: PluginDraft, _ configuration: CheckerConfiguration) {
    let name = [draft.id, draft.manifest.bundle].compactMap(\.self).joined(separator: "/")
    let linked = configuration.linked[draft.id]
    folder = linked ?? configuration.pluginsFolders.map { "\($0)/\(name)" }.first { isFolder($0) }
    guard let folder else {
      problems = [Self.missing(draft, name, configuration.pluginsFolders)]
      return
    }
    for (pointer, path) in draft.manifest.files where linked == nil || pointer != Manifest.pointerToLibrary {
      resolve(draft, pointer, path, folder)
    }
  }

  private mutating func resolve(_ draft: PluginDraft, _ pointer: JSONPointer, _ path: String, _ folder: String) {
    do throws(PathError) {
      paths[pointer] = try ContainedPath.resolve(path, inside: folder)
    } catch {
      problems.append(
        draft.source.problem(
          ProblemCode(rawValue: error.code) ?? .pathUnreadable, at: pointer, error.message, found: "\"\(path)\"",
          expected: "a regular file inside \(folder)", remedy: error.remedy))
    }
  }

  private static func missing(_ draft: PluginDraft, _ name: String, _ folders: [String]) -> ManifestProblem {
    draft.source.problem(
      .bundleMissing, at: draft.manifest.bundle == nil ? ["id"] : ["bundle"],
      "The plugin's folder \"\(name)\" is in none of the plugins folders.", found: "no folder \"\(name)\"",
      expected: "a folder in \(folders.joined(separator: " or "))",
      remedy: "Install the plugin with fieldhouse plugins install, or build it.")
  }
}

/// Whether the path is that of a folder.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

extension Manifest {
  /// Where the library is named.
  static let pointerToLibrary: JSONPointer = ["library", "path"]

  /// Every file the manifest names, with the pointer to its name.
  var files: [(JSONPointer, String)] {
    let contributions = JSONPointer(["contributions"])
    var files = [(Self.pointerToLibrary, library.path)]
    for (index, page) in self.contributions.pages.enumerated() {
      files.append((contributions.appending("pages").appending(index).appending("script"), page.script))
    }
    if let home = self.contributions.home {
      files.append((contributions.appending("home").appending("script"), home.script))
    }
    for (language, path) in self.contributions.texts.sorted(by: { $0.key < $1.key }) {
      files.append((contributions.appending("texts").appending(language), path))
    }
    for (index, rule) in self.contributions.rules.enumerated() {
      files.append((contributions.appending("rules").appending(index).appending("module"), rule.module))
    }
    for (index, path) in migrations.enumerated() { files.append((JSONPointer(["migrations"]).appending(index), path)) }
    for (index, path) in otherFiles.enumerated() { files.append((JSONPointer(["files"]).appending(index), path)) }
    return files
  }
}
