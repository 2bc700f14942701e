@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The history of a group` {
  /// How many entries are kept.
  private func count(_ group: TestGroup, _ world: ClubWorld) async throws -> Int {
    try await world.host.services.storage.write { transaction in
      let tables = try GroupRoutes.ledger(transaction).tables
      return try await tables.rows(
        "select count(*) as count from fieldhouse_group_history where group_id = \(group.id)")[0]["count"]
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `holds the latest ten thousand entries, and few beside`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      let many = GroupLedger.mostRemembered + 500
      let at = world.host.clock.now.addingTimeInterval(-3_600)
      try await world.host.services.storage.write { transaction in
        let tables = try GroupRoutes.ledger(transaction).tables
        _ = try await tables.rows(
          """
          insert into fieldhouse_group_history (group_id, at, id, action, account, actor, role)
          with recursive series (n) as (select 1 union all select n + 1 from series where n < \(many))
          select \(club.id), \(at), cast(n as text), 'edited', '', '', '' from series
          """)
        _ = try await tables.rows(
          "update fieldhouse_group_history_counts set noted = \(2 * GroupLedger.rememberedBeside - 1)")
      }
      #expect(try await count(club, world) > many)
      try await world.join(club, as: bob)
      #expect(try await count(club, world) == GroupLedger.mostRemembered)
      let latest = try await world.host.get("\(club.path)/history?limit=100", as: ada).items
      #expect(
        latest.prefix(4).compactMap { $0["action"]?.string }.sorted() == ["appointed", "founded", "joined", "joined"])
      for number in 0..<GroupLedger.rememberedBeside {
        let edit: JSON = ["about": .string("\(number)")]
        #expect(try await world.host.patch(club.path, edit, as: ada).status == 200)
        #expect(try await count(club, world) <= GroupLedger.mostRemembered + GroupLedger.rememberedBeside)
      }
      #expect(try await count(club, world) == GroupLedger.mostRemembered)
    }
  }

  @Test(.tags(.pl70), arguments: TestHost.Engine.allCases)
  func `is forgotten after two years`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "Lions", by: ada)
      func actions() async throws -> [String] {
        try await world.host.get("\(club.path)/history?limit=100", as: ada).items.compactMap { $0["action"]?.string }
      }
      for _ in 0..<2 {
        // A session ends when it is not used for a year.
        try await world.host.clock.advance(by: .seconds(350 * 86_400))
        #expect(try await actions().count == 3)
      }
      try await world.join(club, as: try await world.host.person("Bob"))
      #expect(try await actions().count == 4)
      try await world.host.clock.advance(by: .seconds(32 * 86_400))
      try await world.host.settled()
      #expect(try await actions() == ["joined"])
    }
  }
}
