@testable import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

@Suite struct `The log of people` {
  @Test func `tells what happened in the order of the commits, with ids and nothing else`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      let (ann, bob) = (try await world.person(1, name: "Ann"), try await world.person(2, name: "Bob"))
      let guest = try await world.call(.post, "/auth/guest")
      try await world.call(.put, "/me/blocked/\(bob.accountID)", token: ann.token)
      let again = try await world.signIn(phone: "491511000002", guest: guest.token)
      #expect(again.accountID == bob.accountID)
      let spare = try await world.call(.post, "/auth/guest")
      try await world.call(.delete, "/me", token: spare.token)
      let changes = try await world.accounts.changesOfPeople(after: 0, limit: 10)
      let expected: [(PersonChange.Kind, AccountID, AccountID?)] = [
        (.blocked, bob.accountID, ann.accountID), (.merged, guest.accountID, bob.accountID),
        (.erased, spare.accountID, nil),
      ]
      #expect(changes.map(\.kind) == expected.map(\.0))
      #expect(changes.map(\.account) == expected.map(\.1))
      #expect(changes.map(\.other) == expected.map(\.2))
      #expect(changes.map(\.sequence) == changes.map(\.sequence).sorted())
      #expect(Set(changes.map(\.sequence)).count == 3)
      #expect(try await world.accounts.lastChangeOfPeople() == changes.last?.sequence)
      let later = try await world.accounts.changesOfPeople(after: changes[0].sequence, limit: 1)
      #expect(later == [changes[1]])
    }
  }

  @Test func `keeps the last of a pair that blocked and unblocked, and nothing once one of them has left`() async throws
  {
    try await World.with(settings: .withoutGrace) { world in
      let (ann, bob) = (try await world.person(1), try await world.person(2))
      func kinds() async throws -> [PersonChange.Kind] {
        try await world.accounts.changesOfPeople(after: 0, limit: 10).map(\.kind)
      }
      let path = "/me/blocked/\(bob.accountID)"
      for method in [FieldhouseKit.Method.put, .put, .delete, .delete, .put] {
        #expect(try await world.call(method, path, token: ann.token).status == 204)
      }
      #expect(try await kinds() == [.blocked])
      try await world.call(.delete, path, token: ann.token)
      #expect(try await kinds() == [.unblocked])
      try await world.call(.put, "/me/blocked/\(ann.accountID)", token: bob.token)
      #expect(try await kinds() == [.unblocked, .blocked])
      try await world.call(.delete, "/me", token: bob.token)
      #expect(try await kinds() == [.erased])
    }
  }

  @Test func `never gives a place again, also when an older state comes back`() async throws {
    try await World.with { world in
      let backup = try await world.rows(of: World.tables)
      let first = try await world.call(.post, "/auth/guest")
      try await world.call(.delete, "/me", token: first.token)
      let last = try await world.accounts.lastChangeOfPeople()
      try await world.restore(backup)
      #expect(try await world.accounts.lastChangeOfPeople() < last)
      world.clock.advance(1)
      let second = try await world.call(.post, "/auth/guest")
      try await world.call(.delete, "/me", token: second.token)
      #expect(try await world.accounts.lastChangeOfPeople() > last)
    }
  }

  @Test func `says what has become of accounts that are no more, however often they were merged`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      let (ann, bob) = (try await world.person(1), try await world.person(2))
      let guests = [try await world.call(.post, "/auth/guest"), try await world.call(.post, "/auth/guest")]
      let signedIn = try await world.signIn(phone: "491511000002", guest: guests[0].token)
      let merged = try await world.call(
        .post, "/me/merge", ["token": .string(signedIn.token)], token: ann.token)
      #expect(merged.body == ["account": .string(ann.accountID.text), "merged": .string(bob.accountID.text)])
      try await world.call(.delete, "/me", token: guests[1].token)
      let everybody = Set(guests.map(\.accountID) + [ann.accountID, bob.accountID])
      let expected: [AccountID: AccountID?] = [
        guests[0].accountID: ann.accountID, bob.accountID: ann.accountID, guests[1].accountID: nil,
      ]
      #expect(try await world.accounts.departed(everybody) == expected)
      let many = Set((0..<100).map { AccountID("nobody\($0)") }).union(everybody)
      #expect(try await world.accounts.departed(many) == expected)
      try await world.call(.delete, "/me", token: ann.token)
      #expect(try await world.accounts.departed(everybody).values.allSatisfy { $0 == nil })
      #expect(try await world.accounts.departed([]).isEmpty)
    }
  }
}
