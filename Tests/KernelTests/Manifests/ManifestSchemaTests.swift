import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `The manifest schema` {
  private let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../manifests/plugin.schema.json").standardized

  @Test func `that is shipped is the one that is built in`() throws {
    let shipped = try String(contentsOf: file, encoding: .utf8)
    #expect(shipped == ManifestSchema.text)
  }

  @Test func `accepts every manifest that is shipped`() throws {
    let readings = ManifestFolder(path: file.deletingLastPathComponent().path).read()
    #expect(!readings.isEmpty)
    #expect(readings.flatMap(\.problems) == [])
  }

  @Test func `describes every key of the model`() throws {
    let keys = ManifestSchema.json["properties"]?.object?.keys ?? []
    #expect(
      Set(keys) == [
        "$schema", "id", "area", "name", "description", "version", "kit", "host", "bundle", "library", "dependencies",
        "permissions", "contributions", "migrations", "files", "advertisements", "settingsSchema", "enabled",
        "settings", "grants",
      ])
  }

  @Test func `finds the part that describes a value through references, lists and maps`() throws {
    let function = JSONPointer(["contributions", "rules", "0", "functions", "1", "result"])
    #expect(ManifestSchema.part(at: function)?["enum"]?.array?.count == 6)
    #expect(ManifestSchema.part(at: ["dependencies", "any-plugin"])?["x-expected"] == "a range such as ^1.2.0")
    #expect(ManifestSchema.part(at: ["zebra", "stripes"]) == nil)
  }
}
