import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Pushing to devices` {
  private static let clock = "2024-08-17T11:40:00Z"

  private static let forbidden = [
    "https://localhost/x", "https://127.0.0.1/x", "https://10.1.2.3/x", "https://[::1]:8443/x", "https://169.254.1.1/",
    "https://[::ffff:10.0.0.1]/x", "http://push.example/x", "https://user@push.example/x", "ftp://push.example/x",
    "push.example", "https://push.example/\u{e9}",
  ]

  @Test func `never goes to an address that is not on the public internet`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let ann = try await host.signIn("+4915112345601")
      for endpoint in Self.forbidden {
        let body: JSON = ["endpoint": .string(endpoint), "keys": SampleDevice.keys]
        let refused = try await host.call("PUT", "/v1/me/push-subscriptions", as: ann.token, body: body)
        #expect(
          refused.status == 422 && refused["errors"]?[0]?["pointer"] == "/endpoint", "\(endpoint): \(refused.json)")
      }
      #expect(try await host.get("/v1/me/export", as: ann)["notifications"]?["devices"] == [])
    }
  }

  @Test func `takes the operator's own push service, and the same key all the time, after a restore too`() async throws
  {
    let (old, new) = (try Installation(), try Installation())
    let file = old.folder("club.backup")
    let own = ["FIELDHOUSE_PUSH_SERVICES": "http://127.0.0.1:9"]
    let key = try await RunningHost.run(old, clock: Self.clock, environment: own) { host in
      let ann = try await host.signIn("+4915112345601")
      let body: JSON = ["endpoint": "http://127.0.0.1:9/ann", "keys": SampleDevice.keys]
      #expect(try await host.call("PUT", "/v1/me/push-subscriptions", as: ann.token, body: body).status == 204)
      let devices = try await host.get("/v1/me/export", as: ann)["notifications"]?["devices"]
      #expect(devices?.array?.map { $0["endpoint"] } == ["http://127.0.0.1:9/ann"])
      try #require(try await Tool.fieldhouse(["backup", file] + old.flags).code == 0)
      return try await host.get("/v1/me/push-key", as: ann)["key"]
    }
    #expect(key?.string?.utf8.count == 87)
    for installation in [old, new] {
      if installation.data == new.data {
        try #require(try await Tool.fieldhouse(["restore", file] + new.flags).code == 0)
      }
      try await RunningHost.run(installation, clock: Self.clock) { host in
        let ann = try await host.signIn("+4915112345601")
        #expect(try await host.get("/v1/me/push-key", as: ann)["key"] == key)
      }
    }
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let ann = try await host.signIn("+4915112345601")
      #expect(try await host.get("/v1/me/push-key", as: ann)["key"] != key)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `to a service that is slow, or hangs, holds up nobody else and arrives`(on engine: TestEngine) async throws {
    try await Gateways.push(from: engine) { gateways, environment in
      try await RunningHost.run(try Installation(), clock: Self.clock, environment: environment) { host in
        var people: [String: Person] = [:]
        for (number, name) in ["quick", "slow", "hanging"].enumerated() {
          let person = try await host.signIn("+49151123\(45_600 + number)")
          let body: JSON = ["endpoint": .string("\(gateways.pushService)/push/\(name)"), "keys": SampleDevice.keys]
          #expect(try await host.call("PUT", "/v1/me/push-subscriptions", as: person.token, body: body).status == 204)
          people[name] = person
        }
        func announce(_ audience: String) async throws {
          let body: JSON = ["audience": .string(audience), "text": "Hello"]
          let reply = try await host.call("POST", "/v1/announcements", as: RunningHost.token, body: body)
          #expect(reply.status == 201, "\(reply.json)")
        }
        func delivered() async throws -> [Int] {
          let items = try await host.call("GET", "/v1/announcements", as: RunningHost.token).items
          return items.compactMap { $0["delivered"]?.int }
        }
        var pushed: [String] { gateways.taken("push").compactMap { $0["device"]?.string } }
        try await announce("everyone")
        try await eventually { Set(pushed) == ["quick", "slow", "hanging"] }
        try await announce("person:\(try #require(people["quick"]).id)")
        try await eventually { pushed.count { $0 == "quick" } == 2 }
        #expect(pushed.count { $0 == "hanging" } == 1, "it is waited for meanwhile")
        // The service that hangs is given up after ten seconds, and tried again when the clock has gone on.
        var seconds = 0
        try await eventually {
          seconds += 1
          try await Task.sleep(for: .milliseconds(200))
          try await host.advance(to: "2024-08-17T11:\(String(format: "%02d:%02d", 41 + seconds / 60, seconds % 60))Z")
          return pushed.count { $0 == "hanging" } == 2
        }
        try await eventually { try await delivered().sorted() == [1, 3] }
        #expect(pushed.count { $0 == "slow" } == 1)
      }
    }
  }
}
