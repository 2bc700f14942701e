import FieldhouseKernel
import FieldhouseKit
import Foundation
import Testing

@Suite struct `The checker` {
  @Test func `reports every problem of every manifest in one pass`() async throws {
    let installation = try Installation()
    var first = PluginFixture("first", symbol: "fixture_x")
    first["kit"] = "^7.0.0"
    first["library", "sha256"] = .string(String(repeating: "f", count: 64))
    first["dependencies", "nobody"] = "*"
    try installation.add(first)
    var second = PluginFixture("second")
    second["contributions", "routes"] = ["GET /a", "GET /a"]
    try installation.add(second)
    let report = await installation.check()
    #expect(
      report.problems.map { "\($0.plugin ?? "") \($0.code.rawValue)" } == [
        "first kit-range", "first hash-mismatch", "first dependency-missing", "first symbol-missing",
        "second route-duplicate",
      ])
    #expect(report.dropped.map(\.id) == ["first", "second"])
    #expect(report.dropped.first?.codes == [.kitRange, .hashMismatch, .dependencyMissing, .symbolMissing])
    #expect(report.isClean == false)
  }

  @Test func `finds nothing wrong with healthy plugins, and gives them in load order`() async throws {
    let report = await (try Installation()).check()
    #expect(report.problems == [])
    #expect(report.plugins.map(\.id) == Installation.healthy)
    #expect(report.isClean)
  }

  @Test(arguments: ["^1.0.0", "^1.1.0", "^\(Kit.version)", ">=1.0.0 <2.0.0"])
  func `takes plugins for this Kit and for each earlier one of the contract`(_ range: String) async throws {
    let installation = try Installation()
    var plugin = PluginFixture("elder")
    plugin["kit"] = .string(range)
    try installation.add(plugin)
    let report = await installation.check()
    #expect(report.problems == [])
    #expect(report.plugins.map(\.id).contains("elder"))
  }

  @Test func `lets anybody subscribe to what the platform itself tells`() async throws {
    let installation = try Installation()
    var plugin = PluginFixture("curious")
    plugin["contributions", "subscriptions"] = ["accounts.invitation-accepted"]
    try installation.add(plugin)
    #expect(await installation.check().problems == [])
  }

  @Test func `notices what a disabled plugin lacks, which takes nothing out`() async throws {
    let installation = try Installation()
    var resting = PluginFixture("resting")
    resting["enabled"] = false
    resting["files"] = ["holes.csv"]
    resting["settingsSchema"] = BrokenPlugin.feedSchema
    resting["settings"] = ["feed": "fst", "cache": 7]
    try installation.add(resting)
    let report = await installation.check()
    #expect(
      installation.stable(report.problems.map(\.description).joined(separator: "\n")) == """
        manifests/resting.json:17 /files/0 notice path-missing
          "plugins/resting/holes.csv" does not exist.
          found "holes.csv"; expected a regular file inside plugins/resting
          Check the spelling or install the file.
        manifests/resting.json:40 /settings/cache notice setting-unknown
          The plugin has no setting "cache"; what is set is not used.
          found "cache"; expected one of feed, token
          Remove it from "settings".
        manifests/resting.json:39 /settings/feed notice setting-invalid
          Found "fst"; expected one of "fast", "slow". Did you mean `fast`?
          found "fst"; expected a value that "settingsSchema" allows
          Change it, or see fieldhouse plugins info resting.
        """)
    #expect(report.isClean && report.disabled == ["resting"])
    #expect(report.text.hasSuffix("2 ready, 0 left out, 1 disabled; 0 errors, 0 warnings, 3 notices\n"))
  }

  @Test func `knows the texts of plugins that do not run, too`() async throws {
    let installation = try Installation()
    for (id, isEnabled) in [("resting", false), ("broken", true)] {
      var plugin = PluginFixture(id)
      plugin["enabled"] = .bool(isEnabled)
      if isEnabled { plugin["files"] = ["holes.csv"] }
      plugin["contributions", "texts"] = ["en": "en.json"]
      plugin.files["en.json"] = Array(#"{"hello": "Hello"}"#.utf8)
      try installation.add(plugin)
    }
    let report = await installation.check()
    #expect(report.plugins.allSatisfy { !["resting", "broken"].contains($0.id) })
    for id in ["resting", "broken"] { #expect(report.texts[id] == ["en": ["hello": "Hello"]]) }
  }

  @Test func `knows of a disabled plugin without any files that its folder is missing`() async throws {
    let installation = try Installation()
    var resting = PluginFixture("resting", symbol: "fixture_x")
    resting["enabled"] = false
    resting.files = [:]
    try installation.add(resting)
    let problems = await installation.check().problems
    #expect(problems.map(\.code) == [.bundleMissing] && problems.map(\.severity) == [.notice])
  }

  @Test func `gives a plugin its settings without those it has not`() async throws {
    for (schema, settings) in [(BrokenPlugin.feedSchema, ["feed": "slow"] as JSON), (nil, [:])] {
      let installation = try Installation()
      var plugin = PluginFixture("tidy")
      plugin["settingsSchema"] = schema
      plugin["settings"] = ["feed": "slow", "cache": 7]
      try installation.add(plugin)
      #expect(await installation.check().plugins.first { $0.id == "tidy" }?.settings == settings)
    }
  }

  @Test func `takes the first plugins folder that has the plugin, and in it the bundle the manifest names`()
    async throws
  {
    let installation = try Installation()
    var plugin = PluginFixture("twofold")
    plugin["bundle"] = "1.0.0-abc"
    plugin.files["1.0.0-abc/libfixture.so"] = plugin.files.removeValue(forKey: "libfixture.so")
    try installation.add(plugin)
    try FileManager.default.createDirectory(
      atPath: "\(installation.folder.path)/staging/twofold", withIntermediateDirectories: true)
    let report = await installation.check()
    #expect(report.problems == [])
    #expect(report.plugins.first { $0.id == "twofold" }?.folder == "\(installation.plugins)/twofold/1.0.0-abc")
  }

  @Test func `fills in secrets and defaults, and never shows them`() async throws {
    let installation = try Installation()
    installation.environment = ["FEED_TOKEN": "a-secret-of-many-letters"]
    var plugin = PluginFixture("secretive")
    plugin["settingsSchema"] = BrokenPlugin.feedSchema
    plugin["settings"] = ["token": ["env": "FEED_TOKEN"]]
    try installation.add(plugin)
    let report = await installation.check()
    #expect(report.problems == [])
    #expect(
      report.plugins.first { $0.id == "secretive" }?.settings == ["feed": "fast", "token": "a-secret-of-many-letters"])
    let shown = try JSON(encoding: report).serialized() + report.text
    #expect(!shown.contains("many-letters"))
  }

  @Test func `reads a secret from a file beside the manifests`() async throws {
    let installation = try Installation()
    try installation.folder.write("manifests/token.txt", "a-secret-of-many-letters\n".utf8)
    var plugin = PluginFixture("secretive")
    plugin["settingsSchema"] = BrokenPlugin.feedSchema
    plugin["settings"] = ["token": ["file": "token.txt"]]
    try installation.add(plugin)
    let report = await installation.check()
    #expect(report.plugins.first { $0.id == "secretive" }?.settings["token"] == "a-secret-of-many-letters")
  }

  @Test func `gives the loader full paths`() throws {
    let configuration = CheckerConfiguration(
      manifestsFolder: "manifests", pluginsFolders: ["data/plugins"], hostVersion: SemanticVersion(1, 0, 0))
    #expect(configuration.pluginsFolders == ["\(FileManager.default.currentDirectoryPath)/data/plugins"])
  }

  @Test func `says that there is no manifests folder`() async throws {
    let configuration = CheckerConfiguration(
      manifestsFolder: "/nowhere/at/all", pluginsFolders: [], hostVersion: SemanticVersion(1, 0, 0))
    let report = await Checker(configuration).run()
    #expect(report.problems.map(\.code) == [.manifestsUnreadable])
  }

  @Test func `writes a report that programs can read`() async throws {
    let installation = try Installation()
    var broken = PluginFixture("broken")
    broken["kit"] = "^7.0.0"
    try installation.add(broken)
    let json = try JSON(encoding: await installation.check())
    #expect(json["plugins"]?.array?.compactMap { $0["id"]?.string } == Installation.healthy)
    #expect(json["problems"]?[0]?["code"] == "kit-range")
    #expect(json["problems"]?[0]?["pointer"] == "/kit")
    #expect(json["problems"]?[0]?["severity"] == "error")
    #expect(json["listing"]?[0]?["codes"] == ["kit-range"])
  }

  @Test func `lists every plugin with its state`() async throws {
    let installation = try Installation()
    var broken = PluginFixture("broken")
    broken["kit"] = "^7.0.0"
    try installation.add(broken)
    var resting = PluginFixture("resting")
    resting["enabled"] = false
    try installation.add(resting)
    let listing = await installation.check().listing
    #expect(listing.map(\.id) == ["broken", "healthy-a", "healthy-b", "resting"])
    #expect(listing.map(\.state) == [.leftOut, .ready, .ready, .disabled])
    #expect(listing.map(\.version) == ["1.0.0", "1.0.0", "1.0.0", "1.0.0"])
  }

  @Test func `writes a report that people can read`() async throws {
    let installation = try Installation()
    var broken = PluginFixture("broken")
    broken["kit"] = "^7.0.0"
    try installation.add(broken)
    let text = installation.stable(await installation.check().text)
    #expect(
      text == """
        manifests/broken.json:5 /kit error kit-range
          The plugin needs Kit ^7.0.0, this host has \(Kit.version).
          found "^7.0.0"; expected a range with \(Kit.version)
          Install a version of the plugin made for Kit \(Kit.version), or another host.
        ready healthy-b 1.0.0
        ready healthy-a 1.0.0
        left out broken (kit-range)
        2 ready, 1 left out, 0 disabled; 1 error, 0 warnings, 0 notices

        """)
  }
}
