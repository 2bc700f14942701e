import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What feeds keep of a person` {
  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases)
  func `is in the person's export: own words, also those that stood there before, and likes`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      let (ada, bob, wembley) = (people[0], people[1], world.stadium("wembley"))
      try await world.post("ada's words", in: feed, as: ada)
      try await world.post("bob's words", ["https://example.org/1"], in: feed, as: bob)
      try await world.post("bob there", in: wembley, as: bob)
      try await world.comment("ada's comment", on: 2, in: feed, as: ada)
      try await world.comment("bob's comment", on: 1, in: feed, as: bob)
      _ = try await world.host.patch("\(feed.path)/1/comments/1", ["text": "bob's better comment"], as: bob)
      for path in [feed.path, wembley.path] { _ = try await world.host.put("\(path)/1/like", as: bob) }
      let feeds = try await world.host.export(of: bob)["plugins"]?["clubs"]?["feeds"]
      func told(_ list: String, _ key: String) -> [JSON?] { feeds?[list]?.array?.map { $0[key] } ?? [] }
      #expect(Set(told("posts", "text")) == ["bob's words", "bob there"])
      #expect(Set(told("posts", "name")) == ["Lions", nil])
      #expect(Set(told("posts", "kind")) == ["club", "stadium"])
      #expect(told("posts", "media").contains(["https://example.org/1"]))
      #expect(told("comments", "text") == ["bob's better comment"])
      #expect(told("earlier", "text") == ["bob's comment"])
      #expect(told("likes", "thing") == [.string(feed.id), "wembley"])
      #expect(feeds?.serialized().contains("ada's") == false)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `goes with the person: posts with all under them, comments, likes, and what they counted for`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob", "Cleo")
      let (ada, bob, cleo, wembley) = (people[0], people[1], people[2], world.stadium("wembley"))
      let canary = "quixotic zephyrs vex"
      for place in [feed, wembley] {
        try await world.post("ada's", in: place, as: ada)
        try await world.post(canary, in: place, as: bob)
        try await world.post("cleo's", in: place, as: cleo)
        for person in people { _ = try await world.host.put("\(place.path)/1/like", as: person) }
        for text in ["\(canary) 1", "\(canary) 2"] { try await world.comment(text, on: 1, in: place, as: bob) }
        try await world.comment("cleo's", on: 1, in: place, as: cleo)
        try await world.comment("under bob's", on: 2, in: place, as: cleo)
        _ = try await world.host.put("\(place.path)/2/like", as: cleo)
        _ = try await world.host.patch("\(place.path)/1/comments/1", ["text": "changed"], as: bob)
        _ = try await world.host.patch("\(place.path)/2/comments/1", ["text": "changed too"], as: cleo)
        // One that is hidden counts for nothing already.
        try await world.hide(1, comment: 2, in: place)
      }
      // One that has left before they are erased is forgotten all the same.
      #expect(try await world.host.post("\(feed.group?.path ?? "")/leave", as: bob).status == 204)
      try await world.host.leave(bob)
      try await world.host.settled()
      for place in [feed, wembley] {
        let seen = try await world.posts(in: place, as: ada)
        #expect(seen == ["3 Cleo: cleo's, 0 likes, 0 comments", "1 Ada: ada's, 2 likes, 1 comments"])
        #expect(try await world.comments(on: 1, in: place, as: ada) == ["3 Cleo: cleo's"])
        let page = try await world.host.get("\(place.path)/1/comments", as: ada)
        #expect(!page.text.contains(canary) && !page.text.contains(bob.id.text))
        let watcher = try await world.host.watch(place.topic, as: cleo)
        #expect(watcher.events.isEmpty)
      }
      #expect(try await !world.host.export(of: cleo).serialized().contains("under bob's"))
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `becomes another's with the account, and what both like is liked once`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: .group, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let guest = try await world.host.guest()
      try await world.join(feed.group ?? TestGroup(id: "", path: ""), as: guest)
      for number in 1...2 { try await world.post("ada \(number)", in: feed, as: ada) }
      try await world.post("a guest's", in: feed, as: guest)
      try await world.comment("a guest's too", on: 1, in: feed, as: guest)
      _ = try await world.host.patch("\(feed.path)/3", ["text": "a guest's own"], as: guest)
      for person in [ada, bob, guest] { _ = try await world.host.put("\(feed.path)/1/like", as: person) }
      _ = try await world.host.put("\(feed.path)/2/like", as: guest)
      _ = try await world.host.signIn(guest, to: bob)
      try await world.host.settled()
      let seen = try await world.posts(in: feed, as: ada)
      #expect(
        seen == [
          "3 Bob: a guest's own, 0 likes, 0 comments", "2 Ada: ada 2, 1 likes, 0 comments",
          "1 Ada: ada 1, 2 likes, 1 comments",
        ])
      #expect(try await world.comments(on: 1, in: feed, as: ada) == ["1 Bob: a guest's too"])
      #expect(try await world.host.get("\(feed.path)/2", as: bob)["isLiked"] == true)
      #expect(try await world.host.delete("\(feed.path)/3", as: bob).status == 204)
      #expect(try await world.host.delete("\(feed.path)/1/like", as: bob).status == 204)
      #expect(try await world.host.get("\(feed.path)/1", as: bob)["likes"] == 1)
    }
  }
}
