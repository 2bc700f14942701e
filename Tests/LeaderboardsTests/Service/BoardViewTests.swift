import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

private func account(_ number: Int) -> AccountID { AccountID("p\(number)") }

private func score(
  _ person: Int, _ score: Int64, at seconds: Double = 0, on board: String = "points", details: JSON? = nil,
  season: String? = nil
) -> ScoreChange {
  ScoreChange(
    board: board, account: account(person), score: score, achievedAt: Date(timeIntervalSince1970: seconds),
    details: details, season: season)
}

@Suite struct `The views of a board` {
  private let points = BoardDeclaration(id: "points", title: "Points")

  private func ids(_ page: BoardPage) -> [String] { page.items.map(\.account.id.text) }

  @Test(.tags(.sp84)) func `show my rank, then ten rows and ten more`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<25).map { score($0, Int64(100 - $0)) })
      let first = try await world.leaderboards.page(BoardQuery(board: "points", viewer: account(17)))
      #expect(first.me?.rank == 18)
      #expect(first.size == 25)
      #expect(ids(first) == (0..<10).map { "p\($0)" })
      let second = try await world.leaderboards.page(BoardQuery(board: "points", after: first.next))
      #expect(ids(second) == (10..<20).map { "p\($0)" })
      let third = try await world.leaderboards.page(BoardQuery(board: "points", after: second.next))
      #expect(ids(third) == (20..<25).map { "p\($0)" })
      #expect(third.next == nil)
    }
  }

  @Test(.tags(.sp84)) func `cover everybody once while others join and rise between the pages`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<200).map { score($0, Int64($0 % 3)) })
      var seen: [String] = []
      var after: String?
      var joined = 1000
      repeat {
        let page = try await world.leaderboards.page(BoardQuery(board: "points", limit: 9, after: after))
        seen += ids(page)
        after = page.next
        try await world.submit([score(joined, 5), score(joined + 1, 1), score(joined + 2, -5)])
        joined += 3
      } while after != nil
      #expect(Set(seen).isSuperset(of: (0..<200).map { "p\($0)" }))
      #expect(Set(seen).count == seen.count)
    }
  }

  @Test func `go on behind a person who has left meanwhile`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<6).map { score($0, Int64(10 - $0)) })
      let first = try await world.leaderboards.page(BoardQuery(board: "points", limit: 3))
      var withdrawal = score(2, 0)
      withdrawal.isWithdrawal = true
      try await world.submit(withdrawal)
      let second = try await world.leaderboards.page(BoardQuery(board: "points", limit: 3, after: first.next))
      #expect(ids(second) == ["p3", "p4", "p5"])
    }
  }

  @Test func `go on after a restart`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<6).map { score($0, Int64(10 - $0)) })
      let first = try await world.leaderboards.page(BoardQuery(board: "points", limit: 3))
      try await world.restart()
      let second = try await world.leaderboards.page(BoardQuery(board: "points", limit: 3, after: first.next))
      #expect(ids(second) == ["p3", "p4", "p5"])
      #expect(second.next == nil)
    }
  }

  @Test(arguments: ["", "1", "10", "AAAA", "ä", String(repeating: "A", count: 100)])
  func `refuse a cursor that they did not give`(text: String) async throws {
    try await BoardWorld.with([points]) { world in
      let problem = await #expect(throws: Problem.self) {
        try await world.leaderboards.page(BoardQuery(board: "points", after: text))
      }
      #expect(problem?.status == 422)
      #expect(problem?.errors.first?.code == "cursor")
    }
  }

  @Test func `refuse a cursor of another season`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<3).map { score($0, 1) })
      let page = try await world.leaderboards.page(BoardQuery(board: "points", limit: 1))
      await #expect(throws: Problem.self) {
        try await world.leaderboards.page(BoardQuery(board: "points", season: "2024", after: page.next))
      }
    }
  }

  @Test func `around a person show the neighbours, and the top to somebody without a score`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<20).map { score($0, Int64(100 - $0)) })
      let near = try await world.leaderboards.page(
        BoardQuery(board: "points", view: .around, viewer: account(9), limit: 5))
      #expect(ids(near) == ["p7", "p8", "p9", "p10", "p11"])
      let top = try await world.leaderboards.page(
        BoardQuery(board: "points", view: .around, viewer: account(99), limit: 3))
      #expect(top.me == nil)
      #expect(ids(top) == ["p0", "p1", "p2"])
      let problem = await #expect(throws: Problem.self) {
        try await world.leaderboards.page(BoardQuery(board: "points", view: .around))
      }
      #expect(problem?.status == 401)
    }
  }

  @Test func `of friends show me and whom I follow, with the ranks of the board, page by page`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit((0..<20).map { score($0, Int64(100 - $0)) })
      world.people.follow(account(3), [account(15), account(1), account(99)])
      let first = try await world.leaderboards.page(
        BoardQuery(board: "points", view: .friends, viewer: account(3), limit: 2))
      #expect(ids(first) == ["p1", "p3"])
      #expect(first.items.map(\.rank) == [2, 4])
      let second = try await world.leaderboards.page(
        BoardQuery(board: "points", view: .friends, viewer: account(3), limit: 2, after: first.next))
      #expect(ids(second) == ["p15"])
      #expect(second.next == nil)
      world.people.follow(account(3), [account(15)])
      let unfollowed = try await world.leaderboards.page(
        BoardQuery(board: "points", view: .friends, viewer: account(3)))
      #expect(ids(unfollowed) == ["p3", "p15"])
    }
  }

  @Test func `tell my percentile`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit([score(0, 30), score(1, 20), score(2, 20), score(3, 10), score(4, 0)])
      let page = try await world.leaderboards.page(BoardQuery(board: "points", viewer: account(1)))
      #expect(page.me?.percentile == 62.5)
      #expect(page.items.allSatisfy { $0.percentile == nil })
    }
  }

  @Test func `of a group rank its members in the group and on the board`() async throws {
    try await BoardWorld.with([points]) { world in
      try await world.submit([score(0, 30), score(1, 20), score(2, 20), score(3, 20), score(4, 0)])
      let members = try await world.leaderboards.members(
        [4, 2, 3, 9, 2].map(account), on: "points", season: nil, partition: "")
      #expect(members.map(\.rank) == [1, 1, 3])
      #expect(members.map(\.entry.rank) == [2, 2, 5])
    }
  }

  @Test(arguments: [("standard", [1, 2, 2, 4]), ("dense", [1, 2, 2, 3]), ("ordinal", [1, 2, 3, 4])])
  func `number ranks as the board declares`(numbering: String, ranks: [Int]) async throws {
    let board = BoardDeclaration(id: "points", title: "Points", numbering: .init(numbering))
    try await BoardWorld.with([board]) { world in
      try await world.submit([score(0, 30), score(1, 20, at: 1), score(2, 20, at: 2), score(3, -10)])
      let page = try await world.leaderboards.page(BoardQuery(board: "points"))
      #expect(page.items.map(\.rank) == ranks)
      #expect(page.items.map(\.score) == [30, 20, 20, -10])
    }
  }

  @Test(.tags(.wc27)) func `of an old season stay as they were`() async throws {
    let board = BoardDeclaration(id: "points", title: "Points", operator: .sum, seasons: .init("yearly"))
    try await BoardWorld.with([board]) { world in
      try await world.submit([score(0, 5, at: 1_750_000_000), score(1, 3, at: 1_750_000_000)])
      try await world.submit([score(1, 1, at: 1_790_000_000)])
      try await world.restart()
      let now = try await world.leaderboards.page(BoardQuery(board: "points"))
      #expect(now.season == "2026")
      #expect(ids(now) == ["p1"])
      let old = try await world.leaderboards.page(BoardQuery(board: "points", season: "2025"))
      #expect(ids(old) == ["p0", "p1"])
      #expect(old.items.map(\.score) == [5, 3])
    }
  }
}
