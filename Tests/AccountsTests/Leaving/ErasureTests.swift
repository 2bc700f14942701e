@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What is left of somebody who is erased` {
  /// Tables that hold nothing of a person, or nothing that could be told apart from anybody's: hashed names of limits,
  /// counters, messages on their way (sealed, and gone once delivered), a table of before that nobody writes, and what operators
  /// decided about plugins.
  private static let impersonal: Set = ["rate_limits", "change_counter", "outbox", "changes", "operator_records"]
  /// Where the id alone stays: who was erased, and that the person has left.
  private static let idAlone: Set = ["audit", "person_log"]

  @Test(.tags(.fc7, .pl23)) func `is in no table of the schema, each of which held something`() async throws {
    try await World.withProvider(change: { $0.erasureGraceHours = 0 }) { world, provider in
      let other = try await world.person(2, name: "Somebody Else")
      let owner = try await world.fullPerson(beside: other, provider)
      let marks = [owner.id.text, "canary", "Canary", Owner.phone]
      var touched: Set<String> = []
      for table in World.tables where try await world.mentions(marks, in: table) { touched.insert(table) }
      #expect(
        touched == Set(World.tables).subtracting(Self.impersonal),
        "say in World.fullPerson how the other tables come to hold something of a person")
      #expect(try await world.call(.delete, "/me", token: owner.token).status == 204)
      _ = try await world.deliveries()
      for table in World.tables {
        let left = try await world.mentions(Self.idAlone.contains(table) ? Array(marks.dropFirst()) : marks, in: table)
        #expect(!left, "\(table)")
      }
      #expect(try await world.call(.get, "/me", token: other.token).status == 200)
      #expect(try await world.call(.get, "/me", token: other.token).body["following"] == 0)
    }
  }

  @Test(.tags(.fc7, .pl23)) func `is no way in`() async throws {
    try await World.with(settings: .withoutGrace) { world in
      let (owner, other) = (try await world.owner(), try await world.person(2))
      #expect(try await world.call(.delete, "/me", token: owner.token).status == 204)
      #expect(try await world.call(.get, "/me", token: owner.token).status == 401)
      #expect(try await world.call(.get, "/people/\(owner.id)", token: other.token).status == 404)
      #expect(try await world.accounts.account(owner.id) == nil)
      #expect(try await world.login().code == "login-failed")
      let again = try await world.signIn(phone: Owner.phone)
      #expect(again.body["isNew"] == true)
      #expect(again.accountID != owner.id)
    }
  }

  @Test func `is what the export holds before: everything, and no secret`() async throws {
    try await World.withProvider { world, provider in
      let other = try await world.person(2, name: "Somebody Else")
      let owner = try await world.fullPerson(beside: other, provider)
      let export = try await world.call(.get, "/me/export", token: owner.token).body
      let now = JSON.string("2025-08-15T12:00:00Z")
      let (me, them) = (JSON.string(owner.id.text), JSON.string(other.accountID.text))
      #expect(export["profile"] == (try await world.call(.get, "/me", token: owner.token).body))
      let identifiers: [JSON] = [
        ["kind": "email", "value": "canary@example.org", "verifiedAt": now],
        ["kind": "identity", "value": .string("\(provider.issuer()) canary-1"), "verifiedAt": now],
        ["kind": "phone", "value": .string(Owner.phone), "verifiedAt": now],
      ]
      #expect(export["identifiers"] == .array(identifiers))
      #expect(export["following"] == [["account": them, "createdAt": now]])
      #expect(export["followers"] == [["account": them, "createdAt": now]])
      let friendship: JSON = ["requester": me, "addressee": them, "createdAt": now, "acceptedAt": now]
      #expect(export["friends"] == [friendship])
      #expect(export["blocked"] == [["account": them, "createdAt": now]])
      #expect(export["grants"] == [["role": "club-admin", "scope": "club-7", "grantedAt": now]])
      let body: JSON = [
        "weight": 70.5, "height": 180.5, "fitnessLevel": "regular", "weighedAt": now,
        "remindAt": "2025-09-14T12:00:00Z",
      ]
      #expect(export["body"] == [body])
      let documents = export["consents"]?.array?.compactMap { $0["document"]?.string }
      #expect(documents == ["health", "privacy", "terms"])
      let report = export["reports"]?[0]
      #expect(report?["subject"] == them)
      #expect(report?["reason"] == "spam")
      #expect(report?["detail"] == "What happened.")
      #expect(export["invitations"]?[0]?["kind"] == "friend")
      #expect(export["joined"]?.array?.count == 1)
      #expect(export["passwordToChange"] == [["expiresAt": now]])
      for session in export["sessions"]?.array ?? [] {
        #expect(
          Set(session.object?.map(\.key) ?? []) == ["id", "address", "createdAt", "seenAt", "expiresAt"])
      }
      #expect(export["sessions"]?.array?.count == 1)
      #expect(
        Set(export.object?.map(\.key) ?? []) == [
          "profile", "identifiers", "sessions", "following", "followers", "friends", "blocked", "invitations", "joined",
          "body", "grants", "consents", "reports", "devices", "cameThrough", "newcomers", "passwordToChange",
          "secondFactorAsked",
        ])
      for secret in [owner.token, World.password, "argon2"] { #expect(!export.serialized().contains(secret)) }
    }
  }
}

extension World {
  /// Somebody who has something in every table.
  fileprivate func fullPerson(beside other: Answer, _ provider: OpenIDProvider) async throws -> Owner {
    let answer = try await register(
      email: "canary@example.org", changes: ["username": "canary.name", "name": "Canary Person"])
    let (token, id) = (answer.token, answer.accountID)
    try await addIdentifier(["phone": .string(Owner.phone)], to: Owner.phone, token: token)
    try await provider.set(["subject": "canary-1"])
    _ = try await finish(try await journey(provider, adding: token), token: token)
    _ = try await journey(provider, "school", adding: token)
    _ = try await enrol(token)
    for path in ["following", "friends"] {
      try await call(.put, "/me/\(path)/\(other.accountID)", token: token)
      try await call(.put, "/me/\(path)/\(id)", token: other.token)
    }
    try await accounts.grant("club-admin", scope: "club-7", to: id, by: "test")
    let report: JSON = [
      "subjectKind": "user", "subject": .string(other.accountID.text), "reason": "spam", "detail": "What happened.",
    ]
    try await call(.post, "/reports", report, token: token)
    try await join(try await call(.post, "/me/invitations", [:], token: other.token), token: token)
    try await join(try await call(.post, "/me/invitations", [:], token: token), token: other.token)
    try await call(.post, "/me/consents", ["document": "health", "version": "1"], token: token)
    let body: JSON = ["weight": 70.5, "height": 180.5, "fitnessLevel": "regular", "reminder": true]
    try await call(.patch, "/me/body", body, token: token)
    try await block(other.accountID, by: id)
    try await storage.write { [clock] in try await ProvisionalStore.put(id, until: clock.now, in: $0) }
    try await call(.post, "/me/identifiers", ["email": "canary.more@example.org"], token: token)
    _ = try await deliveries()
    return Owner(token: token, id: id, app: nil)
  }

  /// A block beside which following and friendship stay, which blocking would end.
  private func block(_ other: AccountID, by id: AccountID) async throws {
    try await storage.write { [clock, accounts] transaction in
      try await transaction.execute(
        "insert into blocks (blocker, blocked, created_at) values (\(id), \(other), \(clock.now))")
      try await PersonLog(context: accounts.context).append(.blocked, other, id, in: transaction)
    }
  }

  private func join(_ made: Answer, token: String) async throws {
    let secret = try #require(made.body["link"]?.string?.split(separator: "=").last)
    let joined = try await call(.put, "/invitations/\(secret)/acceptance", token: token)
    try #require(joined.status == 204, "\(joined.body)")
  }

  /// Whether a table holds any of some texts.
  fileprivate func mentions(_ marks: [String], in table: String) async throws -> Bool {
    let rows = try await storage.read { try await $0.query(SQL(text: "select * from \(table)", values: [])) }
    let text = rows.flatMap(\.values).map { "\($0)" }.joined(separator: " ")
    return marks.contains { text.contains($0) }
  }
}
