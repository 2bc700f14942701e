import FieldhouseKit
import FieldhouseMachine
import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `Packaging and installing a plugin` {
  /// A plugin's folder and an installation.
  struct World {
    let folder: ScratchFolder
    var source: String { "\(folder.path)/source" }
    var manifests: String { "\(folder.path)/manifests" }
    var installer: PackageInstaller {
      PackageInstaller(dataFolder: "\(folder.path)/data", manifestsFolder: manifests)
    }

    init() throws {
      folder = try ScratchFolder()
      try folder.write("source/libfixture.so", "library one".utf8)
      try folder.write("source/web/main.js", "import './part.js'".utf8)
      try folder.write("source/web/part.js", "export {}".utf8)
      try folder.write("source/today/home.js", "import './parts.js'".utf8)
      try folder.write("source/today/parts.js", "export {}".utf8)
      try folder.write("source/strings/en.json", #"{"title": "Walks"}"#.utf8)
      try folder.write("source/secret.key", "not for the package".utf8)
      try write(version: "1.0.0")
      try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
    }

    func write(version: String) throws {
      let manifest: JSON = [
        "id": "walks", "name": "Walks", "version": .string(version), "kit": "^1.0.0",
        "library": ["path": "libfixture.so", "symbol": "walks"],
        "contributions": [
          "texts": ["en": "strings/en.json"], "pages": [["path": "/", "title": "title", "script": "web/main.js"]],
          "home": ["script": "today/home.js"],
        ], "enabled": true, "settings": ["mine": true], "grants": ["media": true],
      ]
      try folder.write("source/manifest.json", manifest.serialized(pretty: true).utf8)
    }

    func package() throws -> String { try PluginPackage.package(source, into: folder.path) }

    func manifest() throws -> JSON {
      try JSON(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(manifests)/walks.json"))))
    }
  }

  @Test func `packages what the manifest names, with hashes and without the operator's part`() throws {
    let world = try World()
    let path = try world.package()
    #expect(path.hasSuffix("/walks-1.0.0.fieldhouse"))
    #expect(
      try Toolchain.run(["tar", "-tf", path])
        == "manifest.json\nlibfixture.so\nstrings/en.json\ntoday/home.js\ntoday/parts.js\nweb/main.js\nweb/part.js\nSHA256SUMS\n"
    )
    try world.folder.write("unpacked/.keep", [])
    try Toolchain.run(["tar", "-xf", path, "-C", "\(world.folder.path)/unpacked"])
    try Toolchain.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], in: "\(world.folder.path)/unpacked")
    let text = try String(contentsOfFile: "\(world.folder.path)/unpacked/manifest.json", encoding: .utf8)
    let manifest = try JSON(parsing: text)
    #expect(manifest["library"]?["sha256"]?.string == SHA256.hex(of: Array("library one".utf8)))
    #expect(manifest["enabled"] == nil && manifest["settings"] == nil && manifest["grants"] == nil)
  }

  @Test func `writes the hashes of rule modules into the manifest`() throws {
    let world = try World()
    try world.folder.write("source/librules.so", "rules".utf8)
    let manifest: JSON = [
      "id": "walks", "name": "Walks", "version": "1.0.0", "kit": "^1.0.0",
      "library": ["path": "libfixture.so", "symbol": "walks"],
      "contributions": ["rules": [["module": "librules.so", "functions": [BrokenPlugin.sum()]]]],
    ]
    try world.folder.write("source/manifest.json", manifest.serialized(pretty: true).utf8)
    let result = try world.installer.install(world.package())
    let rule = try world.manifest()["contributions"]?["rules"]?[0]
    #expect(rule?["sha256"]?.string == SHA256.hex(of: Array("rules".utf8)))
    #expect(rule?["functions"] == [BrokenPlugin.sum()])
    #expect(FileManager.default.fileExists(atPath: "\(result.folder)/librules.so"))
  }

  @Test func `packages and installs the other files that the manifest names`() throws {
    let world = try World()
    try world.folder.write("source/data/holes.csv", "1,par 3".utf8)
    let manifest: JSON = [
      "id": "walks", "name": "Walks", "version": "1.0.0", "kit": "^1.0.0", "files": ["data/holes.csv"],
      "library": ["path": "libfixture.so", "symbol": "walks"],
    ]
    try world.folder.write("source/manifest.json", manifest.serialized(pretty: true).utf8)
    let result = try world.installer.install(world.package())
    #expect(FileManager.default.contents(atPath: "\(result.folder)/data/holes.csv") == Data("1,par 3".utf8))
    #expect(!FileManager.default.fileExists(atPath: "\(result.folder)/secret.key"))
    try FileManager.default.removeItem(atPath: "\(world.source)/data/holes.csv")
    let error = #expect(throws: AuthoringError.self) { try world.package() }
    #expect(error?.reason == .packageIncomplete && error?.message.contains("data/holes.csv") == true)
  }

  @Test func `leaves nothing behind when the manifest cannot be written, and the versions before as they were`() throws
  {
    let world = try World()
    let package = try world.package()
    let nowhere = PackageInstaller(
      dataFolder: "\(world.folder.path)/data", manifestsFolder: "\(world.folder.path)/no/manifests")
    let error = #expect(throws: AuthoringError.self) { try nowhere.install(package) }
    #expect(error?.reason == .fileUnwritable)
    #expect(!FileManager.default.fileExists(atPath: "\(world.folder.path)/data"))
    let first = try world.installer.install(package)
    try world.write(version: "1.1.0")
    let second = try world.package()
    #expect(throws: AuthoringError.self) { try nowhere.install(second) }
    #expect(throws: AuthoringError.self) { try nowhere.install(package) }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(world.folder.path)/data/plugins/walks")
    #expect(names == [URL(fileURLWithPath: first.folder).lastPathComponent])
  }

  @Test func `gives the same bytes for the same files`() throws {
    let world = try World()
    let first = try Data(contentsOf: URL(fileURLWithPath: world.package()))
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.package())) == first)
  }

  @Test func `installs a new plugin disabled and without grants`() throws {
    let world = try World()
    let result = try world.installer.install(world.package())
    #expect(result.previous == nil)
    #expect(result.folder.contains("/data/plugins/walks/1.0.0-"))
    let library = FileManager.default.contents(atPath: "\(result.folder)/libfixture.so")
    #expect(library == Data("library one".utf8))
    let manifest = try world.manifest()
    #expect(manifest["enabled"] == false)
    #expect(manifest["grants"] == nil)
    #expect(manifest["bundle"]?.string == URL(fileURLWithPath: result.folder).lastPathComponent)
  }

  @Test func `installs a new version beside the old one and keeps the operator's part`() throws {
    let world = try World()
    let first = try world.installer.install(world.package())
    let file = "\(world.manifests)/walks.json"
    try ManifestEditor.setEnabled(true, inManifest: file)
    var text = try ManifestEditor.read(file)
    text.set("settings", Array(#"{ "feed":   "slow" }"#.utf8))
    try AtomicFile.write(text.bytes, to: file)
    try world.write(version: "1.1.0")
    let second = try world.installer.install(world.package())
    #expect(second.previous == "1.0.0")
    #expect(FileManager.default.fileExists(atPath: first.folder))
    let manifest = try world.manifest()
    #expect(manifest["version"] == "1.1.0")
    #expect(manifest["enabled"] == true)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""settings": { "feed":   "slow" }"#))
  }

  @Test func `installs the same package twice without harm`() throws {
    let world = try World()
    let package = try world.package()
    let first = try world.installer.install(package)
    #expect(try world.installer.install(package).folder == first.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(world.folder.path)/data/plugins/walks")
    #expect(names.count == 1)
  }

  @Test func `refuses a package with one byte of a file changed, and changes nothing`() throws {
    let world = try World()
    let package = try world.package()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: package)))
    let place = try #require(bytes.firstRange(of: Array("library one".utf8)))
    bytes[place.lowerBound] = 0x4c
    let path = try world.folder.write("changed.fieldhouse", bytes)
    let error = #expect(throws: AuthoringError.self) { try world.installer.install(path) }
    #expect(error?.message == "The package's libfixture.so is not the file that was packaged.")
    #expect(error?.remedy == "Get the package again.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.manifests) == [])
    #expect(!FileManager.default.fileExists(atPath: "\(world.folder.path)/data"))
  }

  @Test func `refuses a package with a file that is not listed`() throws {
    let world = try World()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: world.package())))
    let files = try TarArchive.decode(bytes) + [TarArchive.File(path: "extra.so", content: [1])]
    let path = try world.folder.write("more.fieldhouse", TarArchive.encode(files))
    let error = #expect(throws: AuthoringError.self) { try world.installer.install(path) }
    #expect(error?.reason == .packageChecksum)
  }

  @Test func `refuses a file that is no package`() throws {
    let world = try World()
    let path = try world.folder.write("text.fieldhouse", [UInt8](repeating: 0x41, count: 2048))
    let error = #expect(throws: AuthoringError.self) { try world.installer.install(path) }
    #expect(error?.reason == .packageMalformed)
  }

  @Test func `does not package what the manifest names and the folder lacks`() throws {
    let world = try World()
    try FileManager.default.removeItem(atPath: "\(world.source)/strings/en.json")
    let error = #expect(throws: AuthoringError.self) { try world.package() }
    #expect(error?.reason == .packageIncomplete)
    #expect(error?.message.contains("strings/en.json") == true)
  }

  @Test func `does not package a manifest with problems`() throws {
    let world = try World()
    try world.folder.write("source/manifest.json", #"{"id": "walks"}"#.utf8)
    let error = #expect(throws: AuthoringError.self) { try world.package() }
    #expect(error?.reason == .manifestInvalid)
  }
}
