internal import FieldhouseKit
internal import Foundation

/// The folder with one manifest for each plugin.
public struct ManifestFolder: Sendable {
  static let schemaName = "plugin.schema.json"

  /// The folder's path.
  public let path: String

  /// A folder of manifests.
  public init(path: String) {
    self.path = path
  }

  /// Reads every manifest, well-formed or not, in the order of the file names; a folder that cannot be listed is one
  /// reading with that problem.
  public func read() -> [ManifestReading] {
    do {
      return try files().map { ManifestReading(file: $0) }
    } catch {
      return [ManifestReading(file: path, source: nil, manifest: nil, problems: [unlistable(error)])]
    }
  }

  /// The enabled plugins that need this one at any distance, sorted: what ends when it is disabled.
  public func dependents(of id: String) -> [String] {
    let enabled = read().compactMap(\.manifest).filter(\.enabled)
    let needs = enabled.map { ($0.id, Set($0.dependencies.keys)) }
    return DependencyGraph(Dictionary(needs, uniquingKeysWith: { $0.union($1) })).dependents(of: [id]).keys.sorted()
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") && $0 != Self.schemaName }
      .sorted().map { "\(path)/\($0)" }
  }

  private func unlistable(_ error: any Error) -> ManifestProblem {
    ManifestProblem(
      code: .manifestsUnreadable, severity: .error, plugin: nil, file: path, pointer: .root, line: 1,
      found: error.localizedDescription, expected: "a folder with one JSON file for each plugin",
      remedy: "Create the folder or name it with --manifests.", message: "The manifests folder cannot be listed.")
  }
}
