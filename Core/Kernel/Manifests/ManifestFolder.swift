internal import FieldhouseKit
internal import Foundation

/// The folder with one manifest for each plugin.
public struct ManifestFolder: Sendable {
  static let schemaName = "plugin.schema.json"

  /// The folder's path.
  public let path: String
  /// What operators decided apart from the manifests, by plugin.
  public let parts: [String: OperatorPart]

  /// A folder of manifests.
  /// - Parameter parts: what operators decided apart from them, by plugin.
  public init(path: String, parts: [String: OperatorPart] = [:]) {
    self.path = path
    self.parts = parts
  }

  /// Reads every manifest, well-formed or not, in the order of the file names, with what operators decided apart from it; a
  /// folder that cannot be listed is one reading with that problem.
  public func read() -> [ManifestReading] {
    do {
      return try files().map { file in
        let reading = ManifestReading(file: file)
        return reading.with(reading.id.flatMap { parts[$0] })
      }
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
