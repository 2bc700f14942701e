import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKernel

@Suite struct `A secret among the settings` {
  /// Secrets in a list, in a table, and one by itself.
  private static let schema: JSON = [
    "type": "object",
    "properties": [
      "token": ["type": "string", "x-secret": true],
      "feeds": [
        "type": "array",
        "items": [
          "type": "object",
          "properties": ["name": ["type": "string"], "key": ["type": "string", "x-secret": true]],
        ],
      ],
      "keys": ["type": "object", "additionalProperties": ["type": "string", "x-secret": true]],
      "pins": ["type": "array", "items": ["type": "string", "minLength": 4, "x-secret": true]],
      "open": ["type": "array", "items": ["type": "string"]],
    ],
  ]
  private static let settings: JSON = [
    "token": ["env": "TOKEN"],
    "feeds": [["name": "a", "key": "in-clear-a"], ["name": "b", "key": ["env": "KEY_B"]]],
    "keys": ["x": "in-clear-x", "y": ["env": "KEY_Y"]], "pins": ["in-clear-1", ["env": "PIN"]], "open": ["seen"],
  ]

  private func draft(_ settings: JSON = Self.settings) throws -> PluginDraft {
    try .made(["settingsSchema": Self.schema, "settings": settings])
  }

  @Test func `is never shown, in lists and tables either, but a reference to one is`() throws {
    let draft = try draft()
    let reading = ManifestReading(
      file: draft.file, bytes: Array(JSON.object(try #require(draft.source.json.object)).serialized().utf8))
    let shown = try #require(reading.shown)
    #expect(!shown.serialized().contains("in-clear"))
    #expect(shown["settings"]?["open"] == ["seen"] && shown["settings"]?["token"] == ["env": "TOKEN"])
    #expect(shown["settings"]?["feeds"] == [["name": "a", "key": "…"], ["name": "b", "key": ["env": "KEY_B"]]])
    #expect(shown["settings"]?["keys"] == ["x": "…", "y": ["env": "KEY_Y"]])
  }

  @Test func `is filled in wherever it stands, and told of where it stands in clear`() throws {
    let draft = try draft()
    let environment = ["TOKEN": "t", "KEY_B": "b", "KEY_Y": "y", "PIN": "1234"]
    var reader = PluginSettingsReader(source: draft.source, environment: environment)
    let resolved = reader.resolve(draft.manifest.settings, Self.schema)
    #expect(resolved["token"] == "t" && resolved["feeds"]?[1]?["key"] == "b" && resolved["keys"]?["y"] == "y")
    #expect(resolved["pins"] == ["in-clear-1", "1234"] && resolved["open"] == ["seen"])
    #expect(
      reader.problems.map { "\($0.code.rawValue) \($0.pointer)" }.sorted() == [
        "secret-in-clear /settings/feeds/0/key", "secret-in-clear /settings/keys/x", "secret-in-clear /settings/pins/0",
      ])
    var poor = PluginSettingsReader(source: draft.source, environment: ["TOKEN": "t", "KEY_B": "", "PIN": "1234"])
    _ = poor.resolve(draft.manifest.settings, Self.schema)
    #expect(
      poor.problems.filter { $0.code == .secretMissing }.map(\.pointer.description).sorted() == [
        "/settings/feeds/1/key", "/settings/keys/y",
      ])
  }

  @Test func `that does not fit is not told in the problem`() throws {
    let draft = try draft(["pins": ["sesame", "abc"]])
    let configuration = CheckerConfiguration(
      manifestsFolder: "/manifests", pluginsFolders: [], hostVersion: SemanticVersion(1, 0, 0))
    let problems = SettingsCheck(configuration: configuration).check(draft).problems
    #expect(problems.contains { $0.code == .settingInvalid && $0.pointer == ["settings", "pins", "1"] })
    #expect(problems.allSatisfy { !$0.description.contains("sesame") && !$0.description.contains("abc") })
  }

  @Test func `is no more told to the console in a list than by itself`() throws {
    let draft = try draft(["keys": ["x": "in-clear-x"], "token": "in-clear-t", "open": ["seen"]])
    let part = OperatorPart(settings: ["/pins": ["in-clear-1"]], secrets: ["/pins"])
    let sheet = SettingsSheet(draft.manifest, part)
    #expect(
      sheet.settings.map { "\($0.pointer) \($0.isSecret) \($0.source.rawValue) \($0.value?.serialized() ?? "-")" } == [
        "/token true manifest -", "/feeds true unset -", "/keys true manifest -", "/pins true console -",
        #"/open false manifest ["seen"]"#,
      ])
    let reading = ManifestReading(
      file: draft.file, bytes: Array(draft.source.json.serialized().utf8)
    ).with(part)
    var reader = PluginSettingsReader(source: try #require(reading.source), environment: [:])
    _ = reader.resolve(try #require(reading.manifest).settings, Self.schema)
    #expect(
      reader.problems.map(\.pointer.description).sorted() == ["/settings/keys/x", "/settings/token"],
      "what the console keeps is sealed")
  }

  @Test(arguments: [
    ("abc", "abc"), ("abc\n", "abc"), ("abc\r\n", "abc"), ("abc\n\n", "abc\n"), (" abc ", " abc "), ("", ""),
    ("\n", ""),
    ("ä\n", "ä"), ("a\nb", "a\nb"),
  ])
  func `comes from a file without the end of its line`(content: String, secret: String) throws {
    let folder = try ScratchFolder()
    try folder.write("manifests/secret", content.utf8)
    let file = try folder.write(
      "manifests/tuned.json",
      JSON.object([
        "id": "tuned", "name": "A plugin", "version": "1.0.0", "kit": "^1.0.0",
        "library": ["path": "a.so", "symbol": "a"],
      ]).serialized().utf8)
    let source = try #require(ManifestReading(file: file).source)
    for path in ["secret", "\(folder.path)/manifests/secret"] {
      var reader = PluginSettingsReader(source: source, environment: [:])
      let resolved = reader.resolve(["token": ["file": .string(path)]], Self.schema)
      #expect(resolved["token"] == .string(secret) && reader.problems == [])
    }
    try folder.write("manifests/secret", [0xFF, 0xFE])
    var reader = PluginSettingsReader(source: source, environment: [:])
    _ = reader.resolve(["token": ["file": "secret"]], Self.schema)
    #expect(reader.problems.map(\.code) == [.secretMissing], "what is no UTF-8 is no secret")
  }
}
