import FieldhouseKit
import Testing

@Suite struct `Scheduled work` {
  /// Notes each run of an hourly schedule.
  private static let alarm = """
    import FieldhouseKit
    import Foundation

    struct Alarm: Plugin {
      let host: PluginHost

      init(host: PluginHost) throws { self.host = host }

      func routes(_ routes: inout Routes) {
        routes.get("/runs", "The runs so far", access: .everyone) { [storage = host.storage] (_: NoInput, _) in
          let rows = try await storage.read { try await $0.query("select due from runs order by due") }
          return Page(items: try rows.map { Run(due: try $0["due"]) })
        }
      }

      func start() async throws {
        try await host.schedules.schedule("hourly", due: hour(after: host.clock.now)) { [host] due in
          try await host.storage.write { try await $0.execute("insert into runs (due) values (\\(due))") }
          return hour(after: host.clock.now)
        }
      }
    }

    func hour(after date: Date) -> Date {
      Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600 + 3600)
    }

    struct Run: RouteOutput, Decodable {
      var due: Date
    }

    @c(alarm_plugin) public func alarmPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(Alarm.self) }
    """

  private static let manifest = """
    {
      "id": "alarm", "name": "Alarm", "version": "1.0.0", "kit": "^1.0.0", "enabled": true,
      "library": { "path": "libAlarm.so", "symbol": "alarm_plugin" },
      "contributions": { "routes": ["GET /runs"], "schedules": ["hourly"] },
      "migrations": ["migrations/0001-runs.sql"]
    }
    """

  private func runs(_ host: RunningHost, count: Int) async throws -> [String] {
    var runs: [String] = []
    for _ in 0..<500 {
      runs = try await host.get("/v1/alarm/runs").items.compactMap { $0["due"]?.string }
      if runs.count >= count { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    return runs.map { String($0.dropFirst(11).prefix(5)) }
  }

  @Test func `that was missed while the host was down is run once at the next start`() async throws {
    let installation = try Installation()
    let source = try installation.folder.write("Alarm.swift", Self.alarm)
    try await PluginCompiler.plugin("alarm", module: "Alarm", sources: [source], into: installation)
    try installation.folder.write(
      "plugins/alarm/migrations/0001-runs.sql", "create table runs (due integer not null);\n")
    try installation.folder.write("manifests/alarm.json", Self.manifest)
    try await RunningHost.run(installation, clock: "2024-08-17T10:15:00Z") { host in
      try await host.advance(to: "2024-08-17T12:00:00Z")
      #expect(try await runs(host, count: 2) == ["11:00", "12:00"], "\(host.log)")
    }
    try await RunningHost.run(installation, clock: "2024-08-17T15:30:00Z") { host in
      #expect(try await runs(host, count: 3) == ["11:00", "12:00", "13:00"])
      try await host.advance(to: "2024-08-17T16:00:00Z")
      #expect(try await runs(host, count: 4) == ["11:00", "12:00", "13:00", "16:00"])
    }
  }
}
