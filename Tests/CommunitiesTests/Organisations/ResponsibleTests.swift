@testable import FieldhouseKitTesting
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Who is made responsible for an organisation` {
  @Test(.tags(.pl64, .pl65, .wc63, .wc65, .wc69, .wc70), arguments: TestHost.Engine.allCases)
  func `is mailed a password, signs in with it and chooses another one, and is admin there`(on engine: TestHost.Engine)
    async throws
  {
    try await OrganisationWorld.run(on: engine) { world in
      let made = try await world.make("league", "Premier", ["email": "pat@example.org", "contactName": "Pat"])
      let premier = try world.group(made)
      let mail = try await world.mails(to: "pat@example.org", 1)[0]
      #expect(mail["subject"]?.string?.contains("Premier") == true)
      #expect(mail["link"]?.string?.hasSuffix("/login") == true)
      let password = try await world.password(to: "pat@example.org")
      #expect(password.wholeMatch(of: /([a-z2-9]{5}-){3}[a-z2-9]{5}/) != nil)
      #expect(!made.text.contains(password))
      let wrong = try await world.logIn("pat@example.org", "not the password", OrganisationWorld.choice)
      #expect(wrong.problem == "401 login-failed")
      let nobody = try await world.logIn("sam@example.org", password, OrganisationWorld.choice)
      #expect(nobody.problem == "401 login-failed")
      #expect(try await world.logIn("pat@example.org", password).problem == "409 password-change-needed")
      let same = try await world.logIn(
        "pat@example.org", password,
        ["newPassword": .string(password), "newPasswordConfirmation": .string(password), "acceptsTerms": true])
      #expect(same.pointers == ["/newPassword"])
      let choice = OrganisationWorld.choice
      let short = try await world.logIn(
        "pat@example.org", password, ["newPassword": "short", "newPasswordConfirmation": "other", "acceptsTerms": true])
      #expect(Set(short.pointers) == ["/newPassword", "/newPasswordConfirmation"])
      var silent = choice
      silent["acceptsTerms"] = false
      let terms = try await world.logIn("pat@example.org", password, silent)
      #expect(terms.problem == "409 terms-needed")
      let pat = try await world.enter("pat@example.org")
      #expect(try await world.logIn("pat@example.org", password, choice).problem == "401 login-failed")
      #expect(try await world.logIn("pat@example.org", OrganisationWorld.chosen).status == 200)
      #expect(try await world.host.patch(premier.path, ["about": "We play."], as: pat).status == 200)
      let consents = try await world.host.export(of: pat)["consents"]?.array
      #expect(Set((consents ?? []).compactMap { $0["document"]?.string }) == ["terms", "privacy"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is spoken to in the language of the own device, whatever that of the operator`(on engine: TestHost.Engine)
    async throws
  {
    try await OrganisationWorld.run(on: engine) { world in
      _ = try await world.make("league", "Premier", ["email": "pat@example.org"])
      let pat = try await world.enter("pat@example.org", language: "ar")
      #expect(try await world.host.get("/v1/me", as: pat)["language"]?.string == "ar")
    }
  }

  @Test(.tags(.pl64), arguments: TestHost.Engine.allCases)
  func `is mailed once more, and only the last password works, for fourteen days`(on engine: TestHost.Engine)
    async throws
  {
    try await OrganisationWorld.run(on: engine) { world in
      let made = try await world.make("league", "Premier", ["email": "pat@example.org"])
      let path = "\(OrganisationWorld.root)/league/\(try world.group(made).id)/login-data"
      let first = try await world.password(to: "pat@example.org")
      #expect(try await world.host.post(path, as: world.host.operator).status == 202)
      let second = try await world.password(to: "pat@example.org", 2)
      let choice = OrganisationWorld.choice
      #expect(try await world.logIn("pat@example.org", first, choice).problem == "401 login-failed")
      try await world.host.clock.advance(by: .seconds(14 * 86_400 - 1))
      #expect(try await world.logIn("pat@example.org", second).problem == "409 password-change-needed")
      try await world.host.clock.advance(by: .seconds(1))
      #expect(try await world.logIn("pat@example.org", second, choice).problem == "403 password-expired")
      #expect(try await world.host.post(path, as: world.host.operator).status == 202)
      let third = try await world.password(to: "pat@example.org", 3)
      #expect(try await world.logIn("pat@example.org", third, choice).status == 200)
      #expect(try await world.host.post(path, as: world.host.operator).status == 202)
      let last = try await world.mails(to: "pat@example.org", 4)[3]
      #expect(last["text"]?.string?.contains("Password") == false)
      #expect(try await world.logIn("pat@example.org", OrganisationWorld.chosen).status == 200)
      let nobody = try world.group(try await world.make("league", "Ligue"))
      let refused = try await world.host.post(
        "\(OrganisationWorld.root)/league/\(nobody.id)/login-data", as: world.host.operator)
      #expect(refused.problem == "409 organisation-without-contact")
    }
  }

  @Test(.tags(.pl17, .pl64, .wc66), arguments: TestHost.Engine.allCases)
  func `may as well choose a password with the link of a reset`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      _ = try await world.make("league", "Premier", ["email": "pat@example.org"])
      let mailed = try await world.password(to: "pat@example.org")
      let asked = try await world.host.post("/v1/auth/password/forgot", ["email": "pat@example.org"], as: nil)
      #expect(asked.status == 202)
      let link = try #require(try await world.mails(to: "pat@example.org", 2)[1]["link"]?.string)
      let secret = String(try #require(link.split(separator: "=").last))
      func reset(_ confirmation: String) async throws -> TestReply {
        let body: JSON = [
          "token": .string(secret), "password": .string(OrganisationWorld.chosen),
          "passwordConfirmation": .string(confirmation),
        ]
        return try await world.host.post("/v1/auth/password/reset", body, as: nil)
      }
      #expect(try await reset("another phrase altogether").pointers == ["/passwordConfirmation"])
      #expect(try await reset(OrganisationWorld.chosen).status == 204)
      #expect(try await world.logIn("pat@example.org", mailed, OrganisationWorld.choice).problem == "401 login-failed")
      #expect(try await world.logIn("pat@example.org", OrganisationWorld.chosen).status == 200)
    }
  }

  @Test(.tags(.pl65), arguments: TestHost.Engine.allCases)
  func `keeps the account that there is, and its password`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      _ = try await world.make("league", "Premier", ["email": "pat@example.org"])
      let pat = try await world.enter("pat@example.org")
      let second = try await world.make(
        "league", "Ligue", ["email": "pat@example.org", "contactName": "Somebody else"])
      #expect(second["contact"]?["id"]?.string == pat.id.text)
      #expect(try await world.mails(to: "pat@example.org", 2)[1]["text"]?.string?.contains("Password") == false)
      #expect(try await world.logIn("pat@example.org", OrganisationWorld.chosen).status == 200)
    }
  }

  @Test(.tags(.pl70), arguments: TestHost.Engine.allCases)
  func `is forgotten with the account, as with the admin's role, and follows a merger`(on engine: TestHost.Engine)
    async throws
  {
    try await OrganisationWorld.run(on: engine) { world in
      let host = world.host
      _ = try await world.make("league", "Alpha", ["email": "pat@example.org"])
      let beta = try world.group(try await world.make("league", "Beta", ["email": "sam@example.org"]))
      let (pat, sam) = (try await world.enter("pat@example.org"), try await world.enter("sam@example.org"))
      let told = try await host.export(of: pat)["plugins"]?["clubs"]?["groups"]?["responsibleFor"]?.array
      #expect(told?.map { $0["name"] } == ["Alpha"])
      let proof: JSON = ["password": .string(OrganisationWorld.chosen)]
      _ = try await host.post("/v1/me/step-up", proof, as: sam)
      #expect(try await host.delete("/v1/me", as: sam).status == 204)
      try await host.settled()
      #expect(try await world.overview().last == "Beta 0")
      #expect(try await host.post("\(beta.path)/join", as: pat).status == 201)
      let roles = "\(beta.path)/members/\(pat.id)/roles/chair"
      #expect(try await host.put(roles, as: host.operator).status == 204)
      let again: JSON = ["email": "kim@example.org"]
      #expect(
        try await host.patch("\(OrganisationWorld.root)/league/\(beta.id)", again, as: host.operator).status == 200)
      let kim = try #require(
        try await host.get("\(OrganisationWorld.root)/league/\(beta.id)", as: host.operator)["contact"]?["id"]?.string)
      #expect(try await host.delete("\(beta.path)/members/\(kim)/roles/chair", as: host.operator).status == 204)
      #expect(try await world.overview().last == "Beta 2")
    }
  }
}
