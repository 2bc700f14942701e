import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A notification by mail` {
  private static let clock = "2024-08-17T11:40:00Z"
  private static let password: JSON = "a long enough phrase 7"

  /// Signs up by e-mail.
  private static func signUp(_ email: String, on host: RunningHost, _ gateways: Gateways) async throws -> Person {
    let form: JSON = [
      "name": "Jane Doe", "email": .string(email), "password": password, "passwordConfirmation": password,
      "acceptsTerms": true,
    ]
    #expect(try await host.call("POST", "/v1/auth/register", body: form).status == 202)
    let text = try #require(try await gateways.wait(for: 1, "mail")[0]["text"]?.string)
    let token = try #require(text.firstMatch(of: /verify\?token=([A-Za-z0-9_-]+)/)?.1)
    let reply = try await host.call("POST", "/v1/auth/verify", body: ["token": .string(String(token))])
    return Person(
      id: try #require(reply["account"]?["id"]?.string), token: try #require(reply["token"]?.string))
  }

  /// Has somebody invited to a new group.
  private static func invite(_ person: Person, to name: String, by other: Person, on host: RunningHost) async throws {
    let path = "/v1/groups/soccer-predictions/"
    let form: JSON = ["kind": "prediction-group", "name": .string(name)]
    let group = try await host.call("POST", path, as: other.token, body: form)
    let id = try #require(group["id"]?.string, "\(group.json)")
    let invited = try await host.call("PUT", "\(path)\(id)/invitations/\(person.id)", as: other.token, body: [:])
    #expect(invited.status == 204, "\(invited.json)")
  }

  @Test(.tags(.pl50, .sp173)) func `goes to whoever has no device, says where it leads, and not while alerts are off`()
    async throws
  {
    let gateways = try await Gateways()
    defer { gateways.stop() }
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.clock, environment: gateways.environment) { host in
      let jane = try await Self.signUp("jane@example.org", on: host, gateways)
      let codes = gateways.taken("sms").count
      #expect(try await host.call("POST", "/v1/auth/otp", body: ["phone": "+4915112345602"]).status == 202)
      let code = try await gateways.wait(for: codes + 1, "sms")[codes]["code"]
      let form: JSON = ["phone": "+4915112345602", "code": try #require(code), "acceptsTerms": true]
      let reply = try await host.call("POST", "/v1/auth/otp/verify", body: form)
      let bob = Person(id: try #require(reply["account"]?["id"]?.string), token: try #require(reply["token"]?.string))
      let settings = "/v1/me/notification-settings"
      let off: JSON = ["enabled": false, "kindsOff": []]
      #expect(try await host.call("PUT", settings, as: jane.token, body: off).status == 200)
      try await Self.invite(jane, to: "Larks", by: bob, on: host)
      try await eventually { try await host.get("/v1/me/notifications", as: jane).items.count == 1 }
      let on: JSON = ["enabled": true, "kindsOff": []]
      #expect(try await host.call("PUT", settings, as: jane.token, body: on).status == 200)
      try await Self.invite(jane, to: "Owls", by: bob, on: host)
      let mails = try await gateways.wait(for: 2, "mail")
      let mail = try #require(mails.last)
      #expect(mail["recipients"] == ["<jane@example.org>"] && mail["subject"] == "Invitations to groups")
      let text = try #require(mail["text"]?.string)
      #expect(text.contains("Owls") && !text.contains("Larks"))
      #expect(text.contains("/inbox/open?id=") && text.contains("/inbox/settings"))
      try await eventually {
        let sent = try await host.get("/v1/me/export", as: jane)["notifications"]?["sent"]?.array ?? []
        return sent.map { "\($0["channel"]?.string ?? "") \($0["state"]?.string ?? "")" } == ["email delivered"]
      }
      #expect(gateways.taken("mail").count == 2)
    }
  }
}
