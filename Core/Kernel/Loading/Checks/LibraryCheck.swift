internal import FieldhouseKit

/// The library, read as a file, is this plugin's, and was built for this host.
struct LibraryCheck {
  let configuration: CheckerConfiguration

  func problems(_ draft: PluginDraft, _ files: PluginFiles) -> [ManifestProblem] {
    guard let path = files.paths[Manifest.pointerToLibrary] else { return [] }
    do throws(ELFError) {
      let image = try ELFImage(contentsOf: path, machine: configuration.machine)
      return note(draft, image) + kit(draft, image) + symbol(draft, image)
    } catch {
      return [refused(draft, error, expected: "a shared library for \(configuration.machine)")]
    }
  }

  private func refused(_ draft: PluginDraft, _ error: any CodedError, expected: String) -> ManifestProblem {
    draft.source.problem(
      ProblemCode(rawValue: error.code) ?? .elfMalformed, at: ["library", "path"], error.message,
      found: "\"\(draft.manifest.library.path)\"", expected: expected, remedy: error.remedy)
  }

  private func note(_ draft: PluginDraft, _ image: ELFImage) -> [ManifestProblem] {
    do throws(PackageNoteError) {
      let note = try PackageNote(text: image.packageNoteText)
      return NoteCheck(configuration: configuration, draft: draft).problems(note)
    } catch {
      return [refused(draft, error, expected: "a package note with type, id, kit and swift")]
    }
  }

  private func kit(_ draft: PluginDraft, _ image: ELFImage) -> [ManifestProblem] {
    switch image.linkage(withSwiftModule: "FieldhouseKit") {
    case .shared: []
    case .ownCopy(let symbol):
      [
        draft.source.problem(
          .libraryOwnKit, at: ["library", "path"], "The library contains its own copy of FieldhouseKit.",
          found: demangled(symbol), expected: "libFieldhouseKit.so among the libraries it needs",
          remedy: "Depend on the product FieldhouseKit of the package Core/Kit, not on its sources.")
      ]
    case .absent:
      [
        draft.source.problem(
          .libraryWithoutKit, at: ["library", "path"], "The library is not linked with FieldhouseKit.",
          found: "no libFieldhouseKit.so among the libraries it needs", expected: "libFieldhouseKit.so among them",
          remedy: "Link the plugin with the product FieldhouseKit.")
      ]
    }
  }

  private func symbol(_ draft: PluginDraft, _ image: ELFImage) -> [ManifestProblem] {
    let symbol = draft.manifest.library.symbol
    guard !image.definesFunction(symbol) else { return [] }
    return [
      draft.source.problem(
        .symbolMissing, at: ["library", "symbol"], "The library exports no function \(symbol).", found: "no \(symbol)",
        expected: "a function marked @c(\(symbol))",
        remedy: "Mark the entry point with @c(\(symbol)), or name the right symbol.")
    ]
  }
}

/// What a library says of itself fits the manifest and this host.
struct NoteCheck {
  let configuration: CheckerConfiguration
  let draft: PluginDraft

  func problems(_ note: PackageNote) -> [ManifestProblem] {
    var problems: [ManifestProblem] = []
    if note.id != draft.id { problems.append(identity(note)) }
    if !offers(note.kit) { problems.append(kit(note)) }
    if Self.series(note.swift) != Self.series(configuration.swiftVersion) { problems.append(swift(note)) }
    return problems
  }

  /// Whether a library built against that Kit finds everything here: the same major number, and nothing newer.
  private func offers(_ kit: SemanticVersion) -> Bool {
    kit.major == configuration.kitVersion.major && kit <= configuration.kitVersion
  }

  /// Major and minor number, such as `6.3` of `6.3.1`.
  private static func series(_ version: String) -> [Substring] {
    Array(version.split(separator: ".").prefix(2))
  }

  private func identity(_ note: PackageNote) -> ManifestProblem {
    draft.source.problem(
      .noteID, at: ["library", "path"], "The library belongs to another plugin, \"\(note.id)\".",
      found: "\"\(note.id)\"",
      expected: "\"\(draft.id)\"", remedy: "Name the right library, or mend the id in its package note.")
  }

  private func kit(_ note: PackageNote) -> ManifestProblem {
    draft.source.problem(
      .noteKit, at: ["library", "path"],
      "The library was built against Kit \(note.kit), this host has \(configuration.kitVersion).",
      found: "Kit \(note.kit)",
      expected: "Kit \(configuration.kitVersion) or an older \(configuration.kitVersion.major).x",
      remedy: "Build the plugin against this host's Kit, or update the host.")
  }

  private func swift(_ note: PackageNote) -> ManifestProblem {
    draft.source.problem(
      .noteSwift, at: ["library", "path"],
      "The library was built with Swift \(note.swift), this host with \(configuration.swiftVersion).",
      found: "Swift \(note.swift)", expected: "Swift \(configuration.swiftVersion)",
      remedy: "Build the plugin with Swift \(configuration.swiftVersion).")
  }
}
