import FieldhouseKit
import Foundation
import Testing

@Suite struct `The link of the first start` {
  private static let clock = "2024-08-17T11:40:00Z"

  @Test func `names the address that the host came to listen on, and works`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let link = try #require(try await host.link())
      #expect(link.base == "http://127.0.0.1:\(host.port)/setup")
      let body: JSON = [
        "token": .string(link.token), "email": "admin@example.org", "password": "a long enough phrase 7",
        "passwordConfirmation": "a long enough phrase 7",
      ]
      #expect(try await host.call("POST", "/v1/auth/setup", body: body).status == 201)
    }
  }

  @Test func `names the address that the operator gave for people`() async throws {
    let environment = ["FIELDHOUSE_PUBLIC_URL": "https://play.club.example/"]
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: environment) { host in
      let link = try await host.link()
      #expect(link?.base == "https://play.club.example/setup")
    }
  }

  @Test func `is printed as long as there is no administrator`() async throws {
    let installation = try Installation()
    try await RunningHost.run(installation, clock: Self.clock) { host in
      let token = JSON.string(try #require(try await host.link()).token)
      let body: JSON = [
        "token": token, "email": "admin@example.org", "password": "a long enough phrase 7",
        "passwordConfirmation": "a long enough phrase 7",
      ]
      #expect(try await host.call("POST", "/v1/auth/setup", body: body).status == 201)
    }
    try await RunningHost.run(installation, clock: Self.clock) { host in
      #expect(!host.log.contains("/setup?token="))
    }
  }
}

extension RunningHost {
  /// The set-up link that the host printed; nil when it printed none.
  func link() async throws -> (base: String, token: String)? {
    guard let match = log.firstMatch(of: /administrator at (\S+)\?token=(\S+)/) else { return nil }
    return (String(match.1), String(match.2))
  }
}
