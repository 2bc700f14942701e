import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Leaving a running host` {
  private static let clock = "2024-08-17T11:40:00Z"

  @Test func `hides a person at once, offers the way back, and erases when the clock says so`()
    async throws
  {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let (person, other) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
      try await host.call("PATCH", "/v1/me", as: person.token, body: ["name": "Canary Person"])
      #expect(try await host.get("/v1/people?query=canary", as: other).items.count == 1)
      #expect(try await host.call("DELETE", "/v1/me", as: person.token).status == 204)
      #expect(try await host.get("/v1/me", as: person).status == 401)
      #expect(try await host.get("/v1/people/\(person.id)", as: other).status == 404)
      #expect(try await host.get("/v1/people?query=canary", as: other).items.isEmpty)
      let message = try await host.message(to: "+4915112340001", after: 1)
      #expect(message["link"]?.string?.contains("/undo?token=") == true)
      try await host.advance(to: "2024-08-20T11:39:59Z")
      #expect(try await host.code(afterSigningIn: "+4915112340001") == "account-leaving")
      try await host.advance(to: "2024-08-20T11:40:00Z")
      let later = try await host.signIn("+4915112340001")
      #expect(later.id != person.id)
    }
  }

  @Test func `erases at once where the operator wants no grace time`() async throws {
    let environment = ["FIELDHOUSE_ERASURE_GRACE_HOURS": "0"]
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: environment) { host in
      let person = try await host.signIn("+4915112340001")
      #expect(try await host.call("DELETE", "/v1/me", as: person.token).status == 204)
      try await host.advance(to: "2024-08-17T11:45:00Z")
      #expect(try await host.signIn("+4915112340001").id != person.id)
    }
  }

  @Test func `asks for a proof in an old session`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let person = try await host.signIn("+4915112340001")
      try await host.advance(to: "2024-08-17T11:50:00Z")
      let refused = try await host.call("DELETE", "/v1/me", as: person.token)
      #expect(refused.status == 403)
      #expect(refused.code == "step-up-needed")
      #expect(try await host.get("/v1/me", as: person).status == 200)
      let state = try await host.get("/v1/me/step-up", as: person)
      #expect(state["ways"]?[0]?["phone"]?.string == "4915112340001")
    }
  }
}

extension RunningHost {
  /// The problem's code when somebody signs in with a right one-time code.
  fileprivate func code(afterSigningIn phone: String) async throws -> String? {
    try await call("POST", "/v1/auth/otp", body: ["phone": .string(phone)])
    // The code of the first sign-in and the notice came before.
    let code = try #require(try await message(to: phone, after: 2)["code"])
    let body: JSON = ["phone": .string(phone), "code": code, "acceptsTerms": true]
    return try await call("POST", "/v1/auth/otp/verify", body: body).code
  }
}
