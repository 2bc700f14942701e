import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseNotifications

@Suite struct `Kinds of notifications` {
  @Test(.tags(.pl50)) func `are listed by who tells them, the platform's first, in my language`() async throws {
    try await TestEngine.sqlite.run { database in
      let world = try await InboxWorld(database)
      let list = try await world.call(.get, "/me/notification-kinds", as: "ann", language: "ar")
      let owners = list["items"]?.array?.compactMap { $0["owner"]?.string }
      #expect(owners == ["accounts", "communities", "folf", "soccer"])
      let soccer = try #require(list["items"]?[3])
      #expect(soccer["title"] == "soccer name ar")
      #expect(soccer["kinds"]?[0] == ["id": "soccer/goal", "title": "soccer goal.title ar", "channels": ["push"]])
      #expect(soccer["kinds"]?[3]?["channels"] == ["push", "email", "sms"])
      let accounts = list["items"]?[0]?["kinds"]?.array?.compactMap { $0["id"]?.string }
      #expect(accounts?.contains("accounts/invitation-accepted") == true)
      #expect(accounts?.contains("accounts/weight-reminder") == true)
    }
  }

  @Test(.tags(.pl50), arguments: TestEngine.allCases)
  func `that nobody declares are refused by name, and one that went with its plugin stays off`(
    engine: TestEngine
  ) async throws {
    try await engine.run { database in
      let world = try await InboxWorld(database)
      let path = "/me/notification-settings"
      let wrong: JSON = ["enabled": true, "kindsOff": ["soccer/goal", "soccer/gaol", "nobody/knows"]]
      let problem = await #expect(throws: Problem.self) { try await world.call(.put, path, wrong, as: "ann") }
      #expect(problem?.errors.map(\.pointer) == ["/kindsOff/1", "/kindsOff/2"])
      #expect(problem?.errors.map(\.code) == ["kind-unknown", "kind-unknown"])
      #expect(problem?.errors.first?.detail.contains("Did you mean 'soccer/goal'?") == true)
      try await world.call(.put, path, ["enabled": true, "kindsOff": ["folf/card", "folf/card"]], as: "ann")
      world.inbox.kinds.set(.init(owner: "folf", title: "name", kinds: []))
      #expect(try await world.call(.get, path, as: "ann") == ["enabled": true, "kindsOff": []])
      try await world.call(.put, path, ["enabled": true, "kindsOff": ["soccer/goal"]], as: "ann")
      world.inbox.kinds.set(
        .init(owner: "folf", title: "name", kinds: [NotificationKind(owner: "folf", name: "card", title: "card")]))
      #expect(try await world.call(.get, path, as: "ann")["kindsOff"] == ["soccer/goal", "folf/card"])
    }
  }

  @Test func `of groups are one for all plugins, unless a plugin has its own of the name`() {
    let kinds = InboxWorld.kinds
    #expect(kinds.kind("chat-mention", of: "soccer")?.id == "communities/chat-mention")
    #expect(kinds.kind("chat-mention", of: "unknown")?.id == "communities/chat-mention")
    #expect(kinds.kind("report-decided", of: "accounts")?.id == "accounts/report-decided")
    #expect(kinds.kind("goal", of: "folf") == nil)
    kinds.set(
      .init(owner: "folf", title: "t", kinds: [NotificationKind(owner: "folf", name: "chat-reply", title: "t")]))
    #expect(kinds.kind("chat-reply", of: "folf")?.id == "folf/chat-reply")
  }

  @Test(
    arguments: [
      (nil, ["match": "m 1/é"], "/soccer/matches/m%201%2F%C3%A9"), (nil, [:], nil), (nil, ["match": ""], nil),
      ("/own", ["match": "m1"], "/own"),
    ] as [(String?, [String: String], String?)])
  func `lead where their manifest says, unless a notification has a link of its own`(
    own: String?, arguments: [String: String], link: String?
  ) {
    #expect(InboxWorld.kinds.kind("final", of: "soccer")?.link(own, arguments) == link)
  }
}
