import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Invitations in storage` {
  private static let day = WalkingStore.day

  private static func invite(_ account: String, by inviter: String, _ store: WalkingStore) async throws {
    try await store.storage.write {
      try await InvitationStore.add(AccountID(account), by: AccountID(inviter), at: WalkingStore.noon, in: $0)
    }
  }

  private static func credit(
    _ accounts: [String], at now: Date = WalkingStore.noon, _ store: WalkingStore
  ) async throws {
    try await store.storage.write {
      try await InvitationStore.credit(accounts.map { AccountID($0) }, at: now, in: $0)
    }
  }

  /// How many invitations of somebody count, what they brought, and all points of the person.
  private static func sum(of inviter: String, season: String = "s", _ store: WalkingStore) async throws -> [Int] {
    try await store.storage.read { transaction in
      let sum = try await InvitationStore.sum(of: AccountID(inviter), season: season, in: transaction)
      return [
        sum.count, sum.points, try await Ledger.points(of: AccountID(inviter), season: season, in: transaction),
      ]
    }
  }

  @Test(.tags(.wc62), arguments: TestEngine.allCases)
  func `bring points once the newcomer has walked, once, for the club that the inviter is in then`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      for club in ["psv", "ajax"] { try await store.club(club) }
      try await store.season("s")
      try await store.walker("ann", "psv", "lunch")
      try await Self.invite("bob", by: "ann", store)
      try await Self.invite("bob", by: "eve", store)
      try await Self.invite("ann", by: "ann", store)
      try await Self.credit(["bob", "ann"], store)
      #expect(try await Self.sum(of: "ann", store) == [0, 0, 0], "nobody has walked")
      try await store.closed("bob", "ajax", points: 0)
      try await Self.credit(["bob"], store)
      #expect(try await Self.sum(of: "ann", store) == [0, 0, 0], "not far enough for a point")
      try await store.closed("bob", "ajax", day: Self.day - 1, points: 1)
      try await store.closed("ann", "psv", points: 9)
      for _ in 1...2 { try await Self.credit(["bob", "bob", "ann", "nobody"], store) }
      #expect(try await Self.sum(of: "ann", store) == [1, 2, 2])
      #expect(try await Self.sum(of: "eve", store) == [0, 0, 0], "who came first with an invitation has it")
      let rows = try await store.numbers("select points, days, steps from member_seasons where crew = 'lunch'")
      #expect(rows == [[2, 0, 0]])
    }
  }

  @Test(.tags(.wc62), arguments: TestEngine.allCases)
  func `wait while there is no season, or no club to have them, and count up to the limit of the season`(
    engine: TestEngine
  ) async throws {
    try await WalkingStore.run(on: engine) { store in
      try await store.club("psv")
      try await store.season("s", Self.day...Self.day + 9) { ($0.mostInvitations, $0.invitationPoints) = (2, 5) }
      try await store.season("t", Self.day + 20...Self.day + 30) { $0.mostInvitations = 0 }
      let newcomers = ["bob", "cat", "dan", "eve"]
      for name in newcomers {
        try await Self.invite(name, by: "ann", store)
        try await store.closed(name, "psv", points: 1)
      }
      try await Self.credit(newcomers, store)
      #expect(try await Self.sum(of: "ann", store) == [0, 0, 0], "ann is in no club")
      try await store.walker("ann", "psv")
      try await Self.credit(newcomers, at: WalkingStore.noon + 12 * 86_400, store)
      #expect(try await Self.sum(of: "ann", store) == [0, 0, 0], "between seasons")
      try await Self.credit(["dan", "bob", "cat"], store)
      #expect(try await Self.sum(of: "ann", store) == [2, 10, 10])
      // What was beyond the limit of one season does not count in the next; what has waited comes under its rules.
      try await Self.credit(newcomers, at: WalkingStore.noon + 25 * 86_400, store)
      #expect(try await Self.sum(of: "ann", store) == [2, 10, 10])
      #expect(try await Self.sum(of: "ann", season: "t", store) == [0, 0, 0])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that count go on doing so when the newcomer leaves for good, who is named nowhere then`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      try await store.club("psv")
      try await store.season("s") { $0.mostInvitations = 1 }
      try await store.walker("ann", "psv")
      for name in ["bob", "cat", "dan"] {
        try await Self.invite(name, by: "ann", store)
        try await store.closed(name, "psv", points: 1)
      }
      try await Self.credit(["bob"], store)
      for name in ["bob", "dan"] {
        try await store.storage.write { try await PeopleStore.erase(AccountID(name), at: WalkingStore.noon, in: $0) }
      }
      #expect(try await Self.sum(of: "ann", store) == [1, 2, 2])
      try await Self.credit(["cat"], store)
      #expect(try await Self.sum(of: "ann", store) == [1, 2, 2], "the limit is reached as before")
      let named = try await store.storage.read {
        try await $0.query("select account from invitations").map { try $0["account"] as String }
      }
      #expect(named.count == 2 && named.contains("cat") && !named.contains("bob"), "\(named)")
      try await store.walker("ann", nil)
      try await store.storage.write { try await PeopleStore.erase(AccountID("ann"), at: WalkingStore.noon, in: $0) }
      #expect(try await store.numbers("select 1 as one from invitations").isEmpty)
    }
  }
}
