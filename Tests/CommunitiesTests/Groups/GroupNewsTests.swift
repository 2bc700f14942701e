import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What is told of a group once a day` {
  /// How often somebody was told something that begins so.
  private static func told(_ beginning: String, _ person: TestPerson, _ world: ClubWorld) async throws -> Int {
    try await world.host.settled()
    return try await world.host.inbox(of: person).count { $0["text"]?.string?.hasPrefix(beginning) == true }
  }

  @Test(.tags(.pl47), arguments: TestHost.Engine.allCases)
  func `is a request, and on another day that the same person asks again`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (host, ada, bob) = (world.host, try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada, ["admission": "request"])
      func ask(_ message: String) async throws {
        #expect(try await host.post("\(club.path)/requests", ["message": .string(message)], as: bob).status == 202)
      }
      for message in ["Please", "Pretty please"] { try await ask(message) }
      #expect(try await Self.told("Bob would like to join", ada, world) == 1)
      #expect(try await host.get("\(club.path)/requests", as: ada).items.map { $0["message"] } == ["Pretty please"])
      #expect(try await host.delete("\(club.path)/requests/\(bob.id)", as: ada).status == 204)
      try await ask("Again")
      #expect(try await Self.told("Bob would like to join", ada, world) == 1)
      #expect(try await host.delete("\(club.path)/requests/\(bob.id)", as: ada).status == 204)
      try await host.clock.advance(by: .seconds(86_400))
      try await ask("A day later")
      #expect(try await Self.told("Bob would like to join", ada, world) == 2)
    }
  }

  @Test(.tags(.pl47), arguments: TestHost.Engine.allCases)
  func `is an invitation, and on another day the next one`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (host, ada, bob) = (world.host, try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      let invitation = "\(club.path)/invitations/\(bob.id)"
      for expected in [1, 2] {
        for _ in 0..<2 {
          #expect(try await host.put(invitation, as: ada).status == 204)
          #expect(try await host.delete(invitation, as: ada).status == 204)
        }
        #expect(try await Self.told("Ada invites you", bob, world) == expected)
        try await host.clock.advance(by: .seconds(86_400))
      }
    }
  }

  @Test(.tags(.pl47), arguments: TestHost.Engine.allCases)
  func `is each role that somebody gets, and that somebody was added, as often as that is new on a day`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (host, ada, bob) = (world.host, try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      let member = "\(club.path)/members/\(bob.id)"
      for _ in 0..<2 { #expect(try await host.put(member, as: ada).status == 204) }
      for role in ["steward", "admin", "steward"] {
        #expect(try await host.put("\(member)/roles/\(role)", as: ada).status == 204)
      }
      #expect(try await Self.told("Ada has given you a role", bob, world) == 2)
      #expect(try await host.delete("\(member)/roles/steward", as: ada).status == 204)
      try await host.clock.advance(by: .seconds(86_400))
      #expect(try await host.put("\(member)/roles/steward", as: ada).status == 204)
      #expect(try await Self.told("Ada has given you a role", bob, world) == 3)
      #expect(try await Self.told("Ada has added you", bob, world) == 1)
      #expect(try await host.delete(member, as: ada).status == 204)
      #expect(try await host.put(member, as: ada).status == 204)
      #expect(try await Self.told("Ada has added you", bob, world) == 2)
    }
  }
}
