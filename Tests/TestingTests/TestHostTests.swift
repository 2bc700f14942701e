import FieldhouseKit
import FieldhouseStorage
import Foundation
import Testing

@testable import CardGame
@testable import FieldhouseKitTesting

/// A plugin that runs when its schedule says so, and writes down when.
private struct Bell: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func start() async throws {
    try await host.schedules.schedule("ring", due: host.clock.now + 3600) { due in
      try await host.storage.write {
        try await $0.execute("insert into rings (due, at) values (\(due), \(host.clock.now))")
      }
      return due + 3600
    }
  }

  static func plugin(_ changing: (inout JSONObject) throws -> Void = { _ in }) throws -> TestPlugin {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Bell")
    return try TestPlugin(Bell.self, manifest: folder.appending(path: "manifest.json"), changing: changing)
  }
}

@Suite struct `A test host` {
  private func rings(_ host: TestHost) async throws -> [Date] {
    try await host.services.storage.read { transaction in
      try await transaction.query("select due, at from rings order by due").map { row in
        let (due, at): (Date, Date) = (try row[0], try row[1])
        #expect(due == at)
        return due
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `runs what is scheduled when its clock is moved, each at its instant`(on engine: TestHost.Engine) async throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    try await TestHost.run(Bell.plugin(), on: engine, at: start) { host in
      #expect(host.clock.now == start)
      try await host.clock.advance(by: .seconds(3599.999))
      #expect(try await rings(host).isEmpty)
      try await host.clock.advance(by: .seconds(3 * 3600))
      #expect(try await rings(host) == (1...3).map { start + Double($0) * 3600 })
      try await host.clock.advance(to: "2027-01-15T12:30:00Z")
      #expect(host.clock.now == start + 4.5 * 3600)
      #expect(try await rings(host).count == 4)
      let passed = await #expect(throws: Problem.self) { try await host.clock.advance(to: start) }
      #expect(passed?.code == "clock-has-passed")
      await #expect(throws: TestHostError.self) { try await host.clock.advance(to: "tomorrow") }
    }
  }

  @Test func `runs a plugin that is written down in the test beside another one, with settings that are checked`()
    async throws
  {
    struct Gazette: Plugin {
      let host: PluginHost
      init(host: PluginHost) { self.host = host }
      func start() async throws {
        let pages = "\(host.settings.values["pages"]?.int ?? 0) pages"
        try await host.events.subscribe("diary.written") { [log = host.log] event, _ in log.info(pages) }
      }
    }
    let manifest: JSONObject = [
      "id": "gazette", "name": "Gazette", "version": "1.0.0", "kit": "^1.0.0", "dependencies": ["diary": "*"],
      "library": ["path": "libGazette.so", "symbol": "gazette_plugin"],
      "contributions": ["subscriptions": ["diary.written"]],
      "settingsSchema": ["type": "object", "properties": ["pages": ["type": "integer"]]],
    ]
    let plugin = try TestPlugin(Gazette.self, manifest: manifest, settings: ["pages": 12])
    try await TestHost.run(SamplePlugins.diary(), plugin) { host in
      let ada = try await host.person("Ada")
      #expect(try await host.put("/v1/diary/pages/p", ["text": "one"], as: ada).status == 204)
      try await host.settled()
      #expect(host.log.contains { $0["message"] == "12 pages" && $0["plugin"] == "gazette" })
    }
    let wrong = try TestPlugin(Gazette.self, manifest: manifest, settings: ["pages": "many"])
    await #expect(throws: TestHostError.self) { try await TestHost.run(SamplePlugins.diary(), wrong) { _ in } }
    #expect(throws: TestHostError.self) { try TestPlugin(Gazette.self, manifest: ["name": "Nobody"]) }
  }

  @Test func `keeps sessions while a season goes by`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      let ada = try await host.person("Ada")
      try await host.clock.advance(by: .seconds(300 * 86_400))
      #expect(try await host.get("/v1/me", as: ada)["name"] == "Ada")
    }
  }

  @Test func `does not start with a plugin that a host would refuse, and says why`() async throws {
    let faults: [(String, @Sendable (inout JSONObject) -> Void)] = [
      ("route", { $0["contributions"] = ["schedules": ["ring"], "routes": ["GET /rings"]] }),
      ("kit", { $0["kit"] = "^9.0.0" }), ("colour", { $0["colour"] = "red" }),
      ("0009", { $0["migrations"] = ["migrations/0009-none.sql"] }),
      ("clock-tower", { $0["dependencies"] = ["clock-tower": "^1.0.0"] }),
    ]
    for (part, fault) in faults {
      let error = await #expect(throws: TestHostError.self) {
        try await TestHost.run(Bell.plugin(fault)) { _ in Issue.record("It runs without \(part).") }
      }
      #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `is not made of settings that a host would refuse`() async throws {
    let error = await #expect(throws: (any Error).self) {
      try await TestHost.run(Bell.plugin(), settings: ["sesionDays": 3]) { _ in }
    }
    #expect("\(error as Any)".contains("Did you mean 'sessionDays'?"))
  }

  @Test func `lets nobody in whom its settings keep out`() async throws {
    try await TestHost.run(Bell.plugin(), settings: ["signInMethods": "phone"]) { host in
      _ = try await host.person("Ada")
      await #expect(throws: TestHostError.self) { try await host.guest() }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `leaves nothing behind, and shares nothing with another beside it`(on engine: TestHost.Engine) async throws {
    let name = try await TestHost.run(SamplePlugins.cards(), on: engine) { first in
      try await TestHost.run(SamplePlugins.cards(), on: engine) { second in
        for host in [first, second] {
          let ada = try await host.guest()
          #expect(try await host.post("/v1/card-game/cards", ["card": "c1"], as: ada).status == 201)
          #expect(host.plugin is CardGame)
        }
        #expect(try await first.get("/v1/me", as: try await second.guest()).status == 401)
      }
      #expect(FileManager.default.fileExists(atPath: first.installation.root.path))
      return first.installation.name
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
    #expect(!folders.contains { $0.contains(name) })
    guard engine == .postgresql else { return }
    let server = PostgreSQLEngine(
      address: try engine.database, options: PostgreSQLOptions(connections: 1, prefix: name))
    #expect(try await server.namespaces() == [])
    await server.close()
  }
}
