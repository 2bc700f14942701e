import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Teams of a board` {
  private func board(_ scoring: BoardDeclaration.Teams.Scoring, count: Int = 2, minimumSize: Int = 1)
    -> BoardDeclaration
  {
    var board = BoardDeclaration(id: "steps", title: "Steps", operator: .latest)
    board.teams = [.init(kind: "club", scoring: scoring, count: count, minimumSize: minimumSize), .init(kind: "land")]
    return board
  }

  private func score(_ person: String, _ club: String, _ score: Int64, at second: Double = 0) -> ScoreChange {
    ScoreChange(
      board: "steps", account: AccountID(person), score: score, achievedAt: Date(timeIntervalSince1970: second),
      partitions: ["", "land/nl", "club/\(club)"])
  }

  private let scores: [(String, String, Int64)] = [
    ("a", "ajax", 10), ("b", "ajax", 1), ("c", "ajax", 1), ("d", "psv", 7), ("e", "psv", 4), ("f", "pec", 11),
  ]

  private func fill(_ world: BoardWorld) async throws {
    try await world.submit(scores.map { score($0, $1, $2) })
  }

  private func teams(_ world: BoardWorld, viewer: String? = nil, limit: Int = 10, after: String? = nil) async throws
    -> TeamPage
  {
    try await world.leaderboards.teams(
      TeamQuery(board: "steps", kind: "club", viewer: viewer.map { AccountID($0) }, limit: limit, after: after))
  }

  @Test(.tags(.wc26, .wc28)) func `are ranked by the sum of their members, mine first`() async throws {
    try await BoardWorld.with([board(.sum)]) { world in
      try await fill(world)
      let page = try await teams(world, viewer: "e", limit: 2)
      #expect(page.items.map(\.team) == ["ajax", "pec"])
      #expect(page.items.map(\.score) == [12, 11])
      #expect(page.items.map(\.members) == [3, 1])
      #expect(page.me == TeamEntry(rank: 2, team: "psv", score: 11, members: 2))
      #expect(page.size == 3)
      let rest = try await teams(world, limit: 2, after: page.next)
      #expect(rest.items.map(\.rank) == [2])
      #expect(rest.next == nil)
    }
  }

  @Test func `are ranked by the average, or by the best members, and only from a size on`() async throws {
    try await BoardWorld.with([board(.average, minimumSize: 2)]) { world in
      try await fill(world)
      let page = try await teams(world, viewer: "f")
      #expect(page.items.map(\.team) == ["psv", "ajax"])
      #expect(page.items.map(\.score) == [5.5, 4])
      #expect(page.me == nil)
    }
    try await BoardWorld.with([board(.best, count: 2)]) { world in
      try await fill(world)
      let page = try await teams(world)
      #expect(page.items.map(\.team) == ["ajax", "pec", "psv"])
      #expect(page.items.map(\.score) == [11, 11, 11])
      #expect(page.items.map(\.rank) == [1, 1, 1])
    }
  }

  @Test func `follow changes, withdrawals, erasures, batches and restarts`() async throws {
    try await BoardWorld.with([board(.sum)]) { world in
      try await fill(world)
      try await world.submit(score("a", "ajax", -5, at: 1))
      var withdrawal = score("d", "psv", 0, at: 1)
      withdrawal.isWithdrawal = true
      try await world.submit(withdrawal)
      try await world.erase(AccountID("f"))
      let expected = [
        TeamEntry(rank: 1, team: "psv", score: 4, members: 1), .init(rank: 2, team: "ajax", score: -3, members: 3),
      ]
      #expect(try await teams(world).items == expected)
      try await world.restart()
      #expect(try await teams(world).items == expected)
      try await world.submit((0..<5000).map { score("x\($0)", "ajax", 1, at: 2) })
      let grown = TeamEntry(rank: 1, team: "ajax", score: 4997, members: 5003)
      for _ in 0..<1000 where try await teams(world).items.first != grown {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(try await teams(world).items.first == grown)
    }
  }

  @Test func `sum scores beyond 64 bits and compare averages exactly`() async throws {
    try await BoardWorld.with([board(.average)]) { world in
      try await world.submit(score("a", "one", .max), score("b", "one", .max), score("c", "two", .max - 1))
      try await world.submit(score("d", "low", .min), score("e", "low", .min), score("f", "lower", .min))
      let page = try await teams(world)
      #expect(page.items.map(\.team) == ["one", "two", "low", "lower"])
      #expect(page.items.map(\.rank) == [1, 2, 3, 3])
    }
  }

  @Test func `of a kind that the board does not declare are unknown`() async throws {
    try await BoardWorld.with([board(.sum)], on: [.memory]) { world in
      let problem = await #expect(throws: Problem.self) {
        try await world.leaderboards.teams(TeamQuery(board: "steps", kind: "school"))
      }
      #expect(problem?.code == "teams-unknown")
    }
  }
}

@Suite struct `A board that counts entries` {
  private let board: BoardDeclaration = {
    var board = BoardDeclaration(
      id: "points", title: "Points", operator: .latest, tieBreaks: [.init(column: "exact")])
    board.entries = .init(column: "predictions", minimum: 2, available: "matches")
    return board
  }()

  private func score(
    _ person: String, _ score: Int64, made: Int64, of matches: Int64, exact: Int64 = 0, at second: Double = 0
  ) -> ScoreChange {
    ScoreChange(
      board: "points", account: AccountID(person), score: score, achievedAt: Date(timeIntervalSince1970: second),
      tieBreaks: [exact], details: ["predictions": .integer(made), "matches": .integer(matches)])
  }

  private func ids(_ page: BoardPage) -> [String] { page.items.map(\.account.id.text) }

  private var fair: BoardQuery {
    var query = BoardQuery(board: "points", viewer: AccountID("late"))
    query.isFair = true
    return query
  }

  @Test func `shows nobody with fewer than the minimum, until there are enough`() async throws {
    try await BoardWorld.with([board]) { world in
      try await world.submit(score("a", 5, made: 2, of: 9), score("b", 50, made: 1, of: 9))
      #expect(ids(try await world.leaderboards.page(BoardQuery(board: "points"))) == ["a"])
      try await world.restart()
      #expect(ids(try await world.leaderboards.page(BoardQuery(board: "points"))) == ["a"])
      try await world.submit(score("b", 50, made: 2, of: 9, at: 1))
      #expect(ids(try await world.leaderboards.page(BoardQuery(board: "points"))) == ["b", "a"])
      try await world.submit(score("b", 50, made: 1, of: 9, at: 2))
      #expect(ids(try await world.leaderboards.page(fair)) == ["a"])
    }
  }

  @Test func `ranks late joiners fairly: per available entry, with their own scores`() async throws {
    try await BoardWorld.with([board]) { world in
      try await world.submit(
        score("early", 20, made: 9, of: 10, exact: 3), score("late", 9, made: 3, of: 4, exact: 1),
        score("even", -7, made: 7, of: 7), score("same", 40, made: 20, of: 20), score("none", 3, made: 2, of: 0))
      for _ in 1...2 {
        let page = try await world.leaderboards.page(fair)
        #expect(ids(page) == ["late", "same", "early", "even"])
        #expect(page.items.map(\.score) == [9, 40, 20, -7])
        #expect(page.items.map(\.perEntry) == [2.25, 2, 2, -1])
        #expect(page.items.map(\.tieBreaks) == [[1], [0], [3], [0]])
        #expect(page.me?.rank == 1)
        #expect(page.me?.details["predictions"] == 3)
        #expect(page.size == 4)
        try await world.restart()
      }
    }
  }

  @Test func `compares fractions exactly, the closest that there are`() async throws {
    try await BoardWorld.with([board]) { world in
      let large: Int64 = 1 << 31
      try await world.submit(
        score("a", large - 1, made: 2, of: large), score("b", large - 2, made: 2, of: large - 1),
        score("c", -1, made: 2, of: large), score("d", -1, made: 2, of: large - 1))
      let page = try await world.leaderboards.page(fair)
      #expect(ids(page) == ["a", "b", "c", "d"])
      #expect(page.items.map(\.score) == [large - 1, large - 2, -1, -1])
      #expect(page.items.map(\.rank) == [1, 2, 3, 4])
    }
  }

  @Test func `has no fair view unless it counts`() async throws {
    try await BoardWorld.with([BoardDeclaration(id: "points", title: "Points")], on: [.memory]) { world in
      let problem = await #expect(throws: Problem.self) { try await world.leaderboards.page(fair) }
      #expect(problem?.code == "fair-unknown")
    }
  }
}
