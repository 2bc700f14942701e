import FieldhouseKit
import Testing

@Suite struct `A plugin that was compiled against an older Kit` {
  private static let fixtures = "\(Repository.root)/Tests/Fixtures"

  @Test func `is loaded by the current host and serves`() async throws {
    let installation = try Installation()
    let kit = try await PluginCompiler.kit("\(Self.fixtures)/PreviousKit")
    let sources = try PluginCompiler.swiftFiles(in: "\(Self.fixtures)/PreviousPlugin")
    try await PluginCompiler.plugin("early-bird", module: "EarlyBird", sources: sources, kit: kit, into: installation)
    try installation.folder.copy("\(Self.fixtures)/PreviousPlugin/manifest.json", to: "manifests/early-bird.json")
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let greeting = try await host.get("/v1/early-bird/birds/robin")
      #expect(greeting.status == 200, "\(host.log)")
      #expect(greeting.json == ["text": "early-bird greets robin", "at": "2024-08-17T09:00:00Z", "age": 0])
      let problem = try await host.get("/v1/early-bird/birds/dodo")
      #expect(problem.status == 404)
      #expect(problem.code == "bird-unknown")
      let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
      let bird = plugins.first { $0["id"] == "early-bird" }
      #expect([bird?["state"], bird?["detail"]] == ["serving", "ok"])
      #expect(host.log.contains("greeted"))
    }
  }
}
