@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Whom something can be announced to` {
  /// All pages of a list.
  private static func everybody(
    _ page: (AccountID?, Int) async throws -> [AccountID], limit: Int
  ) async throws -> [String] {
    var (all, last): ([String], AccountID?) = ([], nil)
    while true {
      let some = try await page(last, limit)
      all += some.map(\.text)
      guard some.count == limit else { return all }
      last = some.last
    }
  }

  @Test(.tags(.pl53)) func `is everybody with an account who is there, by their ids, a page at a time`() async throws {
    try await World.with { world in
      try await world.strangers(0..<7)
      _ = try await world.guestToken()
      try await world.storage.write { transaction in
        try await transaction.execute("update people set disabled_at = 1 where id = 'stranger2'")
        try await transaction.execute("update people set leaving_at = 1 where id = 'stranger5'")
      }
      for limit in [1, 2, 5, 100] {
        let all = try await Self.everybody({ try await world.accounts.everyone(after: $0, limit: $1) }, limit: limit)
        #expect(all == [0, 1, 3, 4, 6].map { "stranger\($0)" }, "\(limit)")
      }
      var names: [String?] = []
      for id in ["stranger0", "stranger2", "stranger5", "nobody"] {
        names.append(try await world.accounts.name(ofOpen: AccountID(id)))
      }
      #expect(names == ["", nil, nil, nil])
    }
  }

  @Test(.tags(.pl53)) func `is who holds a role, once in however many scopes, and who follows somebody`() async throws {
    try await World.with { world in
      try await world.strangers(0..<5)
      let ids = (0..<5).map { AccountID("stranger\($0)") }
      for (number, scope) in [(3, ""), (1, "club-1"), (1, "club-2"), (4, "club-1")] {
        try await world.accounts.grant("club-admin", scope: scope, to: ids[number], by: "test")
      }
      try await world.accounts.grant("super-admin", scope: "", to: ids[0], by: "test")
      try await world.storage.write { transaction in
        for follower in [4, 0, 2] {
          _ = try await FollowStore.follow(ids[follower], ids[1], now: world.clock.now, in: transaction)
        }
      }
      for limit in [1, 2, 100] {
        let holders = try await Self.everybody(
          { try await world.accounts.holders(of: "club-admin", after: $0, limit: $1) }, limit: limit)
        #expect(holders == ["stranger1", "stranger3", "stranger4"])
        let followers = try await Self.everybody(
          { try await world.accounts.followers(of: ids[1], after: $0, limit: $1) }, limit: limit)
        #expect(followers == ["stranger0", "stranger2", "stranger4"])
      }
      #expect(world.accounts.knows(role: "club-admin") && !world.accounts.knows(role: "reports.handle"))
    }
  }
}
