@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `Blocks from memory` {
  /// Between whom of some people and one of them there is a block, from memory; it is what the tables say at once.
  private static func known(
    _ person: AccountID, _ others: [AccountID], in world: World
  ) async throws -> Set<AccountID> {
    let known = try await world.accounts.knownBlocks(between: person, and: others)
    #expect(try await world.accounts.blocks(between: person, and: others) == known)
    return known
  }

  @Test(.tags(.pl38)) func `are there and gone at once in this process, and within a second in another`() async throws {
    try await World.with { world in
      let uptime = Mutex(ContinuousClock.now)
      let other = try world.anotherProcess(uptime: { uptime.withLock { $0 } })
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      let all = [a, b, c].map(\.accountID)
      for place in [world, other] {
        for id in all { #expect(try await Self.known(id, all, in: place).isEmpty) }
      }
      for (method, expected) in [(FieldhouseKit.Method.put, true), (.delete, false)] {
        try await world.call(method, "/me/blocked/\(b.accountID)", token: a.token)
        #expect(try await Self.known(a.accountID, all, in: world) == (expected ? [b.accountID] : []))
        #expect(try await Self.known(b.accountID, all, in: world) == (expected ? [a.accountID] : []))
        #expect(try await Self.known(c.accountID, all, in: world).isEmpty)
        uptime.withLock { $0 += .milliseconds(999) }
        #expect(try await Self.known(b.accountID, all, in: other) == (expected ? [a.accountID] : []))
        #expect(try await Self.known(a.accountID, all, in: other) == (expected ? [b.accountID] : []))
      }
    }
  }

  @Test(.tags(.pl38)) func `go along to another account, and go when it leaves`() async throws {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      try await world.call(.put, "/me/blocked/\(b.accountID)", token: a.token)
      let all = [a, b, c].map(\.accountID)
      #expect(try await Self.known(a.accountID, all, in: world) == [b.accountID])
      #expect(try await world.call(.post, "/me/merge", ["token": .string(b.token)], token: c.token).status == 200)
      #expect(try await Self.known(a.accountID, all, in: world) == [c.accountID])
      #expect(try await Self.known(c.accountID, all, in: world) == [a.accountID])
    }
  }

  @Test func `of whom there are very many are asked for, and none is left out`() async throws {
    try await World.with { world in
      let uptime = Mutex(ContinuousClock.now)
      let other = try world.anotherProcess(uptime: { uptime.withLock { $0 } })
      let (person, storage) = (try await world.person(1), world.storage)
      let many = (1...502).map { AccountID("p\($0)") }
      for (count, ids) in [(500, many.prefix(500)), (502, many.suffix(2))] {
        try await storage.write { transaction in
          for id in ids {
            try await transaction.execute(
              "insert into blocks (blocker, blocked, created_at) values (\(id), \(person.accountID), 0)")
          }
          try await storage.note(changed: person.accountID, in: transaction)
        }
        uptime.withLock { $0 += .milliseconds(999) }
        for _ in 1...2 { #expect(try await Self.known(person.accountID, many, in: other).count == count) }
      }
    }
  }
}
