import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Everybody is told again and again, with a device each, while the host is killed.
@Suite struct `Notifications of a host that is killed while it sends them` {
  private static let people = Guarantee.size(6, full: 100)
  private static let rounds = Guarantee.size(3, full: 20)
  /// For each round; a page of an inbox holds all of them.
  private static let announcements = 5

  @Test(arguments: TestEngine.allCases)
  func `are in each inbox once, and have reached each device`(on engine: TestEngine) async throws {
    try await Gateways.push(from: engine) { try await Self.run($1, $0, $0.pushService) }
  }

  private static func run(_ environment: [String: String], _ gateways: Gateways, _ service: String) async throws {
    let installation = try Installation()
    var crowd: [Person] = []
    var told: Set<String> = []
    for round in 0..<rounds {
      // What a killed host has begun is free for the next one two minutes later.
      try await RunningHost.run(installation, clock: clock(round), environment: environment) { host in
        if crowd.isEmpty { crowd = try await self.crowd(on: host, service) }
        let (text, pushed) = ("Round \(round), number ", gateways.taken("push").count)
        for number in 0..<announcements {
          let form: JSON = ["audience": "everyone", "text": .string(text + "\(number)")]
          let reply = try await host.call("POST", "/v1/announcements", as: RunningHost.token, body: form)
          #expect(reply.status == 201, "\(reply.json)")
          told.insert(text + "\(number)")
        }
        // In the first round at once, later on when something of this round has gone out.
        try await eventually { gateways.taken("push").count >= pushed + min(round, 2) }
        _ = try await host.kill()
      }
      Guarantee.progress("notifications", round + 1, of: rounds)
    }
    try await RunningHost.run(installation, clock: clock(rounds), environment: environment) { host in
      try await check(told, crowd, host)
    }
    let devices = Dictionary(grouping: gateways.taken("push").compactMap { $0["device"]?.string }) { $0 }
    #expect(Set(devices.keys) == Set(crowd.indices.map(String.init)))
    Guarantee.report(
      "notifications",
      "\(told.count * people) to \(people) people, the host killed \(rounds) times: each in its inbox once, each device reached, "
        + "\(gateways.taken("push").count) messages pushed")
  }

  private static func check(_ told: Set<String>, _ crowd: [Person], _ host: RunningHost) async throws {
    // Very many take their time; as long as some arrive, the rest is waited for.
    var delivered = -1
    while delivered < told.count * people {
      let before = delivered
      try await eventually {
        let items = try await host.call("GET", "/v1/announcements?limit=100", as: RunningHost.token).items
        delivered = items.reduce(0) { $0 + ($1["delivered"]?.int ?? 0) }
        return delivered > before
      }
    }
    let items = try await host.call("GET", "/v1/announcements?limit=100", as: RunningHost.token).items
    let ends = items.map { [$0["isDone"]?.bool == true ? 1 : 0, $0["delivered"]?.int, $0["failed"]?.int] }
    #expect(ends == Array(repeating: [1, people, 0], count: told.count))
    for person in crowd {
      let texts = try await host.get("/v1/me/notifications?limit=100", as: person).items.compactMap {
        $0["text"]?.string
      }
      #expect(texts.count == told.count && Set(texts) == told)
    }
  }

  private static func crowd(on host: RunningHost, _ service: String) async throws -> [Person] {
    var crowd: [Person] = []
    for number in 0..<people {
      let person = try await host.signIn("+49151123\(45_600 + number)")
      let body: JSON = ["endpoint": .string("\(service)/push/\(number)"), "keys": SampleDevice.keys]
      #expect(try await host.call("PUT", "/v1/me/push-subscriptions", as: person.token, body: body).status == 204)
      crowd.append(person)
    }
    return crowd
  }

  private static func clock(_ round: Int) -> String {
    "2026-07-01T\(String(format: "%02d:%02d", 10 + round * 2 / 60, round * 2 % 60)):00Z"
  }
}
