import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// A host as it is installed, with more than a million accounts when the promises are tried at full size, and with some
/// thousands in every run.
@Suite struct `A host of very many people` {
  private static let noon = "2026-07-01T12:00:00Z"
  private static let people = Guarantee.size(20_000, full: 1_100_000)
  /// How many use it at the same time.
  private static let crowd = 100

  @Test(.tags(.pl81, .sp10, .fs26), arguments: TestEngine.allCases)
  func `serves a hundred of them at the same time, each with the right rank among all`(
    on engine: TestEngine
  ) async throws {
    let installation = try await ClubHost.installation()
    guard engine == .postgresql else {
      return try await Self.run(installation, [:]) { namespace, sql in
        let file = installation.folder("data/\(namespace).sqlite")
        let filled = try await Tool.run(["sqlite3", "-bail", file, sql])
        try #require(filled.code == 0, "\(filled.errors)")
      }
    }
    try await PostgreSQLDatabase.run { database in
      try await Self.run(installation, ["FIELDHOUSE_DATABASE": database.address]) { namespace, sql in
        let schema = "fieldhouse_" + namespace.replacing("-", with: "_")
        _ = try await database.column("set search_path to \(schema); \(sql)")
      }
    }
  }

  private static func run(
    _ installation: Installation, _ engine: [String: String],
    fill: (_ namespace: String, _ sql: String) async throws -> Void
  ) async throws {
    let environment = engine.merging(["FIELDHOUSE_TRUSTED_PROXIES": "127.0.0.1"]) { $1 }
    let crowd = try await RunningHost.run(installation, clock: noon, environment: environment) { host in
      var crowd: [Person] = []
      for number in 1...Self.crowd { crowd.append(try await host.guest(from: address(number))) }
      return crowd
    }
    for (namespace, sql) in [("accounts", accounts), ("club-walks", entries)] { try await fill(namespace, sql) }
    try await RunningHost.run(installation, clock: noon, environment: environment) { host in
      let streams = try await together(crowd.indices) { number in
        try await EventStream(
          host, "inbox/\(crowd[number].id)", as: crowd[number], headers: ["X-Forwarded-For": address(number + 1)])
      }
      _ = try await together(crowd.indices) { number in
        #expect(try await host.get("/v1/me", as: crowd[number])["id"]?.string == crowd[number].id)
        try await host.walk(crowd[number], score(number))
      }
      let seen = try await together(crowd.indices) { number in
        try await host.steps("?view=around&limit=3", as: crowd[number])
      }
      for (number, board) in seen.enumerated() {
        #expect(board["size"]?.int == people + Self.crowd)
        #expect(board["me"]?["rank"]?.int == rank(number))
        #expect(board.items.map { $0["rank"]?.int } == [rank(number) - 1, rank(number), rank(number) + 1])
      }
      let top = try await host.steps("?limit=2").items.map { $0["score"]?.int }
      #expect(top == [2 * people, 2 * people - 2])
      let ended = streams.filter { $0.endedAt != nil }.map { "\($0.events.map(\.name)) \($0.lastID)" }
      #expect(ended == [], "The host said:\n\(host.log.suffix(4000))")
    }
    Guarantee.report("million", "\(people) accounts and \(Self.crowd) of them at the same time: every rank right")
  }

  /// Everybody's steps are even, from 2 on, each number once; those of the crowd are odd and spread over them.
  private static func score(_ number: Int) -> Int { 2 * (number + 1) * (people / (crowd + 1)) - 1 }

  /// Behind all with more steps: of the crowd those that come later, of the others whoever has more than half as many.
  private static func rank(_ number: Int) -> Int {
    (crowd - 1 - number) + (people - (score(number) + 1) / 2 + 1) + 1
  }

  private static func address(_ number: Int) -> String { "198.51.100.\(number)" }

  /// Does something for each of them at the same time.
  private static func together<Value: Sendable>(
    _ numbers: Range<Int>, _ work: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      for number in numbers { group.addTask { (number, try await work(number)) } }
      var found: [Int: Value] = [:]
      for try await (number, value) in group { found[number] = value }
      return numbers.compactMap { found[$0] }
    }
  }

  /// An id of the form of accounts' ids for each number, in the SQL that both engines share.
  private static let account = "'p0' || substr(cast(1000000000000000000 + n as text), 2)"
  private static let numbers =
    "with recursive series (n) as (select 1 union all select n + 1 from series where n < \(people)) "
  private static let accounts = """
    insert into people (id, kind, generated_name, visibility, created_at)
    \(numbers) select \(account), 'user', 'User' || n, (select min(visibility) from people), 0 from series
    """
  private static let entries = """
    insert into fieldhouse_board_entries
      (board, season, partition, account, score, t1, t2, t3, achieved_at, details)
    \(numbers) select 'steps', '2026', '', \(account), 2 * n, 0, 0, 0, 0, '{"walks":1,"days":1}' from series
    """
}

extension RunningHost {
  /// Comes in as a guest from an address of its own, through a proxy that the host trusts.
  fileprivate func guest(from address: String) async throws -> Person {
    let reply = try await call("POST", "/v1/auth/guest", body: [:], headers: ["X-Forwarded-For": address])
    try #require(reply.status == 201, "\(reply.json)")
    return Person(
      id: try #require(reply["account"]?["id"]?.string), token: try #require(reply["token"]?.string))
  }
}
