import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `Removing a plugin` {
  /// An installation with plugins that have some versions each.
  struct World {
    let folder: ScratchFolder
    var removal: PluginRemoval {
      PluginRemoval(dataFolder: "\(folder.path)/data", manifestsFolder: "\(folder.path)/manifests")
    }

    init() throws {
      folder = try ScratchFolder()
      for bundle in ["1.0.0-a", "1.1.0-b", ".incoming-x"] { try add("walks", bundle) }
      try add("clubs", "2.0.0-c")
      try write("walks", ["bundle": "1.1.0-b"])
      try write("clubs", ["bundle": "2.0.0-c"])
    }

    func add(_ id: String, _ bundle: String) throws {
      try folder.write("data/plugins/\(id)/\(bundle)/web/main.js", "export {}".utf8)
    }

    func write(_ id: String, _ more: JSONObject) throws {
      var manifest: JSONObject = [
        "id": .string(id), "name": "A plugin", "version": "1.0.0", "kit": "^1.0.0",
        "library": ["path": "libfixture.so", "symbol": "fixture"],
      ]
      for (key, value) in more { manifest[key] = value }
      try folder.write("manifests/\(id).json", JSON.object(manifest).serialized().utf8)
    }

    func names(_ path: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(path)")) ?? []).sorted()
    }
  }

  @Test func `takes its manifest and every version, and nothing of others`() throws {
    let world = try World()
    let result = try world.removal.uninstall("walks")
    #expect(result.bundles == [".incoming-x", "1.0.0-a", "1.1.0-b"])
    #expect(result.manifest == "\(world.folder.path)/manifests/walks.json")
    #expect(world.names("manifests") == ["clubs.json"])
    #expect(world.names("data/plugins") == ["clubs"] && world.names("data/plugins/clubs") == ["2.0.0-c"])
    _ = try world.removal.uninstall("clubs")
    #expect(world.names("data") == [], "empty folders go too")
  }

  @Test func `leaves the versions where a host may use them`() throws {
    let world = try World()
    #expect(try world.removal.uninstall("walks", keepingBundles: true).bundles == [])
    #expect(world.names("manifests") == ["clubs.json"])
    #expect(world.names("data/plugins/walks").count == 3)
    #expect(try world.removal.prune().map(\.id) == ["walks", "walks", "walks"])
    #expect(world.names("data/plugins") == ["clubs"])
  }

  @Test func `is refused while enabled plugins need it`() throws {
    let world = try World()
    try world.write("clubs", ["dependencies": ["walks": "^1.0.0"]])
    let error = #expect(throws: AuthoringError.self) { try world.removal.uninstall("walks") }
    #expect(error?.reason == .pluginNeeded)
    #expect(error?.message == "The plugin \"walks\" is needed by clubs.")
    #expect(error?.remedy == "Uninstall or disable it first.")
    #expect(world.names("manifests").count == 2 && world.names("data/plugins/walks").count == 3)
    try world.write("clubs", ["dependencies": ["walks": "^1.0.0"], "enabled": false])
    #expect(try world.removal.uninstall("walks").id == "walks")
  }

  @Test func `of a name that is none says which was meant`() throws {
    let world = try World()
    #expect(throws: AuthoringError.unknownPlugin("walk", nearest: "walks")) { try world.removal.uninstall("walk") }
  }

  @Test func `prunes the versions that no manifest names`() throws {
    let world = try World()
    try world.add("forgotten", "0.1.0-d")
    let pruned = try world.removal.prune().map { "\($0.id) \($0.bundle)" }
    #expect(pruned == ["forgotten 0.1.0-d", "walks .incoming-x", "walks 1.0.0-a"])
    #expect(world.names("data/plugins") == ["clubs", "walks"])
    #expect(world.names("data/plugins/walks") == ["1.1.0-b"])
    #expect(try world.removal.prune() == [])
  }

  @Test func `prunes nothing while a manifest cannot be read`() throws {
    let world = try World()
    try world.folder.write("manifests/walks.json", "{".utf8)
    let error = #expect(throws: AuthoringError.self) { try world.removal.prune() }
    #expect(error?.reason == .manifestInvalid)
    #expect(world.names("data/plugins/walks").count == 3)
    try world.write("walks", ["bundle": "1.1.0-b", "nonsense": true])
    #expect(try world.removal.prune().count == 2, "one with a mistake still names its version")
  }
}
