import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// Plugins of Kit 1.0 are tested at length in the suites of cards and diaries.
@Suite struct `A plugin that was compiled against Kit 1·1` {
  private static let fixture = "\(Repository.root)/Tests/Fixtures/CrewPlugin"

  private static func installation() async throws -> Installation {
    let installation = try Installation()
    let sources = try PluginCompiler.swiftFiles(in: fixture)
    let kit = try await PluginCompiler.secondKit.value
    try await PluginCompiler.plugin("crews", module: "Crews", sources: sources, kit: kit, into: installation)
    try installation.folder.copy("\(fixture)/migrations", to: "plugins/crews/migrations")
    try installation.folder.copy("\(fixture)/manifest.json", to: "manifests/crews.json")
    return installation
  }

  @Test func `has its groups, routes with a transaction, and blocks between many, in the current host`() async throws {
    try await RunningHost.run(try await Self.installation(), clock: "2024-08-17T09:00:00Z") { host in
      let (cox, rower) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
      let founded = try await host.call(
        "POST", "/v1/groups/crews/", as: cox.token, body: ["kind": "crew", "name": "Eight"])
      let crew = try #require(founded["id"]?.string, "\(founded.json) \(host.log)")
      let (path, group) = ("/v1/crews/crews/\(crew)", "/v1/groups/crews/\(crew)")
      #expect(try await host.call("PUT", "\(path)/seats/2", as: rower.token, body: [:]).code == "group-unknown")
      #expect(try await host.call("POST", "\(group)/join", as: rower.token, body: [:]).status < 300)
      for (seat, person) in [(1, cox), (2, rower)] {
        #expect(try await host.call("PUT", "\(path)/seats/\(seat)", as: person.token, body: [:]).status == 204)
      }
      #expect(try await host.get("\(path)/seats", as: cox).items.map { $0["seat"]?.int } == [1, 2])
      let renamed = try await host.call("PATCH", path, as: cox.token, body: ["name": "Nine"])
      #expect(renamed.json == ["name": "Nine", "isPublic": true])
      let third = try await host.signIn("+4915112340003")
      let refused = try await host.call("POST", "\(group)/join", as: third.token, body: [:])
      #expect(refused.code == "boat-full", "\(refused.json)")
      #expect(try await host.call("PUT", "/v1/me/blocked/\(rower.id)", as: cox.token, body: [:]).status == 204)
      #expect(try await host.get("\(path)/seats", as: cox).items.map { $0["seat"]?.int } == [1])
      #expect(try await host.call("DELETE", "\(path)/seats/1", as: cox.token).status == 204)
      #expect(try await host.call("POST", "\(group)/leave", as: rower.token, body: [:]).status < 300)
      #expect(try await host.get("\(path)/seats", as: rower).items.isEmpty)
      let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
      #expect(plugins.first { $0["id"] == "crews" }?["state"] == "serving")
    }
  }
}
