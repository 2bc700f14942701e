import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who has something new in a chat` {
  private static let news = "There is something new in the chat of Lions."

  /// What somebody was told of the chat, half a minute later.
  private static func told(_ person: TestPerson, in world: ClubWorld) async throws -> Int {
    try await world.told(person).count { $0 == news }
  }

  @Test(.tags(.pl50, .wc55), arguments: TestHost.Engine.allCases)
  func `is told half a minute later, once until they have read on, unless they read along`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob, cleo, clock) = (people[0], people[1], people[2], world.host.clock)
      for text in ["one", "two"] { try await world.say(text, in: club, as: ada) }
      try await world.read(upTo: 2, in: club, as: bob)
      try await clock.advance(by: .seconds(29))
      #expect(try await Self.told(cleo, in: world) == 0)
      try await clock.advance(by: .seconds(1))
      try await eventually { try await Self.told(cleo, in: world) == 1 }
      let link = try await world.host.inbox(of: cleo).first?["link"]?.string
      #expect(link == "/groups/clubs/\(club.id)/chat")
      try await world.say("three", in: club, as: ada)
      try await clock.advance(by: .seconds(30))
      try await eventually { try await Self.told(bob, in: world) == 1 }
      #expect(try await Self.told(cleo, in: world) == 1)
      try await world.read(upTo: 3, in: club, as: cleo)
      try await world.say("four", in: club, as: bob)
      try await clock.advance(by: .seconds(30))
      try await eventually { try await Self.told(cleo, in: world) == 2 }
      #expect(try await Self.told(ada, in: world) == 1)
      #expect(try await Self.told(bob, in: world) == 1)
    }
  }

  @Test(.tags(.pl50, .wc55), arguments: TestHost.Engine.allCases)
  func `has a switch for that, and is not told by who is blocked, of what was taken back, or of what names them`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo", "Dora")
      let (ada, bob, cleo, dora) = (people[0], people[1], people[2], people[3])
      let host = world.host
      #expect(try await host.get("/v1/me/notification-kinds", as: bob).text.contains("New messages in chats"))
      let off: JSON = ["enabled": true, "kindsOff": ["communities/chat-message"]]
      #expect(try await host.put("/v1/me/notification-settings", off, as: bob).status < 300)
      #expect(try await host.put("/v1/me/blocked/\(ada.id)", as: cleo).status == 204)
      try await world.say("@Dora", in: club, as: ada, ["mentions": [.string(dora.id.text)]])
      try await host.clock.advance(by: .seconds(30))
      try await eventually { try await Self.told(bob, in: world) == 1 }
      #expect(try await Self.told(cleo, in: world) == 0)
      #expect(try await Self.told(dora, in: world) == 0)
      for person in [ada, bob, dora] { try await world.read(upTo: 1, in: club, as: person) }
      try await world.say("not this", in: club, as: bob)
      #expect(try await host.delete("\(club.path)/chat/2", as: bob).status == 204)
      #expect(try await host.delete("\(club.path)/members/\(dora.id)", as: ada).status == 204)
      try await host.clock.advance(by: .seconds(30))
      try await world.say("but this", in: club, as: bob)
      try await host.clock.advance(by: .seconds(30))
      try await eventually { try await Self.told(ada, in: world) == 1 }
      #expect(try await Self.told(dora, in: world) == 0)
    }
  }

  @Test(.tags(.pl50), arguments: TestHost.Engine.allCases)
  func `is one of more than are looked at in one step`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada")
      var members: [TestPerson] = []
      for _ in 0..<70 {
        let guest = try await world.host.guest()
        try #require(try await world.host.post("\(club.path)/join", as: guest).status == 201)
        members.append(guest)
      }
      try await world.say("hello", in: club, as: people[0])
      try await world.host.clock.advance(by: .seconds(30))
      for member in members { try await eventually { try await Self.told(member, in: world) == 1 } }
      try await world.say("again", in: club, as: people[0])
      try await world.host.clock.advance(by: .seconds(30))
      for member in members {
        #expect(try await Self.told(member, in: world) == 1)
      }
    }
  }
}
