import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `People in a chat` {
  @Test(.tags(.wc33), arguments: TestHost.Engine.allCases)
  func `are its members: to strangers, removed and banned ones there is none`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      for visibility in ["private", "public"] {
        let (club, people) = try await world.club(
          "Ada", "Bob", "Removed", "Banned", more: ["name": .string(visibility), "visibility": .string(visibility)])
        let (ada, bob, removed, banned) = (people[0], people[1], people[2], people[3])
        let strangers = [try await world.host.person("Stranger"), try await world.host.guest(), removed, banned]
        for person in [removed, banned] { try await world.say("mine alone", in: club, as: person) }
        let topic = "clubs/groups/club/\(club.id)/chat"
        let watchers = [
          try await world.host.watch(topic, as: removed), try await world.host.watch(topic, as: banned),
        ]
        #expect(try await world.host.delete("\(club.path)/members/\(removed.id)", as: ada).status == 204)
        #expect(try await world.host.put("\(club.path)/bans/\(banned.id)", as: ada).status == 204)
        try await world.say("zanzibar", in: club, as: bob)
        try await world.host.settled()
        for watcher in watchers {
          #expect(watcher.isOver)
          #expect(watcher.events.allSatisfy { $0.data["number"] != 3 })
        }
        for person in strangers {
          for reply in try await replies(club, as: person, world) { #expect(reply.problem == "404 group-unknown") }
          await #expect(throws: TestHostError.self) { try await world.host.watch(topic, as: person) }
          let export = try await world.host.export(of: person).serialized()
          #expect(!export.contains("zanzibar"))
          #expect(export.contains("mine alone") == [removed.id, banned.id].contains(person.id))
        }
        #expect(try await world.host.get("\(club.path)/chat").problem == "401 unauthenticated")
        #expect(try await world.lines(in: club, as: ada).last == "3 Bob: zanzibar")
      }
    }
  }

  /// Everything that might tell of a chat, as somebody gets it.
  private func replies(_ group: TestGroup, as person: TestPerson, _ world: ClubWorld) async throws -> [TestReply] {
    [
      try await world.host.get("\(group.path)/chat", as: person),
      try await world.host.get("\(group.path)/chat?since=0", as: person),
      try await world.host.get("\(group.path)/chat/1", as: person),
      try await world.host.get("\(group.path)/chat/read", as: person),
      try await world.host.delete("\(group.path)/chat/1", as: person),
      try await world.say("let me in", in: group, as: person),
      try await world.read(upTo: 1, in: group, as: person),
    ]
  }

  @Test func `of a kind without a chat have none`() async throws {
    try await ClubWorld.run { world in
      let ada = try await world.host.person("Ada")
      let round = try await world.found("round", "Ours", by: ada)
      for reply in try await replies(round, as: ada, world) { #expect(reply.problem == "404 chat-unknown") }
      await #expect(throws: TestHostError.self) {
        try await world.host.watch("clubs/groups/round/\(round.id)/chat", as: ada)
      }
      #expect(try await world.host.get("/v1/me/groups", as: ada).items.map { $0["unread"] } == [nil])
      let kinds = try await world.host.get("/v1/app")["groups"]?.array ?? []
      #expect(kinds.map { $0["hasChat"] } == [true, true, false, false, false])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `one of whom has blocked the other see nothing of each other's words, and nobody misses a number`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: cleo).status == 204)
      try await world.say("hi", in: club, as: ada)
      let watchers = [
        try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: cleo),
        try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: bob),
      ]
      let before = watchers[0].lastID
      try await world.say("bob's", in: club, as: bob, ["mentions": [.string(cleo.id.text)]])
      try await world.say("cleo's", in: club, as: cleo, ["replyTo": 2])
      #expect(try await world.lines(in: club, as: ada) == ["1 Ada: hi", "2 Bob: bob's", "3 Cleo: cleo's"])
      #expect(try await world.lines(in: club, as: cleo) == ["1 Ada: hi", "2 hidden", "3 Cleo: cleo's"])
      #expect(try await world.lines(in: club, as: bob) == ["1 Ada: hi", "2 Bob: bob's", "3 hidden"])
      let hidden = try await world.host.get("\(club.path)/chat/2?hidden=true", as: cleo)
      #expect(hidden["state"] == "hidden")
      #expect(!hidden.text.contains(bob.id.text) && !hidden.text.contains("bob's"))
      try await world.host.settled()
      #expect(watchers.map { $0.events.map { $0.data["text"] } } == [["cleo's"], ["bob's"]])
      let back = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: cleo, after: before)
      #expect(back.events.map { $0.data["number"] } == [3])
      #expect(try await world.unread(in: club, as: cleo) == [1, 1, 1])
      #expect(try await world.told(cleo).isEmpty)
      #expect(try await world.told(bob).isEmpty)
      #expect(try await world.host.delete("/v1/me/blocked/\(bob.id)", as: cleo).status == 204)
      #expect(try await world.lines(in: club, as: cleo) == ["1 Ada: hi", "2 Bob: bob's", "3 Cleo: cleo's"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `who look after a group see with one look more what a block hides from them`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      try await world.say("rude", in: club, as: people[1])
      #expect(try await world.host.put("/v1/me/blocked/\(people[0].id)", as: people[1]).status == 204)
      #expect(try await world.lines(in: club, as: people[0]) == ["1 hidden"])
      #expect(try await world.host.get("\(club.path)/chat/1", as: people[0])["state"] == "hidden")
      #expect(try await world.host.get("\(club.path)/chat/1?hidden=true", as: people[0])["text"] == "rude")
      #expect(try await world.host.delete("\(club.path)/chat/1", as: people[0]).status == 204)
      #expect(try await world.lines(in: club, as: people[1]) == ["1 removed"])
      #expect(try await world.lines(in: club, as: world.host.operator) == ["1 removed"])
      #expect(try await world.say("me too", in: club, as: world.host.operator).problem == "403 forbidden")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `take back their own words, and admins those of others; the numbers stay`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      for text in ["secret one", "two", "secret three"] {
        try await world.say(text, in: club, as: bob, ["mentions": [.string(cleo.id.text)]])
      }
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: cleo)
      #expect(try await world.host.delete("\(club.path)/chat/1", as: cleo).problem == "403 forbidden")
      for _ in 0..<2 { #expect(try await world.host.delete("\(club.path)/chat/1", as: bob).status == 204) }
      #expect(try await world.host.delete("\(club.path)/chat/3", as: ada).status == 204)
      #expect(try await world.host.delete("\(club.path)/chat/4", as: ada).problem == "404 chat-message-unknown")
      #expect(try await world.lines(in: club, as: cleo) == ["1 deleted", "2 Bob: two", "3 removed"])
      let page = try await world.host.get("\(club.path)/chat", as: cleo)
      #expect(!page.text.contains("secret"))
      #expect(page.items.map { $0["mentions"]?.array?.count } == [0, 1, 0])
      #expect(page.items.map { $0["author"]?["name"] } == ["Bob", "Bob", "Bob"])
      try await world.host.settled()
      #expect(watcher.events.map { "\($0.name) \($0.data["number"]?.int ?? 0)" } == ["unsaid 1", "unsaid 3"])
      #expect(try await !world.host.export(of: bob).serialized().contains("secret"))
      #expect(try await world.unread(in: club, as: cleo) == [1, 1, 1])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `count as unread what others have written since they came or last read`(on engine: TestHost.Engine) async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      for text in ["1", "2", "3"] { try await world.say(text, in: club, as: ada) }
      try await world.say("4", in: club, as: bob)
      #expect(try await world.unread(in: club, as: bob) == [3, 3, 3])
      #expect(try await world.unread(in: club, as: ada) == [1, 1, 1])
      #expect(try await world.read(upTo: 2, in: club, as: bob).status == 204)
      #expect(try await world.unread(in: club, as: bob) == [1, 1, 1])
      #expect(try await world.read(upTo: 1, in: club, as: bob).status == 204)
      #expect(try await world.host.get("\(club.path)/chat", as: bob)["readUpTo"] == 2)
      #expect(try await world.read(upTo: 1_000, in: club, as: bob).status == 204)
      #expect(try await world.host.get("\(club.path)/chat/read", as: bob)["readUpTo"] == 4)
      try await world.say("5", in: club, as: ada)
      #expect(try await world.unread(in: club, as: bob) == [1, 1, 1])
      for number: JSON in [0, -1, "x"] {
        #expect(
          try await world.host.put("\(club.path)/chat/read", ["number": number], as: bob).pointers == ["/number"])
      }
      let cleo = try await world.host.person("Cleo")
      try await world.join(club, as: cleo)
      #expect(try await world.unread(in: club, as: cleo) == [0, 0, 0])
      #expect(try await world.host.get("\(club.path)/chat", as: cleo)["readUpTo"] == 5)
      #expect(try await world.lines(in: club, as: cleo).count == 5)
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      try await world.say("6", in: club, as: ada)
      try await world.join(club, as: bob)
      #expect(try await world.unread(in: club, as: bob) == [0, 0, 0])
    }
  }
}
