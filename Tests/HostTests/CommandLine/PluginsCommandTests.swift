import FieldhouseKit
import Testing

@Suite struct `fieldhouse plugins` {
  @Test func `list shows each plugin with version and state`() async throws {
    let installation = try Installation()
    try installation.folder.write("manifests/unfinished.json", "{")
    let rows = try await Tool.fieldhouse(["plugins", "list", "--json"] + installation.flags).json.array ?? []
    let soccer = rows.first { $0["id"] == "soccer-predictions" }
    #expect(soccer == ["id": "soccer-predictions", "version": "1.0.0", "state": "ready"])
    #expect(rows.contains { $0["state"]?.string?.hasPrefix("left out: ") == true })
    let text = try await Tool.fieldhouse(["plugins", "list"] + installation.flags)
    #expect(text.code == 0)
    #expect(text.output.contains("soccer-predictions  1.0.0  ready"))
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
    #expect(try disabled.json == ["id": "soccer-predictions", "enabled": false, "affected": []])
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      #expect(try await host.soccer("/leagues").status == 404)
      let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
      #expect(plugins.map { $0["state"] } == ["disabled"])
    }
    let enabled = try await Tool.fieldhouse(["plugins", "enable", "soccer-predictions"] + installation.flags)
    #expect(enabled.output.contains("soccer-predictions is enabled from the next start on."))
    #expect(try installation.folder.read("manifests/soccer-predictions.json") == before)
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let leagues = try await host.soccer("/leagues")
      #expect(leagues.status == 200)
    }
  }

  @Test func `enable of an unknown plugin ends with 1 and a suggestion`() async throws {
    let installation = try Installation()
    let tool = try await Tool.fieldhouse(["plugins", "enable", "soccer-predicions"] + installation.flags)
    #expect(tool.code == 1)
    #expect(tool.errors.contains(#"Did you mean "soccer-predictions"?"#))
  }
}
