import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Who watches a feed` {
  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases, FeedOwner.allCases)
  func `is told of all that becomes of it, in order, as it is read`(
    on engine: TestHost.Engine, of owner: FeedOwner
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (feed, people) = try await world.feed(of: owner, "Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let watcher = try await world.host.watch(feed.topic, as: bob)
      try await world.post("goal", ["https://example.org/1"], in: feed, as: ada)
      let first = try await world.host.get("\(feed.path)/1", as: bob)
      _ = try await world.host.patch("\(feed.path)/1", ["text": "goal!"], as: ada)
      let second = try await world.host.get("\(feed.path)/1", as: bob)
      _ = try await world.host.put("\(feed.path)/1/like", as: bob)
      try await world.comment("yes", on: 1, in: feed, as: bob)
      _ = try await world.host.patch("\(feed.path)/1/comments/1", ["text": "yes!"], as: bob)
      _ = try await world.host.delete("\(feed.path)/1/comments/1", as: bob)
      _ = try await world.host.delete("\(feed.path)/1/like", as: bob)
      _ = try await world.host.delete("\(feed.path)/1", as: ada)
      #expect(
        try await world.told(watcher) == [
          "posted 1", "edited 1", "liked 1", "commented 1/1", "comment-edited 1/1", "comment-deleted 1/1", "liked 1",
          "deleted 1",
        ])
      let events = watcher.events
      for (event, read) in [(events[0], first), (events[1], second)] {
        #expect(read["isLiked"] == false)
        var read = read.json.object ?? [:]
        read["isLiked"] = nil
        #expect(event.data == .object(read))
      }
      #expect([events[2].data["likes"], events[6].data["likes"]] == [1, 0])
      #expect([events[3].data["comments"], events[5].data["comments"]] == [1, 0])
      // The words of comments are asked for by those who look at them.
      #expect(events[3...5].allSatisfy { !$0.data.serialized().contains("yes") })
    }
  }
}
