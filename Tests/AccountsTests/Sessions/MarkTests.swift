@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What is made in one moment` {
  @Test func `begins alike, and nothing tells when it was made`() async throws {
    try await World.with { world in
      let context = world.accounts.context
      var marks: [String] = []
      for _ in 0..<64 {
        let (mark, account) = (context.mark, context.newAccount.text)
        #expect(account.hasPrefix(mark) && Identifier.isOne(account) && account != context.newAccount.text)
        let token = SessionToken.random(behind: mark)
        #expect(token.text.hasPrefix(mark) && token.text != SessionToken.random(behind: mark).text)
        #expect(token.hash.text.prefix(4) == SessionToken.random(behind: mark).hash.text.prefix(4))
        marks.append(mark)
        world.clock.advance(0.016)
      }
      #expect(Set(marks).count > 60)
      #expect(marks != marks.sorted() && marks != marks.sorted().reversed())
      let other = InstallationSecret(bytes: [UInt8](repeating: 7, count: 32))
      #expect(
        Identifier.mark(from: other.hash("moment", "1")) != Identifier.mark(from: context.secret.hash("moment", "1")))
    }
  }

  @Test func `a session from before there were marks goes on`() async throws {
    try await World.with { world in
      let context = world.accounts.context
      let token = SessionToken.random()
      #expect(token.text.utf8.count == 43 && token.hash.text == TokenHash(of: token.text).text)
      let account = context.newAccount
      let now = context.clock.now
      try await context.storage.write { transaction in
        try await PersonStore.insert(Person(id: account, kind: .user, now: now), in: transaction)
        let session = Session(
          id: "s1", account: account, address: "192.0.2.1", createdAt: now, expiresAt: now.addingTimeInterval(60),
          isStrong: false)
        try await SessionStore.insert(session, token: token.hash, in: transaction)
      }
      #expect(try await world.accounts.account(forToken: token.text)?.account.id == account)
    }
  }
}

@Suite struct `Going through a table` {
  private struct Down: Error {}

  @Test func `removes what has served its time, portion by portion, from where it was`() async throws {
    try await World.with { world in
      let now = world.clock.now
      try await world.storage.write { transaction in
        for number in 0..<1_200 {
          let end = now.addingTimeInterval(number % 3 == 0 ? 0 : 0.001)
          try await transaction.execute(
            "insert into rate_limits (name, full_at) values (\("n\(10_000 + number)"), \(end))")
        }
      }
      let sweep = Sweep(from: "", list: StoredBucket.list, remove: StoredBucket.remove)
      func left() async throws -> Int {
        try await world.storage.read { try await $0.first("select count(*) from rate_limits")?[0] ?? -1 }
      }
      try await sweep.run(now: now, most: 1_000, in: world.storage)
      #expect(try await left() == 1_200 - 334)
      try await sweep.run(now: now, most: 1_000, in: world.storage)
      #expect(try await left() == 800)
      try await sweep.run(now: now.addingTimeInterval(1), in: world.storage)
      #expect(try await left() == 0, "it began anew")
    }
  }

  @Test func `goes on where it failed`() async throws {
    let rows = (0..<700).map { (key: $0, end: Date(timeIntervalSince1970: 1)) }
    let storage = StorageDouble()
    let sweep = Sweep(
      from: -1, list: { place, most, _ in Array(rows.filter { $0.key > place }.prefix(most)) },
      remove: { keys, _, _ in if keys.contains(699) { throw Down() } })
    await #expect(throws: Down.self) { try await sweep.run(now: Date(timeIntervalSince1970: 2), in: storage) }
    #expect(storage.commits == 1)
    await #expect(throws: Down.self) { try await sweep.run(now: Date(timeIntervalSince1970: 2), in: storage) }
    #expect(storage.commits == 1, "not from the beginning")
  }
}
