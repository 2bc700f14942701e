import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The feed of a match` {
  private static let root = "/v1/feeds/soccer-predictions/match"

  @Test(.tags(.sp102, .sp103), arguments: TestHost.Engine.allCases)
  func `is there for each match and everybody who is signed in, and live`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, guest) = (try await world.person("Ada"), try await host.guest())
      let matches = try world.plugin.catalogue.reading.matches.keys.sorted()
      #expect(matches.count > 1)
      for match in matches {
        #expect(try await host.get("\(Self.root)/\(match)/posts", as: guest).items.isEmpty, "\(match)")
      }
      let path = "\(Self.root)/\(matches[0])/posts"
      let watcher = try await host.watch("soccer-predictions/feeds/match/\(matches[0])", as: guest)
      let post: JSON = [
        "text": "What a match", "media": ["https://example.org/goal.jpg", "https://example.org/goal.mp4"],
      ]
      #expect(try await host.post(path, post, as: ada).status == 201)
      #expect(try await host.post("\(path)/1/comments", ["text": "Indeed"], as: ada).status == 201)
      #expect(try await host.put("\(path)/1/like", as: ada).status == 204)
      let seen = try await host.get(path, as: guest).items
      #expect(seen.map { $0["text"] } == ["What a match"])
      #expect(seen.map { $0["media"] } == [post["media"]])
      #expect(seen.map { [$0["likes"], $0["comments"]] } == [[1, 1]])
      #expect(try await host.get("\(Self.root)/\(matches[1])/posts", as: guest).items.isEmpty)
      try await host.settled()
      #expect(watcher.events.map(\.name) == ["posted", "commented", "liked"])
      #expect(try await host.get("\(Self.root)/no-match/posts", as: ada).problem == "404 feed-unknown")
      #expect(
        try await host.get("/v1/feeds/soccer-predictions/league/en.1/posts", as: ada).problem == "404 feed-unknown")
      await #expect(throws: TestHostError.self) {
        try await host.watch("soccer-predictions/feeds/match/no-match", as: ada)
      }
      #expect(try await host.get(path).problem == "401 unauthenticated")
    }
  }

  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases)
  func `is as that of a prediction group, which is for its members`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.person("Ada"), try await world.person("Bob"))
      let founded = try await world.host.post(
        "/v1/groups/soccer-predictions/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
      let path = "/v1/groups/soccer-predictions/\(try #require(founded["id"]?.string))/posts"
      #expect(try await world.host.post(path, ["text": "Hello"], as: ada).status == 201)
      #expect(try await world.host.get(path, as: ada).items.map { $0["text"] } == ["Hello"])
      #expect(try await world.host.get(path, as: bob).problem == "404 group-unknown")
      #expect(try await world.host.post(path, ["text": "Hello"], as: bob).problem == "404 group-unknown")
    }
  }
}
