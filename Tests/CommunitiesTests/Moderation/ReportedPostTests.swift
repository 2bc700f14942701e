import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A post or a comment that is reported` {
  @Test(.tags(.pl46, .sp103), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `shows everybody of the feed that it was, and who has reported it that they have`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, _) = try await world.rudeFeed(of: owner, "Cleo", "Dan")
      // What has the same numbers elsewhere is not marked.
      try await world.comment("also first", on: 2, in: feed, as: bob)
      try await world.comment("also second", on: 2, in: feed, as: bob)
      let watcher = try await world.host.watch(feed.topic, as: others[1])
      for thing in TestThing.allCases {
        let reply = try await world.report(thing, in: feed, as: others[0], "harassment")
        #expect(reply.status == 201)
        #expect(reply["kind"] == .string(thing.kind) && reply["thing"] == .string(thing.name))
        #expect(reply["group"] == feed.whereabouts["group"] && reply["feed"] == feed.whereabouts["feed"])
        for person in [bob] + others {
          let seen = try await world.seen(thing, in: feed, as: person)
          #expect(seen["isFlagged"] == true && seen["text"] == "rude")
          #expect(seen["isFlaggedByMe"] == (person.id == others[0].id ? true : nil))
        }
      }
      #expect(try await world.items(of: feed.path, as: bob).map { $0["isFlagged"] } == [true, nil])
      let comments = try await world.items(of: "\(feed.path)/1/comments", as: others[0])
      #expect(comments.map { $0["isFlagged"] } == [nil, true, nil])
      #expect(comments.map { $0["isFlaggedByMe"] } == [nil, true, nil])
      let elsewhere = try await world.items(of: "\(feed.path)/2/comments", as: others[0])
      #expect(elsewhere.map { $0["isFlagged"] } == [nil, nil])
      #expect(try await world.told(watcher) == ["flagged 2", "flagged 1/2"])
      #expect(watcher.events.map { $0.data.object?.map(\.key).sorted() } == [["post"], ["comment", "post"]])
      // Who wrote it sees the mark also where they have changed it.
      for thing in TestThing.allCases {
        let edited = try await world.host.patch(feed.path + thing.path, ["text": "ruder"], as: bob)
        #expect(edited["isFlagged"] == true && edited["isFlaggedByMe"] == nil)
      }
    }
  }

  @Test(.tags(.pl46, .sp103), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `stays with two reports and goes with the third, but for its author and those who decide`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    for thing in TestThing.allCases {
      try await ClubWorld.run(on: engine) { world in
        let (feed, bob, others, moderator) = try await world.rudeFeed(of: owner, "Cleo", "Dan", "Eve")
        let watcher = try await world.host.watch(feed.topic, as: others[0])
        for person in others.prefix(2) {
          #expect(try await world.report(thing, in: feed, as: person).status == 201)
          #expect(try await world.seen(thing, in: feed, as: others[0])["text"] == "rude")
        }
        #expect(try await world.news(bob).isEmpty)
        let third = try await world.report(thing, in: feed, as: others[2], "bullying")
        #expect(third.status == 201)
        for person in others {
          #expect(try await world.seen(thing, in: feed, as: person).problem == thing.unknown)
        }
        for person in [bob, moderator] {
          let seen = try await world.seen(thing, in: feed, as: person)
          #expect(seen["hiddenAt"]?.string != nil && seen["text"] == "rude")
          #expect(seen["isFlagged"] == nil && seen["isFlaggedByMe"] == nil)
        }
        #expect(try await world.posts(in: feed, as: others[0]).count == (thing == .post ? 1 : 2))
        #expect(try await world.host.get("\(feed.path)/1", as: others[0])["comments"] == (thing == .post ? 3 : 2))
        #expect(try await world.told(watcher) == ["flagged \(thing.told)", "hidden \(thing.told)"])
        let place = owner == .group ? "Lions" : "Clubs"
        #expect(
          try await world.news(bob) == ["Something of yours in \(place) was removed after reports. Reason: spam."])
        // The same answer also where there is nothing to be seen any more, and to nobody else one.
        #expect(try await world.report(thing, in: feed, as: others[2]).json == third.json)
        #expect(try await world.report(thing, in: feed, as: moderator).problem == thing.unknown)
      }
    }
  }

  @Test(.tags(.pl46), arguments: TestHost.Engine.allCases)
  func `by forty at once is hidden once and told once`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, _, moderator) = try await world.rudeFeed(of: .thing)
      var crowd: [TestPerson] = []
      for number in 0..<40 { crowd.append(try await world.host.person("P\(number)")) }
      let watcher = try await world.host.watch(feed.topic, as: crowd[0])
      let replies = try await withThrowingTaskGroup(of: TestReply.self) { tasks in
        for person in crowd { tasks.addTask { try await world.report(.comment, in: feed, as: person) } }
        return try await tasks.reduce(into: [TestReply]()) { $0.append($1) }
      }
      #expect(replies.filter { $0.status == 201 }.count == 3)
      #expect(replies.filter { $0.problem == "404 comment-unknown" }.count == 37)
      #expect(try await world.told(watcher) == ["flagged 1/2", "hidden 1/2"])
      let found = try await world.details(world.onlyCase(), as: moderator)
      #expect(found["report"]?["reports"] == 3 && found["decisions"]?.array?.count == 1)
      #expect(try await world.host.get("\(feed.path)/1", as: crowd[0])["comments"] == 2)
      #expect(try await world.news(bob).count == 1)
    }
  }

  @Test(.tags(.pl46), arguments: TestHost.Engine.allCases)
  func `goes after as many reports as the operator says for its kind, or never`(on engine: TestHost.Engine) async throws
  {
    for (thing, limit, gone) in [(.post, 1, 1), (.comment, 2, 2), (.post, 0, nil), (.comment, 0, nil)]
      as [(TestThing, Int64, Int?)]
    {
      let other: TestThing = thing == .post ? .comment : .post
      let settings: JSONObject = ["\(thing.kind)Reports": .integer(limit), "\(other.kind)Reports": 4]
      try await ClubWorld.run(on: engine, settings: settings) { world in
        let (feed, _, others, _) = try await world.rudeFeed(of: .thing, "Cleo", "Dan", "Eve", "Fay")
        for (index, person) in others.prefix(gone ?? 4).enumerated() {
          #expect(try await world.seen(thing, in: feed, as: others[3])["text"] == "rude", "\(index)")
          #expect(try await world.report(thing, in: feed, as: person).status == 201)
        }
        #expect(try await world.seen(thing, in: feed, as: others[3]).problem == (gone == nil ? nil : thing.unknown))
        for person in others.prefix(3) {
          #expect(try await world.report(other, in: feed, as: person).status == 201)
          #expect(try await world.seen(other, in: feed, as: others[3])["text"] == "rude")
        }
      }
    }
  }
}

@Suite struct `Who reports a post or a comment` {
  @Test(.tags(.sp103, .pl46), arguments: TestHost.Engine.allCases)
  func `of a group is a member who sees it and has not written it`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, ada) = try await world.rudeFeed(of: .group, "Removed", "Banned", "Blocker", "Blocked")
      let (stranger, path) = (try await world.host.person("Stranger"), feed.group?.path ?? "")
      #expect(try await world.host.delete("\(path)/members/\(others[0].id)", as: ada).status == 204)
      #expect(try await world.host.put("\(path)/bans/\(others[1].id)", as: ada).status == 204)
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: others[2]).status == 204)
      #expect(try await world.host.put("/v1/me/blocked/\(others[3].id)", as: bob).status == 204)
      let guest = try await world.host.guest()
      for thing in TestThing.allCases {
        for person in [stranger, others[0], others[1]] {
          #expect(try await world.report(thing, in: feed, as: person).problem == "404 group-unknown")
        }
        for person in others[2...3] {
          #expect(try await world.report(thing, in: feed, as: person).problem == thing.unknown)
        }
        #expect(try await world.report(thing, in: feed, as: bob).problem == "403 report-own")
        #expect(try await world.report(thing, in: feed, as: nil).problem == "401 unauthenticated")
        #expect(try await world.report(thing, in: feed, as: guest).problem == "403 account-needed")
      }
      // Who is blocked by who wrote the post does not see the comments on it either.
      #expect(try await world.host.put("/v1/me/blocked/\(others[2].id)", as: ada).status == 204)
      #expect(try await world.report(.comment, in: feed, as: others[2]).problem == "404 post-unknown")
      #expect(try await world.queue(as: world.host.operator).isEmpty)
    }
  }

  @Test(.tags(.sp103), arguments: TestHost.Engine.allCases)
  func `of a thing is whoever has an account and is shown the thing`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, _) = try await world.rudeFeed(of: .thing, "Cleo", "Blocker")
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: others[1]).status == 204)
      let guest = try await world.host.guest()
      for thing in TestThing.allCases {
        #expect(try await world.report(thing, in: feed, as: others[1]).problem == thing.unknown)
        #expect(try await world.report(thing, in: feed, as: bob).problem == "403 report-own")
        #expect(try await world.report(thing, in: feed, as: guest).problem == "403 account-needed")
        for name in ["attic", "nowhere", "wembley/2"] {
          let reply = try await world.report(thing, in: world.stadium(name), as: others[0])
          #expect(reply.problem == "404 feed-unknown", "\(name)")
        }
      }
      for (kind, more, problem) in [
        ("post", ["feed": ["kind": "club", "thing": "wembley"]], "404 feed-unknown"),
        ("message", feed.whereabouts, "404 group-unknown"), ("member", feed.whereabouts, "404 group-unknown"),
        ("post", ["group": "nothing"], "404 group-unknown"), ("post", [:], "404 group-unknown"),
        ("post", feed.whereabouts.adding(["group": "g"]), "422 invalid-input"),
        ("post", ["feed": ["kind": "stadium"]], "422 invalid-input"), ("post", ["feed": "x"], "422 invalid-input"),
      ] as [(String, JSONObject, String)] {
        let body = more.adding(["kind": .string(kind), "thing": "2", "reason": "spam"])
        let reply = try await world.host.post("\(ClubWorld.moderation)/reports", .object(body), as: others[0])
        #expect(reply.problem == problem, "\(body)")
      }
      #expect(try await world.queue(as: world.host.operator).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `names it as it is numbered, and nothing else`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, bob, others, _) = try await world.rudeFeed(of: .group, "Cleo")
      func reported(_ kind: String, _ thing: String?) async throws -> String? {
        var body = feed.whereabouts.adding(["kind": .string(kind), "reason": "spam"])
        body["thing"] = thing.map { .string($0) }
        return try await world.host.post("\(ClubWorld.moderation)/reports", .object(body), as: others[0]).problem
      }
      for number in ["0", "02", "3", "x", "-2", " 2", "2/", "/2", "2/1", "9223372036854775808", nil] {
        #expect(try await reported("post", number) == "404 post-unknown", "\(number ?? "none")")
      }
      for number in ["1/0", "1/4", "1", "1/9223372036854775807"] {
        #expect(try await reported("comment", number) == "404 comment-unknown", "\(number)")
      }
      for number in ["1/02", "x/2", "1/2/2", "1//2", "3/1", "9223372036854775807/1", nil] {
        #expect(try await reported("comment", number) == "404 post-unknown", "\(number ?? "none")")
      }
      for (kind, thing) in [("post", TestThing.post), ("comment", .comment)] {
        #expect(try await world.host.delete(feed.path + thing.path, as: bob).status == 204)
        #expect(try await reported(kind, thing.name) == thing.unknown)
      }
      let bears = try await world.found("round", "Ours", by: others[0])
      let elsewhere = try await world.report("post", "1", in: bears, as: others[0])
      #expect(elsewhere.problem == "404 feed-unknown")
      #expect(try await world.queue(as: world.host.operator).isEmpty)
    }
  }
}
