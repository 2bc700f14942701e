import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `A new plugin from the template` {
  private static let kit = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Core/Kit").standardized.path

  @Test func `compiles, is packaged, installed, switched on, and passes every check`() async throws {
    let folder = try ScratchFolder()
    let source = "\(folder.path)/walking-clubs"
    _ = try PluginTemplate(name: "walking-clubs", kitPath: Self.kit).create(in: source)
    try Toolchain.run(
      ["swiftc", "-emit-library", "-parse-as-library", "-swift-version", "6", "-module-name", "WalkingClubs"]
        + [
          "-o", "libWalkingClubs.so", "Sources/WalkingClubs/WalkingClubs.swift", "-I", "\(Toolchain.products)/Modules",
        ]
        + Toolchain.linking(note: try note(inPackage: "\(source)/Package.swift")), in: source)
    let package = try PluginPackage.package(source, into: folder.path)
    let manifests = "\(folder.path)/manifests"
    try folder.write("manifests/plugin.schema.json", ManifestSchema.text.utf8)
    let result = try PackageInstaller(dataFolder: folder.path, manifestsFolder: manifests).install(package)
    try ManifestEditor.setEnabled(true, inManifest: result.manifest)
    let configuration = CheckerConfiguration(
      manifestsFolder: manifests, pluginsFolders: ["\(folder.path)/plugins"], hostVersion: SemanticVersion(1, 0, 0),
      probe: Probe(executable: Toolchain.host, limit: 60))
    let report = await Checker(configuration).run()
    #expect(report.problems == [])
    let factory = ScriptedFactory(script: Script(), folder: folder.path)
    let start = await PluginLifecycle(factory: factory).start(report.plugins)
    #expect(start.problems == [])
    #expect(start.running.first?.routes.map { "\($0.method) \($0.path)" } == ["POST /entries", "GET /entries/mine"])
  }

  /// The note that the package's manifest gives the linker.
  private func note(inPackage path: String) throws -> String {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("let note") })
    let literal = try #require(line.firstMatch(of: /#"(.*)"#/)).1
    return String(literal).replacing("\\#(swift)", with: LibraryFixture.swift)
  }

  @Test func `has a package that SwiftPM understands, with the note among the linker's options`() throws {
    let folder = try ScratchFolder()
    let source = "\(folder.path)/walking-clubs"
    _ = try PluginTemplate(name: "walking-clubs", kitPath: Self.kit).create(in: source)
    let description = try JSON(parsing: Toolchain.run(["swift", "package", "dump-package"], in: source))
    #expect(description["products"]?[0]?["type"]?["library"] == ["dynamic"])
    let flags = description["targets"]?[0]?["settings"]?[0]?["kind"]?["unsafeFlags"]?["_0"]?.array ?? []
    #expect(flags.first == "-Xlinker")
    let note = try PackageNote(text: flags.last?.string.map { String($0.dropFirst("--package-metadata=".count)) })
    #expect(note.id == "walking-clubs")
    #expect(note.swift == HostFacts.swiftVersion)
    #expect(description["targets"]?[1]?["name"] == "WalkingClubsTests")
    #expect(description["targets"]?[1]?["type"] == "test")
  }

  @Test func `needs at most 40 lines of Swift`() throws {
    let files = TemplateFiles(id: "walking-clubs-of-the-northern-hills", kitPath: Self.kit, checkout: "/").all
    let source = try #require(files.first { $0.0.hasPrefix("Sources/") }).1
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 41)
    #expect(source.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test(arguments: ["Walking", "w", "walking--clubs", "-walks", "9walks", "wälder", "leaderboards", "a b"])
  func `is not made under a name that cannot be`(name: String) {
    let error = #expect(throws: AuthoringError.self) { try PluginTemplate(name: name, kitPath: Self.kit) }
    #expect(error?.reason == .nameInvalid)
  }

  @Test func `has the full path of the Kit, and the version that this host runs`() throws {
    let folder = try ScratchFolder()
    let current = FileManager.default.currentDirectoryPath
    let up = String(repeating: "../", count: current.split(separator: "/").count)
    // Not beside the checkout, wherever this one lies.
    let kit = try checkout(in: folder, "far/checkout")
    let template = try PluginTemplate(name: "walks", kitPath: up + kit.dropFirst())
    #expect(template.kitPath == kit)
    _ = try template.create(in: "\(folder.path)/walks")
    let package = try String(contentsOfFile: "\(folder.path)/walks/Package.swift", encoding: .utf8)
    #expect(package.contains(#".package(path: "\#(kit)")"#))
    #expect(package.contains(#""kit":"\#(Kit.version)""#))
    let manifest = try String(contentsOfFile: "\(folder.path)/walks/manifest.json", encoding: .utf8)
    #expect(manifest.contains(#""kit": "^\#(Kit.version)""#))
  }

  @Test(arguments: [
    ("checkout/Plugins/walks", "../../Core/Kit", "../.."), ("walks", "../checkout/Core/Kit", "../checkout"),
    ("mine/link/walks", "../../Core/Kit", "../.."),
  ])
  func `names a Kit in or beside whose checkout it lies by the way there`(
    _ place: String, _ kit: String, _ host: String
  )
    throws
  {
    let folder = try ScratchFolder()
    let template = try PluginTemplate(name: "walks", kitPath: try checkout(in: folder, "checkout"))
    try folder.write("mine/.keep", "".utf8)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/mine/link", withDestinationPath: "\(folder.path)/checkout/Plugins")
    _ = try template.create(in: "\(folder.path)/\(place)")
    let package = try String(contentsOfFile: "\(folder.path)/\(place)/Package.swift", encoding: .utf8)
    #expect(
      package.contains(#".package(path: "\#(kit)"), .package(name: "fieldhouse", path: "\#(host)")"#), "\(package)")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(place)/\(kit)/Sources/FieldhouseKit"))
  }

  /// What of a checkout the template looks for.
  /// - Returns: the full path of its Kit.
  private func checkout(in folder: ScratchFolder, _ name: String) throws -> String {
    for path in ["Core/Kit/Sources/FieldhouseKit", "Core/Testing", "Plugins"] {
      try folder.write("\(name)/\(path)/.keep", "".utf8)
    }
    return "\(folder.path)/\(name)/Core/Kit"
  }

  @Test func `is not made without a Kit`() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: AuthoringError.self) { try PluginTemplate(name: "walks", kitPath: folder.path) }
    #expect(error == .noKit(URL(fileURLWithPath: folder.path).standardizedFileURL.path))
    #expect(error?.message.hasPrefix("There is no package of FieldhouseKit in /") == true)
    #expect(error?.remedy == "Name the folder Core/Kit of a checkout of Fieldhouse with --kit.")
  }

  @Test func `does not overwrite a folder`() throws {
    let folder = try ScratchFolder()
    let template = try PluginTemplate(name: "walks", kitPath: Self.kit)
    let error = #expect(throws: AuthoringError.self) { try template.create(in: folder.path) }
    #expect(error?.reason == .folderExists)
  }
}
