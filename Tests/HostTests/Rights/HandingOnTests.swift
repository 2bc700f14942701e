import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `An admin who has not shown the second factor` {
  @Test(.tags(.tm70))
  func `names nobody who follows when leaving, where the operator asks for it`() async throws {
    let installation = try Installation()
    try installation.folder.copy(
      "\(Repository.root)/manifests/team-management.json", to: "manifests/team-management.json")
    for (number, asked) in ["optional", "required"].enumerated() {
      let environment = ["FIELDHOUSE_PLUGIN_ADMIN_SECOND_FACTOR": asked]
      try await RunningHost.run(installation, clock: "2026-07-01T10:00:00Z", environment: environment) { host in
        let ada = try await host.signIn("+491511234000\(number + 1)")
        let draft: JSON = ["name": .string("Team \(number)"), "sport": "Soccer"]
        let founded = try await host.call("POST", "/v1/team-management/teams", as: ada.token, body: draft)
        let team = try #require(founded["team"]?.string, "\(founded.json)")
        let left = try await host.call(
          "POST", "/v1/groups/team-management/\(team)/leave", as: ada.token, body: ["successor": "nobody"])
        #expect(left.code == (asked == "required" ? "second-factor-required" : "group-member-needed"))
      }
    }
  }
}
