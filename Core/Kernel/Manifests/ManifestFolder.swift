internal import FieldhouseKit
internal import Foundation

/// The folder with one manifest for each plugin.
struct ManifestFolder {
  static let schemaName = "plugin.schema.json"

  let path: String

  /// The manifests' paths, sorted by name.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") && $0 != Self.schemaName }
      .sorted().map { "\(path)/\($0)" }
  }

  /// Reads every manifest, well-formed or not.
  func read() -> [ManifestReading] {
    do {
      return try files().map { ManifestReading(file: $0) }
    } catch {
      let problem = ManifestProblem(
        code: .manifestsUnreadable, severity: .error, plugin: nil, file: path, pointer: .root, line: 1,
        found: error.localizedDescription, expected: "a folder with one JSON file for each plugin",
        remedy: "Create the folder or name it with --manifests.", message: "The manifests folder cannot be listed.")
      return [ManifestReading(file: path, source: nil, manifest: nil, problems: [problem])]
    }
  }
}
