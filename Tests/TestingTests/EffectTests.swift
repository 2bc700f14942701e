import FieldhouseKit
import Foundation
import Testing

@testable import FieldhouseKitTesting

@Suite struct `What a test host carries on` {
  private func write(
    _ page: String, _ text: String, on host: TestHost, as person: TestPerson, for readers: [TestPerson] = []
  ) async throws {
    let body: JSON = ["text": .string(text), "readers": .array(readers.map { .string($0.id.text) })]
    let reply = try await host.put("/v1/diary/pages/\(page)", body, as: person)
    try #require(reply.status == 204, "\(reply.text)")
  }

  private func lines(_ list: String, of plugin: String, on host: TestHost) async throws -> [String] {
    try await host.get("/v1/\(plugin)/\(list)").items.compactMap { $0["text"]?.string }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is there once it has settled: scores, notifications, events to another plugin, live events`(
    on engine: TestHost.Engine
  ) async throws {
    try await TestHost.run(SamplePlugins.diary(), SamplePlugins.gossip(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada Byron"), try await host.person("Bob"))
      let watcher = try await host.watch("diary/pages", as: bob)
      for number in 1...20 { try await write("p\(number)", "one two", on: host, as: ada, for: [bob]) }
      try await host.settled()
      #expect(try await host.board("words").map { "\($0.rank) \($0.account.name) \($0.score)" } == ["1 Ada Byron 40"])
      #expect(try await host.inbox(of: bob).count == 20)
      #expect(try await host.inbox(of: bob).first?["text"]?.string?.contains("Ada Byron") == true)
      #expect(try await host.inbox(of: ada).isEmpty)
      #expect(host.events.map(\.name) == Array(repeating: "diary.written", count: 20))
      #expect(host.events.first?.payload["author"] == .string(ada.id.text))
      #expect(try await lines("heard", of: "gossip", on: host).count == 20)
      let gossip = try #require(await host.services(of: "gossip"))
      let page = try await gossip.leaderboards.page(BoardQuery(board: "words"))
      #expect(page.items.map(\.score) == [40])
      #expect(watcher.events.map(\.name) == Array(repeating: "written", count: 20))
      #expect(watcher.events.allSatisfy { $0.topic == "diary/pages" && $0.data["text"] == "one two" })
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is resumed by who watches again, without gaps`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      let ada = try await host.guest()
      let first = try await host.watch("diary/pages")
      try await write("p1", "one", on: host, as: ada)
      try await host.settled()
      await first.end()
      #expect(first.isOver)
      try await write("p2", "two", on: host, as: ada)
      let second = try await host.watch("diary/pages", after: first.lastID)
      try await write("p3", "three", on: host, as: ada)
      try await host.settled()
      #expect(first.events.map(\.data["text"]) == ["one"])
      #expect(second.events.map(\.data["text"]) == ["two", "three"])
    }
  }

  @Test func `does not wait for a plugin that fails, and the log tells of it`() async throws {
    try await TestHost.run(SamplePlugins.diary(), SamplePlugins.gossip()) { host in
      let ada = try await host.guest()
      try await host.put("/v1/gossip/troubles/deaf")
      try await write("p1", "one", on: host, as: ada)
      try await host.settled()
      #expect(try await lines("heard", of: "gossip", on: host).isEmpty)
      let line = try await Patience.wait(or: { "The log tells nothing." }) {
        host.log.first { $0["message"]?.string?.hasPrefix("an event could not be received") == true }
      }
      #expect(line["plugin"] == "gossip")
      #expect(line["event"] == "diary.written")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `ends with the right to watch, and begins with it`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.cards(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      try await host.post("/v1/card-game/cards", ["card": "c1"], as: ada)
      let topic = "card-game/cards/c1"
      #expect(try await host.get("/v1/live?topic=\(topic)", as: bob).status == 404)
      await #expect(throws: TestHostError.self) { try await host.watch(topic, as: bob) }
      let player = "/v1/card-game/cards/c1/players/\(bob.id)"
      #expect(try await host.put(player, as: ada).status == 204)
      let watcher = try await host.watch(topic, as: bob)
      try await host.put("/v1/card-game/cards/c1/throws", ["throws": 3], as: ada)
      try await host.settled()
      #expect(watcher.events.map(\.data) == [3])
      #expect(!watcher.isOver)
      #expect(try await host.delete(player, as: ada).status == 204)
      try await host.put("/v1/card-game/cards/c1/throws", ["throws": 4], as: ada)
      try await host.settled()
      #expect(watcher.isOver)
    }
  }

  @Test func `asks the plugin again who may watch when it wants to be asked`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let (ada, bob) = (try await host.guest(), try await host.guest())
      let place = "/v1/card-game/rounds/r1/watchers/\(bob.id)"
      await #expect(throws: TestHostError.self) { try await host.watch("card-game/rounds/r1", as: bob) }
      try await host.put(place, as: ada)
      let watcher = try await host.watch("card-game/rounds/r1", as: bob)
      try await host.post("/v1/card-game/rounds/r1/holes", ["holes": 9], as: ada)
      try await host.settled()
      #expect(watcher.events.map(\.data.int) == Array(1...9))
      try await host.delete(place, as: ada)
      try await host.settled()
      #expect(watcher.isOver)
    }
  }
}
