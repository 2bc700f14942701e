import FieldhouseKit
import Foundation

/// Compiles plugins as their authors do, and puts them into an installation.
enum PluginCompiler {
  /// A module with its library.
  struct Module: Sendable {
    /// The folder with the module's interface.
    let interface: String
    /// The folder with the library.
    let library: String
    /// The version that notes of what is compiled with it name.
    var version = Kit.version

    /// The Kit of the host under test.
    static let currentKit = Module(interface: "\(Repository.products)/Modules", library: Repository.products)
  }

  /// The Kit of the first released contract: what is compiled with it knows nothing of what came later.
  static let firstKit = Task { try await released("1.0") }
  /// The Kit that brought groups.
  static let secondKit = Task { try await released("1.1") }

  private static func released(_ version: String) async throws -> Module {
    let folder = try TestFolder()
    let interface = "\(Repository.root)/Tests/Fixtures/Kit-\(version)/FieldhouseKit.swiftinterface"
    let module = folder("FieldhouseKit.swiftmodule")
    let tool = try await Turn.compilers.take {
      try await Tool.run(["swiftc", "-frontend", "-compile-module-from-interface", interface, "-o", module])
    }
    guard tool.code == 0 else { throw Failure(output: tool.output + tool.errors) }
    return Module(interface: folder.path, library: Repository.products, version: "\(version).0")
  }

  private static let swift: String = {
    #if compiler(>=6.5)
      "6.5"
    #elseif compiler(>=6.4)
      "6.4"
    #else
      "6.3"
    #endif
  }()

  /// Compiles Kit from a folder of sources.
  static func kit(_ sources: String) async throws -> Module {
    let folder = try TestFolder()
    let options = [
      "-enable-library-evolution", "-module-name", "FieldhouseKit", "-enable-upcoming-feature",
      "InternalImportsByDefault", "-emit-module", "-emit-module-path", folder("FieldhouseKit.swiftmodule"),
      "-Xlinker", "-soname=libFieldhouseKit.so", "-o", folder("libFieldhouseKit.so"),
    ]
    try await compile(try swiftFiles(in: sources), options)
    return Module(interface: folder.path, library: folder.path, version: "1.0.0")
  }

  /// Compiles a plugin into its bundle folder in an installation.
  static func plugin(
    _ id: String, module: String, sources: [String], kit: Module = .currentKit, into installation: Installation
  ) async throws {
    let bundle = "\(installation.plugins)/\(id)"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    let note = #"{"type":"fieldhouse-plugin","id":"\#(id)","kit":"\#(kit.version)","swift":"\#(swift)"}"#
    let options = [
      "-module-name", module, "-I", kit.interface, "-L", kit.library, "-Xlinker", "--no-as-needed", "-lFieldhouseKit",
      "-Xlinker", "--package-metadata=\(note)", "-o", "\(bundle)/lib\(module).so",
    ]
    try await compile(sources, options)
  }

  /// The Swift files of a folder, in order.
  static func swiftFiles(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func compile(_ sources: [String], _ options: [String]) async throws {
    try await Turn.compilers.take {
      let tool = try await Tool.run(
        ["swiftc", "-emit-library", "-parse-as-library", "-swift-version", "6", "-suppress-warnings"] + options
          + sources)
      guard tool.code == 0 else { throw Failure(output: tool.output + tool.errors) }
    }
  }

  struct Failure: Error {
    let output: String
  }
}
