import FieldhouseKit
import FieldhouseKitTesting
import Testing

@Suite struct `People of a test host` {
  private func lines(_ list: String, _ host: TestHost) async throws -> [String] {
    try await host.get("/v1/diary/\(list)").items.compactMap { $0["text"]?.string }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `export what is theirs, and are erased from plugin, board and inbox when they leave`(
    on engine: TestHost.Engine
  ) async throws {
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      for person in [ada, bob] {
        let reply = try await host.put(
          "/v1/diary/pages/\(person.name)", ["text": "one two", "readers": [.string(bob.id.text)]], as: person)
        #expect(reply.status == 204)
      }
      try await host.settled()
      let export = try await host.export(of: ada)
      #expect(export["plugins"]?["diary"]?["data"] == [["page": "Ada", "text": "one two"]])
      #expect(!export.serialized().contains(bob.id.text))
      try await host.clock.advance(by: .seconds(86_400))
      try await host.leave(ada)
      try await host.settled()
      #expect(try await lines("calls", host) == ["erase \(ada.id.text.prefix(6))"])
      #expect(try await lines("pages", host) == ["Bob: \(bob.id): one two"])
      #expect(try await host.board("words").map(\.account.id) == [bob.id])
      #expect(try await host.inbox(of: bob).allSatisfy { $0["text"]?.string?.contains("Ada") == false })
      #expect(try await host.get("/v1/me", as: ada).status == 401)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `become part of an account to which they sign in as guests`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      let (ada, guest) = (try await host.person("Ada"), try await host.guest())
      #expect(try await host.put("/v1/diary/pages/p", ["text": "one two three"], as: guest).status == 204)
      let again = try await host.signIn(guest, to: ada)
      try await host.settled()
      #expect(again.id == ada.id)
      #expect(again.token != ada.token)
      #expect(try await lines("calls", host) == ["merge \(guest.id.text.prefix(6)) \(ada.id.text.prefix(6))"])
      #expect(try await lines("pages", host) == ["p: \(ada.id): one two three"])
      #expect(try await host.board("words").map { "\($0.account.id) \($0.score)" } == ["\(ada.id) 3"])
      await #expect(throws: TestHostError.self) { try await host.signIn(again, to: guest) }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are not told about themselves, also where the guest who did it turns out to be them`(
    on engine: TestHost.Engine
  ) async throws {
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let guest = try await host.guest()
      let readers = JSON.array([ada, bob].map { .string($0.id.text) })
      for (page, author) in [("p", guest), ("q", ada)] {
        let reply = try await host.put("/v1/diary/pages/\(page)", ["text": "one", "readers": readers], as: author)
        #expect(reply.status == 204)
      }
      try await host.settled()
      func links(_ person: TestPerson) async throws -> [String] {
        try await host.inbox(of: person).compactMap { $0["link"]?.string }.sorted()
      }
      #expect(try await links(ada) == ["/diary/pages/p"])
      #expect(try await links(bob) == ["/diary/pages/p", "/diary/pages/q"])
      let again = try await host.signIn(guest, to: ada)
      try await host.settled()
      #expect(try await links(again) == [])
      #expect(try await links(bob) == ["/diary/pages/p", "/diary/pages/q"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `have a second account made part of another one`(on engine: TestHost.Engine) async throws {
    try await TestHost.run(SamplePlugins.diary(), on: engine) { host in
      let (ada, byron) = (try await host.person("Ada"), try await host.person("Byron"))
      #expect(try await host.put("/v1/diary/pages/p", ["text": "one two"], as: byron).status == 204)
      try await host.clock.advance(by: .seconds(86_400))
      try await host.merge(byron, into: ada)
      try await host.settled()
      #expect(try await lines("calls", host) == ["merge \(byron.id.text.prefix(6)) \(ada.id.text.prefix(6))"])
      #expect(try await host.board("words").map { "\($0.account.name) \($0.score)" } == ["Ada 2"])
      #expect(try await host.get("/v1/me", as: byron).status == 401)
      #expect(try await host.get("/v1/me", as: ada).status == 200)
    }
  }

  @Test func `are as many as a test wants, each with an address and a number of their own`() async throws {
    try await TestHost.run(SamplePlugins.diary()) { host in
      var people: [TestPerson] = []
      for number in 0..<30 { people.append(try await host.person("Walker \(number)")) }
      #expect(Set(people.map(\.address)).count == 30)
      #expect(Set(people.map(\.phone)).count == 30)
      #expect(Set(people.map(\.id)).count == 30)
      await #expect(throws: TestHostError.self) { try await host.person(String(repeating: "x", count: 500)) }
    }
  }
}
