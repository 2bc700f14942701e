import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Seasons of a board` {
  private func instant(_ text: String) -> Date { RFC3339.date(from: text)! }

  private func score(_ person: String, _ score: Int64, _ at: String) -> ScoreChange {
    ScoreChange(board: "points", account: AccountID(person), score: score, achievedAt: instant(at))
  }

  @Test(.tags(.wc27), arguments: ["daily", "weekly", "monthly", "yearly"])
  func `that began while the host was down begin once, and the old ranks stay`(rule: String) async throws {
    let board = BoardDeclaration(id: "points", title: "Points", operator: .sum, seasons: .init(rule))
    try await BoardWorld.with([board]) { world in
      let before = "2026-12-31T23:59:59.999Z"
      let after = "2027-01-04T00:00:00Z"
      world.clock.set(instant(before))
      try await world.submit(score("a", 5, before), score("b", 9, before))
      world.clock.set(instant(after))
      for total in [Int64(3), 6, 9] {
        try await world.restart()
        try await world.submit(score("a", 3, after))
        let now = try await world.leaderboards.page(BoardQuery(board: "points"))
        #expect(now.season == board.seasons.season(at: instant(after)))
        #expect(now.items.map(\.score) == [total])
        let old = try await world.leaderboards.page(
          BoardQuery(board: "points", season: board.seasons.season(at: instant(before))))
        #expect(old.items.map(\.score) == [9, 5])
        #expect(old.items.map(\.rank) == [1, 2])
      }
    }
  }

  @Test func `are empty when nobody has scored yet, also right after a restart`() async throws {
    let board = BoardDeclaration(id: "points", title: "Points", seasons: .init("yearly"))
    try await BoardWorld.with([board]) { world in
      try await world.submit(score("a", 5, "2026-01-01T00:00:00Z"))
      world.clock.set(instant("2027-01-01T00:00:00Z"))
      try await world.restart()
      let page = try await world.leaderboards.page(BoardQuery(board: "points", viewer: AccountID("a")))
      #expect(page == BoardPage(board: "points", season: "2027", size: 0, me: nil, items: [], next: nil))
    }
  }

  @Test func `by hand show the one with the last name`() async throws {
    let board = BoardDeclaration(id: "points", title: "Points", seasons: .manual)
    try await BoardWorld.with([board]) { world in
      var first = score("a", 5, "2026-01-01T00:00:00Z")
      first.season = "2025-26"
      var second = score("b", 4, "2026-01-01T00:00:00Z")
      second.season = "2026-27"
      try await world.submit(first, second)
      #expect(try await world.leaderboards.page(BoardQuery(board: "points")).season == "2026-27")
    }
  }
}
