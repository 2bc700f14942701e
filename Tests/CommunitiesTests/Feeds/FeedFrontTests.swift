import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import FieldhouseCommunities

@Suite struct `The latest posts of a feed from memory` {
  /// Asks everybody for the latest posts, which are remembered, and for the same ones as any other page, which is read anew.
  private static func check(_ feed: TestFeed, _ people: [TestPerson], _ world: ClubWorld, _ what: String) async throws {
    for person in people {
      for limit in [1, 3, 20] {
        let page = try await world.host.get("\(feed.path)?limit=\(limit)", as: person)
        let read = try await world.host.get("\(feed.path)?limit=\(limit)&after=\(Fields.largestNumber)", as: person)
        // A problem names its request, a page is the same to the byte.
        #expect(page.problem == read.problem, "\(what): \(person.name)")
        #expect(
          page.status != 200 || page.text == read.text,
          "\(what): \(person.name) \(limit): \(page.text), read anew: \(read.text)")
      }
    }
  }

  /// Changes a post behind the back of all who remember it.
  private static func tamper(_ feed: TestFeed, _ world: ClubWorld) async throws {
    try await world.host.services.storage.write { transaction in
      _ = try await GroupRoutes.ledger(transaction).tables.rows(
        "update fieldhouse_posts set text = 'tampered' where \(feed.feed.rows) and number = 1")
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `are read once until they change`(on engine: TestHost.Engine, of owner: FeedOwner) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob")
      try await world.post("first", in: feed, as: people[0])
      func first() async throws -> JSON? { try await world.host.get(feed.path, as: people[1]).items.last?["text"] }
      #expect(try await first() == "first")
      try await Self.tamper(feed, world)
      #expect(try await first() == "first", "nothing was told of a change")
      try await world.post("second", in: feed, as: people[0])
      #expect(try await first() == "tampered")
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `are, after every change, what everybody else would read`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob", "Cleo", "Dan")
      let (host, ada, bob, cleo, dan) = (world.host, people[0], people[1], people[2], people[3])
      let all = people + [host.operator]
      func step(_ what: String, _ reply: TestReply, _ status: Int = 204) async throws {
        #expect(reply.status == status, "\(what): \(reply.text)")
        try await Self.check(feed, all, world, what)
      }
      try await Self.check(feed, all, world, "empty")
      for (number, person) in [ada, bob, cleo, bob].enumerated() {
        try await step("post", try await world.post("\"\(number)\" <é>\n👩‍👧", in: feed, as: person), 201)
      }
      try await step("media", try await world.post("m", ["https://example.org/a?b=c"], in: feed, as: dan), 201)
      try await step("edit", try await host.patch("\(feed.path)/2", ["text": "edited"], as: bob), 200)
      for person in [ada, cleo] { try await step("like", try await host.put("\(feed.path)/2/like", as: person)) }
      try await step("unlike", try await host.delete("\(feed.path)/2/like", as: ada))
      try await step("comment", try await world.comment("c", on: 2, in: feed, as: cleo), 201)
      try await step("comment", try await world.comment("d", on: 2, in: feed, as: dan), 201)
      // Of three reports the first is told, the second is not, the third takes it away.
      for person in [cleo, dan, ada] {
        try await step("report", try await world.report(.post, in: feed, as: person), 201)
      }
      try await step("edit of what is hidden", try await host.patch("\(feed.path)/2", ["text": "anew"], as: bob), 200)
      try await step("like of what is hidden", try await host.put("\(feed.path)/2/like", as: bob))
      try await step("comment there", try await world.comment("own", on: 2, in: feed, as: bob), 201)
      try await world.hide(2, comment: 1, in: feed)
      try await Self.check(feed, all, world, "a comment is hidden on what is hidden")
      try await step("no comment there", try await host.delete("\(feed.path)/2/comments/3", as: bob))
      let found = try await world.onlyCase()
      try await step("restore", try await world.decide("restore", found, as: host.operator), 200)
      try await step("block", try await host.put("/v1/me/blocked/\(bob.id)", as: cleo))
      try await step("one more", try await world.post("unseen by Cleo", in: feed, as: bob), 201)
      try await step("unblock", try await host.delete("/v1/me/blocked/\(bob.id)", as: cleo))
      try await step("name", try await host.patch("/v1/me", ["name": "Robert"], as: bob), 200)
      #expect(try await host.get(feed.path, as: dan).text.contains("Robert"))
      try await step("take back", try await host.delete("\(feed.path)/3", as: cleo))
      if let group = feed.group {
        try await step("appoint", try await host.put("\(group.path)/members/\(dan.id)/roles/admin", as: ada))
        #expect(try await host.get(feed.path, as: dan)["mayModerate"] == true)
        try await step("dismiss", try await host.delete("\(group.path)/members/\(dan.id)/roles/admin", as: ada))
        #expect(try await host.get(feed.path, as: dan)["mayModerate"] == false)
        try await step("remove", try await host.delete("\(group.path)/members/\(dan.id)", as: ada))
        #expect(try await host.get(feed.path, as: dan).problem == "404 group-unknown")
        try await step("archive", try await host.put("\(group.path)/archive", as: ada), 200)
        #expect(try await host.get(feed.path, as: cleo)["mayWrite"] == false)
        try await step("restore", try await host.delete("\(group.path)/archive", as: ada))
      }
      try await host.leave(bob)
      try await host.settled()
      #expect(try await !host.get(feed.path, as: cleo).text.contains("Robert"))
      try await Self.check(feed, [ada, cleo, host.operator], world, "erased")
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases)
  func `go on where more is asked for than is remembered, and bad input is told as ever`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .thing, "Ada", "Bob", "Cleo", "Dan")
      for number in 0...FeedFront.length + 2 {
        try await world.post("\(number)", in: feed, as: people[number % 4])
      }
      for limit in [49, 50, 51, 100] {
        let numbers = try await world.items(of: feed.path, as: people[0], limit: limit).compactMap { $0["number"]?.int }
        #expect(numbers == Array((1...FeedFront.length + 3).reversed()))
      }
      // Whose posts are hidden by a block leaves a page that reaches beyond what is remembered.
      #expect(try await world.host.put("/v1/me/blocked/\(people[1].id)", as: people[0]).status == 204)
      let seen = try await world.items(of: feed.path, as: people[0], limit: 45).compactMap { $0["number"]?.int }
      #expect(seen == (1...FeedFront.length + 3).reversed().filter { $0 % 4 != 2 })
      for query in ["limit=0", "limit=101", "limit=x", "limit=05x", "limit=", "after=x", "other=1"] {
        #expect(try await world.host.get("\(feed.path)?\(query)", as: people[0]).status == 422, "\(query)")
      }
    }
  }
}
