import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `The note of where a host can be asked` {
  @Test func `is read as it was written, and is its owner's alone`() throws {
    let folder = try TestFolder()
    let record = HostRecord(address: "127.0.0.1:8080", process: 4_711, name: "play.club.example", isSupervised: true)
    try record.write(to: folder.path)
    #expect(HostRecord.read(from: folder.path) == record)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("host.address"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let later = HostRecord(address: "unix:/run/x.sock", process: 4_712, name: nil)
    try later.write(to: folder.path)
    HostRecord.remove(from: folder.path, process: 4_711)
    #expect(HostRecord.read(from: folder.path) == later)
    HostRecord.remove(from: folder.path, process: 4_712)
    #expect(HostRecord.read(from: folder.path) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(arguments: ["", "{}", "[]", "nonsense", #"{"address": 5, "process": 1}"#, #"{"address": "a"}"#])
  func `is none when it cannot be read`(_ text: String) throws {
    let folder = try TestFolder()
    try folder.write("host.address", text)
    #expect(HostRecord.read(from: folder.path) == nil)
  }

  @Test(arguments: ["127.0.0.1:1", "unix:/nowhere/at/all.sock", "nonsense", "[::1]:1"])
  func `nobody there is no answer, at once`(_ address: String) async {
    let record = HostRecord(address: address, process: 1, name: nil)
    #expect(await LocalRequest(record: record, path: "/readyz").run() == nil)
  }

  @Test func `a host that runs is asked by it, and it goes with the host`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      let record = try #require(HostRecord.read(from: installation.data))
      #expect(record.address == "127.0.0.1:\(host.port)")
      let body = try #require(await LocalRequest(record: record, path: "/readyz?verbose").run())
      #expect(try JSON(parsing: body)["status"] == "ready")
      #expect(await PluginsCommand.Release.isWatched(installation.data))
      try HostRecord(address: record.address, process: 1, name: nil).write(to: installation.data)
      #expect(await !PluginsCommand.Release.isWatched(installation.data), "nobody would start it again")
      try record.write(to: installation.data)
    }
    #expect(await !PluginsCommand.Release.isWatched(installation.data))
    #expect(HostRecord.read(from: installation.data) == nil)
  }
}

@Suite struct `What doctor makes of a part` {
  private static let cases: [(Health, Finding.Severity)] = [
    (.ok, .ok), (.notice("Soon.", remedy: "Do."), .warning), (.degraded("Half."), .problem), (.down("Gone."), .problem),
  ]

  @Test func `a problem where it does not work as it should, a warning where that is near`() {
    for (health, severity) in Self.cases {
      let finding = Finding("redis", health)
      #expect(finding.severity == severity)
      #expect(finding.code == "redis")
      #expect(finding.message == (health.detail.isEmpty ? "fine" : health.detail))
    }
    #expect(Finding("disk", .ok).code == "disk-space")
  }

  @Test func `says the same of what a host says as of what it finds itself`() {
    for (health, _) in Self.cases {
      let part: JSON = [
        "part": "redis", "state": .string(health.state.rawValue), "detail": .string(health.reason),
        "remedy": .string(health.remedy),
      ]
      #expect(Finding(ready: part) == Finding("redis", health))
    }
    #expect(Finding(ready: [:]) == nil)
    #expect(Finding(ready: ["part": "x", "state": "splendid"]) == nil)
  }

  @Test func `the whole of storage is as the worst of what nobody is served without`() {
    func whole(_ parts: (String?, Health)...) -> Health.State? {
      HostProbes.states(parts.map { .init(namespace: $0.0, health: $0.1) }).first?.health.state
    }
    #expect(whole((nil, .ok)) == .ok)
    #expect(whole((nil, .down("x"))) == .down)
    #expect(whole(("accounts", .ok), ("club", .down("x"))) == .ok)
    #expect(whole(("accounts", .degraded("x")), ("host", .ok)) == .degraded)
    #expect(whole(("accounts", .degraded("x")), ("host", .down("x"))) == .down)
    #expect(whole(("notifications", .down("x"))) == .down)
  }
}
