import Foundation

/// A plugin that is compiled when it is first needed, and then put into as many installations as want it.
struct CompiledPlugin: Sendable {
  private let id: String
  private let library: Task<String, any Error>

  init(id: String, module: String, source: String) {
    self.id = id
    library = Task {
      let workshop = try Installation()
      let file = try workshop.folder.write("\(id).swift", source)
      try await PluginCompiler.plugin(id, module: module, sources: [file], into: workshop)
      return "\(workshop.plugins)/\(id)/lib\(module).so"
    }
  }

  /// Puts its library into the bundle folder in an installation.
  func install(into installation: Installation) async throws {
    let library = URL(filePath: try await library.value)
    try installation.folder.copy(library.path, to: "plugins/\(id)/\(library.lastPathComponent)")
  }
}
