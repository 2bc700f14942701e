import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// People are reminded of sessions by hosts that are killed while they do so.
@Suite struct `Reminders of hosts that are killed` {
  private static let people = Guarantee.size(4, full: 40)
  private static let sessions = Guarantee.size(20, full: 90)
  private static let start = "2026-07-01T14:00:00Z"

  private static func installation() async throws -> Installation {
    let installation = try Installation()
    let fixture = "\(Repository.root)/Tests/Fixtures/CoachPlugin"
    try await PluginCompiler.plugin(
      "coach", module: "Coach", sources: try PluginCompiler.swiftFiles(in: fixture), into: installation)
    try installation.folder.copy("\(fixture)/manifest.json", to: "manifests/coach.json")
    try installation.folder.copy("\(fixture)/strings", to: "plugins/coach/strings")
    return installation
  }

  private static func crowd(on host: RunningHost) async throws -> [Person] {
    var crowd: [Person] = []
    for number in 0..<people { crowd.append(try await host.signIn("+49151124\(45_600 + number)")) }
    let ids = JSON.array(crowd.map { .string($0.id) })
    for session in 0..<sessions {
      // Due at noon.
      let body: JSON = ["at": .string(start), "lead": 7200, "people": ids]
      let reply = try await host.call("PUT", "/v1/coach/sessions/s\(session)", as: crowd[0].token, body: body)
      try #require(reply.status == 204, "\(reply.json)")
    }
    return crowd
  }

  private static func told(_ person: Person, on host: RunningHost) async throws -> [String] {
    try await host.get("/v1/me/notifications?limit=100", as: person).items.compactMap { $0["text"]?.string }
  }

  private static func check(_ crowd: [Person], on host: RunningHost) async throws {
    let wanted = (0..<sessions).map { "s\($0) begins soon." }.sorted()
    for person in crowd {
      try await eventually { try await told(person, on: host).count >= sessions }
      #expect(try await told(person, on: host).sorted() == wanted)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are in each inbox once`(on engine: TestEngine) async throws {
    switch engine {
    case .sqlite: try await Self.run([:])
    case .postgresql:
      try await PostgreSQLDatabase.run { try await Self.run(["FIELDHOUSE_DATABASE": $0.address]) }
    }
  }

  private static func run(_ environment: [String: String]) async throws {
    let installation = try await installation()
    var crowd: [Person] = []
    try await RunningHost.run(installation, clock: "2026-07-01T10:00:00Z", environment: environment) { host in
      crowd = try await self.crowd(on: host)
      _ = try await host.kill()
    }
    // Past their time it is killed as soon as it has begun to send them.
    for _ in 0..<2 {
      try await RunningHost.run(installation, clock: "2026-07-01T12:00:30Z", environment: environment) { host in
        try await eventually { try await !told(crowd[0], on: host).isEmpty }
        _ = try await host.kill()
      }
    }
    try await RunningHost.run(installation, clock: "2026-07-01T12:10:00Z", environment: environment) { host in
      try await check(crowd, on: host)
      let items = try await host.get("/v1/me/reminders?limit=100", as: crowd[0]).items
      #expect(items.count == sessions && items.allSatisfy { $0["isSent"] == true })
    }
  }

  @Test func `are in each inbox once where two hosts look after one database`() async throws {
    try await PostgreSQLDatabase.run { database in
      let environment = ["FIELDHOUSE_DATABASE": database.address]
      let installation = try await Self.installation()
      let (before, noon) = ("2026-07-01T11:00:00Z", "2026-07-01T12:00:00Z")
      try await RunningHost.runFirst(installation, clock: before, environment: environment) { first in
        let crowd = try await Self.crowd(on: first)
        try await RunningHost.run(installation, clock: before, environment: environment) { second in
          async let one: Void = first.advance(to: noon)
          async let other: Void = second.advance(to: noon)
          _ = try await (one, other)
          try await Self.check(crowd, on: second)
        }
        try await Self.check(crowd, on: first)
      }
    }
  }
}
