import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The biography of a member of a team` {
  private static func path(_ team: String, _ person: Answer) -> String {
    "/teams/\(team)/members/\(person.accountID)/bio"
  }

  @Test(.tags(.pl33, .pl22)) func `is written by those who may edit the team's roster, and by nobody else`()
    async throws
  {
    try await World.with { world in
      let member = try await world.person(1)
      try await world.accounts.grant("athlete", scope: "team-7", to: member.accountID, by: "test")
      let roles: [(role: String, scope: String, status: Int)] = [
        ("team-admin", "team-7", 204), ("team.edit-roster", "team-7", 204), ("team-admin", "", 204),
        ("team-admin", "team-8", 403), ("team.edit-info", "team-7", 403), ("coach", "team-7", 403),
        ("athlete", "team-7", 403), ("club-admin", "team-7", 403), ("group-admin", "team-7", 403),
        ("super-admin", "team-7", 403),
      ]
      for (number, expected) in roles.enumerated() {
        let writer = try await world.person(10 + number)
        try await world.accounts.grant(expected.role, scope: expected.scope, to: writer.accountID, by: "test")
        let body: JSON = ["bio": .string("  Written by \(number) ")]
        let answer = try await world.call(.put, Self.path("team-7", member), body, token: writer.token)
        #expect(answer.status == expected.status, "\(expected)")
        let shown = try await world.call(.get, "/people/\(member.accountID)").body["bio"]?.string
        #expect((shown == "Written by \(number)") == (expected.status == 204), "\(expected)")
        let seen = try await world.call(.get, "/people/\(member.accountID)", token: writer.token).body["biographyTeams"]
        #expect(seen == (expected.status == 204 ? ["team-7"] : []), "\(expected)")
      }
      for token in [member.token, nil] {
        let seen = try await world.call(.get, "/people/\(member.accountID)", token: token).body["biographyTeams"]
        #expect(seen == [])
      }
      let callers = [member.token, try await world.guestToken(), nil]
      for (caller, status) in zip(callers, [403, 403, 401]) {
        let answer = try await world.call(.put, Self.path("team-7", member), ["bio": "x"], token: caller)
        #expect(answer.status == status)
      }
    }
  }

  @Test(.tags(.pl33)) func `is that of a member alone: nobody outside the team can be written about`() async throws {
    try await World.with { world in
      let (admin, outsider, elsewhere) = (
        try await world.person(1), try await world.person(2), try await world.person(3)
      )
      let (coach, gone) = (try await world.person(4), try await world.person(5))
      for (role, scope, person) in [
        ("team-admin", "team-7", admin), ("athlete", "team-8", elsewhere), ("coach", "team-7", coach),
        ("athlete", "team-7", gone), ("athlete", "", outsider), ("team.edit-stats", "team-7", outsider),
      ] { try await world.accounts.grant(role, scope: scope, to: person.accountID, by: "test") }
      try await world.accounts.revoke("athlete", scope: "team-7", from: gone.accountID, by: "test")
      for person in [outsider, elsewhere, gone] {
        let answer = try await world.call(.put, Self.path("team-7", person), ["bio": "x"], token: admin.token)
        #expect(answer.status == 404)
        #expect(answer.code == "member-unknown")
        #expect(try await world.call(.get, "/me", token: person.token).body["bio"]?.isNull == true)
      }
      #expect(try await world.call(.put, Self.path("team-7", coach), ["bio": "x"], token: admin.token).status == 204)
      #expect(
        try await world.call(.put, "/teams/team-7/members/nobody/bio", ["bio": "x"], token: admin.token).status == 404)
    }
  }

  @Test(.tags(.pl33)) func `has at most 500 characters, can be cleared, and its writer stands in the trail`()
    async throws
  {
    try await World.with { world in
      let (admin, member) = (try await world.person(1), try await world.person(2))
      try await world.accounts.grant("team-admin", scope: "team-7", to: admin.accountID, by: "test")
      try await world.accounts.grant("athlete", scope: "team-7", to: member.accountID, by: "test")
      let path = Self.path("team-7", member)
      let longest = String(repeating: "ü", count: 500)
      #expect(try await world.call(.put, path, ["bio": .string(longest)], token: admin.token).status == 204)
      #expect(try await world.call(.put, path, ["bio": .string(longest + "x")], token: admin.token).status == 422)
      #expect(try await world.call(.get, "/me", token: member.token).body["bio"]?.string == longest)
      #expect(try await world.call(.put, path, ["bio": .null], token: admin.token).status == 204)
      #expect(try await world.call(.get, "/me", token: member.token).body["bio"]?.isNull == true)
      let operators = try await world.administrator()
      let trail = try await world.call(.get, "/audit", token: operators.token).body["items"]?.array ?? []
      let entries = trail.filter { $0["action"]?.string == "biography.changed" }
      #expect(entries.count == 2)
      for entry in entries {
        #expect(entry["actor"]?.string == admin.accountID.text)
        #expect(entry["subject"]?.string == member.accountID.text)
        #expect(entry["detail"]?.string == "team-7")
      }
    }
  }
}
