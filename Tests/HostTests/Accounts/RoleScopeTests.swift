import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `The scope of a role` {
  private static let clock = "2024-08-17T11:40:00Z"

  @Test func `is taken from where the interface says, and from nowhere else`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let person = try await host.signIn("+4915112340001")
      let path = "/v1/people/\(person.id)/roles"
      func held() async throws -> [JSON] {
        try await host.call("GET", path, as: RunningHost.token)["items"]?.array ?? []
      }
      let misplaced = try await host.call("PUT", "\(path)/club-admin?scope=club-7", as: RunningHost.token, body: [:])
      #expect((400..<500).contains(misplaced.status), "\(misplaced.json)")
      #expect(try await held() == [])
      for scope in ["", "club-7"] {
        let body: JSON = ["scope": .string(scope)]
        #expect(try await host.call("PUT", "\(path)/club-admin", as: RunningHost.token, body: body).status == 204)
      }
      let wrong = try await host.call(
        "DELETE", "\(path)/club-admin", as: RunningHost.token, body: ["scope": "club-7"])
      #expect((400..<500).contains(wrong.status), "\(wrong.json)")
      #expect(try await held().count == 2)
      #expect(try await host.call("DELETE", "\(path)/club-admin?scope=club-7", as: RunningHost.token).status == 204)
      #expect(try await held() == [["role": "club-admin", "scope": ""]])
      let again = try await host.call("DELETE", "\(path)/club-admin?scope=club-7", as: RunningHost.token)
      #expect(again.status == 404)
      #expect(again.code == "role-not-held")
    }
  }
}
