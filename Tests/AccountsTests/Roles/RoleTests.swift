import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Roles and administrators` {
  @Test(.tags(.pl22)) func `a role counts in its scope, one for the whole installation everywhere`() async throws {
    try await World.with { world in
      let (person, admin) = (try await world.person(1), try await world.administrator())
      let id = person.accountID
      try await world.accounts.grant("club-admin", scope: "club-7", to: id, by: "test")
      #expect(try await world.permits("members.see", id, scope: "club-7"))
      #expect(try await !world.permits("members.see", id, scope: "club-8"))
      #expect(try await !world.permits("members.see", id, scope: ""))
      #expect(try await !world.permits("anything", id, scope: "club-7"))
      #expect(try await world.permits("anything", admin.accountID, scope: "anywhere"))
      try await world.accounts.grant("push.send", scope: "club-8", to: id, by: "test")
      #expect(try await world.permits("push.send", id, scope: "club-8"))
      try await world.accounts.revoke("club-admin", scope: "club-7", from: id, by: "test")
      #expect(try await !world.permits("members.see", id, scope: "club-7"))
    }
  }

  @Test(.tags(.pl22)) func `a super-admin of a scope is none elsewhere`() async throws {
    try await World.with { world in
      let person = try await world.person(1)
      try await world.accounts.grant("super-admin", scope: "club-1", to: person.accountID, by: "test")
      #expect(try await !world.permits("anything", person.accountID, scope: "club-1"))
      #expect(try await world.call(.get, "/audit", token: person.token).status == 403)
    }
  }

  @Test(.tags(.pl22)) func `only operators give roles, shut accounts and read the trail`() async throws {
    try await World.with { world in
      let (person, other, admin) = (
        try await world.person(1), try await world.person(2), try await world.administrator()
      )
      let path = "/people/\(other.accountID)"
      let calls: [(FieldhouseKit.Method, String)] = [
        (.put, "\(path)/roles/club-admin"), (.get, "\(path)/roles"), (.delete, "\(path)/roles/club-admin"),
        (.put, "\(path)/disabled"), (.delete, "\(path)/disabled"), (.get, "/audit"),
      ]
      for (method, path) in calls {
        #expect(try await world.call(method, path, token: person.token).status == 403, "\(method) \(path)")
        #expect(try await world.call(method, path, token: admin.token).status < 300, "\(method) \(path)")
      }
    }
  }

  @Test func `a disabled account is out at once and stays out after a restart`() async throws {
    try await World.with { world in
      let (person, admin) = (try await world.person(1), try await world.administrator())
      #expect(try await world.call(.get, "/me", token: person.token).status == 200)
      try await world.call(.put, "/people/\(person.accountID)/disabled", token: admin.token)
      #expect(try await world.call(.get, "/me", token: person.token).status == 401)
      #expect(try await world.signIn(phone: "491511000001").code == "account-disabled")
      let later = try await world.restarted()
      #expect(try await later.call(.get, "/me", token: person.token).status == 401)
      await later.close()
    }
  }

  @Test func `the first start offers a link that works once`() async throws {
    try await World.with { world in
      let link = try #require(try await world.accounts.setUpPath())
      let token = JSON.string(String(try #require(link.split(separator: "=").last)))
      let body: JSON = [
        "token": token, "email": "admin@example.org", "password": .string(World.password),
        "passwordConfirmation": .string(World.password),
      ]
      let admin = try await world.call(.post, "/auth/setup", body)
      #expect(admin.status == 201)
      #expect(try await world.call(.get, "/me", token: admin.token).body["roles"] == ["super-admin"])
      #expect(try await world.call(.post, "/auth/setup", body).status == 422)
      #expect(try await world.accounts.setUpPath() == nil)
    }
  }

  @Test func `a changed entry of the audit trail is detected`() async throws {
    try await World.with { world in
      let (person, admin) = (try await world.person(1), try await world.administrator())
      for scope in ["club-1", "club-2", "club-3"] {
        let path = "/people/\(person.accountID)/roles/club-admin"
        try await world.call(.put, path, ["scope": .string(scope)], token: admin.token)
      }
      let whole = try await world.call(.get, "/audit", token: admin.token).body
      #expect(whole["items"]?.array?.count == 5)
      #expect(whole["firstBroken"]?.isNull ?? true)
      try await world.storage.write { try await $0.execute("update audit set detail = 'x' where sequence = 3") }
      #expect(try await world.call(.get, "/audit", token: admin.token).body["firstBroken"]?.int == 3)
      try await world.storage.write { try await $0.execute("delete from audit where sequence >= 3") }
      #expect(try await world.call(.get, "/audit", token: admin.token).body["firstBroken"]?.int == 3)
    }
  }
}
