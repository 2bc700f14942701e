import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Events between plugins of a host` {
  private static let clock = "2024-08-17T11:40:00Z"

  private static func tell(_ host: RunningHost, _ payload: JSON, as name: String = "told") async throws -> String {
    let body: JSON = ["name": .string(name), "payload": payload]
    let reply = try await host.call("POST", "/v1/teller/events", body: body)
    return "\(reply.status) \(reply.code ?? "")"
  }

  private static func heard(_ host: RunningHost) async throws -> [Int] {
    try await host.get("/v1/hearer/heard").items.compactMap { $0["number"]?.int }
  }

  private static func run(
    _ installation: Installation, _ environment: [String: String], _ body: (RunningHost) async throws -> Void
  ) async throws {
    let environment = environment.merging(["FIELDHOUSE_EVENT_TRIES": "2"]) { $1 }
    try await RunningHost.run(installation, clock: clock, environment: environment, body)
  }

  private static func onEach(
    _ engine: TestEngine, _ body: (_ installation: Installation, _ environment: [String: String]) async throws -> Void
  ) async throws {
    let installation = try Installation()
    try await GossipPlugins.install(into: installation)
    guard engine == .postgresql else { return try await body(installation, [:]) }
    try await PostgreSQLDatabase.run { try await body(installation, ["FIELDHOUSE_DATABASE": $0.address]) }
  }

  @Test(arguments: TestEngine.allCases)
  func `that a subscriber fails at are put aside under its name, and are sent again when it is mended`(
    on engine: TestEngine
  ) async throws {
    try await Self.onEach(engine) { installation, environment in
      try await Self.run(installation, environment) { host in
        #expect(try await Self.tell(host, ["number": 1]) == "201 ")
        try await eventually { try await Self.heard(host) == [1] }
        try GossipPlugins.deafen(true, in: installation)
        for number: Int64 in 2...3 { #expect(try await Self.tell(host, ["number": .integer(number)]) == "201 ") }
        func parked() async throws -> [JSON] {
          try await host.call("GET", "/v1/console/events", as: RunningHost.token).items
        }
        try await eventually { try await parked().count == 2 }
        let first = try await parked()[0]
        #expect(first["subscriber"] == "hearer" && first["name"] == "teller.told" && first["tries"] == 2)
        #expect(try await Self.heard(host) == [1])
        #expect(try await host.get("/v1/console/events").status == 401)
        let lines = host.log.split(separator: "\n").filter { $0.contains("was put aside") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"plugin\":\"hearer\"") })
        let flags = ["--data", installation.data, "--manifests", installation.manifests]
        let environment = environment.merging(["FIELDHOUSE_PLUGINS": installation.plugins]) { $1 }
        try await eventually {
          let doctor = try await Tool.fieldhouse(["doctor"] + flags, environment: environment)
          return doctor.code == 1 && doctor.output.contains("PROBLEM  hearer/events: 2 events for 'hearer'")
        }
        let list = try await Tool.fieldhouse(["events", "--json"] + flags, environment: environment)
        #expect(try list.json.array?.count == 2, "\(list.errors)")
        try GossipPlugins.deafen(false, in: installation)
        let place = try #require(first["place"]?.int)
        let one: JSON = ["subscriber": "hearer", "place": .integer(Int64(place))]
        let reply = try await host.call("POST", "/v1/console/events/resend", as: RunningHost.token, body: one)
        #expect(reply["count"] == 1)
        try await eventually { try await Self.heard(host) == [1, 2] }
        let sent = try await Tool.fieldhouse(["events", "resend", "hearer"] + flags, environment: environment)
        #expect(sent.code == 0 && sent.output == "1 event was sent again.\n", "\(sent.errors)")
        try await eventually { try await Self.heard(host) == [1, 2, 3] }
        #expect(try await parked().isEmpty)
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that a subscriber fails at are seen while they are still tried, with and without a host, until it is mended`(
    on engine: TestEngine
  ) async throws {
    try await Self.onEach(engine) { installation, environment in
      let environment = environment.merging(["FIELDHOUSE_EVENT_TRIES": "50"]) { $1 }
      func doctor() async throws -> String? {
        let flags = ["doctor", "--data", installation.data, "--manifests", installation.manifests]
        let environment = environment.merging(["FIELDHOUSE_PLUGINS": installation.plugins]) { $1 }
        let output = try await Tool.fieldhouse(flags, environment: environment).output
        return output.split(separator: "\n").first { $0.contains("hearer/events") }.map(String.init)
      }
      let trouble = "'hearer' cannot receive teller.told (teller/1): tried "
      func part(_ host: RunningHost) async throws -> JSON? {
        try await host.get("/readyz?verbose")["parts"]?.array?.first { $0["part"] == "hearer/events" }
      }
      try GossipPlugins.deafen(true, in: installation)
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        #expect(try await Self.tell(host, ["number": 1]) == "201 ")
        try await eventually { try await part(host) != nil }
        let part = try await part(host)
        #expect(part?["state"] == "degraded" && part?["detail"]?.string?.hasPrefix(trouble) == true, "\(part ?? [:])")
        #expect(part?["detail"]?.string?.contains("As told.") == true, "\(part ?? [:])")
        #expect(try await doctor()?.hasPrefix("PROBLEM  hearer/events: \(trouble)") == true)
      }
      #expect(try await doctor()?.hasPrefix("PROBLEM  hearer/events: \(trouble)") == true)
      try GossipPlugins.hearer(isEnabled: false, in: installation)
      #expect(try await doctor()?.hasPrefix("WARNING  hearer/events: \(trouble)") == true)
      try GossipPlugins.hearer(isEnabled: true, in: installation)
      try GossipPlugins.deafen(false, in: installation)
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        try await eventually { try await Self.heard(host) == [1] }
        try await eventually { try await part(host) == nil }
        #expect(try await doctor() == nil)
      }
      #expect(try await doctor() == nil)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `reach a subscriber that was switched off, once it is switched on`(on engine: TestEngine) async throws {
    try await Self.onEach(engine) { installation, environment in
      try await Self.run(installation, environment) { host in
        #expect(try await Self.tell(host, ["number": 1]) == "201 ")
        try await eventually { try await Self.heard(host) == [1] }
      }
      try GossipPlugins.hearer(isEnabled: false, in: installation)
      try await Self.run(installation, environment) { host in
        for number: Int64 in 2...4 { #expect(try await Self.tell(host, ["number": .integer(number)]) == "201 ") }
        try await host.kill()
      }
      try GossipPlugins.hearer(isEnabled: true, in: installation)
      try await Self.run(installation, environment) { host in
        try await eventually { try await Self.heard(host) == [1, 2, 3, 4] }
      }
    }
  }

  @Test func `are those that the manifest declares, and nobody speaks for the platform`() async throws {
    let installation = try Installation()
    try await GossipPlugins.install(into: installation)
    try await Self.run(installation, [:]) { host in
      let person = try await host.signIn("+4915112340001")
      let erased: JSON = ["account": .string(person.id)]
      for name in ["accounts.account-erased", "teller.told", "account-erased", "hearer.told", ""] {
        #expect(try await Self.tell(host, erased, as: name) == "500 event-unknown", "\(name)")
      }
      for payload: JSON in [[:], ["number": "one"], 1, ["number": 1.5]] {
        #expect(try await Self.tell(host, payload) == "500 event-malformed", "\(payload)")
      }
      #expect(try await Self.tell(host, ["number": 7]) == "201 ")
      try await eventually { try await Self.heard(host) == [7] }
      #expect(try await host.get("/v1/me", as: person).status == 200)
    }
  }
}
