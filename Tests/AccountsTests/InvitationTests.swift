import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Invitation links` {
  @Test(.tags(.pl40, .sp117)) func `somebody who signs up through a link joins what it is for, once`() async throws {
    try await World.with { world in
      let host = try await world.person(1, name: "Jane Doe")
      let link = try await invite(world, host, ["kind": "walking-clubs/group", "subject": "g7"])
      let secret = try secret(of: link)
      let shown = try await world.call(.get, "/invitations/\(secret)").body
      #expect(shown["inviter"]?["name"]?.string == "Jane Doe")
      #expect(shown["subject"]?.string == "g7")
      let guest = try await joinByPhone(world, "+4915112345678", secret)
      let body: JSON = [
        "inviter": id(host), "account": id(guest), "kind": "walking-clubs/group", "subject": "g7",
        "isNew": true,
      ]
      #expect(try await events(world) == [body])
      #expect(try await world.call(.put, "/invitations/\(secret)/acceptance", token: guest.token).status == 204)
      #expect(try await events(world).count == 1)
    }
  }

  @Test(.tags(.pl40)) func `the link survives the way through the mail of a registration`() async throws {
    try await World.with { world in
      let host = try await world.person(1)
      let secret = try secret(of: try await invite(world, host, ["kind": "a/b", "subject": "x"]))
      let joined = try await world.register(changes: ["invitation": .string(secret)])
      #expect(try await events(world).map { $0["account"] } == [id(joined)])
    }
  }

  @Test(.tags(.pl40, .pl37)) func `a link without a kind makes friends`() async throws {
    try await World.with { world in
      let (host, guest) = (try await world.person(1), try await world.person(2))
      let secret = try secret(of: try await invite(world, host, [:]))
      #expect(try await world.call(.put, "/invitations/\(secret)/acceptance", token: guest.token).status == 204)
      #expect(try await world.accounts.friends(of: host.accountID) == [guest.accountID])
      #expect(try await world.accounts.friends(of: guest.accountID) == [host.accountID])
      let own = try await world.call(.put, "/invitations/\(secret)/acceptance", token: host.token)
      #expect(own.code == "yourself")
    }
  }

  @Test(.tags(.pl40)) func `a link ends when its time is over, its places are taken or its owner takes it back`()
    async throws
  {
    try await World.with { world in
      let host = try await world.person(1)
      let few = try secret(of: try await invite(world, host, ["places": 1, "days": 90]))
      let short = try secret(of: try await invite(world, host, ["days": 1]))
      let taken = try await invite(world, host, [:])
      #expect(try await world.call(.put, "/invitations/\(few)/acceptance", token: world.person(2).token).status == 204)
      #expect(try await world.call(.put, "/invitations/\(few)/acceptance", token: world.person(3).token).status == 404)
      let path = "/me/invitations/\(try #require(taken["id"]?.string))"
      #expect(try await world.call(.delete, path, token: world.person(2).token).status == 404)
      #expect(try await world.call(.delete, path, token: host.token).status == 204)
      #expect(try await world.call(.get, "/invitations/\(try secret(of: taken))").code == "invitation-ended")
      world.clock.advance(86_399)
      #expect(try await world.call(.get, "/invitations/\(short)").status == 200)
      world.clock.advance(1)
      #expect(try await world.call(.get, "/invitations/\(short)").code == "invitation-ended")
      let open = try await world.call(.get, "/me/invitations", token: host.token).body["items"]?.array
      #expect(open?.map { $0["joined"] } == [1])
      #expect(open?.first?["link"]?.string == nil)
    }
  }

  @Test(.tags(.pl40)) func `the last place is given to one of many who come at once`() async throws {
    try await World.with { world in
      let host = try await world.person(1)
      let secret = try secret(of: try await invite(world, host, ["places": 3]))
      var people: [Answer] = []
      for number in 2..<12 { people.append(try await world.person(number)) }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for person in people {
          group.addTask {
            try await world.call(.put, "/invitations/\(secret)/acceptance", token: person.token).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 204 }.count == 3)
      #expect(try await events(world).count == 3)
    }
  }

  @Test(.tags(.pl40, .pl55)) func `an invitation is sent by mail in the sender's language, and is stored as its hash`()
    async throws
  {
    try await World.with { world in
      let host = try await world.person(1, name: "Jane Doe")
      let made = try await world.call(
        .post, "/me/invitations", ["email": "friend@example.org"], token: host.token, language: "ar")
      let link = try #require(made.body["link"]?.string)
      let mail = try #require(try await world.deliveries().last)
      #expect(mail["to"]?.string == "friend@example.org")
      #expect(mail["subject"]?.string == "دعوة إلى Fieldhouse")
      #expect(mail["text"]?.string?.contains(link) == true)
      let rows = try await world.storage.read { try await $0.query("select * from invitations") }
      let stored = rows.flatMap(\.values).map { "\($0)" }.joined(separator: " ")
      #expect(!stored.contains(try secret(of: made.body)))
    }
  }

  private func invite(_ world: World, _ host: Answer, _ body: JSON) async throws -> JSON {
    let made = try await world.call(.post, "/me/invitations", body, token: host.token)
    try #require(made.status == 201, "\(made.body)")
    return made.body
  }

  private func secret(of invitation: JSON) throws -> String {
    try #require(invitation["link"]?.string?.split(separator: "=").last.map(String.init))
  }

  private func id(_ person: Answer) -> JSON { .string(person.accountID.text) }

  private func joinByPhone(_ world: World, _ phone: String, _ secret: String) async throws -> Answer {
    try await world.call(.post, "/auth/otp", ["phone": .string(phone)])
    let code = JSON.string(try await world.lastCode(to: phone))
    let body: JSON = ["phone": .string(phone), "code": code, "acceptsTerms": true, "invitation": .string(secret)]
    return try await world.call(.post, "/auth/otp/verify", body)
  }

  /// The payloads of the events that plugins will be told.
  private func events(_ world: World) async throws -> [JSON] {
    try await world.storage.pendingEffects(after: 0, limit: 100).compactMap { effect in
      guard case .event(_, let event) = effect, event.name == "accounts.invitation-accepted" else { return nil }
      return event.payload
    }
  }
}
