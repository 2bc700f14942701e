@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Pictures that wait for a post` {
  @Test(.tags(.pl44), arguments: TestHost.Engine.allCases)
  func `give way to the next one, which stays also when all came at one instant`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (AccountID("ada"), AccountID("bob"))
      let stadium = Feed(kind: "stadium", thing: "wembley", isOfGroup: false)
      let file: @Sendable (Int) -> String = { String(repeating: "0", count: 62) + "\(10 + $0)" }
      let kept = try await world.ledger { ledger in
        let feeds = FeedLedger(ledger: ledger)
        let standing = FeedStanding(feed: stadium, mayWrite: true, mayModerate: false, isArchived: false)
        _ = try await feeds.keep(String(repeating: "f", count: 64), in: standing, of: bob)
        var kept: [Int] = []
        for number in 0..<15 {
          let address = try await feeds.keep(file(number), in: standing, of: ada)
          #expect(address == "/v1/feeds/clubs/stadium/wembley/post-pictures/\(file(number))")
          #expect(try await ledger.tables.picture(file(number), in: stadium) != nil, "\(number)")
          let waiting = try await ledger.tables.rows(
            "select count(*) as n from fieldhouse_post_pictures where account = \(ada)")
          kept.append(try waiting[0]["n"])
        }
        return kept
      }
      #expect(kept == Array(1...10) + Array(repeating: 10, count: 5))
      let gone = try await world.ledger { ledger in
        let others = try await ledger.tables.picture(String(repeating: "f", count: 64), in: stadium)
        #expect(others?.account == bob, "each has ten")
        return try await ledger.tables.rows("select file from fieldhouse_group_pictures_gone").count
      }
      #expect(gone == 5)
    }
  }
}
