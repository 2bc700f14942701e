@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Two accounts that become one` {
  /// The tables that name accounts, with the columns that do.
  private static let columns = [
    "blocks": ["blocker", "blocked"], "bodies": ["account"], "consents": ["account"],
    "follows": ["follower", "followed"], "friendships": ["requester", "addressee"], "grants": ["account"],
    "identifiers": ["account"], "invitation_uses": ["account"], "invitations": ["inviter"],
    "known_devices": ["account"], "newcomers": ["account", "inviter"], "people": ["id"], "people_words": ["account"],
    "provider_attempts": ["account"], "provisional_passwords": ["account"],
    "recovery_codes": ["account"], "reports": ["reporter", "subject"], "second_factors": ["account"],
    "sessions": ["account"], "undos": ["account"],
  ]

  /// Merges an account into another, both freshly signed in.
  private static func merge(_ gone: Answer, into kept: Answer, in world: World) async throws -> Answer {
    try await world.call(.post, "/me/merge", ["token": .string(gone.token)], token: kept.token)
  }

  private static func rows(_ table: String, of account: AccountID, in world: World) async throws -> Int {
    let condition = (columns[table] ?? []).map { "\($0) = ?1" }.joined(separator: " or ")
    return try await world.storage.read {
      try await $0.query(SQL(text: "select 1 from \(table) where \(condition)", values: [account.sqlValue])).count
    }
  }

  @Test func `keep the ways in, ties, roles and profile of both, and nothing stays of the one that goes`() async throws
  {
    try await World.with { world in
      let kept = try await world.person(1, name: "Ann")
      let gone = try await world.register(changes: ["username": "ann.two", "name": "Ann Two"])
      try await world.call(.patch, "/me", ["bio": "I climb."], token: gone.token)
      let others = [try await world.person(3), try await world.person(4), try await world.person(5)]
      try await Self.live(gone, kept, others, in: world)
      let answer = try await Self.merge(gone, into: kept, in: world)
      #expect(answer.status == 200, "\(answer.body)")
      for table in Self.columns.keys.sorted() {
        #expect(try await Self.rows(table, of: gone.accountID, in: world) == 0, "\(table)")
      }
      #expect(try await world.call(.get, "/me", token: gone.token).status == 401)
      let me = try await world.call(.get, "/me", token: kept.token).body
      #expect(me["name"] == "Ann" && me["bio"] == "I climb." && me["username"] == "ann.two")
      #expect(me["following"] == 2 && me["followers"] == 1)
      let friends = try await world.call(.get, "/me/friends", token: kept.token).body["items"]?.array ?? []
      #expect(friends.map { $0["account"]?["id"]?.string } == [others[0].accountID.text])
      let blocked = try await world.call(.get, "/me/blocked", token: kept.token).body["items"]?.array ?? []
      #expect(blocked.count == 1)
      let roles = try await world.storage.read { try await GrantStore.list(of: kept.accountID, in: $0).map(\.role) }
      #expect(roles == ["club-admin"])
      #expect(try await world.login().accountID == kept.accountID, "by address and password of the one that went")
      #expect(try await world.signIn(phone: "491511000001").accountID == kept.accountID)
      #expect(try await world.dump().contains(gone.accountID.text), "in the trail and in the log of people")
    }
  }

  @Test func `do not share a password that was mailed and that nobody has chosen`() async throws {
    try await World.with { world in
      let kept = try await world.person(1, name: "Ann")
      let gone = try await world.register(changes: ["username": "ann.two", "name": "Ann Two"])
      try await world.storage.write {
        try await ProvisionalStore.put(gone.accountID, until: .distantFuture, in: $0)
      }
      #expect(try await Self.merge(gone, into: kept, in: world).status == 200)
      let rows = try await world.storage.read {
        try await $0.query("select id from people where id = \(kept.accountID) and password_hash is null")
      }
      #expect(rows.count == 1)
    }
  }

  @Test(.tags(.pl37)) func `keep every friendship of either, and of requests what the one that stays has`() async throws
  {
    try await World.with { world in
      let (kept, gone) = (try await world.person(1), try await world.register())
      var others: [Answer] = []
      for number in 3...8 { others.append(try await world.person(number)) }
      func put(_ other: Answer, as person: Answer) async throws {
        #expect(try await world.call(.put, "/me/friends/\(other.accountID)", token: person.token).status == 204)
      }
      func befriend(_ one: Answer, _ other: Answer) async throws {
        try await put(other, as: one)
        try await put(one, as: other)
      }
      try await befriend(gone, others[0])
      try await befriend(others[1], gone)
      try await put(others[1], as: kept)
      try await befriend(kept, others[2])
      try await put(others[2], as: gone)
      try await put(others[3], as: gone)
      try await put(gone, as: others[4])
      try await put(others[5], as: gone)
      try await world.call(.delete, "/me/friends/\(gone.accountID)", token: others[5].token)
      try await befriend(kept, gone)
      #expect(try await Self.merge(gone, into: kept, in: world).status == 200)
      let items = try await world.call(.get, "/me/friends", token: kept.token).body["items"]?.array ?? []
      let states = Dictionary(
        uniqueKeysWithValues: items.map { ($0["account"]?["id"]?.string ?? "", $0["state"]?.string ?? "") })
      let wanted = ["friends", "friends", "friends", "requested", "received", "requested"]
      #expect(states == Dictionary(uniqueKeysWithValues: zip(others.map(\.accountID.text), wanted)))
      #expect(try await world.call(.get, "/me/friends", token: others[5].token).body["items"] == [], "refused it stays")
      try await world.call(.delete, "/me/friends/\(kept.accountID)", token: others[0].token)
      #expect(try await !world.accounts.areFriends(kept.accountID, others[0].accountID), "found by the new pair")
    }
  }

  /// Leaves something of the account that goes in as many tables as one person can.
  private static func live(_ gone: Answer, _ kept: Answer, _ others: [Answer], in world: World) async throws {
    func put(_ path: String, _ person: Answer) async throws {
      let answer = try await world.call(.put, path, token: person.token)
      #expect(answer.status == 204, "\(path): \(answer.body)")
    }
    let ids = others.map(\.accountID)
    try await put("/me/following/\(ids[0])", kept)
    try await put("/me/following/\(ids[0])", gone)
    try await put("/me/following/\(ids[1])", gone)
    try await put("/me/following/\(kept.accountID)", gone)
    try await put("/me/following/\(gone.accountID)", others[0])
    try await put("/me/friends/\(ids[0])", gone)
    try await put("/me/friends/\(gone.accountID)", others[0])
    try await put("/me/blocked/\(ids[2])", gone)
    try await put("/me/friends/\(kept.accountID)", others[2])
    try await put("/me/following/\(kept.accountID)", others[2])
    try await world.accounts.grant("club-admin", scope: "club-7", to: gone.accountID, by: "test")
    let report: JSON = ["subjectKind": "user", "subject": .string(ids[2].text), "reason": "spam"]
    try await world.call(.post, "/reports", report, token: gone.token)
    let about: JSON = ["subjectKind": "user", "subject": .string(gone.accountID.text), "reason": "spam"]
    try await world.call(.post, "/reports", about, token: others[1].token)
    _ = try await world.call(.post, "/me/invitations", [:], token: gone.token)
    try await world.call(.post, "/me/consents", ["document": "health", "version": "1"], token: gone.token)
    try await world.call(.patch, "/me/body", ["weight": 70.5], token: gone.token)
  }

  @Test func `ask for a new session of the one that goes and a proof of the other, and tell both`() async throws {
    try await World.with { world in
      let kept = try await world.person(1)
      let gone = try await world.register()
      let cases: [(String, Int, String)] = [("nonsense", 404, "session-unknown"), (kept.token, 409, "yourself")]
      for (token, status, code) in cases {
        let answer = try await world.call(.post, "/me/merge", ["token": .string(token)], token: kept.token)
        #expect(answer.status == status && answer.code == code, "\(answer.body)")
      }
      let guest = try await world.guestToken()
      #expect(try await world.call(.post, "/me/merge", ["token": .string(gone.token)], token: guest).status == 403)
      world.forgetProofs()
      #expect(try await Self.merge(gone, into: kept, in: world).code == "step-up-needed")
      let again = try await world.signIn(phone: "491511000001")
      #expect(try await Self.merge(gone, into: again, in: world).code == "session-old")
      #expect(try await world.call(.get, "/me", token: gone.token).status == 200)
      let anew = try await world.login()
      _ = try await world.deliveries()
      #expect(try await Self.merge(anew, into: again, in: world).status == 200)
      let told = try await world.deliveries().suffix(2)
      #expect(told.compactMap { $0["to"]?.string }.sorted() == ["+491511000001", "jane@example.org"])
      #expect(told.allSatisfy { $0["text"]?.string?.contains("one now") == true && $0["link"]?.isNull != false })
      #expect(try await Self.merge(anew, into: again, in: world).code == "session-unknown")
    }
  }

  @Test func `are one again when an older backup is restored, and go together when the one has left since`()
    async throws
  {
    try await World.with(settings: .withoutGrace) { world in
      let kept = try await world.person(1)
      let guests = [try await world.call(.post, "/auth/guest"), try await world.call(.post, "/auth/guest")]
      let other = try await world.person(2)
      let backup = try await world.rows(of: World.tables)
      _ = try await world.signIn(phone: "491511000001", guest: guests[0].token)
      _ = try await world.signIn(phone: "491511000002", guest: guests[1].token)
      try await world.call(.delete, "/me", token: other.token)
      #expect(try await world.accounts.eraseAgain() == 0, "nobody is back")
      try await world.restore(backup)
      #expect(try await world.accounts.eraseAgain() == 3)
      #expect(try await world.accounts.eraseAgain() == 0)
      let everybody = Set(guests.map(\.accountID) + [other.accountID, kept.accountID])
      let left = try await world.storage.read { try await PersonStore.find(Array(everybody), in: $0).map(\.id) }
      #expect(left == [kept.accountID])
      #expect(try await world.accounts.departed([guests[0].accountID]) == [guests[0].accountID: kept.accountID])
    }
  }
}
