import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// G13: a plugin that goes on ending the host is kept out.
@Suite struct `A plugin that is kept out` {
  private static let clock = "2024-08-17T09:00:00Z"

  private func install() async throws -> Installation {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    try await HarmPlugin.install(into: installation)
    return installation
  }

  private func fieldhouse(_ words: [String], _ installation: Installation) async throws -> Tool {
    try await Tool.fieldhouse(
      words + ["--data", installation.data, "--manifests", installation.manifests] + [
        "--plugins", installation.plugins,
      ])
  }

  /// Expects that the plugin answers that it is kept out, and that the ledger serves.
  private func expectKeptOut(_ host: RunningHost) async throws {
    let reply = try #require(await host.harm(.trap))
    #expect(reply.status == 503)
    #expect(reply.code == "plugin-quarantined")
    #expect(try await host.call("POST", "/v1/ledger/entries", body: ["text": "still"]).status == 201)
  }

  @Test func `is so after three faults, everywhere shown, until it is released`() async throws {
    let installation = try await install()
    try await RunningHost.run(installation, clock: Self.clock) { host in
      for _ in 0..<3 {
        #expect(await host.harm(.trap) == nil)
        #expect(try await host.call("GET", "/v1/ping").status == 200)
      }
      try await expectKeptOut(host)
      #expect(host.deaths.count == 3)
      try await expectShown(installation, host)
      try await expectReleased(installation, host)
      #expect(await host.harm(.trap) == nil)
      #expect(try await host.call("GET", "/v1/ping").status == 200)
      #expect(host.deaths.count == 4)
    }
  }

  /// Releases the plugin beside writers: it serves again without anybody starting the host, and no writer notices.
  private func expectReleased(_ installation: Installation, _ host: RunningHost) async throws {
    let clients = LedgerClients()
    try await clients.write(to: host) {
      let release = try await fieldhouse(["plugins", "release", "harm", "--json"], installation)
      #expect(release.code == 0)
      #expect(try release.json["isTried"] == "now")
      try await eventually { await host.harm(.nothing)?.status == 200 }
    }
    #expect(clients.refused == 0)
    #expect(clients.unanswered == [])
    try await clients.expectKept(by: host)
    let again = try await fieldhouse(["plugins", "release", "harm"], installation)
    #expect(again.code == 1)
    #expect(again.errors.contains("The plugin 'harm' is not kept out. No plugin is."))
  }

  private func expectShown(_ installation: Installation, _ host: RunningHost) async throws {
    let list = try await fieldhouse(["plugins", "list"], installation)
    #expect(list.output.contains("harm  1.0.0  quarantined"))
    let doctor = try await fieldhouse(["doctor"], installation)
    #expect(doctor.code == 1)
    #expect(doctor.output.contains("plugin-quarantined"))
    #expect(doctor.output.contains("fieldhouse plugins release harm"))
    let ready = try await host.call("GET", "/readyz?verbose")
    #expect(ready.status == 200)
    let part = ready["parts"]?.array?.first { $0["part"]?.string == "harm" }
    #expect(part?["state"]?.string == "degraded")
    #expect(part?["detail"]?.string?.contains("SIG") == true, "\(ready.json)")
    let shown = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items.first {
      $0["id"]?.string == "harm"
    }
    #expect(shown?["state"]?.string == "quarantined")
    #expect(host.log.contains("a plugin ended the host and is kept out"))
  }

  /// What a plugin does when it is made.
  private static let whenMade = Guarantee.isFull ? HarmPlugin.Deed.harmful : [.trap, .exit, .loop]

  @Test(arguments: whenMade)
  func `is so after one fault when it is made; mended and released it serves`(_ deed: HarmPlugin.Deed) async throws {
    let installation = try await install()
    try HarmPlugin.whenMade(deed, in: installation)
    // Before the host serves a plugin has six times as long.
    let environment = ["FIELDHOUSE_HANG_SECONDS": "1", "FIELDHOUSE_MEMORY_LIMIT": "900 MiB"]
    let begin = ContinuousClock.now
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
      try await expectKeptOut(host)
      let seconds = (ContinuousClock.now - begin) / .seconds(1)
      #expect(host.deaths.count == 1)
      #expect(host.deaths.first?["plugin"]?.string == "harm")
      #expect(host.deaths.first?["step"]?.string == "init")
      Guarantee.report(
        "G13",
        "\(deed.rawValue) when it is made: the rest serves from start 2 on, "
          + "\(seconds.formatted(.number.precision(.fractionLength(2)))) s after the first; named "
          + "\(host.deaths.first?["plugin"]?.string ?? "nobody")")
    }
    try HarmPlugin.whenMade(nil, in: installation)
    try await RunningHost.run(installation, clock: Self.clock) { try await expectKeptOut($0) }
    let release = try await fieldhouse(["plugins", "release", "harm"], installation)
    #expect(release.code == 0)
    #expect(release.output.contains("when the host starts next"))
    try await RunningHost.run(installation, clock: Self.clock) { host in
      #expect(await host.harm(.nothing)?.status == 200)
    }
  }

  @Test func `is so when it goes on breaking on an event that comes again`() async throws {
    let installation = try await install()
    try await RunningHost.run(installation, clock: Self.clock) { host in
      let clients = LedgerClients()
      try await clients.write(to: host) {
        await host.harm(.trap, in: .event)
        try await eventually { await host.harm(.nothing)?.code == "plugin-quarantined" }
      }
      #expect(host.deaths.map { $0["plugin"]?.string } == ["harm", "harm", "harm"])
      #expect(host.deaths.map { $0["step"]?.string } == ["event", "event", "event"])
      #expect(clients.refused == 0)
      try await clients.expectKept(by: host)
    }
  }

  @Test func `serves again in another version`() async throws {
    let installation = try await install()
    try HarmPlugin.whenMade(.trap, in: installation)
    try await RunningHost.run(installation, clock: Self.clock) { try await expectKeptOut($0) }
    try HarmPlugin.whenMade(nil, in: installation)
    try HarmPlugin.manifest("1.0.1", into: installation)
    try await RunningHost.run(installation, clock: Self.clock) { host in
      #expect(await host.harm(.nothing)?.status == 200)
    }
    try HarmPlugin.manifest("1.0.0", into: installation)
    #expect(try await fieldhouse(["plugins", "list"], installation).output.contains("harm  1.0.0  ready"))
  }
}
