import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What a chat keeps of a person` {
  @Test(arguments: TestHost.Engine.allCases)
  func `is in the person's export: own words, where one is named, how far one has read, and nobody else's words`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      try await world.say("ada's words", in: club, as: people[0], ["mentions": [.string(people[1].id.text)]])
      try await world.say("bob's words", in: club, as: people[1])
      try await world.read(upTo: 1, in: club, as: people[1])
      let export = try await world.host.export(of: people[1])["plugins"]?["clubs"]?["groups"]
      #expect(export?["messages"]?.array?.map { $0["message"] } == ["bob's words"])
      #expect(export?["messages"]?.array?.first?["name"] == "Lions")
      #expect(export?["mentions"]?.array?.map { $0["number"] } == [1])
      #expect(export?["read"]?.array?.map { $0["number"] } == [1])
      #expect(export?.serialized().contains("ada's") == false)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `goes with the person: words, names and marks, and only the numbers stay`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      let canary = "quixotic zephyrs vex"
      try await world.say(canary, in: club, as: bob, ["mentions": [.string(ada.id.text)]], key: "one")
      try await world.say("to bob", in: club, as: ada, ["mentions": [.string(bob.id.text)], "replyTo": 1])
      try await world.say("\(canary) again", in: club, as: bob, key: "two")
      try await world.read(upTo: 2, in: club, as: bob)
      // One that has left before they are erased is forgotten all the same.
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      try await world.host.leave(bob)
      try await world.host.settled()
      #expect(try await world.lines(in: club, as: ada) == ["1 erased", "2 Ada: to bob", "3 erased"])
      for person in [ada, cleo] {
        let page = try await world.host.get("\(club.path)/chat", as: person)
        #expect(!page.text.contains(canary) && !page.text.contains(bob.id.text))
        #expect(page.items.map { $0["number"] } == [3, 2, 1])
        #expect(page.items.map { $0["author"]?["name"] } == [nil, "Ada", nil])
      }
      #expect(try await world.told(ada).isEmpty)
      #expect(try await world.say("next", in: club, as: cleo)["number"] == 4)
      let reader = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: cleo)
      #expect(reader.events.isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `becomes another's with the account: words, names and how far either has read`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let bears = try await world.found("club", "Bears", by: ada)
      let guest = try await world.host.guest()
      for group in [club, bears] { try await world.join(group, as: guest) }
      try await world.say("ada's", in: bears, as: ada)
      try await world.read(upTo: 1, in: bears, as: guest)
      for group in [club, bears] { try await world.say("a guest's", in: group, as: guest) }
      try await world.say(
        "you both", in: club, as: ada, ["mentions": [.string(bob.id.text), .string(guest.id.text)]])
      try await world.say("you", in: bears, as: ada, ["mentions": [.string(guest.id.text)]])
      _ = try await world.host.signIn(guest, to: bob)
      try await world.host.settled()
      #expect(try await world.lines(in: club, as: ada) == ["1 Bob: a guest's", "2 Ada: you both"])
      #expect(try await world.messages(in: club, as: bob).last?["mentions"] == [.string(bob.id.text)])
      #expect(try await world.messages(in: bears, as: bob).last?["mentions"] == [.string(bob.id.text)])
      #expect(try await world.unread(in: bears, as: bob) == [1, 1, 1])
      #expect(try await world.host.get("\(bears.path)/chat", as: bob)["readUpTo"] == 1)
      #expect(try await world.host.delete("\(club.path)/chat/1", as: bob).status == 204)
    }
  }
}
