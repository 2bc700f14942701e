import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who sees a feed` {
  /// Everything that might tell of a feed, as somebody gets it.
  private func replies(_ feed: TestFeed, as person: TestPerson?, _ world: ClubWorld) async throws -> [TestReply] {
    let (host, path) = (world.host, feed.path)
    var replies: [TestReply] = []
    for part in ["", "/1", "/1?hidden=true", "/1/versions", "/1/comments", "/1/comments/1", "/1/comments/1/versions"] {
      replies.append(try await host.get("\(path)\(part)", as: person))
    }
    for part in ["", "/1/comments"] { replies.append(try await host.post("\(path)\(part)", ["text": "x"], as: person)) }
    for part in ["/1", "/1/comments/1"] {
      replies.append(try await host.patch("\(path)\(part)", ["text": "x"], as: person))
    }
    replies.append(try await host.put("\(path)/1/like", as: person))
    for part in ["/1/like", "/1/comments/1", "/1"] {
      replies.append(try await host.delete("\(path)\(part)", as: person))
    }
    return replies
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases)
  func `of a group are its members: to strangers, removed and banned ones there is none`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      for visibility in ["private", "public"] {
        let (club, people) = try await world.club(
          "Ada", "Bob", "Removed", "Banned", more: ["name": .string(visibility), "visibility": .string(visibility)])
        let (feed, ada, bob, removed, banned) = (world.feed(of: club), people[0], people[1], people[2], people[3])
        for person in [removed, banned] { try await world.post("mine alone", in: feed, as: person) }
        var watchers: [LiveWatcher] = []
        for person in [removed, banned] { watchers.append(try await world.host.watch(feed.topic, as: person)) }
        #expect(try await world.host.delete("\(club.path)/members/\(removed.id)", as: ada).status == 204)
        #expect(try await world.host.put("\(club.path)/bans/\(banned.id)", as: ada).status == 204)
        try await world.post("zanzibar", in: feed, as: bob)
        try await world.comment("zanzibar too", on: 1, in: feed, as: bob)
        try await world.host.settled()
        for watcher in watchers {
          #expect(watcher.isOver)
          #expect(watcher.events.isEmpty)
        }
        let strangers = [try await world.host.person("Stranger"), try await world.host.guest(), removed, banned]
        for person in strangers {
          for reply in try await replies(feed, as: person, world) { #expect(reply.problem == "404 group-unknown") }
          await #expect(throws: TestHostError.self) { try await world.host.watch(feed.topic, as: person) }
          let export = try await world.host.export(of: person).serialized()
          #expect(!export.contains("zanzibar"))
          #expect(export.contains("mine alone") == [removed.id, banned.id].contains(person.id))
        }
        for reply in try await replies(feed, as: nil, world) { #expect(reply.problem == "401 unauthenticated") }
        #expect(try await world.posts(in: feed, as: ada).first == "3 Bob: zanzibar, 0 likes, 0 comments")
      }
    }
  }

  @Test(.tags(.sp102), arguments: TestHost.Engine.allCases)
  func `of a thing are those to whom the plugin shows the thing; guests read and do not write`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, guest) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.guest()
      )
      let attic = world.stadium("attic")
      try await world.post("only mine", in: attic, as: ada)
      let watcher = try await world.host.watch(attic.topic, as: ada)
      for reply in try await replies(attic, as: bob, world) { #expect(reply.problem == "404 feed-unknown") }
      await #expect(throws: TestHostError.self) { try await world.host.watch(attic.topic, as: bob) }
      for feed in [world.stadium("nowhere"), world.stadium("a%2Fb")] {
        for reply in try await replies(feed, as: ada, world) { #expect(reply.problem == "404 feed-unknown") }
      }
      let club = "/v1/feeds/clubs/club/wembley/posts"
      #expect(try await world.host.get(club, as: ada).problem == "404 feed-unknown")
      let wembley = world.stadium("wembley")
      try await world.post("for all", in: wembley, as: bob)
      #expect(try await world.posts(in: wembley, as: guest) == ["1 Bob: for all, 0 likes, 0 comments"])
      #expect(try await world.host.get(wembley.path, as: guest)["mayWrite"] == false)
      for reply in [
        try await world.post("me", in: wembley, as: guest),
        try await world.comment("me", on: 1, in: wembley, as: guest),
        try await world.host.put("\(wembley.path)/1/like", as: guest),
      ] {
        #expect(reply.problem == "403 account-needed")
      }
      #expect(try await world.post("me", in: wembley, as: world.host.operator).problem == "403 forbidden")
      for reply in try await replies(wembley, as: nil, world) { #expect(reply.problem == "401 unauthenticated") }
      #expect(try await world.told(watcher).isEmpty)
    }
  }

  @Test func `of a kind without one are none`() async throws {
    try await ClubWorld.run { world in
      let ada = try await world.host.person("Ada")
      let round = try await world.found("round", "Ours", by: ada)
      let feed = world.feed(of: round)
      for reply in try await replies(feed, as: ada, world) { #expect(reply.problem == "404 feed-unknown") }
      await #expect(throws: TestHostError.self) {
        try await world.host.watch("clubs/groups/round/\(round.id)/posts", as: ada)
      }
      let kinds = try await world.host.get("/v1/app")["groups"]?.array ?? []
      #expect(kinds.map { $0["hasFeed"] } == [true, false, false, false, false])
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `see nothing of each other there when one has blocked the other, from REST or live`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob", "Cleo")
      let (ada, bob, cleo) = (people[0], people[1], people[2])
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: cleo).status == 204)
      let watchers = [
        try await world.host.watch(feed.topic, as: cleo), try await world.host.watch(feed.topic, as: bob),
      ]
      try await world.post("ada's", in: feed, as: ada)
      let before = try await world.told(watchers[0]).isEmpty ? "" : watchers[0].lastID
      try await world.post("bob's", in: feed, as: bob)
      try await world.post("cleo's", in: feed, as: cleo)
      for person in [ada, bob, cleo] { try await world.comment("by \(person.name)", on: 1, in: feed, as: person) }
      try await world.comment("on my own", on: 2, in: feed, as: bob)
      for (person, other, own) in [(bob, 3, 2), (cleo, 2, 3)] {
        #expect(try await world.items(of: feed.path, as: person).map { $0["number"]?.int } == [own, 1])
        let paths = ["/\(other)", "/\(other)?hidden=true", "/\(other)/comments", "/\(other)/comments/1"]
        for path in paths {
          #expect(try await world.host.get("\(feed.path)\(path)", as: person).problem == "404 post-unknown")
        }
        #expect(try await world.comment("you", on: other, in: feed, as: person).problem == "404 post-unknown")
        #expect(try await world.host.put("\(feed.path)/\(other)/like", as: person).problem == "404 post-unknown")
        let mine = person.id == bob.id ? 2 : 3
        let seen = try await world.comments(on: 1, in: feed, as: person, limit: 1)
        #expect(seen == ["1 Ada: by Ada", "\(mine) \(person.name): by \(person.name)"])
        let hidden = try await world.host.get("\(feed.path)/1/comments/\(5 - mine)", as: person)
        #expect(hidden.problem == "404 comment-unknown")
      }
      #expect(try await world.items(of: feed.path, as: ada).count == 3)
      #expect(try await world.told(watchers[0]) == ["posted 1", "posted 3", "commented 1/1", "commented 1/3"])
      #expect(
        try await world.told(watchers[1]) == [
          "posted 1", "posted 2", "commented 1/1", "commented 1/2", "commented 2/1",
        ])
      let back = try await world.host.watch(feed.topic, as: cleo, after: before)
      #expect(try await world.told(back) == ["posted 3", "commented 1/1", "commented 1/3"])
      #expect(try await world.host.delete("/v1/me/blocked/\(bob.id)", as: cleo).status == 204)
      #expect(try await world.items(of: feed.path, as: cleo).count == 3)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `and moderates it sees with one look more what a block hides`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      try await world.post("rude", in: feed, as: people[1])
      try await world.comment("ruder", on: 1, in: feed, as: people[1])
      #expect(try await world.host.put("/v1/me/blocked/\(people[0].id)", as: people[1]).status == 204)
      #expect(try await world.posts(in: feed, as: people[0]).isEmpty)
      #expect(try await world.host.get("\(feed.path)/1", as: people[0]).problem == "404 post-unknown")
      #expect(try await world.host.get("\(feed.path)/1?hidden=true", as: people[0])["text"] == "rude")
      #expect(try await world.host.get("\(feed.path)/1/comments/1?hidden=true", as: people[0])["text"] == "ruder")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gets whole pages also where those whom a block hides have written most`(on engine: TestHost.Engine) async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .thing, "Ada", "Bob")
      for number in 1...20 {
        try await world.post("\(number)", in: feed, as: people[[1, 10, 20].contains(number) ? 0 : 1])
      }
      #expect(try await world.host.put("/v1/me/blocked/\(people[1].id)", as: people[0]).status == 204)
      let page = try await world.host.get("\(feed.path)?limit=2", as: people[0])
      #expect(page.items.map { $0["number"] }.first == 20)
      #expect(try await world.items(of: feed.path, as: people[0], limit: 2).map { $0["number"] } == [20, 10, 1])
      #expect(try await world.items(of: feed.path, as: people[0], limit: 100).map { $0["number"] } == [20, 10, 1])
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `sees nothing of what was hidden, but for its author and those who moderate, who see a mark`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob", "Cleo")
      let (bob, cleo, moderator) = (people[1], people[2], owner == .group ? people[0] : world.host.operator)
      for text in ["rude", "fine"] { try await world.post(text, in: feed, as: bob) }
      for text in ["rude too", "fine too"] { try await world.comment(text, on: 2, in: feed, as: bob) }
      let watcher = try await world.host.watch(feed.topic, as: cleo)
      #expect(try await world.hide(1, in: feed))
      #expect(try await world.hide(2, comment: 1, in: feed))
      for _ in 0..<2 {
        #expect(try await !world.hide(1, in: feed))
        #expect(try await !world.hide(2, comment: 1, in: feed))
      }
      #expect(try await world.posts(in: feed, as: cleo) == ["2 Bob: fine, 0 likes, 1 comments"])
      #expect(try await world.comments(on: 2, in: feed, as: cleo) == ["2 Bob: fine too"])
      for path in ["/1", "/1/comments", "/1?hidden=true"] {
        #expect(try await world.host.get("\(feed.path)\(path)", as: cleo).problem == "404 post-unknown")
      }
      #expect(try await world.host.get("\(feed.path)/2/comments/1", as: cleo).problem == "404 comment-unknown")
      #expect(try await world.comment("what", on: 1, in: feed, as: cleo).problem == "404 post-unknown")
      #expect(try await world.host.put("\(feed.path)/1/like", as: cleo).problem == "404 post-unknown")
      for person in [bob, moderator] {
        let seen = try await world.posts(in: feed, as: person)
        #expect(seen == ["2 Bob: fine, 0 likes, 1 comments", "1 Bob: rude, 0 likes, 0 comments hidden"])
        #expect(try await world.comments(on: 2, in: feed, as: person) == ["1 Bob: rude too hidden", "2 Bob: fine too"])
      }
      // What becomes of it while it is hidden is told to nobody, and it stays hidden.
      #expect(try await world.host.patch("\(feed.path)/1", ["text": "ruder"], as: bob).status == 200)
      #expect(try await world.host.patch("\(feed.path)/2/comments/1", ["text": "ruder"], as: bob).status == 200)
      #expect(try await world.comment("to myself", on: 1, in: feed, as: bob).status == 201)
      #expect(try await world.host.put("\(feed.path)/1/like", as: bob).status == 204)
      #expect(try await world.told(watcher) == ["hidden 1", "hidden 2/1"])
      #expect(try await world.host.get("\(feed.path)/1", as: cleo).problem == "404 post-unknown")
      #expect(try await world.show(1, in: feed))
      #expect(try await world.show(2, comment: 1, in: feed))
      let all = ["2 Bob: fine, 0 likes, 2 comments", "1 Bob: ruder, 1 likes, 1 comments"]
      #expect(try await world.posts(in: feed, as: cleo) == all)
      #expect(try await world.told(watcher) == ["hidden 1", "hidden 2/1", "shown 1", "shown 2/1"])
      #expect(try await world.hide(2, comment: 1, in: feed))
      #expect(try await world.host.delete("\(feed.path)/2/comments/1", as: bob).status == 204)
      #expect(try await world.posts(in: feed, as: cleo).first == "2 Bob: fine, 0 likes, 1 comments")
      #expect(try await !world.hide(2, comment: 1, in: feed))
      #expect(try await !world.hide(9, in: feed))
    }
  }
}
