@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `Those who decide reports` {
  @Test func `do not decide one about themselves`() async throws {
    try await World.with { world in
      let (a, b, admin) = (try await world.person(1), try await world.person(2), try await world.administrator())
      let me = try #require(try await world.accounts.account(forToken: admin.token)).account.id
      func report(_ subject: AccountID) async throws -> String {
        let body: JSON = ["subjectKind": "user", "subject": .string(subject.text), "reason": "bullying"]
        return try #require(try await world.call(.post, "/reports", body, token: a.token).body["id"]?.string)
      }
      let (mine, other) = (try await report(me), try await report(b.accountID))
      for state: JSON in ["dismissed", "upheld"] {
        let refused = try await world.call(.put, "/reports/\(mine)", ["state": state], token: admin.token)
        #expect(refused.status == 403 && refused.code == "report-own")
      }
      #expect(try await world.call(.put, "/reports/\(other)", ["state": "upheld"], token: admin.token).status == 204)
      let waiting = try await world.call(.get, "/reports", token: admin.token).body["items"]?.array ?? []
      #expect(waiting.map { $0["id"] } == [.string(mine)])
    }
  }
}
