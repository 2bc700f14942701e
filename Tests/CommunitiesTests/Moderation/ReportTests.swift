import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A message that is reported` {
  @Test(.tags(.wc36, .wc38, .pl46), arguments: TestHost.Engine.allCases)
  func `shows all members that it was, and who has reported it that they have`(on engine: TestHost.Engine) async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan")
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: others[1])
      let reply = try await world.flag(2, in: club, as: others[0], "harassment")
      #expect(reply.status == 201)
      #expect(reply["kind"] == "message" && reply["thing"] == "2" && reply["reason"] == "harassment")
      for person in [ada, bob, others[0], others[1]] {
        let seen = try await world.messages(in: club, as: person)
        #expect(seen.map { $0["isFlagged"] } == [nil, true, nil])
        #expect(seen.map { $0["isFlaggedByMe"] } == [nil, person.id == others[0].id ? true : nil, nil])
        #expect(seen[1]["text"] == "rude")
        #expect(try await world.host.get("\(club.path)/chat/2", as: person)["isFlagged"] == true)
      }
      try await world.host.settled()
      #expect(watcher.events.map(\.name) == ["flagged"])
      #expect(watcher.events.map(\.data) == [["number": 2]])
      // Who it was nobody is told who cannot decide about it in the whole host.
      let export = try await world.host.export(of: bob).serialized()
      #expect(!export.contains(others[0].id.text))
    }
  }

  @Test(.tags(.wc39, .pl46), arguments: TestHost.Engine.allCases)
  func `stays with two reports and goes with the third, for everybody and with its words`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve")
      try await world.say("as Bob says", in: club, as: ada, ["replyTo": 2])
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: ada)
      for person in others.prefix(2) {
        #expect(try await world.flag(2, in: club, as: person).status == 201)
        #expect(try await world.lines(in: club, as: ada)[1] == "2 Bob: rude")
      }
      #expect(try await world.flag(2, in: club, as: others[2]).status == 201)
      for person in [ada, bob] + others {
        #expect(try await world.lines(in: club, as: person)[1] == "2 removed")
        let seen = try await world.messages(in: club, as: person)[1]
        #expect(seen["text"] == nil && seen["isFlagged"] == nil)
        let one = try await world.host.get("\(club.path)/chat/2?hidden=true", as: person)
        #expect(one["state"] == "removed" && !one.text.contains("rude"))
      }
      try await world.host.settled()
      #expect(watcher.events.map(\.name) == ["flagged", "unsaid"])
      #expect(watcher.events.last?.data == ["number": 2])
      #expect(try await world.host.delete("\(club.path)/chat/2", as: bob).status == 204)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
      let kept = try await world.details(world.onlyCase(), as: ada)
      #expect(kept["report"]?["words"] == "rude")
      #expect(kept["report"]?["isHidden"] == true)
      #expect(kept["report"]?["reports"] == 3)
      #expect(kept["decisions"]?.array?.map { $0["decision"] } == ["flagged"])
    }
  }

  @Test(.tags(.wc36), arguments: TestHost.Engine.allCases)
  func `is reported once by one person, however often and with whatever words`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, _, others) = try await world.rudeClub("Cleo", "Dan", "Eve")
      let first = try await world.flag(2, in: club, as: others[0], "bullying", detail: "he began")
      try await world.host.clock.advance(by: .seconds(60))
      for reason in ["bullying", "spam", "harassment", "other"] {
        let again = try await world.flag(2, in: club, as: others[0], reason, detail: "again")
        #expect(again.status == first.status && again.json == first.json)
      }
      #expect(try await world.lines(in: club, as: ada)[1] == "2 Bob: rude")
      #expect(try await world.flag(2, in: club, as: others[1]).status == 201)
      #expect(try await world.flag(2, in: club, as: others[0]).json == first.json)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 Bob: rude")
      let flags = try await world.details(world.onlyCase(), as: world.host.operator)["flags"]?.array ?? []
      #expect(flags.map { $0["by"]?["name"] } == ["Cleo", "Dan"])
      #expect(flags.map { $0["detail"] } == ["he began", ""])
      #expect(try await world.flag(2, in: club, as: others[2]).status == 201)
      // The same answer also where there is nothing to be seen any more.
      #expect(try await world.flag(2, in: club, as: others[0]).json == first.json)
      #expect(try await world.details(world.onlyCase(), as: ada)["report"]?["reports"] == 3)
    }
  }

  @Test(.tags(.wc39), arguments: TestHost.Engine.allCases)
  func `by forty at once is hidden once and told once`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, _) = try await world.rudeClub()
      var crowd: [TestPerson] = []
      for number in 0..<40 {
        crowd.append(try await world.host.person("P\(number)"))
        #expect(try await world.host.put("\(club.path)/members/\(crowd[number].id)", as: ada).status == 204)
      }
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: ada)
      let replies = try await withThrowingTaskGroup(of: TestReply.self) { tasks in
        for person in crowd { tasks.addTask { try await world.flag(2, in: club, as: person) } }
        return try await tasks.reduce(into: [TestReply]()) { $0.append($1) }
      }
      // Three have seen it; for the others it was gone.
      #expect(replies.filter { $0.status == 201 }.count == 3)
      #expect(replies.filter { $0.problem == "404 chat-message-unknown" }.count == 37)
      #expect(try await world.lines(in: club, as: ada)[1] == "2 removed")
      try await world.host.settled()
      #expect(watcher.events.map(\.name) == ["flagged", "unsaid"])
      let found = try await world.details(world.onlyCase(), as: ada)
      #expect(found["report"]?["reports"] == 3)
      #expect(found["decisions"]?.array?.count == 1)
      #expect(try await world.news(bob).count == 1)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `goes after as many reports as the operator says, or never`(on engine: TestHost.Engine) async throws {
    for (limit, gone) in [(1, 1), (2, 2), (0, nil)] as [(Int64, Int?)] {
      try await ClubWorld.run(on: engine, settings: ["messageReports": .integer(limit)]) { world in
        let (club, ada, _, others) = try await world.rudeClub("Cleo", "Dan", "Eve", "Fay")
        for (index, person) in others.enumerated() where index < gone ?? 4 {
          #expect(try await world.lines(in: club, as: ada)[1] == "2 Bob: rude")
          #expect(try await world.flag(2, in: club, as: person).status == 201)
        }
        #expect(try await world.lines(in: club, as: ada)[1] == (gone == nil ? "2 Bob: rude" : "2 removed"))
      }
    }
  }
}

@Suite struct `Who reports` {
  @Test(.tags(.wc36), arguments: TestHost.Engine.allCases)
  func `is a member who sees the message and has not written it`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Removed", "Banned", "Blocker", "Blocked")
      let stranger = try await world.host.person("Stranger")
      #expect(try await world.host.delete("\(club.path)/members/\(others[0].id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/bans/\(others[1].id)", as: ada).status == 204)
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: others[2]).status == 204)
      #expect(try await world.host.put("/v1/me/blocked/\(others[3].id)", as: bob).status == 204)
      for person in [stranger, others[0], others[1]] {
        #expect(try await world.flag(2, in: club, as: person).problem == "404 group-unknown")
      }
      for person in [others[2], others[3]] {
        #expect(try await world.flag(2, in: club, as: person).problem == "404 chat-message-unknown")
      }
      #expect(try await world.flag(2, in: club, as: bob).problem == "403 report-own")
      #expect(try await world.flag(2, in: club, as: nil).problem == "401 unauthenticated")
      let guest = try await world.host.guest()
      #expect(try await world.flag(2, in: club, as: guest).problem == "403 account-needed")
      for number in ["0", "02", "4", "x", "-1", " 2"] {
        let reply = try await world.report("message", number, in: club, as: ada)
        #expect(reply.problem == "404 chat-message-unknown", "\(number)")
      }
      #expect(try await world.report("message", in: club, as: ada).problem == "404 chat-message-unknown")
      try await world.say("taken back", in: club, as: bob)
      #expect(try await world.host.delete("\(club.path)/chat/4", as: bob).status == 204)
      #expect(try await world.flag(4, in: club, as: ada).problem == "404 chat-message-unknown")
      #expect(try await world.queue(as: world.host.operator).isEmpty)
      #expect(try await world.messages(in: club, as: ada).allSatisfy { $0["isFlagged"] == nil })
    }
  }

  @Test func `gives one of five reasons and, if they like, up to 500 characters`() async throws {
    try await ClubWorld.run { world in
      let (club, ada, _, others) = try await world.rudeClub("C", "D", "E", "F", "G", "H")
      for (index, reason) in ["harassment", "bullying", "spam", "inappropriate", "other"].enumerated() {
        let said = try await world.say("rude \(reason)", in: club, as: ada)
        let number = said["number"]?.int ?? 0
        #expect(try await world.flag(number, in: club, as: others[index], reason)["reason"] == .string(reason))
      }
      let longest = String(repeating: "é", count: 500)
      for (detail, pointers) in [(longest, []), (longest + "é", ["/detail"]), ("a\u{0}", ["/detail"])] {
        #expect(try await world.flag(2, in: club, as: others[5], detail: detail).pointers == pointers)
      }
      #expect(try await world.flag(2, in: club, as: ada, "dislike").pointers == ["/reason"])
      #expect(try await world.report("weather", "2", in: club, as: ada).pointers == ["/kind"])
      let bare: JSON = ["kind": "message", "thing": "2", "reason": "spam"]
      #expect(
        try await world.host.post("\(ClubWorld.moderation)/reports", bare, as: ada).problem == "404 group-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `reports twenty things in an hour, and then is told when to go on`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo")
      for number in 4...25 {
        if number % 10 == 0 { try await world.host.clock.advance(by: .seconds(20)) }
        try await world.say("\(number)", in: club, as: number % 2 == 0 ? ada : bob)
      }
      for number in 4...23 { #expect(try await world.flag(number, in: club, as: others[0]).status == 201) }
      let refused = try await world.flag(24, in: club, as: others[0])
      #expect(refused.problem == "429 reports-too-many")
      #expect(refused.headers["retry-after"] == "3600")
      #expect(try await world.flag(4, in: club, as: others[0]).status == 201)
      #expect(try await world.flag(24, in: club, as: bob).status == 201)
      try await world.host.clock.advance(by: .milliseconds(3_599_999))
      #expect(try await world.flag(24, in: club, as: others[0]).headers["retry-after"] == "1")
      try await world.host.clock.advance(by: .milliseconds(1))
      #expect(try await world.flag(24, in: club, as: others[0]).status == 201)
    }
  }
}
