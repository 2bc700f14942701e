import FieldhouseKit
import Foundation
import Testing

@Suite struct `fieldhouse plugins` {
  @Test func `list shows each plugin with version and state`() async throws {
    let installation = try Installation()
    try installation.folder.write("manifests/unfinished.json", "{")
    let rows = try await Tool.fieldhouse(["plugins", "list", "--json"] + installation.flags).json.array ?? []
    let soccer = rows.first { $0["id"] == "soccer-predictions" }
    #expect(
      soccer == [
        "id": "soccer-predictions", "version": "1.0.0", "state": "ready", "questions": ["fixtures (everyone)"],
        "asks": [], "trouble": .null,
      ])
    #expect(rows.contains { $0["state"]?.string?.hasPrefix("left out: ") == true })
    let text = try await Tool.fieldhouse(["plugins", "list"] + installation.flags)
    #expect(text.code == 0)
    #expect(text.output.contains("soccer-predictions  1.0.0  ready"))
  }

  @Test func `list shows what plugins tell and ask each other, and why there is no answer`() async throws {
    let installation = try Installation()
    try await WalkPlugins.install(into: installation)
    let call = ["plugins", "list"] + installation.flags
    let expected = """
      walks  1.0.0  ready
        answers: echo (everyone)
        asks: fitness.steps (consent), fitness.course (everyone), fitness.plan (permission), fitness.pulse (unknown), \
      nobody.anything (not-installed), soccer-predictions.fixtures (everyone)

      """
    let text = try await Tool.fieldhouse(call)
    #expect(text.output.contains(expected), "\(text.output)")
    let rows = try await Tool.fieldhouse(call + ["--json"]).json.array ?? []
    let fitness = rows.first { $0["id"] == "fitness" }
    #expect(fitness?["questions"] == ["steps (consent)", "course (everyone)", "plan (permission)"])
    #expect(fitness?["asks"] == ["walks.echo (everyone)"])
  }

  @Test func `info shows what a plugin brings, and knows which one was meant`() async throws {
    let installation = try Installation()
    let info = try await Tool.fieldhouse(["plugins", "info", "soccer-predictions", "--json"] + installation.flags).json
    #expect(info["state"] == "ready")
    #expect(info["boards"] == ["league"])
    #expect(info["routes"]?.array?.contains("PUT /matches/{match}/prediction") == true)
    let unknown = try await Tool.fieldhouse(["plugins", "info", "soccer-predicton"] + installation.flags)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("Did you mean 'soccer-predictions'?"))
  }

  @Test func `disable and enable change the operator's part alone and hold from the next start on`() async throws {
    let installation = try Installation()
    let before = try installation.folder.read("manifests/soccer-predictions.json")
    let disabled = try await Tool.fieldhouse(
      ["plugins", "disable", "soccer-predictions", "--json"] + installation.flags)
    #expect(disabled.code == 0)
    #expect(try disabled.json == ["id": "soccer-predictions", "enabled": false, "affected": [], "problems": []])
    let list = try await Tool.fieldhouse(["plugins", "list"] + installation.flags)
    #expect(list.output.contains("soccer-predictions  1.0.0  disabled"))
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      #expect(try await host.soccer("/leagues").status == 404)
      let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
      #expect(plugins.map { $0["state"] } == ["disabled"])
      #expect(plugins.map { $0["version"] } == ["1.0.0"])
    }
    let enabled = try await Tool.fieldhouse(["plugins", "enable", "soccer-predictions"] + installation.flags)
    #expect(enabled.output.contains("soccer-predictions is enabled from the next start on."))
    #expect(try installation.folder.read("manifests/soccer-predictions.json") == before)
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let leagues = try await host.soccer("/leagues")
      #expect(leagues.status == 200)
    }
  }

  @Test func `uninstall takes a plugin out, and what it has stored only when asked and when no host runs`() async throws
  {
    let installation = try Installation()
    let manifest = try installation.folder.read("manifests/soccer-predictions.json")
    let stored = "\(installation.data)/soccer-predictions.sqlite"
    let call = ["plugins", "uninstall", "soccer-predictions"] + installation.flags
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { _ in
      let refused = try await Tool.fieldhouse(call + ["--with-data"])
      #expect(refused.code == 1)
      #expect(
        refused.errors.contains(
          "A host is running on this data. Stop it to remove what 'soccer-predictions' has stored."))
      let kept = try await Tool.fieldhouse(call + ["--json"])
      #expect(try kept.json["data"] == "kept")
    }
    #expect(FileManager.default.fileExists(atPath: stored))
    let unknown = try await Tool.fieldhouse(call)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains(#"There is no plugin "soccer-predictions"."#))
    try installation.folder.write("manifests/soccer-predictions.json", manifest)
    for plugin in ["soccer-predictions", "walks"] { try installation.folder.write("data/media/\(plugin)/file", "file") }
    let removed = try await Tool.fieldhouse(call + ["--with-data", "--json"])
    #expect(
      try removed.json == [
        "id": "soccer-predictions", "manifest": .string("\(installation.manifests)/soccer-predictions.json"),
        "bundles": [], "data": "removed",
      ])
    #expect(!FileManager.default.fileExists(atPath: stored))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(installation.data)/media") == ["walks"])
    try installation.folder.write("manifests/soccer-predictions.json", manifest)
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let leagues = try await host.soccer("/leagues")
      #expect(leagues.status == 200, "it begins anew")
    }
  }

  @Test func `prune removes versions that no manifest names, unless a running host may use them`() async throws {
    let installation = try Installation()
    try installation.folder.write("data/plugins/walks/1.0.0-a/web/main.js", "export {}")
    let call = ["plugins", "prune"] + installation.flags
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { _ in
      try installation.folder.write("manifests/later.json", #"{"id": "later"}"#)
      let refused = try await Tool.fieldhouse(call)
      #expect(refused.code == 1 && refused.errors.contains("it may use versions of before"))
    }
    let pruned = try await Tool.fieldhouse(call + ["--json"])
    #expect(try pruned.json == [["id": "walks", "bundle": "1.0.0-a"]])
    let again = try await Tool.fieldhouse(call)
    #expect(again.code == 0 && again.output.contains("Nothing to remove."))
  }

  @Test func `enable says what keeps the plugin from serving as it is`() async throws {
    let installation = try Installation()
    let name = "manifests/soccer-predictions.json"
    let manifest = try JSON(parsing: installation.folder.read(name))
    var members = try #require(manifest.object)
    members["dependencies"] = ["fitness": "^1.0.0"]
    members["enabled"] = false
    try installation.folder.write(name, JSON.object(members).serialized())
    let call = ["plugins", "enable", "soccer-predictions"] + installation.flags
    let tool = try await Tool.fieldhouse(call)
    #expect(tool.code == 0)
    #expect(tool.output.contains("is enabled from the next start on.\nAs it is now it will be left out:\n  "))
    #expect(tool.output.contains("fitness"))
    let problems = try await Tool.fieldhouse(call + ["--json"]).json["problems"]?.array
    #expect(problems?.map { $0["code"] } == ["dependency-missing"])
  }

  @Test func `enable says what the plugin asks for and is not granted`() async throws {
    let installation = try Installation()
    let name = "manifests/soccer-predictions.json"
    var members = try #require(JSON(parsing: installation.folder.read(name)).object)
    members["permissions"] = ["http": ["feed.example.org"]]
    members["grants"] = nil
    try installation.folder.write(name, JSON.object(members).serialized())
    let tool = try await Tool.fieldhouse(["plugins", "enable", "soccer-predictions"] + installation.flags)
    #expect(tool.code == 0)
    #expect(
      tool.output.contains(
        "As it is now it does without:\n  The plugin asks for HTTP to feed.example.org, which is not granted. Add it to"
      ),
      "\(tool.output)")
    #expect(!tool.output.contains("left out"))
  }

  @Test func `enable of an unknown plugin ends with 1 and a suggestion`() async throws {
    let installation = try Installation()
    let tool = try await Tool.fieldhouse(["plugins", "enable", "soccer-predicions"] + installation.flags)
    #expect(tool.code == 1)
    #expect(tool.errors.contains(#"Did you mean "soccer-predictions"?"#))
  }
}
