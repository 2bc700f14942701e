@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Those who wait to come into a group` {
  /// Adds waiting people of whom nothing else is known.
  private static func fill(_ group: TestGroup, until end: Date?, _ count: Int, _ world: ClubWorld) async throws {
    try await world.ledger { ledger in
      let numbers: SQL = """
        with recursive series (n) as (select 1 union all select n + 1 from series where n < \(count))
        select \(group.id),
        """
      guard let end else {
        _ = try await ledger.tables.rows(
          """
          insert into fieldhouse_group_requests (group_id, account, message, at)
          \(numbers) 'waiting' || cast(n as text), '', 0 from series
          """)
        return
      }
      let name: SQL = end > ledger.now ? "'open'" : "'over'"
      _ = try await ledger.tables.rows(
        """
        insert into fieldhouse_group_invitations (group_id, account, inviter, at, expires_at)
        \(numbers) \(name) || cast(n as text), '', 0, \(end) from series
        """)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `ask until a thousand do, and who is among them may ask again`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo"] { people.append(try await world.host.person(name)) }
      let club = try await world.found("club", "Lions", by: people[0], ["admission": "request"])
      func ask(_ person: TestPerson, _ message: String) async throws -> TestReply {
        try await world.host.post("\(club.path)/requests", ["message": .string(message)], as: person)
      }
      try await Self.fill(club, until: nil, 999, world)
      #expect(try await ask(people[1], "Please").status == 202)
      #expect(try await ask(people[2], "Me too").problem == "409 group-requests-many")
      #expect(try await ask(people[1], "Pretty please").status == 202)
      let mine = try await world.host.export(of: people[1])["plugins"]?["clubs"]?["groups"]?["requests"]
      #expect(mine?[0]?["message"] == "Pretty please")
      #expect(try await world.host.delete("\(club.path)/requests/\(people[1].id)", as: people[1]).status == 204)
      #expect(try await ask(people[2], "Me too").status == 202)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are invited until a thousand are, those whose invitation is over aside`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo"] { people.append(try await world.host.person(name)) }
      let club = try await world.found("club", "Lions", by: people[0])
      func invite(_ person: TestPerson) async throws -> TestReply {
        try await world.host.put("\(club.path)/invitations/\(person.id)", as: people[0])
      }
      let now = world.host.clock.now
      try await Self.fill(club, until: now, 10, world)
      try await Self.fill(club, until: now.addingTimeInterval(60), 999, world)
      #expect(try await invite(people[1]).status == 204)
      #expect(try await invite(people[2]).problem == "409 group-invitations-many")
      #expect(try await invite(people[1]).status == 204)
      try await world.host.clock.advance(by: .seconds(60))
      #expect(try await invite(people[2]).status == 204)
    }
  }
}
