import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseLeaderboards

/// A percent sign in the query makes the route take its typed way; without one the answer is written directly.
@Suite struct `A board's answer that is written directly` {
  private static let plain = BoardDeclaration(
    id: "points", title: "Points", tieBreaks: [.init(column: "exact"), .init(column: "misses", order: .ascending)])
  private static var fair: BoardDeclaration {
    var board = BoardDeclaration(id: "walks", title: "Walks", tieBreaks: [.init(column: "days")])
    board.entries = .init(column: "predictions", minimum: 0, available: "possible")
    return board
  }

  private static let names = [
    "ada", "Zoë", "a\"quoted\"", "back\\slash", "line\nbreak\ttab\u{1}\u{1F}", "p0000000000000000007", "日本", "x/y",
  ]

  private func world(_ body: (BoardWorld) async throws -> Void) async throws {
    try await BoardWorld.with([Self.plain, Self.fair], detailRows: 3) { world in
      for (number, name) in Self.names.enumerated() {
        for board in ["points", "walks"] {
          let details: JSON = ["predictions": 3, "possible": .integer(Int64(number + 3)), "text": .string(name)]
          try await world.submit(
            ScoreChange(
              board: board, account: AccountID(name), score: Int64(number / 2 * 7 - 9), achievedAt: world.clock.now,
              partitions: ["", "a/b"], tieBreaks: [Int64(-number)], details: number == 1 ? nil : details))
        }
      }
      world.people.follow(AccountID("ada"), [AccountID("Zoë"), AccountID("x/y")])
      world.people.forget(AccountID("x/y"))
      try await body(world)
    }
  }

  private func answer(_ world: BoardWorld, _ query: String?, board: String, as viewer: String?) async throws -> String {
    var routes = Routes()
    world.boards.routes(&routes)
    let route = try #require(routes.all.first { $0.path == "/{plugin}/{board}" })
    let handler = try #require(route.handler.plain)
    let account = viewer.map { Account(id: AccountID($0), kind: .user, name: $0) }
    let call = Call(
      principal: account.map { Principal(account: $0, session: nil) }, now: world.clock.now, language: "en",
      requestID: "r", remoteAddress: "local")
    let request = RawRequest(parameters: ["plugin": BoardWorld.plugin, "board": board], query: query)
    do {
      let response = try await handler(request, call)
      return "\(response.status) \(response.contentType ?? "") " + String(decoding: response.body, as: UTF8.self)
    } catch let problem as Problem {
      return "\(problem.status) \(problem.code)"
    }
  }

  /// Asks both ways.
  private func expectSame(
    _ world: BoardWorld, _ query: String, board: String = "points", as viewer: String? = nil
  ) async throws -> String {
    #expect(BoardAsk(board: board, plainQuery: query) != nil)
    let typed = query + "&seaso%6E=all"
    #expect(BoardAsk(board: board, plainQuery: typed) == nil)
    let direct = try await answer(world, query, board: board, as: viewer)
    let long = try await answer(world, typed, board: board, as: viewer)
    #expect(direct == long, "\(query)")
    return direct
  }

  @Test(.tags(.sp85)) func `has the bytes of the typed one, for every view and every kind of name`() async throws {
    try await world { world in
      for viewer in [nil, "ada", "back\\slash", "x/y", "nobody"] {
        for view in ["top", "around", "friends", "followed"] {
          for limit in ["1", "3", "10", "100"] {
            for partition in ["", "&partition=a/b", "&partition=none"] {
              let query = "view=\(view)&limit=\(limit)\(partition)"
              _ = try await expectSame(world, query, as: viewer)
              _ = try await expectSame(world, query, board: "walks", as: viewer)
              _ = try await expectSame(world, query + "&fair=true", board: "walks", as: viewer)
            }
          }
        }
      }
    }
  }

  @Test func `has the same cursors and goes on behind them`() async throws {
    try await world { world in
      var after = ""
      var rows = 0
      repeat {
        let text = try await expectSame(world, "limit=3" + after, as: "ada")
        let page = try JSON(parsing: String(text.drop { $0 != "{" }))
        rows += page["items"]?.array?.count ?? 0
        after = page["next"]?.string.map { "&after=\($0)" } ?? ""
      } while !after.isEmpty
      #expect(rows == Self.names.count)
    }
  }

  @Test func `refuses what the typed one refuses`() async throws {
    try await world { world in
      for query in ["after=nonsense", "view=friends", "view=around", "fair=true"] {
        let answer = try await expectSame(world, query)
        #expect(answer.first == "4")
      }
      let unknown = try await expectSame(world, "limit=1", board: "none")
      #expect(unknown == "404 board-unknown")
      for query in [
        "limit=0", "limit=101", "limit=-1", "limit=x", "limit=", "view=all", "fair=yes", "view", "x=1", "&",
      ] {
        #expect(BoardAsk(board: "points", plainQuery: query) == nil)
      }
      for query in ["limit=0", "limit=101", "limit=x", "view=all", "fair=yes", "x=1", "limit=1&limit=1"] {
        #expect(BoardAsk(board: "points", plainQuery: query) == nil)
        let refusal = try await answer(world, query, board: "points", as: "ada")
        #expect(refusal.hasPrefix("422"))
      }
    }
  }
}
