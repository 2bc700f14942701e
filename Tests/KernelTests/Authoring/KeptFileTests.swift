import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKernel

extension `Packaging and installing a plugin` {
  @Test(arguments: [
    #"{"id": "hikes", "name": "Hikes"}"#, #"{"id": "walks", "settings": {"mine": 1},}"#, "", "[]",
  ])
  func `never takes the place of a manifest that is another plugin's or cannot be read`(text: String) throws {
    let world = try World()
    try world.folder.write("manifests/walks.json", text.utf8)
    let package = try world.package()
    let error = #expect(throws: AuthoringError.self) { try world.installer.install(package) }
    #expect(error?.reason == .manifestInvalid)
    #expect(error?.message.hasPrefix("\(world.manifests)/walks.json is there") == true)
    #expect(try String(contentsOfFile: "\(world.manifests)/walks.json", encoding: .utf8) == text)
    #expect(!FileManager.default.fileExists(atPath: "\(world.folder.path)/data"))
  }

  @Test func `keeps the manifest's own file name, and what the operator has written there`() throws {
    let world = try World()
    _ = try world.installer.install(world.package())
    let (old, new) = ("\(world.manifests)/walks.json", "\(world.manifests)/10-walking.json")
    let text = try String(contentsOfFile: old, encoding: .utf8)
    try world.folder.write(
      "manifests/10-walking.json", text.replacing("\"enabled\": false", with: "\"enabled\": true").utf8)
    try FileManager.default.removeItem(atPath: old)
    try world.write(version: "1.1.0")
    let result = try world.installer.install(world.package())
    #expect(result.manifest == new && result.previous == "1.0.0" && result.isEnabled)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.manifests) == ["10-walking.json"])
  }
}

extension `Removing a plugin` {
  /// A plugin whose manifest names no version lies in the plugin's folder itself.
  @Test func `leaves the folders of one that lies where versions do`() throws {
    let world = try World()
    for path in ["web/main.js", "strings/en.json", "2d/a.js", "1.0/b.js", "1.0.0/c.js"] {
      try world.folder.write("data/plugins/hikes/\(path)", "x".utf8)
    }
    try world.folder.write("data/plugins/hikes/0.9.0-0123456789abcdef/web/main.js", "old".utf8)
    try world.write("hikes", [:])
    #expect(try world.removal.prune().filter { $0.id == "hikes" }.map(\.bundle) == ["0.9.0-0123456789abcdef"])
    #expect(world.names("data/plugins/hikes") == ["1.0", "1.0.0", "2d", "strings", "web"])
    #expect(try world.removal.uninstall("hikes").bundles == [])
    #expect(world.names("data/plugins/hikes").count == 5)
  }

  @Test func `takes versions of every form`() throws {
    let world = try World()
    let bundles = ["1.0.0-rc.1-0123456789abcdef", "1.0.0+build.7-0123456789abcdef", "10.20.30-0", ".incoming-y"]
    for bundle in bundles { try world.add("hikes", bundle) }
    #expect(try world.removal.prune().filter { $0.id == "hikes" }.map(\.bundle) == bundles.sorted())
    #expect(world.names("data/plugins") == ["clubs", "walks"])
  }
}
