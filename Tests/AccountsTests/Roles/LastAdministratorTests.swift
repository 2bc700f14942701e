@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The last super-admin` {
  /// Every way in which a super-admin may go.
  enum Way: String, CaseIterable, Sendable {
    case demoted, disabled, erased

    func go(_ account: Answer, by actor: Answer, in world: World) async throws -> Answer {
      switch self {
      case .demoted:
        try await world.call(.delete, "/people/\(account.accountID)/roles/super-admin", token: actor.token)
      case .disabled: try await world.call(.put, "/people/\(account.accountID)/disabled", token: actor.token)
      case .erased: try await world.call(.delete, "/me", token: account.token)
      }
    }
  }

  @Test(arguments: Way.allCases) func `stays`(way: Way) async throws {
    try await World.with { world in
      let admin = try await world.administrator()
      let answer = try await way.go(admin, by: admin, in: world)
      #expect(answer.status == 409)
      #expect(answer.code == "last-administrator")
      #expect(try await world.call(.get, "/audit", token: admin.token).status == 200)
      #expect(try await world.accounts.eraseAgain() == 0)
      #expect(try await world.call(.get, "/audit", token: admin.token).status == 200)
    }
  }

  @Test(arguments: Way.allCases) func `may go once there is another`(way: Way) async throws {
    try await World.with { world in
      let (admin, second) = (try await world.administrator(), try await world.person(1))
      try await world.accounts.grant("super-admin", scope: "", to: second.accountID, by: "test")
      #expect(try await way.go(admin, by: admin, in: world).status == 204)
      let last = try await world.permits("anything", second.accountID, scope: "")
      #expect(last)
    }
  }

  @Test(arguments: Way.allCases) func `counts only who can sign in`(way: Way) async throws {
    try await World.with { world in
      let (admin, second) = (try await world.administrator(), try await world.person(1))
      try await world.accounts.grant("super-admin", scope: "", to: second.accountID, by: "test")
      try await world.accounts.grant(
        "super-admin", scope: "club-1", to: try await world.person(2).accountID, by: "test")
      #expect(
        try await world.call(.put, "/people/\(second.accountID)/disabled", token: admin.token).status == 204)
      #expect(try await way.go(admin, by: admin, in: world).code == "last-administrator")
    }
  }

  @Test(arguments: Way.allCases, Way.allCases)
  func `is still there when the last two go at once, through two processes`(one: Way, other: Way) async throws {
    try await World.with { world in
      let (admin, second) = (try await world.administrator(), try await world.person(1))
      try await world.accounts.grant("super-admin", scope: "", to: second.accountID, by: "test")
      _ = try await world.enrol(second.token)
      let process = try world.anotherProcess()
      async let first = one.go(admin, by: admin, in: world)
      async let last = other.go(second, by: second, in: process)
      let statuses = [try await first.status, try await last.status].sorted()
      #expect(statuses == [204, 409], "\(one) and \(other)")
      let left = try await world.storage.read { transaction in
        try await transaction.query(
          """
          select p.id from grants g join people p on p.id = g.account
          where g.role = 'super-admin' and g.scope = '' and p.disabled_at is null and p.leaving_at is null
          """)
      }
      #expect(left.count == 1)
    }
  }
}

@Suite struct `Giving and taking roles` {
  @Test func `a role is given and taken in exactly the scope that is named`() async throws {
    try await World.with { world in
      let (person, admin) = (try await world.person(1), try await world.administrator())
      let path = "/people/\(person.accountID)/roles"
      func held() async throws -> [String] {
        let items = try await world.call(.get, path, token: admin.token).body["items"]?.array ?? []
        return items.map { "\($0["role"]?.string ?? "") in '\($0["scope"]?.string ?? "")'" }
      }
      for scope in ["", "club-7", "club-8"] {
        let body: JSON? = scope.isEmpty ? nil : ["scope": .string(scope)]
        #expect(try await world.call(.put, "\(path)/club-admin", body, token: admin.token).status == 204)
      }
      #expect(try await held() == ["club-admin in ''", "club-admin in 'club-7'", "club-admin in 'club-8'"])
      #expect(try await world.call(.delete, "\(path)/club-admin?scope=club-7", token: admin.token).status == 204)
      #expect(try await held() == ["club-admin in ''", "club-admin in 'club-8'"])
      #expect(try await world.call(.delete, "\(path)/club-admin", token: admin.token).status == 204)
      #expect(try await held() == ["club-admin in 'club-8'"])
    }
  }

  @Test(arguments: ["club-admin", "club-admin?scope=club-8", "super-admin?scope=club-7", "no-such-role"])
  func `what is not held cannot be taken`(role: String) async throws {
    try await World.with { world in
      let (person, admin) = (try await world.person(1), try await world.administrator())
      try await world.accounts.grant("club-admin", scope: "club-7", to: person.accountID, by: "test")
      let before = try await world.call(.get, "/audit", token: admin.token).body["items"]?.array?.count
      let path = "/people/\(person.accountID)/roles/\(role)"
      let answer = try await world.call(.delete, path, token: admin.token)
      #expect(answer.status == 404)
      #expect(answer.code == "role-not-held")
      let holds = try await world.permits("members.see", person.accountID, scope: "club-7")
      #expect(holds)
      #expect(try await world.call(.get, "/audit", token: admin.token).body["items"]?.array?.count == before)
    }
  }

  @Test func `an unknown role or person is refused`() async throws {
    try await World.with { world in
      let (person, admin) = (try await world.person(1), try await world.administrator())
      let calls = [
        ("/people/\(person.accountID)/roles/king", "role-unknown"),
        ("/people/nobody/roles/club-admin", "person-unknown"),
      ]
      for (path, code) in calls {
        #expect(try await world.call(.put, path, token: admin.token).code == code)
      }
      for method in [FieldhouseKit.Method.put, .delete] {
        #expect(try await world.call(method, "/people/nobody/disabled", token: admin.token).code == "person-unknown")
      }
    }
  }
}
