import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// G12: what a plugin does to the process costs at most the requests that were inside it.
@Suite(.serialized) struct `A plugin that misbehaves` {
  private static let clock = "2024-08-17T09:00:00Z"
  private static let times = Guarantee.size(2, full: 20)
  /// In seconds; what a full run promises, and what a small one beside many others must keep.
  private static let promised = (death: Guarantee.isFull ? 1.0 : 15, hang: Guarantee.isFull ? 10.0 : 45)

  private func install() async throws -> Installation {
    let installation = try Installation()
    try await LedgerPlugin.install(into: installation)
    try await HarmPlugin.install(into: installation)
    return installation
  }

  /// Seconds until others are served again: after the death, or where it holds up the host or fills its memory after the
  /// call; and what is told of the death.
  private func once(_ deed: HarmPlugin.Deed, _ host: RunningHost) async throws -> (seconds: Double, told: JSON) {
    let before = host.deaths.count
    let begin = ContinuousClock.now
    await host.harm(deed)
    let death = ContinuousClock.now
    let reply = try await host.call("GET", "/v1/ping")
    #expect(reply.status == 200)
    let counted = deed.isHang || deed == .memory ? begin : death
    let seconds = (ContinuousClock.now - counted) / .seconds(1)
    let deaths = host.deaths
    #expect(deaths.count == before + 1)
    return (seconds, deaths.last ?? .null)
  }

  @Test(arguments: HarmPlugin.Deed.harmful)
  func `is named, and the others are served again with nothing lost`(_ deed: HarmPlugin.Deed) async throws {
    let installation = try await install()
    let environment = ["FIELDHOUSE_PLUGIN_FAULTS": "1000", "FIELDHOUSE_MEMORY_LIMIT": "900 MiB"]
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
      let clients = LedgerClients()
      var times: [Double] = []
      var named = 0
      try await clients.write(to: host) {
        for round in 1...Self.times {
          let target = clients.count + 5
          try await eventually { clients.count >= target }
          let (seconds, told) = try await once(deed, host)
          let isNamed = told["plugin"]?.string == "harm" && told["step"]?.string == "route"
          #expect(isNamed, "\(told)")
          #expect(seconds <= (deed.isHang || deed == .memory ? Self.promised.hang : Self.promised.death))
          times.append(seconds)
          named += isNamed ? 1 : 0
          Guarantee.progress("G12", round, of: Self.times)
        }
      }
      let (lost, doubled) = try await clients.compare(with: host)
      #expect(clients.refused == 0)
      #expect(lost == 0 && doubled == 0)
      times.sort()
      Guarantee.report(
        "G12",
        "\(deed.rawValue) × \(times.count) under load: served again after \(Self.text(times[times.count / 2])) s "
          + "(median), \(Self.text(times.last ?? 0)) s (longest); \(clients.refused) connections refused; "
          + "\(clients.count) writes acknowledged, \(lost) lost, \(doubled) doubled; named \(named) of \(times.count) times"
      )
    }
  }

  /// How the console says that the plugin is doing.
  private func told(by host: RunningHost) async throws -> String {
    let plugins = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
    return try #require(plugins.first { $0["id"]?.string == "harm" }?["detail"]?.string)
  }

  @Test func `is degraded while a route of it fails at every call, and for a day after it has ended the host`()
    async throws
  {
    try await RunningHost.run(try await install(), clock: Self.clock) { host in
      #expect(try await told(by: host) == "ok")
      for _ in 0..<2 { #expect(await host.harm(.fail)?.status == 500) }
      #expect(try await told(by: host) == "ok")
      #expect(await host.harm(.fail)?.status == 500)
      let text = try await told(by: host)
      #expect(text.hasPrefix("degraded: POST /v1/harm/deeds has failed 3 times in a row."), "\(text)")
      #expect(await host.harm(.nothing)?.status == 200)
      #expect(try await told(by: host) == "ok")
      #expect(await host.harm(.trap) == nil)
      let after = try await told(by: host)
      #expect(after.hasPrefix("degraded: The plugin ended the host with SIG"), "\(after)")
      #expect(after.contains("the host came back by itself"))
    }
  }

  @Test func `that holds threads for a while again and again is told, and leaves threads to the others`() async throws {
    try await RunningHost.run(try await install(), clock: Self.clock) { host in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            var refused = 0
            while refused < 4, !Task.isCancelled {
              guard let reply = await host.harm(.nap), reply.status == 503 else { continue }
              #expect(reply.code == "plugin-busy")
              #expect(reply.headers["retry-after"] == "5")
              refused += 1
              try? await Task.sleep(for: .milliseconds(100))
            }
          }
        }
        // Who is left alone is not refused any more.
        try await group.next()
        group.cancelAll()
      }
      let text = try await told(by: host)
      #expect(text.hasPrefix("degraded: It has held threads of the host for "), "\(text)")
      let list = try await Tool.fieldhouse(["plugins", "list"] + host.installation.flags)
      #expect(list.output.contains("harm  1.0.0  ready\n  trouble: It has held threads"), "\(list.output)")
      #expect(host.deaths.isEmpty)
    }
  }

  @Test(arguments: [HarmPlugin.Deed.trap, .loop])
  func `in scheduled work is named, and the others are served again`(_ deed: HarmPlugin.Deed) async throws {
    let installation = try await install()
    let environment = ["FIELDHOUSE_HANG_SECONDS": "2"]
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
      let clients = LedgerClients()
      try await clients.write(to: host) {
        await host.harm(deed, in: .schedule)
        try await eventually { host.deaths.count == 1 }
        #expect(try await host.call("GET", "/v1/ping").status == 200)
      }
      #expect(host.deaths.count == 1)
      #expect(host.deaths.first?["plugin"]?.string == "harm")
      #expect(host.deaths.first?["step"]?.string == "schedule")
      #expect(clients.refused == 0)
      try await clients.expectKept(by: host)
    }
  }

  private static func text(_ seconds: Double) -> String { seconds.formatted(.number.precision(.fractionLength(2))) }

  @Test func `is told in the log before it is ended`() async throws {
    let installation = try await install()
    try await RunningHost.run(installation, clock: Self.clock) { host in
      await host.harm(.loop)
      let reply = try await host.call("GET", "/v1/ping")
      #expect(reply.status == 200)
      let lines = host.log.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
      let notice = try #require(lines.first { $0["message"]?.string == "a plugin holds a thread of the host" })
      #expect(notice["plugin"]?.string == "harm")
      #expect(notice["frame"]?.string?.hasPrefix("libHarm.so+0x") == true, "\(notice)")
      let told = try #require(notice["milliseconds"]?.string.flatMap { Int($0) })
      let death = try #require(host.deaths.last?["milliseconds"]?.string.flatMap { Int($0) })
      #expect(death >= 5000)
      #expect((2000...death).contains(told))
    }
  }
}
