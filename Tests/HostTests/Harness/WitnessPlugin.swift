import Foundation

/// A plugin that writes down when it is started and when it is stopped, in the file `steps` of its folder.
enum WitnessPlugin {
  private static let source = #"""
    import FieldhouseKit
    import Foundation

    struct Witness: Plugin {
      let host: PluginHost

      init(host: PluginHost) throws { self.host = host }

      func start() async throws { note("start") }

      func stop() async { note("stop") }

      private func note(_ step: String) {
        let path = host.folder + "/steps"
        let before = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        try? (before + step + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      }
    }

    @c(witness_plugin)
    public func witnessPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Witness.self) }
    """#

  private static let compiled = CompiledPlugin(id: "witness", module: "Witness", source: source)

  /// Puts it into an installation.
  static func install(into installation: Installation) async throws {
    try await compiled.install(into: installation)
    try installation.folder.write(
      "manifests/witness.json",
      """
      {
        "$schema": "plugin.schema.json", "id": "witness", "name": "Witness", "description": "Writes down its steps.",
        "version": "1.0.0", "kit": "^1.0.0", "library": { "path": "libWitness.so", "symbol": "witness_plugin" }
      }
      """)
  }

  /// What it has written down, the oldest first.
  static func steps(in installation: Installation) throws -> [String] {
    let path = "plugins/witness/steps"
    guard FileManager.default.fileExists(atPath: installation.folder(path)) else { return [] }
    return try installation.folder.read(path).split(separator: "\n").map(String.init)
  }
}
