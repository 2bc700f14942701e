@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What comes along from another account` {
  private static func set(_ changes: JSON, of person: Answer, in world: World) async throws {
    let answer = try await world.call(.patch, "/me", changes, token: person.token)
    #expect(answer.status == 200, "\(answer.body)")
  }

  @Test(.tags(.pl34, .pl70)) func `is shown to nobody whom either did not show it to`() async throws {
    try await World.with { world in
      let (kept, gone) = (try await world.person(1), try await world.register())
      let (stranger, follower) = (try await world.person(3), try await world.person(4))
      try await Self.set(
        [
          "country": "DE", "gender": "female",
          "visibility": [
            "email": "everyone", "bio": "everyone", "dateOfBirth": "everyone", "gender": "everyone",
            "country": "everyone", "phone": "everyone",
          ],
        ], of: kept, in: world)
      try await Self.set(
        [
          "bio": "I climb.", "dateOfBirth": "1990-02-03", "gender": "other", "country": "FR",
          "username": "jane.climbs",
          "visibility": [
            "bio": "followers", "country": "nobody", "gender": "nobody", "phone": "nobody", "username": "followers",
          ],
        ], of: gone, in: world)
      let merged = try await world.call(.post, "/me/merge", ["token": .string(gone.token)], token: kept.token)
      #expect(merged.status == 200, "\(merged.body)")
      #expect(
        try await world.call(.put, "/me/following/\(kept.accountID)", token: follower.token).status == 204)
      func seen(by person: Answer) async throws -> [String?] {
        let page = try await world.call(.get, "/people/\(kept.accountID)", token: person.token).body
        let fields = ["username", "bio", "dateOfBirth", "email", "gender", "country", "phone"]
        return fields.map { page[$0]?.string }
      }
      let own: [String?] = ["female", "DE", "491511000001"]
      // What the account had itself stays as it was.
      #expect(try await seen(by: stranger) == [nil, nil, nil, nil] + own)
      #expect(try await seen(by: follower) == ["jane.climbs", "I climb.", nil, nil] + own)
      let me = try await world.call(.get, "/me", token: kept.token).body
      #expect(me["bio"] == "I climb." && me["dateOfBirth"] == "1990-02-03" && me["email"] == "jane@example.org")
    }
  }

  @Test(.tags(.pl70)) func `is agreed to once for each question, whatever versions both have agreed to`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      let shared = SharedQuestion(question: "fitness.steps", asker: "walks")
      let now = world.clock.now
      try await world.storage.write { transaction in
        for (version, age) in [("1.0.0", 60.0), ("2.0.0", 120), ("3.0.0", 0)] {
          try await ConsentStore.accept(
            shared.document, version: version, by: person.accountID, at: now.addingTimeInterval(-age), in: transaction)
        }
      }
      let items = try await world.call(.get, "/me/sharing", token: person.token).body["items"]?.array ?? []
      #expect(items.map { $0["givenAt"]?.string } == ["2025-08-15T11:58:00Z"], "since when it is agreed to")
      let path = "/me/sharing/fitness.steps/walks"
      #expect(try await world.call(.delete, path, token: person.token).status == 204)
      #expect(try await world.call(.get, "/me/sharing", token: person.token).body["items"] == [])
      #expect(try await !world.accounts.isGiven(shared, by: person.accountID))
    }
  }
}
