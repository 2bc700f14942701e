import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A feed` {
  @Test(.tags(.pl44, .sp102, .sp103), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `shows posts, the latest first, page by page, and nobody misses one while others post`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob")
      #expect(try await world.posts(in: feed, as: people[0]).isEmpty)
      for number in 1...5 {
        let posted = try await world.post("word \(number)", in: feed, as: people[number % 2])
        #expect(posted.status == 201)
        #expect(posted["number"]?.int == number)
        #expect(posted["isLiked"] == false)
      }
      let first = try await world.host.get("\(feed.path)?limit=2", as: people[1])
      #expect(first.items.map { $0["text"] } == ["word 5", "word 4"])
      #expect(first.items[0]["author"]?["name"] == "Bob")
      #expect(first.items[0]["author"]?["picture"]?.string?.isEmpty == false)
      #expect(first.items[0]["at"]?.string == RFC3339.string(from: world.host.clock.now))
      #expect(first.items[0]["editedAt"] == nil && first.items[0]["version"] == 1)
      #expect([first["mayWrite"], first["mayModerate"]] == [true, false])
      try await world.post("word 6", in: feed, as: people[0])
      #expect(try await world.host.delete("\(feed.path)/4", as: people[0]).status == 204)
      let next = try #require(first["next"]?.string)
      let second = try await world.host.get("\(feed.path)?limit=2&after=\(next)", as: people[1])
      #expect(second.items.map { $0["number"] } == [3, 2])
      let third = try await world.host.get("\(feed.path)?limit=2&after=\(second["next"]?.string ?? "")", as: people[1])
      #expect(third.items.map { $0["number"] } == [1])
      #expect(third["next"] == .null)
      #expect(try await world.items(of: feed.path, as: people[0], limit: 2).map { $0["number"] } == [6, 5, 3, 2, 1])
      #expect(try await world.host.get("\(feed.path)?after=x", as: people[0]).pointers == ["/after"])
      #expect(try await world.host.get("\(feed.path)/3", as: people[0])["text"] == "word 3")
      for number in [4, 7] {
        #expect(try await world.host.get("\(feed.path)/\(number)", as: people[0]).problem == "404 post-unknown")
      }
    }
  }

  @Test(.tags(.pl44, .sp104), arguments: TestHost.Engine.allCases)
  func `takes 1 to 500 characters as they stand, and never more than that`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .thing, "Ada")
      let ada = people[0]
      let (longest, family) = (String(repeating: "é", count: 500), "👩‍👩‍👧‍👦")
      for text in ["x", longest, String(repeating: family, count: 500), "<b>1 & 2</b>", "a\nb"] {
        let posted = try await world.post(text, in: feed, as: ada)
        #expect(posted["text"] == .string(text), "\(text.prefix(20))")
        let commented = try await world.comment(text, on: 1, in: feed, as: ada)
        #expect(commented["text"] == .string(text), "\(text.prefix(20))")
      }
      #expect(try await world.post(" \n two words \n", in: feed, as: ada)["text"] == "two words")
      #expect(try await world.post("e\u{301}", in: feed, as: ada)["text"]?.string?.utf8.count == 2)
      let before = try await world.posts(in: feed, as: ada)
      for text in ["", " \n\t", longest + "é", String(repeating: family, count: 501), "a\u{0}b", "a\u{202E}b"] {
        let refused = [
          try await world.post(text, in: feed, as: ada), try await world.comment(text, on: 1, in: feed, as: ada),
          try await world.host.patch("\(feed.path)/1", ["text": .string(text)], as: ada),
          try await world.host.patch("\(feed.path)/1/comments/1", ["text": .string(text)], as: ada),
        ]
        for reply in refused {
          #expect(reply.status == 422, "\(text.debugDescription)")
          #expect(reply.pointers == ["/text"], "\(text.debugDescription)")
        }
      }
      #expect(try await world.host.post(feed.path, ["media": []], as: ada).pointers == ["/text"])
      #expect(try await world.posts(in: feed, as: ada) == before)
    }
  }

  @Test(.tags(.pl44, .sp102, .sp105), arguments: TestHost.Engine.allCases)
  func `takes up to five addresses of media with a post, and only such as everybody can follow`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .thing, "Ada", "Bob")
      let five = [
        "https://example.org/goal.jpg", "http://example.org:8080/goal.mp4?t=90#end", "HTTPS://video.example/%D9%85",
        "https://[2001:db8::1]/a", "https://example.org/" + String(repeating: "a", count: 1_980),
      ]
      #expect(five[4].count == 2_000)
      #expect(try await world.post("goal", five, in: feed, as: people[0]).status == 201)
      #expect(try await world.post("none", in: feed, as: people[0])["media"] == [])
      let seen = try await world.items(of: feed.path, as: people[1])
      #expect(seen.map { $0["media"]?.array?.compactMap(\.string) } == [[], five])
      let six = try await world.post("six", five + ["https://example.org/6"], in: feed, as: people[0])
      #expect(six.status == 422 && six.pointers == ["/media"])
      let wrong = [
        "ftp://example.org/a", "javascript:alert(1)", "//example.org/a", "example.org/a", "https://", "https:///a",
        "https://ada:secret@example.org/a", "https://ada@example.org/a", "https://@example.org/",
        "https://exa mple.org/",
        "https://example.org\\@evil.example/", "https://example.org/%zz", "https://example.org/ä",
        "data:image/png;base64,AA",
        "https://example.org/" + String(repeating: "a", count: 1_981), "",
      ]
      for address in wrong {
        let refused = try await world.post("goal", ["https://example.org/1", address], in: feed, as: people[0])
        #expect(refused.status == 422, "\(address)")
        #expect(refused.pointers == ["/media/1"], "\(address)")
        let edited = try await world.host.patch("\(feed.path)/1", ["media": [.string(address)]], as: people[0])
        #expect(edited.pointers == ["/media/0"], "\(address)")
      }
      #expect(try await world.posts(in: feed, as: people[0]).count == 2)
      #expect(try await world.host.get("\(feed.path)/1", as: people[1])["version"] == 1)
    }
  }

  @Test(.tags(.pl44, .sp106), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `lets authors alone change and delete what they wrote, and those who moderate see what stood there`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob", "Cleo")
      let (bob, cleo, moderator) = (people[1], people[2], owner == .group ? people[0] : world.host.operator)
      let (post, comment) = ("\(feed.path)/1", "\(feed.path)/1/comments/1")
      try await world.post("first", ["https://example.org/1"], in: feed, as: bob)
      try await world.comment("mine", on: 1, in: feed, as: bob)
      for person in [cleo, moderator] {
        for path in [post, comment] {
          let edited = try await world.host.patch(path, ["text": "taken over"], as: person)
          #expect(edited.problem == "403 forbidden")
          #expect(try await world.host.delete(path, as: person).problem == "403 forbidden")
        }
      }
      try await world.host.clock.advance(by: .seconds(60))
      let second = try await world.host.patch(post, ["text": "second", "version": 1], as: bob)
      #expect([second["text"], second["version"]] == ["second", 2])
      #expect(second["media"] == ["https://example.org/1"])
      #expect(second["editedAt"]?.string == RFC3339.string(from: world.host.clock.now))
      #expect(try await world.host.patch(post, ["text": "late", "version": 1], as: bob).problem == "412 post-changed")
      #expect(try await world.host.patch(post, ["text": "second"], as: bob)["version"] == 2)
      #expect(try await world.host.patch(post, ["media": []], as: bob)["version"] == 3)
      #expect(try await world.host.patch(comment, ["text": "changed"], as: bob)["version"] == 2)
      #expect(try await world.host.patch(comment, ["text": "x", "version": 1], as: bob).problem == "412 post-changed")
      #expect(try await world.posts(in: feed, as: cleo) == ["1 Bob: second, 0 likes, 1 comments"])
      #expect(try await world.comments(on: 1, in: feed, as: cleo) == ["1 Bob: changed"])
      let versions = try await world.items(of: "\(post)/versions", as: moderator, limit: 1)
      #expect(versions.map { $0["text"] } == ["first", "second"])
      #expect(versions.map { $0["media"]?.array?.count } == [1, 1])
      #expect(try await world.items(of: "\(comment)/versions", as: moderator).map { $0["text"] } == ["mine"])
      for person in [bob, cleo] {
        for path in [post, comment] {
          #expect(try await world.host.get("\(path)/versions", as: person).problem == "403 forbidden")
        }
      }
      #expect(try await world.host.delete(comment, as: bob).status == 204)
      #expect(try await world.host.delete(comment, as: bob).problem == "404 comment-unknown")
      #expect(try await world.posts(in: feed, as: cleo) == ["1 Bob: second, 0 likes, 0 comments"])
      try await world.comment("gone with it", on: 1, in: feed, as: cleo)
      #expect(try await world.host.put("\(post)/like", as: cleo).status == 204)
      #expect(try await world.host.delete(post, as: bob).status == 204)
      #expect(try await world.host.delete(post, as: bob).problem == "404 post-unknown")
      #expect(try await world.posts(in: feed, as: cleo).isEmpty)
      for path in [post, "\(post)/comments", "\(post)/comments/2", "\(post)/versions"] {
        #expect(try await world.host.get(path, as: moderator).problem == "404 post-unknown")
      }
      #expect(try await !world.host.export(of: cleo).serialized().contains("gone with it"))
      // A number is never given again, so that nothing of the old one sticks to the new one.
      #expect(try await world.post("next", in: feed, as: bob)["number"] == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has one post of what is sent again after a lost answer`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      let first = try await world.post("once", in: feed, as: people[0], key: "one")
      let again = try await world.post("once", in: feed, as: people[0], key: "one")
      #expect(first.status == 201 && first.body == again.body)
      let answers = try await withThrowingTaskGroup(of: TestReply.self) { tasks in
        for _ in 0..<8 { tasks.addTask { try await world.post("at once", in: feed, as: people[1], key: "two") } }
        return try await tasks.reduce(into: [TestReply]()) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 201 || $0.status == 409 })
      #expect(try await world.posts(in: feed, as: people[0]).count == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `takes twenty posts, comments and edits a minute of one person, and sixty likes, and says when to go on`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      let (ada, other) = (people[0], world.stadium("wembley"))
      for number in 1...9 {
        #expect(try await world.post("\(number)", in: feed, as: ada, key: "k\(number)").status == 201)
      }
      for number in 1...9 { #expect(try await world.post("\(number)", in: other, as: ada).status == 201) }
      try await world.host.clock.advance(by: .seconds(50))
      #expect(try await world.comment("19", on: 1, in: feed, as: ada).status == 201)
      #expect(try await world.host.patch("\(feed.path)/1", ["text": "20"], as: ada).status == 200)
      let refused = [
        try await world.post("21", in: other, as: ada), try await world.comment("21", on: 1, in: feed, as: ada),
        try await world.host.patch("\(feed.path)/1", ["text": "21"], as: ada),
        try await world.host.patch("\(feed.path)/1/comments/1", ["text": "21"], as: ada),
      ]
      for reply in refused {
        #expect(reply.problem == "429 feed-too-fast")
        #expect(reply.headers["retry-after"] == "10")
      }
      #expect(try await world.post("9", in: feed, as: ada, key: "k9").status == 201)
      #expect(try await world.post("mine", in: feed, as: people[1]).status == 201)
      for number in 0..<60 {
        let path = "\(feed.path)/\(number / 2 % 9 + 1)/like"
        let reply =
          number % 2 == 0 ? try await world.host.put(path, as: ada) : try await world.host.delete(path, as: ada)
        #expect(reply.status == 204)
      }
      for number in 1...30 {
        let path = "\(number < 10 ? feed.path : other.path)/\(number % 9 + 1)/like"
        #expect(try await world.host.put(path, as: ada).status == 204)
        #expect(try await world.host.delete(path, as: ada).status == 204)
      }
      #expect(try await world.host.put("\(feed.path)/1/like", as: ada).problem == "429 feed-too-fast")
      try await world.host.clock.advance(by: .milliseconds(9_999))
      #expect(try await world.post("21", in: feed, as: ada).headers["retry-after"] == "1")
      try await world.host.clock.advance(by: .milliseconds(1))
      #expect(try await world.post("21", in: feed, as: ada).status == 201)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of an archived group is read, and words and likes can be taken back`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      let bob = people[1]
      for text in ["one", "two"] { try await world.post(text, in: feed, as: bob) }
      try await world.comment("well", on: 1, in: feed, as: bob)
      #expect(try await world.host.put("\(feed.path)/1/like", as: bob).status == 204)
      #expect(try await world.host.put("\(feed.group?.path ?? "")/archive", as: people[0]).status == 200)
      let refused = [
        try await world.post("three", in: feed, as: bob), try await world.comment("more", on: 1, in: feed, as: bob),
        try await world.host.patch("\(feed.path)/1", ["text": "changed"], as: bob),
        try await world.host.patch("\(feed.path)/1/comments/1", ["text": "changed"], as: bob),
        try await world.host.put("\(feed.path)/2/like", as: bob),
      ]
      for reply in refused { #expect(reply.problem == "409 group-archived") }
      #expect(try await world.host.get(feed.path, as: bob)["mayWrite"] == false)
      for path in ["/1/like", "/1/comments/1", "/2"] {
        #expect(try await world.host.delete("\(feed.path)\(path)", as: bob).status == 204)
      }
      #expect(try await world.posts(in: feed, as: people[0]) == ["1 Bob: one, 0 likes, 0 comments"])
    }
  }
}
