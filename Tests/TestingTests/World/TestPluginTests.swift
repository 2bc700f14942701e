import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKitTesting

private struct Quiet: Plugin {
  init(host: PluginHost) throws {}
}

@Suite struct `A plugin for a test` {
  private struct Stop: Error {}

  /// Runs `body` with a folder that has `outer/inner/Tests` in it, and is removed behind it.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "plugin-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: root) }
    let deepest = root.appending(path: "outer/inner/Tests")
    try FileManager.default.createDirectory(at: deepest, withIntermediateDirectories: true)
    try body(root)
  }

  private func write(_ text: String, to url: URL) throws -> URL {
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func `has the manifest of the nearest folder above its test`() throws {
    try inFolder { root in
      _ = try write(#"{"id": "outer"}"#, to: root.appending(path: "outer/manifest.json"))
      let source = root.appending(path: "outer/inner/Tests/QuietTests.swift").path
      #expect(try TestPlugin(Quiet.self, sourceFile: source).id == "outer")
      _ = try write(#"{"id": "inner"}"#, to: root.appending(path: "outer/inner/manifest.json"))
      let plugin = try TestPlugin(Quiet.self, sourceFile: source)
      #expect(plugin.id == "inner")
      #expect(plugin.folder.standardized.path == root.appending(path: "outer/inner").standardized.path)
    }
  }

  @Test func `is told when no folder above its test has a manifest`() throws {
    try inFolder { root in
      let source = root.appending(path: "outer/inner/Tests/QuietTests.swift").path
      let error = #expect(throws: TestHostError.self) { try TestPlugin(Quiet.self, sourceFile: source) }
      #expect(error?.description == "No folder above \(source) has a manifest.json. Name the manifest.")
    }
    let error = #expect(throws: TestHostError.self) { try TestPlugin(Quiet.self) }
    #expect(error?.description.contains("TestPluginTests.swift has a manifest.json") == true)
  }

  @Test(arguments: ["", "{", "[]", "null", "\"diary\"", "{\"id\": \"a\",}", "\u{FF}"])
  func `is told which manifest cannot be read`(text: String) throws {
    try inFolder { root in
      let file = try write(text, to: root.appending(path: "m.json"))
      let error = #expect(throws: TestHostError.self) { try TestPlugin(Quiet.self, manifest: file) }
      #expect(error?.description == "\(file.path) is no manifest that can be read.")
    }
  }

  @Test func `is told that a manifest is not there, or is a folder`() throws {
    try inFolder { root in
      for file in [root.appending(path: "none.json"), root] {
        #expect(throws: TestHostError.self) { try TestPlugin(Quiet.self, manifest: file) }
      }
    }
  }

  @Test(arguments: [[:], ["id": 7], ["id": .null], ["ID": "a"]] as [JSONObject])
  func `is told that its manifest gives no id`(manifest: JSONObject) throws {
    let error = #expect(throws: TestHostError.self) { try TestPlugin(Quiet.self, manifest: manifest) }
    #expect(error?.description == "The manifest of Quiet gives no id.")
  }

  @Test func `is switched on, and granted what it asks for unless the manifest grants otherwise`() throws {
    let asks: JSONObject = ["id": "a", "enabled": false, "permissions": ["media": true]]
    let plugin = try TestPlugin(Quiet.self, manifest: asks)
    #expect(plugin.manifest["enabled"] == true && plugin.manifest["grants"] == ["media": true])
    var granted = asks
    granted["grants"] = [:]
    #expect(try TestPlugin(Quiet.self, manifest: granted).manifest["grants"] == [:])
    #expect(try TestPlugin(Quiet.self, manifest: ["id": "a"]).manifest["grants"] == nil)
  }

  @Test func `has the settings of the test, else those of the manifest, else none`() throws {
    let manifest: JSONObject = ["id": "a", "settings": ["points": 1]]
    #expect(try TestPlugin(Quiet.self, manifest: manifest).manifest["settings"] == ["points": 1])
    let changed = try TestPlugin(Quiet.self, manifest: manifest, settings: ["name": "x"])
    #expect(changed.manifest["settings"] == ["name": "x"])
    #expect(try TestPlugin(Quiet.self, manifest: ["id": "a"]).manifest["settings"] == [:])
  }

  @Test func `may be changed, and fails with what the change throws`() throws {
    try inFolder { root in
      let file = try write(#"{"id": "a", "version": "1.0.0"}"#, to: root.appending(path: "m.json"))
      let plugin = try TestPlugin(Quiet.self, manifest: file, folder: root.appending(path: "outer")) { manifest in
        #expect(manifest["version"] == "1.0.0")
        manifest["id"] = "b"
      }
      #expect(plugin.id == "b" && plugin.manifest["id"] == "b" && plugin.folder.lastPathComponent == "outer")
      #expect(throws: Stop.self) { try TestPlugin(Quiet.self, manifest: file) { _ in throw Stop() } }
      #expect(throws: TestHostError.self) { try TestPlugin(Quiet.self, manifest: file) { $0["id"] = nil } }
    }
  }
}
