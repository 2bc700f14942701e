import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Somebody who signed up to join a group through a link` {
  private static func link(_ group: TestGroup, by person: TestPerson, _ world: ClubWorld) async throws -> String {
    let reply = try await world.host.post("\(group.path)/links", [:], as: person)
    return try #require(reply["link"]?.string?.split(separator: "/").last.map(String.init))
  }

  private static func join(_ token: String, _ person: TestPerson, _ world: ClubWorld) async throws {
    #expect(try await world.host.post("/v1/group-links/clubs/\(token)", as: person).status == 201)
    try await world.host.settled()
  }

  /// Lets a time pass, in which people look in.
  private static func pass(_ duration: Duration, _ people: [TestPerson], _ world: ClubWorld) async throws {
    try await world.host.clock.advance(by: duration)
    for person in people { #expect(try await world.host.get("/v1/me", as: person).status == 200) }
    try await world.host.settled()
  }

  private static func newcomers(_ world: ClubWorld) async throws -> [String] {
    try await world.notes().filter { $0.hasPrefix("newcomer") }
  }

  @Test(.tags(.pl40, .wc62, .sp117), arguments: TestHost.Engine.allCases)
  func `counts for who made the link, once, and a plugin is told`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, old) = (try await world.host.person("Ada"), try await world.host.person("Old"))
      try await world.host.clock.advance(by: .seconds(1))
      let club = try await world.found("club", "Lions", by: ada)
      let links = [try await Self.link(club, by: ada, world), try await Self.link(club, by: ada, world)]
      try await world.host.clock.advance(by: .seconds(60))
      let bob = try await world.host.person("Bob")
      try await Self.join(links[0], bob, world)
      try await Self.join(links[0], old, world)
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      try await Self.join(links[1], bob, world)
      try await Self.pass(.seconds(86_399), [bob, old], world)
      #expect(try await Self.newcomers(world).isEmpty)
      try await Self.pass(.seconds(7_200), [bob, old], world)
      try await Self.pass(.seconds(7_200), [bob, old], world)
      let id = club.id
      #expect(try await Self.newcomers(world) == ["newcomer \(ada.id) \(bob.id) group clubs/\(id)"])
      for _ in 0..<3 { try await Self.pass(.seconds(86_400), [bob, old], world) }
      #expect(try await Self.newcomers(world).count == 1)
      let mine = try await world.host.get("/v1/me/newcomers", as: ada).items
      #expect(mine.map { $0["account"]?["name"] } == ["Bob"])
    }
  }

  @Test(.tags(.wc62), arguments: TestHost.Engine.allCases)
  func `counts for nobody who came by a code, is the maker, or belongs to an account that was there`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, old) = (try await world.host.person("Ada"), try await world.host.person("Old"))
      try await world.host.clock.advance(by: .seconds(1))
      let club = try await world.found("club", "Lions", by: ada)
      let link = try await Self.link(club, by: ada, world)
      let code = try #require(try await world.host.put("\(club.path)/code", as: ada)["code"]?.string)
      try await world.host.clock.advance(by: .seconds(1))
      let (bob, second) = (try await world.host.person("Bob"), try await world.host.person("Second"))
      #expect(try await world.host.post("/v1/group-codes/clubs/\(code)", as: bob).status == 201)
      #expect(
        try await world.host.post("\(club.path)/leave", ["successor": .string("\(bob.id)")], as: ada).status == 204)
      try await Self.join(link, ada, world)
      try await Self.join(link, second, world)
      try await world.host.merge(second, into: old)
      try await Self.pass(.seconds(100_000), [bob, ada, old], world)
      try await Self.pass(.seconds(100_000), [bob, ada, old], world)
      #expect(try await Self.newcomers(world).isEmpty)
    }
  }
}
