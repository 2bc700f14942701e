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
}
