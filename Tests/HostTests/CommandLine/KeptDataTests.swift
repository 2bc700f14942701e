import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What a plugin has stored that is uninstalled` {
  private static let morning = "2024-08-17T09:00:00Z"
  private static let uninstall = ["plugins", "uninstall", "soccer-predictions"]

  private static func findings(_ flags: [String]) async throws -> [JSON] {
    let doctor = try await Tool.fieldhouse(["doctor", "--json"] + flags)
    return (try doctor.json.array ?? []).filter { $0["code"] == "data-kept" }
  }

  /// Runs a test on an engine.
  private static func on(_ engine: TestEngine, _ body: (Installation, [String]) async throws -> Void) async throws {
    let installation = try Installation()
    guard engine == .postgresql else { return try await body(installation, []) }
    try await PostgreSQLDatabase.run { try await body(installation, ["--database", $0.address]) }
  }

  @Test(arguments: TestEngine.allCases)
  func `is told by doctor and in the console, and goes when it is asked to`(engine: TestEngine) async throws {
    try await Self.on(engine) { installation, options in
      let flags = installation.flags + options
      try await RunningHost.run(installation, clock: Self.morning, options: options) { _ in }
      #expect(try await Self.findings(flags) == [])
      #expect(try await Tool.fieldhouse(Self.uninstall + ["--json"] + flags).json["data"] == "kept")
      let finding = try #require(try await Self.findings(flags).first)
      #expect(finding["severity"] == "warning")
      let message = finding["message"]?.string ?? ""
      #expect(message.hasPrefix("The plugin 'soccer-predictions' is not installed since 20"), "\(message)")
      #expect(message.contains("Remove it with: fieldhouse plugins uninstall soccer-predictions --with-data."))
      try await RunningHost.run(installation, clock: Self.morning, options: options) { host in
        let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
        #expect(plugins.map { $0["state"] } == ["uninstalled"])
        #expect(plugins.first?["detail"]?.string == message)
        #expect(try await Self.findings(flags).count == 1)
        #expect(try await host.call("GET", "/readyz").status == 200)
      }
      let removed = try await Tool.fieldhouse(Self.uninstall + ["--with-data", "--json"] + flags)
      #expect(
        try removed.json == ["id": "soccer-predictions", "manifest": .null, "bundles": [], "data": "removed"])
      #expect(try await Self.findings(flags) == [])
      for id in ["soccer-predictions", "accounts", "host"] {
        let refused = try await Tool.fieldhouse(["plugins", "uninstall", id, "--with-data"] + flags)
        #expect(refused.code == 1)
        #expect(refused.errors.contains(#"There is no plugin "\#(id)"."#), "\(refused.errors)")
      }
      try await RunningHost.run(installation, clock: Self.morning, options: options) { host in
        let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
        #expect(plugins == [])
      }
    }
  }

  @Test func `stays while a manifest cannot be read, whose plugin it may be`() async throws {
    let installation = try Installation()
    try await RunningHost.run(installation, clock: Self.morning) { _ in }
    try installation.folder.write("manifests/soccer-predictions.json", "{")
    let refused = try await Tool.fieldhouse(Self.uninstall + ["--with-data"] + installation.flags)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("soccer-predictions.json has 1 problem."), "\(refused.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(installation.data)/soccer-predictions.sqlite"))
  }

  @Test func `stays while another host works on the same PostgreSQL, until that host has ended or was killed`()
    async throws
  {
    try await PostgreSQLDatabase.run { database in
      let (one, other) = (try Installation(), try Installation())
      let options = ["--database", database.address]
      let call = Self.uninstall + ["--with-data"] + other.flags + options
      try await RunningHost.run(one, clock: Self.morning, options: options) { host in
        let refused = try await Tool.fieldhouse(call)
        #expect(refused.code == 75)
        #expect(refused.errors.contains("A host is connected to the database. Stop it first."), "\(refused.errors)")
        #expect(
          FileManager.default.fileExists(atPath: "\(other.manifests)/soccer-predictions.json"),
          "nothing is removed of what is refused")
        #expect(try await host.soccer("/leagues").status == 200)
        let moved = try await Tool.fieldhouse(
          ["migrate-database", database.address, "sqlite:\(other.folder("moved"))"] + other.flags)
        #expect(moved.code == 75)
        #expect(moved.errors.contains("A host is connected to the database."), "\(moved.errors)")
        _ = try? await host.kill()
      }
      let removed = try await Tool.fieldhouse(call + ["--json"])
      #expect(try removed.json["data"] == "removed", "\(removed.errors)")
    }
  }

  @Test func `is looked at by doctor and the list of plugins: an applied migration that has changed is told`()
    async throws
  {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    try await RunningHost.run(installation, clock: Self.morning) { _ in }
    let file = "plugins/ledger/migrations/0001-entries.sql"
    try installation.folder.write(file, installation.folder.read(file) + "\n-- changed")
    let doctor = try await Tool.fieldhouse(["doctor", "--json"] + installation.flags)
    #expect(doctor.code == 1)
    let findings = (try doctor.json.array ?? []).filter { $0["code"] == "migration-plan" }
    #expect(findings.map { $0["severity"] } == ["problem"])
    #expect(findings.first?["message"]?.string?.contains("0001-entries.sql") == true)
    let list = try await Tool.fieldhouse(["plugins", "list"] + installation.flags)
    #expect(list.output.contains("ledger  -  left out: migration-plan"), "\(list.output)")
    let enabled = try await Tool.fieldhouse(["plugins", "enable", "ledger", "--json"] + installation.flags)
    #expect(try enabled.json["problems"]?.array?.map { $0["code"] } == ["migration-plan"])
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
      let ledger = plugins.first { $0["id"] == "ledger" }
      #expect(ledger?["state"] == "dropped")
      #expect(ledger?["detail"]?.string?.contains("0001-entries.sql") == true)
    }
  }
}
