@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Friendships from before there was one of a pair` {
  private static func leave(in storage: any NamespaceStorage) async throws {
    try await storage.write { transaction in
      let rows: [(String, String, Int64, Int64?)] = [
        ("a", "b", 5, nil), ("b", "a", 3, nil), ("c", "d", 1, nil), ("d", "c", 9, 10), ("e", "f", 2, 4),
        ("f", "e", 1, 4), ("g", "g", 1, nil), ("h", "i", 7, nil), ("i", "h", 7, nil),
      ]
      for (requester, addressee, created, accepted) in rows {
        try await transaction.execute(
          """
          insert into friendships (requester, addressee, created_at, accepted_at)
          values (\(requester), \(addressee), \(created), \(accepted))
          """)
      }
      for (id, visibility) in [("open", "name=everyone,bio=friends"), ("closed", "")] {
        try await transaction.execute(
          """
          insert into people (id, kind, generated_name, visibility, created_at)
          values (\(id), 'user', 'User1', \(visibility), 1)
          """)
        try await transaction.execute("insert into people_words (word, account) values ('user1', \(id))")
      }
    }
  }

  @Test(.tags(.pl37, .pl34), arguments: EngineKind.available)
  func `become one, the accepted or older one, and who showed something stays findable`(kind: EngineKind) async throws {
    try await OlderDatabase.bringUp(kind, from: 14, leave: Self.leave, look: Self.expectKept)
  }

  private static func expectKept(in storage: any NamespaceStorage) async throws {
    let kept = try await storage.read { transaction in
      try await transaction.query("select pair, requester, accepted_at from friendships order by pair").map { row in
        "\(try row["pair"] as String) \(try row["requester"] as String) \(try row["accepted_at"] as Int64? ?? 0)"
      }
    }
    #expect(kept == ["a/b b 0", "c/d d 10", "e/f f 4", "h/i h 0"])
    let found = try await storage.read { transaction in
      try await transaction.query("select account from people_words").map { try $0[0] as String }
    }
    #expect(found == ["open"])
    for (id, circle) in [("open", Visibility.Circle.everyone), ("closed", .nobody)] {
      let person = try await storage.read { try await PersonStore.find(AccountID(id), in: $0) }
      #expect(person?.visibility[.search] == circle)
    }
  }
}
