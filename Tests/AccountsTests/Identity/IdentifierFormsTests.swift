@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Identifiers from before there was a normal form` {
  /// Puts an identifier where an older version of the host left it.
  private func leave(_ kind: String, _ value: String, of account: AccountID, _ world: World, at second: Int)
    async throws
  {
    let instant = Date(timeIntervalSince1970: Double(1_700_000_000 + second))
    try await world.storage.write { transaction in
      try await transaction.execute(
        """
        insert into identifiers (kind, value, account, verified_at, form) values
        (\(kind), \(value), \(account), \(instant), 0)
        """)
    }
  }

  private func values(_ world: World) async throws -> [String] {
    try await world.storage.read { transaction in
      try await transaction.query("select kind, value from identifiers").map {
        "\(try $0[0] as String) \(try $0[1] as String)"
      }
    }
  }

  @Test func `come into it and are found by every spelling`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await leave("phone", "49015112345678", of: person.accountID, world, at: 1)
      try await leave("email", "jose\u{301}@münchen.example", of: person.accountID, world, at: 2)
      try await leave("identity", "https://club.example subject", of: person.accountID, world, at: 3)
      let done = try await IdentifierForms(storage: world.accounts.context.storage).bringUp()
      #expect(done == (2, 0))
      let again = try await IdentifierForms(storage: world.accounts.context.storage).bringUp()
      #expect(again == (0, 0))
      let kept = try await values(world)
      #expect(kept.contains { $0.isSpelled("phone 4915112345678") })
      #expect(kept.contains { $0.isSpelled("email jos\u{E9}@xn--mnchen-3ya.example") })
      #expect(kept.contains("identity https://club.example subject"))
      #expect(try await world.signIn(phone: "+49 (0)151 12345678").accountID == person.accountID)
    }
  }

  @Test func `come into it page by page, also those of one instant`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      let instant = Date(timeIntervalSince1970: 1_700_000_000)
      try await world.storage.write { transaction in
        for number in 0..<1_203 {
          try await transaction.execute(
            """
            insert into identifiers (kind, value, account, verified_at, form) values
            ('phone', \("4901512\(1_000_000 + number)"), \(person.accountID), \(instant), 0)
            """)
        }
      }
      let done = try await IdentifierForms(storage: world.accounts.context.storage).bringUp()
      #expect(done == (1_203, 0))
      let left: Int? = try await world.storage.read {
        try await $0.first("select count(*) from identifiers where form <> 1 or value like '4901512%'")?[0]
      }
      #expect(left == 0)
    }
  }

  @Test func `are found by the spelling they have until they are looked at`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await leave("phone", "49015112345678", of: person.accountID, world, at: 1)
      let found = try await world.storage.read { transaction in
        try await LoginName("+49 0151 12345678").owner(in: transaction)
      }
      #expect(found == person.accountID)
    }
  }

  @Test func `of two that are one the older gets it, and the other stays reachable by its own spelling`() async throws {
    try await World.with { world in
      let (older, younger) = (try await world.person(1), try await world.person(2))
      try await leave("email", "jane@münchen.example", of: younger.accountID, world, at: 20)
      try await leave("email", "jane@münchen.example.", of: older.accountID, world, at: 10)
      let done = try await IdentifierForms(storage: world.accounts.context.storage).bringUp()
      #expect(done == (1, 1))
      let owners = try await world.storage.read { transaction in
        var owners: [AccountID?] = []
        for text in ["jane@xn--mnchen-3ya.example", "JANE@xn--mnchen-3ya.example.", "jane@münchen.example"] {
          owners.append(try await LoginName(text).owner(in: transaction))
        }
        return owners
      }
      #expect(owners == [older.accountID, older.accountID, younger.accountID])
      let budgets = ["jane@xn--mnchen-3ya.example", "jane@münchen.example"].map { LoginName($0).text }
      #expect(Set(budgets).count == 1, "both spellings share one budget")
    }
  }

  @Test func `whoever has the exact normal form keeps it, and nobody can register the other spelling`() async throws {
    try await World.with { world in
      let (exact, other) = (try await world.person(1), try await world.person(2))
      try await leave("email", "jane@xn--mnchen-3ya.example", of: exact.accountID, world, at: 20)
      try await leave("email", "jane@münchen.example", of: other.accountID, world, at: 10)
      let done = try await IdentifierForms(storage: world.accounts.context.storage).bringUp()
      #expect(done == (0, 1))
      let key = IdentifierKey(try EmailAddress("jane@münchen.example"))
      let claimed = try await world.storage.write { [clock = world.clock] transaction in
        try await IdentifierStore.claim(key, for: AccountID("stranger"), now: clock.now, in: transaction)
      }
      #expect(!claimed)
      #expect(try await world.apply(email: "jane@MÜNCHEN.example").code == nil)
      let removed = try await world.storage.write { transaction in
        try await IdentifierStore.remove(key, of: other.accountID, in: transaction)
      }
      #expect(removed)
      let owner = try await world.storage.read { try await IdentifierStore.owner(key, in: $0) }
      #expect(owner == exact.accountID)
    }
  }

  @Test func `are many, and are looked at in portions`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.storage.write { transaction in
        for number in 0..<1203 {
          let value = number.isMultiple(of: 3) ? "4901511\(1_000_000 + number)" : "491511\(1_000_000 + number)"
          try await transaction.execute(
            """
            insert into identifiers (kind, value, account, verified_at, form)
            values ('phone', \(value), \(person.accountID), \(Int64(number)), 0)
            """)
        }
      }
      let done = try await IdentifierForms(storage: world.accounts.context.storage).bringUp()
      #expect(done == (401, 0))
      let left = try await world.storage.read {
        try await $0.first("select count(*) from identifiers where form = 0")?[0] ?? -1
      }
      #expect(left == 0)
    }
  }
}
