import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A chat of a group` {
  @Test(.tags(.pl45, .wc33, .wc34), arguments: TestHost.Engine.allCases)
  func `shows who wrote what and when, the latest first, page by page`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      for number in 1...5 {
        try await world.host.clock.advance(by: .seconds(1))
        let said = try await world.say("word \(number)", in: club, as: people[number % 2])
        #expect(said.status == 201)
        #expect(said["number"]?.int == number)
      }
      let first = try await world.host.get("\(club.path)/chat?limit=2", as: people[1])
      #expect(first.items.map { $0["text"] } == ["word 5", "word 4"])
      #expect(first.items[0]["author"]?["name"] == "Bob")
      #expect(first.items[0]["author"]?["picture"]?.string?.isEmpty == false)
      #expect(first.items[0]["at"]?.string == RFC3339.string(from: world.host.clock.now))
      #expect(first["last"] == 5)
      let next = try #require(first["next"]?.string)
      let second = try await world.host.get("\(club.path)/chat?limit=2&after=\(next)", as: people[1])
      #expect(second.items.map { $0["number"] } == [3, 2])
      let third = try await world.host.get(
        "\(club.path)/chat?limit=2&after=\(second["next"]?.string ?? "")", as: people[1])
      #expect(third.items.map { $0["number"] } == [1])
      #expect(third["next"] == .null)
      #expect(try await world.host.get("\(club.path)/chat?after=x", as: people[0]).pointers == ["/after"])
      #expect(try await world.host.get("\(club.path)/chat/3", as: people[0])["text"] == "word 3")
      #expect(try await world.host.get("\(club.path)/chat/6", as: people[0]).problem == "404 chat-message-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is caught up with behind a number without gap or double, also while others write`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      for number in 1...7 { try await world.say("\(number)", in: club, as: people[0]) }
      let page = try await world.host.get("\(club.path)/chat?since=2&limit=3", as: people[1])
      #expect(page.items.map { $0["number"] } == [3, 4, 5])
      try await world.say("8", in: club, as: people[0])
      let rest = try await world.messages(in: club, as: people[1], since: 5, limit: 2)
      #expect(rest.map { $0["number"] } == [6, 7, 8])
      #expect(try await world.messages(in: club, as: people[1], since: 8).isEmpty)
      #expect(try await world.messages(in: club, as: people[1], since: 99).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has one order for everybody when twenty write at once, without gaps, and live the same`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for number in 0..<20 { people.append(try await world.host.person("P\(number)")) }
      let club = try await world.found("club", "Lions", by: people[0])
      for person in people.dropFirst() { try await world.join(club, as: person) }
      let watcher = try await world.host.watch("clubs/groups/club/\(club.id)/chat", as: people[3])
      let numbers = try await withThrowingTaskGroup(of: [Int].self) { tasks in
        for person in people {
          tasks.addTask {
            var numbers: [Int] = []
            for number in 0..<10 {
              let said = try await world.say("\(person.name) \(number)", in: club, as: person)
              #expect(said.status == 201, "\(said.text)")
              numbers.append(said["number"]?.int ?? 0)
            }
            return numbers
          }
        }
        return try await tasks.reduce(into: [[Int]]()) { $0.append($1) }
      }
      #expect(numbers.flatMap(\.self).sorted() == Array(1...200))
      for own in numbers { #expect(own == own.sorted()) }
      let seen = try await world.lines(in: club, as: people[0])
      #expect(seen.count == 200)
      for person in people { #expect(try await world.lines(in: club, as: person) == seen) }
      try await world.host.settled()
      #expect(watcher.events.map { $0.data["number"]?.int } == Array(1...200))
      #expect(try await watcher.events.map(\.data) == world.messages(in: club, as: people[3]))
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `takes 1 to 500 characters as they stand, and never more than that`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada")
      let (longest, family) = (String(repeating: "é", count: 500), "👩‍👩‍👧‍👦")
      for text in ["x", longest, String(repeating: family, count: 100), "<b>1 & 2</b>", "javascript:alert(1)", "a\nb"] {
        let said = try await world.say(text, in: club, as: people[0])
        #expect(said["text"] == .string(text), "\(text)")
      }
      #expect(try await world.say(" \n two words \n", in: club, as: people[0])["text"] == "two words")
      #expect(try await world.say("e\u{301}", in: club, as: people[0])["text"]?.string?.utf8.count == 2)
      for text in ["", " \n\t", longest + "é", "a\u{0}b", "a\u{202E}b"] {
        let refused = try await world.say(text, in: club, as: people[0])
        #expect(refused.status == 422, "\(text.debugDescription)")
        #expect(refused.pointers == ["/text"], "\(text.debugDescription)")
      }
      #expect(try await world.host.get("\(club.path)/chat", as: people[0])["last"] == 8)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `takes twenty messages in ten seconds of one person, and then says when to go on`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      let other = try await world.found("club", "Bears", by: people[0])
      for number in 1...20 {
        let said = try await world.say(
          "\(number)", in: number % 2 == 0 ? club : other, as: people[0], key: "k\(number)")
        #expect(said.status == 201)
        if number == 10 { try await world.host.clock.advance(by: .seconds(4)) }
      }
      let refused = try await world.say("21", in: club, as: people[0])
      #expect(refused.problem == "429 chat-too-fast")
      #expect(refused.headers["retry-after"] == "6")
      #expect(try await world.say("20", in: club, as: people[0], key: "k20").status == 201)
      #expect(try await world.say("mine", in: club, as: people[1]).status == 201)
      try await world.host.clock.advance(by: .milliseconds(5_999))
      #expect(try await world.say("21", in: club, as: people[0]).headers["retry-after"] == "1")
      try await world.host.clock.advance(by: .milliseconds(1))
      for number in 21...30 { #expect(try await world.say("\(number)", in: club, as: people[0]).status == 201) }
      #expect(try await world.say("31", in: club, as: people[0]).headers["retry-after"] == "4")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has one message of what is sent again after a lost answer`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      let first = try await world.say("once", in: club, as: people[0], key: "one")
      let again = try await world.say("once", in: club, as: people[0], key: "one")
      #expect(first.status == 201 && first.body == again.body)
      #expect(try await world.say("other", in: club, as: people[0], key: "one").problem == "422 idempotency-key-reused")
      let answers = try await withThrowingTaskGroup(of: TestReply.self) { tasks in
        for _ in 0..<8 { tasks.addTask { try await world.say("at once", in: club, as: people[1], key: "two") } }
        return try await tasks.reduce(into: [TestReply]()) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 201 || $0.status == 409 })
      #expect(try await world.lines(in: club, as: people[0]) == ["1 Ada: once", "2 Bob: at once"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is closed for writing when its group is archived, and can still be read and taken back`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, people) = try await world.club("Ada", "Bob")
      for text in ["one", "two"] { try await world.say(text, in: club, as: people[1]) }
      #expect(try await world.host.put("\(club.path)/archive", as: people[0]).status == 200)
      #expect(try await world.say("three", in: club, as: people[1]).problem == "409 group-archived")
      #expect(try await world.host.delete("\(club.path)/chat/1", as: people[1]).status == 204)
      #expect(try await world.lines(in: club, as: people[0]) == ["1 deleted", "2 Bob: two"])
      #expect(try await world.host.delete("\(club.path)/archive", as: people[0]).status == 204)
      #expect(try await world.say("three", in: club, as: people[1])["number"] == 3)
    }
  }
}
