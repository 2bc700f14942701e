import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Likes and comments` {
  @Test(.tags(.pl44, .sp103), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `are counted once each, whoever takes them back, and comments stand in their order`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      try await world.post("goal", in: feed, as: ada)
      for _ in 0..<2 { #expect(try await world.host.put("\(feed.path)/1/like", as: bob).status == 204) }
      #expect(try await world.host.put("\(feed.path)/1/like", as: ada).status == 204)
      #expect(try await world.host.get("\(feed.path)/1", as: bob)["isLiked"] == true)
      for _ in 0..<2 { #expect(try await world.host.delete("\(feed.path)/1/like", as: ada).status == 204) }
      #expect(try await world.host.get(feed.path, as: ada).items.map { $0["isLiked"] } == [false])
      for number in 1...5 { try await world.comment("c\(number)", on: 1, in: feed, as: people[number % 2]) }
      #expect(try await world.posts(in: feed, as: ada) == ["1 Ada: goal, 1 likes, 5 comments"])
      let first = try await world.host.get("\(feed.path)/1/comments?limit=2", as: bob)
      #expect(first.items.map { $0["text"] } == ["c1", "c2"])
      #expect(first.items[0]["author"]?["name"] == "Bob")
      try await world.comment("c6", on: 1, in: feed, as: ada)
      #expect(try await world.host.delete("\(feed.path)/1/comments/2", as: ada).status == 204)
      let rest = try await world.host.get(
        "\(feed.path)/1/comments?limit=9&after=\(first["next"]?.string ?? "")", as: bob)
      #expect(rest.items.map { $0["number"] } == [3, 4, 5, 6])
      #expect(try await world.host.get("\(feed.path)/1/comments?after=x", as: bob).pointers == ["/after"])
      #expect(try await world.host.get("\(feed.path)/1/comments/3", as: bob)["text"] == "c3")
      #expect(try await world.posts(in: feed, as: ada) == ["1 Ada: goal, 1 likes, 5 comments"])
      for reply in [
        try await world.host.put("\(feed.path)/2/like", as: bob),
        try await world.host.delete("\(feed.path)/2/like", as: bob),
        try await world.comment("where", on: 2, in: feed, as: bob),
        try await world.host.get("\(feed.path)/2/comments", as: bob),
      ] {
        #expect(reply.problem == "404 post-unknown")
      }
      for path in ["comments/2", "comments/7"] {
        #expect(try await world.host.get("\(feed.path)/1/\(path)", as: bob).problem == "404 comment-unknown")
      }
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases)
  func `are counted right when many come and go at once, live the same`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for number in 0..<12 { people.append(try await world.host.person("P\(number)")) }
      let feed = world.stadium("wembley")
      for number in 1...3 { try await world.post("\(number)", in: feed, as: people[0]) }
      let watcher = try await world.host.watch(feed.topic, as: people[1])
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for (number, person) in people.enumerated() {
          tasks.addTask { try await Self.live(number, person, in: feed, world) }
        }
        try await tasks.waitForAll()
      }
      // Of 12, those of even numbers have taken back their likes and the second of three comments.
      let expected = [3, 2, 1].map { "\($0) P0: \($0), 6 likes, 30 comments" }
      for person in people.prefix(3) { #expect(try await world.posts(in: feed, as: person) == expected) }
      for post in 1...3 {
        let comments = try await world.items(of: "\(feed.path)/\(post)/comments", as: people[2])
        #expect(comments.count == 30)
        let numbers = comments.compactMap { $0["number"]?.int }
        #expect(numbers == numbers.sorted() && Set(numbers).isSubset(of: 1...36) && Set(numbers).count == 30)
      }
      try await world.host.settled()
      for (name, count) in [("likes", 6), ("comments", 30)] {
        let last = watcher.events.last { $0.data["post"] == 2 && $0.data[name] != nil }
        #expect(last?.data[name]?.int == count)
      }
    }
  }

  private static func live(_ number: Int, _ person: TestPerson, in feed: TestFeed, _ world: ClubWorld) async throws {
    for post in 1...3 {
      #expect(try await world.host.put("\(feed.path)/\(post)/like", as: person).status == 204)
      var mine: [Int] = []
      for text in ["a", "b", "c"] {
        mine.append(
          try await world.comment("\(person.name) \(text)", on: post, in: feed, as: person)["number"]?.int ?? 0)
      }
      guard number % 2 == 0 else { continue }
      #expect(try await world.host.delete("\(feed.path)/\(post)/like", as: person).status == 204)
      #expect(try await world.host.delete("\(feed.path)/\(post)/comments/\(mine[1])", as: person).status == 204)
    }
  }
}
