import FieldhouseKit
import FieldhouseKitTesting
import Testing

@Suite struct `Somebody who watches on a test host` {
  private func write(_ text: String, on host: TestHost, as person: TestPerson) async throws {
    try await host.put("/v1/diary/pages/p", ["text": .string(text)], as: person)
  }

  private func complaint(_ body: () async throws -> Void) async -> String {
    await #expect(throws: TestHostError.self) { try await body() }?.description ?? ""
  }

  @Test func `is refused with the reason`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      let none = await complaint { _ = try await host.watch() }
      #expect(none.contains("was answered 422") && none.contains("Name at least one topic."))
      let unknown = await complaint { _ = try await host.watch("diary/pages", "diary/nothing") }
      #expect(
        unknown.hasPrefix("Watching diary/pages, diary/nothing was answered 404") && unknown.contains("topic-unknown"))
      for topic in ["", "pages", "/diary/pages", "diary/pages/1", "diary/pages&topic=diary/pages", "diary/pages#", "é"]
      {
        #expect(await complaint { _ = try await host.watch(topic) }.contains("was answered 4"), "\(topic)")
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `gets what was published, whatever is in it, in order and once`(on engine: TestHost.Engine) async throws {
    let texts = [
      "a", "x\n\ndata: {}\nid: 9\n", "\r\n", "é👩\u{200D}👩\u{301}", ": still here", "a\u{2028}b", "\\\"", "a",
    ]
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      let (first, second) = (try await host.watch("diary/pages"), try await host.watch("diary/pages", "diary/pages"))
      try await host.services.storage.write { transaction in
        for text in texts { try await transaction.publish("pages", LiveEvent("written", ["text": .string(text)])) }
      }
      try await host.settled()
      for watcher in [first, second] {
        #expect(watcher.events.map(\.data["text"]) == texts.map { .string($0) })
        #expect(watcher.events.allSatisfy { $0.name == "written" && $0.topic == "diary/pages" } && !watcher.isOver)
      }
      #expect(first.lastID == second.lastID && !first.lastID.isEmpty)
    }
  }

  @Test func `gets values of every kind as they were`() async throws {
    let values: [JSON] = [.null, true, 0, -1.5, "", [], [:], [1, [.null]], ["a": ["b": .integer(.max)]]]
    try await TestHost.run(SamplePlugins.diary()) { host in
      let watcher = try await host.watch("diary/pages")
      try await host.services.storage.write { transaction in
        for (number, value) in values.enumerated() {
          try await transaction.publish("pages", LiveEvent("v\(number)", value))
        }
      }
      try await host.settled()
      #expect(watcher.events.map(\.data) == values)
      #expect(watcher.events.map(\.name) == values.indices.map { "v\($0)" })
    }
  }

  @Test func `gets nothing behind the end, and may end twice`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      let ada = try await host.guest()
      let watcher = try await host.watch("diary/pages", as: ada)
      #expect(watcher.events.isEmpty && !watcher.isOver)
      try await write("one", on: host, as: ada)
      try await host.settled()
      await watcher.end()
      await watcher.end()
      #expect(watcher.isOver)
      try await write("two", on: host, as: ada)
      try await host.settled()
      #expect(watcher.events.map(\.data["text"]) == ["one"])
    }
  }

  @Test func `comes back behind every event, and is told when that is not known`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      let ada = try await host.guest()
      let watcher = try await host.watch("diary/pages")
      var ids = [watcher.lastID]
      for number in 1...4 {
        try await write("\(number)", on: host, as: ada)
        try await host.settled()
        ids.append(watcher.lastID)
      }
      #expect(Set(ids).count == 5)
      for (seen, id) in ids.enumerated() {
        let late = try await host.watch("diary/pages", after: id)
        try await host.settled()
        #expect(late.events.map(\.data["text"]) == (seen..<4).map { .string("\($0 + 1)") }, "\(id)")
        #expect(late.lastID == ids[4])
      }
      let lost = try await host.watch("diary/pages", after: "nothing-of-the-kind")
      try await host.settled()
      #expect(lost.events.map(\.name) == ["reset"])
    }
  }
}
