@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A database from before normal forms and known devices` {
  /// What an older host left: an open link, identifiers in other spellings, one thing reported three times.
  private static func leave(in storage: any NamespaceStorage) async throws {
    try await storage.write { transaction in
      try await transaction.execute(
        """
        insert into challenges (purpose, target, code_hash, link_hash, payload, tries, created_at, expires_at) values
        ('password-reset', 'jane@example.org', 'code', \(TokenHash(of: "link").text), null, 2, 1000, 9000),
        ('phone', '4915112345678', 'code', null, null, 0, 1000, 9000)
        """)
      for (value, account) in [("49015112345678", "one"), ("4915112345678", "two"), ("49015187654321", "three")] {
        try await transaction.execute(
          "insert into identifiers (kind, value, account, verified_at) values ('phone', \(value), \(account), 1000)")
      }
      for (id, reporter, at) in [
        ("c", "one", 3), ("b", "one", 2), ("a", "one", 2), ("d", "two", 9), ("e", "", 1), ("f", "", 1),
      ] {
        try await transaction.execute(
          """
          insert into reports (id, reporter, subject_kind, subject, reason, detail, state, created_at) values
          (\(id), \(reporter), 'post', '7', 'spam', '', 'open', \(Int64(at)))
          """)
      }
    }
  }

  @Test(arguments: EngineKind.available) func `keeps open links, every identifier and the first report`(
    kind: EngineKind
  ) async throws {
    try await OlderDatabase.bringUp(kind, from: 5, leave: Self.leave, look: expectKept)
  }

  private func expectKept(in storage: any NamespaceStorage) async throws {
    let link = try await storage.read { transaction in
      try await ChallengeStore.find(.passwordReset, link: TokenHash(of: "link").text, in: transaction)
    }
    #expect(link?.target == "jane@example.org")
    #expect(link.map { $0.tokenHash == $0.id } == true, "its token is what it was named by")
    let now = Date(timeIntervalSince1970: 2)
    let open = try await storage.read { try await ChallengeStore.open(.phone, "4915112345678", now: now, in: $0) }
    #expect(open.count == 1)
    let reports = try await storage.read { try await $0.query("select id from reports order by id") }
    #expect(try reports.map { try $0[0] as String } == ["a", "d", "e", "f"])
    let changes = NamespaceChanges(namespace: storage)
    let accounts = NotedStorage(
      base: storage, changes: changes, feed: ChangeFeed(changes: changes, listeners: []), bell: Bell(),
      log: MemoryLog())
    let done = try await IdentifierForms(storage: accounts).bringUp()
    #expect(done == (1, 1))
    for (text, account) in [
      ("+49 151 12345678", "two"), ("49015112345678", "one"), ("+49 (0)151 87654321", "three"),
    ] {
      let owner = try await storage.read { try await LoginName(text).owner(in: $0) }
      #expect(owner?.text == account, "\(text)")
    }
  }
}
