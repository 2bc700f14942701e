import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What an operator announces` {
  private static func announce(_ audience: String, _ text: String, as sender: TestPerson, in world: ClubWorld)
    async throws -> TestReply
  {
    try await world.host.post(
      "/v1/announcements", ["audience": .string(audience), "text": .string(text)], as: sender)
  }

  /// What somebody was told, once so much has arrived.
  private static func told(_ person: TestPerson, _ count: Int, in world: ClubWorld) async throws -> [String] {
    try await eventually { try await world.host.inbox(of: person).count >= count }
    return try await world.host.inbox(of: person).compactMap { $0["text"]?.string }
  }

  @Test(.tags(.pl53, .pl54), arguments: TestHost.Engine.allCases)
  func `to a person, or to the followers of one, reaches them and nobody else`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let host = world.host
      let (ann, bob) = (try await host.person("Ann"), try await host.person("Bob"))
      let (cleo, dora) = (try await host.person("Cleo"), try await host.person("Dora"))
      for fan in [bob, cleo] { #expect(try await host.put("/v1/me/following/\(ann.id)", as: fan).status < 300) }
      #expect(try await Self.announce("person:\(ann.id)", "To you", as: host.operator, in: world).status == 201)
      try await host.clock.advance(by: .seconds(1))
      #expect(
        try await Self.announce("followers:\(ann.id)", "To fans", as: host.operator, in: world)["name"] == "Ann")
      try await host.clock.advance(by: .seconds(5))
      #expect(try await Self.told(bob, 1, in: world) == ["To fans"])
      #expect(try await Self.told(cleo, 1, in: world) == ["To fans"])
      try await eventually { try await Self.told(ann, 1, in: world).contains("To you") }
      #expect(try await !Self.told(ann, 1, in: world).contains("To fans"))
      #expect(try await host.inbox(of: dora).isEmpty)
      try await eventually {
        try await host.get("/v1/announcements", as: host.operator).items.allSatisfy { $0["isDone"] == true }
      }
      let list = try await host.get("/v1/announcements", as: host.operator).items
      #expect(list.map { $0["audience"] } == [.string("followers:\(ann.id)"), .string("person:\(ann.id)")])
      #expect(list.map { $0["recipients"] } == [2, 1])
    }
  }

  @Test(.tags(.pl54), arguments: TestHost.Engine.allCases)
  func `to a person is the operators' alone, and for somebody who is there`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let host = world.host
      let (ann, bob) = (try await host.person("Ann"), try await host.person("Bob"))
      for audience in ["person:\(bob.id)", "followers:\(bob.id)", "followers:\(ann.id)"] {
        #expect(try await Self.announce(audience, "x", as: ann, in: world).status == 403, "\(audience)")
      }
      for audience in ["person:", "followers:", "person:a/b"] {
        let reply = try await Self.announce(audience, "x", as: host.operator, in: world)
        #expect(reply.pointers == ["/audience"], "\(audience)")
      }
      #expect(try await host.put("/v1/people/\(bob.id)/disabled", as: host.operator).status < 300)
      let guest = try await host.guest()
      for account in ["nobody", bob.id.text, guest.id.text] {
        let reply = try await Self.announce("person:\(account)", "x", as: host.operator, in: world)
        #expect(reply.problem == "404 audience-unknown", "\(account)")
      }
    }
  }
}
