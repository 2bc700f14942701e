import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Two hosts on one PostgreSQL, with ranks in memory, then in Redis.
@Suite(.serialized) struct `Leaderboards of two hosts on one database` {
  private static let noon = "2026-07-01T12:00:00Z"
  @Test(.tags(.pl81), arguments: [false, true])
  func `show the same ranks, also when one is killed right after it answered`(inRedis: Bool) async throws {
    let redis = inRedis ? try await OwnRedis() : nil
    let environment = try await environment(redis)
    let installation = try await ClubHost.installation()
    try await RunningHost.runFirst(installation, clock: Self.noon, environment: environment) { first in
      let people = [try await first.guest(), try await first.guest(), try await first.guest()]
      let ids = people.map(\.id)
      try await first.walk(people[0], 5)
      try await RunningHost.run(installation, clock: Self.noon, environment: environment) { second in
        try await agree([first, second], on: [ids[0]])
        try await second.walk(people[1], 9)
        try await agree([first, second], on: [ids[1], ids[0]])
        let reply = try await first.call("DELETE", "/v1/me", as: people[0].token)
        #expect((200..<300).contains(reply.status))
        try await agree([first, second], on: [ids[1]])
        try await second.walk(people[2], 11)
        try await second.kill()
      }
      try await agree([first], on: [ids[2], ids[1]])
      try await RunningHost.run(installation, clock: Self.noon, environment: environment) { third in
        try await agree([first, third], on: [ids[2], ids[1]])
      }
    }
  }

  /// Waits until every host shows these people in this order.
  private func agree(_ hosts: [RunningHost], on ids: [String]) async throws {
    for host in hosts {
      for _ in 0..<500 where try await host.walkers() != ids { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try await host.walkers() == ids, "\(host.log)")
    }
  }

  private func environment(_ redis: OwnRedis?) async throws -> [String: String] {
    let name = "boards_\(UUID().uuidString.prefix(8).lowercased())"
    let server = try TestPostgreSQL.address()
    let made = try await Tool.run(["psql", server, "-qc", "create database \(name)"])
    try #require(made.code == 0, "\(made.errors)")
    let address = server.split(separator: "/").dropLast().joined(separator: "/").replacing(":/", with: "://")
    var environment = ["FIELDHOUSE_DATABASE": "\(address)/\(name)"]
    if let redis { environment["FIELDHOUSE_REDIS"] = "redis://127.0.0.1:\(redis.port)?prefix=\(name)" }
    return environment
  }
}

/// A throw-away Redis that ends when nobody needs it any more.
private final class OwnRedis: Sendable {
  struct NotStarted: Error {}

  let port: Int
  private let child: Child

  init() async throws {
    port = Int.random(in: 20_000..<30_000)
    child = try Child(
      ["redis-server", "--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"],
      environment: ["PATH": "/usr/bin:/bin"])
    for _ in 0..<1000 {
      let answer = try await Tool.run(["redis-cli", "-p", String(port), "PING"])
      if answer.output.contains("PONG") { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw NotStarted()
  }
}
