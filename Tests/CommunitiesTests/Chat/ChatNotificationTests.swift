import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who is named or answered in a chat` {
  private static let mention = "Ada mentions you in the chat of Lions."
  private static let reply = "Ada replies to you in the chat of Lions."

  @Test(arguments: TestHost.Engine.allCases)
  func `is told once until they have read on, and finds the way there`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let naming: JSONObject = ["mentions": [.string(bob.id.text), .string(bob.id.text), .string(ada.id.text)]]
      let said = try await world.say("@Bob hello", in: club, as: ada, naming)
      #expect(said["mentions"] == [.string(bob.id.text)])
      #expect(try await world.told(bob) == [Self.mention])
      let links = try await world.host.inbox(of: bob).map { $0["link"]?.string }
      #expect(links.contains("/groups/clubs/\(club.id)/chat"))
      try await world.say("@Bob again", in: club, as: ada, naming)
      #expect(try await world.told(bob) == [Self.mention])
      try await world.read(upTo: 2, in: club, as: bob)
      try await world.host.clock.advance(by: .seconds(1))
      try await world.say("@Bob and now", in: club, as: ada, naming)
      #expect(try await world.told(bob) == [Self.mention, Self.mention])
      #expect(try await world.told(ada).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is told of an answer, and not twice where it names them too`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      try await world.say("question", in: club, as: bob)
      let answer = try await world.say("answer", in: club, as: ada, ["replyTo": 1, "mentions": [.string(bob.id.text)]])
      #expect(answer["replyTo"] == 1)
      #expect(try await world.messages(in: club, as: bob).map { $0["replyTo"] } == [nil, 1])
      #expect(try await world.told(bob) == [Self.reply])
      try await world.say("my own", in: club, as: bob, ["replyTo": 1])
      #expect(try await world.told(bob) == [Self.reply])
      #expect(try await world.say("to nobody", in: club, as: ada, ["replyTo": 9]).pointers == ["/replyTo"])
      #expect(try await world.say("to nobody", in: club, as: ada, ["replyTo": 0]).pointers == ["/replyTo"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is a member and has not blocked who wrote it`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      let stranger = try await world.host.person("Stranger")
      try await world.say("question", in: club, as: cleo)
      #expect(try await world.host.put("/v1/me/blocked/\(ada.id)", as: bob).status == 204)
      #expect(try await world.host.delete("\(club.path)/members/\(cleo.id)", as: ada).status == 204)
      let all: [JSON] = [bob, cleo, stranger].map { .string($0.id.text) } + ["nobody"]
      let said = try await world.say("all of you", in: club, as: ada, ["replyTo": 1, "mentions": .array(all)])
      #expect(said["mentions"] == [.string(bob.id.text)])
      for person in [bob, cleo, stranger] {
        #expect(try await world.told(person).isEmpty, "\(person.name)")
      }
      let many = (0...20).map { JSON.string("p\($0)") }
      #expect(try await world.say("x", in: club, as: ada, ["mentions": .array(many)]).pointers == ["/mentions"])
      #expect(
        try await world.say("x", in: club, as: ada, ["mentions": .array(Array(many.dropFirst()))]).status == 201)
    }
  }
}
