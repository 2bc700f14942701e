import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Two hosts in processes of their own on one PostgreSQL database. On SQLite a second host does not start.
@Suite struct `Limits of two hosts on one database` {
  private static let noon = "2026-07-01T12:00:00Z"

  @Test(.tags(.pl7)) func `count what either host was asked, also after both were killed`() async throws {
    try await PostgreSQLDatabase.run { database in
      let installation = try Installation()
      let environment = ["FIELDHOUSE_DATABASE": database.address]
      try await RunningHost.runFirst(installation, clock: Self.noon, environment: environment) { first in
        try await Self.register(on: first)
        let guest = try await first.guest()
        try await RunningHost.run(installation, clock: Self.noon, environment: environment) { second in
          let logins = try await Self.statuses(14, [first, second]) { try await Self.wrongLogin(on: $0, $1) }
          #expect(logins == [401: 10, 429: 4])
          let codes = try await Self.statuses(16, [first, second]) { host, number in
            try await host.call(
              "POST", "/v1/auth/otp", as: guest.token, body: ["phone": .string("+4915112340\(100 + number)")])
          }
          #expect(codes == [202: 10, 429: 6])
          print(
            "security: two hosts on one database let 10 of 14 wrong passwords and 10 of 16 codes through, as one does")
          try await second.kill()
        }
        try await first.kill()
      }
      try await RunningHost.run(installation, clock: Self.noon, environment: environment) { third in
        let reply = try await Self.wrongLogin(on: third, 0)
        #expect(reply.status == 429)
        #expect(Int(reply.headers["retry-after"] ?? "") ?? 0 > 0)
      }
    }
  }

  /// How often each status was answered, the hosts being asked in turn, four calls at a time.
  private static func statuses(
    _ count: Int, _ hosts: [RunningHost], _ call: @escaping @Sendable (RunningHost, Int) async throws -> Reply
  ) async throws -> [Int: Int] {
    var statuses: [Int: Int] = [:]
    for start in stride(from: 0, to: count, by: 4) {
      let replies = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in start..<min(start + 4, count) {
          group.addTask { try await call(hosts[number % hosts.count], number).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for status in replies { statuses[status, default: 0] += 1 }
    }
    return statuses
  }

  private static func wrongLogin(on host: RunningHost, _ number: Int) async throws -> Reply {
    try await host.call(
      "POST", "/v1/auth/login", body: ["identifier": "jane@example.org", "password": .string("wrong \(number)")])
  }

  private static func register(on host: RunningHost) async throws {
    let registration: JSON = [
      "name": "Jane", "email": "jane@example.org", "password": "a long enough phrase 7",
      "passwordConfirmation": "a long enough phrase 7", "acceptsTerms": true,
    ]
    try await host.call("POST", "/v1/auth/register", body: registration)
    let code = try #require(try await host.message(to: "jane@example.org")["code"])
    let proof = try await host.call("POST", "/v1/auth/verify", body: ["email": "jane@example.org", "code": code])
    try #require(proof.status == 200)
  }
}
