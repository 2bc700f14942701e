import FieldhouseKernel
import FieldhouseKit
import Foundation

/// An installation in a temporary folder with two healthy plugins, the first of which needs the second.
final class Installation {
  static let healthy = ["healthy-b", "healthy-a"]

  let folder: ScratchFolder
  var manifests: String { "\(folder.path)/manifests" }
  var plugins: String { "\(folder.path)/plugins" }
  var environment: [String: String] = [:]
  var probe = Probe(executable: Toolchain.host, limit: 60)

  init() throws {
    folder = try ScratchFolder()
    var first = PluginFixture("healthy-a", symbol: "fixture_a")
    first["dependencies", "healthy-b"] = "^1.0.0"
    try add(first)
    var second = PluginFixture("healthy-b", symbol: "fixture_b")
    second["contributions", "boards"] = [["id": "points", "title": "Points"]]
    second["contributions", "events"] = [["name": "scored"]]
    try add(second)
  }

  func add(_ plugin: PluginFixture, file: String? = nil) throws {
    let text = plugin.text ?? plugin.manifest.serialized(pretty: true)
    try folder.write("manifests/\(file ?? plugin.file).json", text.utf8)
    for (path, bytes) in plugin.files { try folder.write("plugins/\(plugin.id)/\(path)", bytes) }
  }

  var configuration: CheckerConfiguration {
    CheckerConfiguration(
      manifestsFolder: manifests, pluginsFolders: ["\(folder.path)/staging", plugins],
      hostVersion: SemanticVersion(1, 0, 0), environment: environment, probe: probe)
  }

  func check() async -> CheckReport { await Checker(configuration).run() }

  /// The text without what differs between runs and machines: the temporary folder, the processor and the hashes of
  /// compiled libraries.
  func stable(_ text: String) -> String {
    text.replacing("\(folder.path)/", with: "").replacing(/[0-9a-f]{64}/, with: "<hash>")
      .replacing("\(ELFMachine.host)", with: "<machine>")
  }
}
