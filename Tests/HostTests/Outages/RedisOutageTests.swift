import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `While Redis is out` {
  private static let noon = "2026-07-01T12:00:00Z"

  /// What may become of it.
  enum Trouble: String, CaseIterable, CustomTestStringConvertible {
    case gone, hung, emptied
    var testDescription: String { rawValue }

    func begin(_ redis: OutageRedis) async throws {
      switch self {
      case .gone: try await redis.halt()
      case .hung: await redis.setHanging(true)
      case .emptied: try await redis.command("FLUSHALL")
      }
    }

    func end(_ redis: OutageRedis) async throws {
      switch self {
      case .gone: try await redis.start()
      case .hung: await redis.setHanging(false)
      case .emptied: break
      }
    }
  }

  @Test(arguments: Trouble.allCases)
  func `changes are saved, host and doctor say so, and the ranks come back by themselves`(
    _ trouble: Trouble
  ) async throws {
    let redis = try await OutageRedis()
    let installation = try await ClubHost.installation()
    let options = ["--redis", redis.address]
    try await RunningHost.run(installation, clock: Self.noon, options: options) { host in
      let people = [try await host.guest(), try await host.guest(), try await host.guest()]
      let report = OutageReport(outage: "Redis \(trouble.rawValue)", host: host, options: options)
      try await host.walk(people[0], 5)
      try await host.walk(people[1], 9)
      try await eventually { try await host.walkers() == [people[1].id, people[0].id] }
      try await trouble.begin(redis)
      if trouble != .emptied {
        let ready = try await report.wait(for: "degraded", "redis", "degraded")
        #expect(ready.code == 200)
        #expect(ready.words(of: "redis").contains("Start Redis, or correct the setting 'redis'"))
        try await host.walk(people[2], 7)
        let read = try await host.steps()
        #expect(read.status == 503)
        report.tell(ready, "redis", reads: read.status, writes: 201)
        try await report.doctor("redis", as: ReadyState(host))
      } else {
        try await host.walk(people[2], 7)
        // Until the ranks are back there are none; half of them never.
        let read = try await host.steps()
        let shown = read.items.compactMap { $0["account"]?["id"]?.string }
        #expect(read.status == 503 || Set(shown).isSuperset(of: [people[0].id, people[1].id]))
        let ready = try await ReadyState(host)
        #expect(ready.code == 200)
        report.tell(ready, "redis", reads: read.status, writes: 201)
      }
      try await trouble.end(redis)
      try await report.recovers("redis") {
        let order = [people[1].id, people[2].id, people[0].id]
        try await eventually { try await host.walkers() == order }
        if trouble == .emptied { try await report.doctor("redis", as: ReadyState(host), code: 0) }
      }
    }
    try await redis.halt()
  }
}
