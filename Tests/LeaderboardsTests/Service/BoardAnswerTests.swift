import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseLeaderboards

/// Plugins get a page as a value and answer it as JSON; the board route answers what is kept as JSON already.
@Suite struct `A board's answer` {
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

  /// The page that a plugin gets, as it answers it.
  private func written(_ world: BoardWorld, _ ask: BoardQuery) async throws -> String {
    do {
      let page = try await world.boards.page(ask, of: BoardWorld.plugin)
      var bytes: [UInt8] = []
      try JSONOutput.encode(page, into: &bytes)
      let json = try JSON(parsing: bytes)
      #expect(try JSON(parsing: Array(try JSONEncoder().encode(page))) == json)
      #expect(try CompiledSchema(BoardPage.schema).validate(json) == [])
      return "200 application/json " + String(decoding: bytes, as: UTF8.self)
    } catch let problem as Problem {
      return "\(problem.status) \(problem.code)"
    }
  }

  /// Asks the route and as a plugin does.
  private func expectSame(
    _ world: BoardWorld, _ ask: BoardQuery, fair: Bool = false
  ) async throws -> String {
    var ask = ask
    ask.isFair = fair
    var query = "view=\(ask.view.name)&limit=\(ask.limit)&partition=\(ask.partition)&fair=\(fair)"
    if let after = ask.after { query += "&after=\(after)" }
    let direct = try await answer(world, query, board: ask.board, as: ask.viewer?.text)
    let value = try await written(world, ask)
    #expect(direct == value, "\(query)")
    return direct
  }

  @Test(.tags(.sp85)) func `has the bytes of the page that plugins get, for every view and name`() async throws {
    try await world { world async throws in
      for viewer in [nil, "ada", "back\\slash", "x/y", "nobody"] {
        for view in ["top", "around", "friends", "followed"] {
          for (limit, partition) in [(1, ""), (3, "a/b"), (10, ""), (100, "none")] {
            for (board, fair) in [("points", false), ("walks", false), ("walks", true)] {
              let ask = BoardQuery(
                board: board, partition: partition, view: .init(view), viewer: viewer.map { AccountID($0) },
                limit: limit)
              _ = try await expectSame(world, ask, fair: fair)
            }
          }
        }
      }
    }
  }

  @Test func `has exactly the members that its schema declares`() async throws {
    try await world { world async throws in
      let text = try await answer(world, "fair=true&limit=1", board: "walks", as: "ada")
      let page = try JSON(parsing: String(text.drop { $0 != "{" }))
      func names(_ schema: JSON?) -> Set<String> { Set(schema?["properties"]?.object?.keys ?? []) }
      let declared = BoardPage.schema.json
      #expect(Set(page.object?.keys ?? []) == names(declared))
      let row = declared["properties"]?["items"]?["items"]
      #expect(Set(page["me"]?.object?.keys ?? []) == names(row))
      #expect(Set(page["items"]?[0]?.object?.keys ?? []) == names(row).subtracting(["percentile"]))
      let account = Set(page["me"]?["account"]?.object?.keys ?? [])
      #expect(!account.isEmpty && account.isSubset(of: names(row?["properties"]?["account"])))
    }
  }

  @Test func `has the same cursors and goes on behind them`() async throws {
    try await world { world async throws in
      var after: String?
      var rows = 0
      repeat {
        let ask = BoardQuery(board: "points", viewer: AccountID("ada"), limit: 3, after: after)
        let text = try await expectSame(world, ask)
        let page = try JSON(parsing: String(text.drop { $0 != "{" }))
        rows += page["items"]?.array?.count ?? 0
        after = page["next"]?.string
      } while after != nil
      #expect(rows == Self.names.count)
    }
  }

  @Test func `shows every change of a row at once`() async throws {
    try await world { world async throws in
      let ask = BoardQuery(board: "points", viewer: AccountID("ada"), limit: 100)
      let person = AccountID("Zoë")
      func change(_ score: Int64, _ details: JSON?, isWithdrawal: Bool = false) async throws {
        try await world.submit(
          ScoreChange(
            board: "points", account: person, score: score, achievedAt: world.clock.now, tieBreaks: [1],
            details: details, isWithdrawal: isWithdrawal))
      }
      var answers: [String] = []
      func look() async throws { answers.append(try await expectSame(world, ask)) }
      try await look()
      try await change(500, ["n": 1])
      try await look()
      try await change(400, ["n": 2])
      try await look()
      world.people.rename(person, "Zoe")
      try await look()
      world.people.rename(person, "Z", tellsAll: true)
      try await look()
      world.people.forget(AccountID("日本"))
      try await look()
      try await change(0, nil, isWithdrawal: true)
      try await look()
      try await world.erase(AccountID("line\nbreak\ttab\u{1}\u{1F}"))
      try await look()
      #expect(Set(answers).count == answers.count)
    }
  }

  @Test func `is written once and then kept in memory`() async throws {
    try await BoardWorld.with([Self.plain], detailRows: 10, on: [.memory]) { world in
      func score(_ number: Int, _ score: Int64) async throws {
        try await world.submit(
          ScoreChange(board: "points", account: AccountID("p\(number)"), score: score, achievedAt: world.clock.now))
      }
      for number in 0..<20 { try await score(number, Int64(number)) }
      func asked(_ limit: Int) async throws -> Int {
        let before = world.people.asked
        _ = try await answer(world, "limit=\(limit)", board: "points", as: nil)
        return world.people.asked - before
      }
      #expect(try await asked(5) == 5)
      #expect(try await asked(5) == 0)
      #expect(try await asked(8) == 3)
      try await score(19, 50)
      #expect(try await asked(8) == 1)
      #expect(try await asked(20) >= 12)
    }
  }

  @Test(arguments: 1...3)
  func `is the same a second time, whatever has changed in between`(seed: UInt64) async throws {
    let weekly = BoardDeclaration(id: "points", title: "Points", seasons: .init("weekly"))
    try await BoardWorld.with([weekly], detailRows: 3) { world in
      var random = SeededRandom(seed: seed)
      let people = (0..<6).map { AccountID("p\($0)") }
      for _ in 0..<60 {
        let person = people[random.next(below: people.count)]
        switch random.next(below: 6) {
        case 0: world.people.rename(person, random.text(), tellsAll: random.next(below: 2) == 0)
        case 1: world.people.follow(person, [people[random.next(below: people.count)]])
        case 2: world.clock.set(world.clock.now + Double(random.next(below: 3) * 86_400))
        case 3:
          try await world.submit(
            ScoreChange(
              board: "points", account: person, score: 0, achievedAt: world.clock.now, isWithdrawal: true))
        default:
          try await world.submit(
            ScoreChange(
              board: "points", account: person, score: Int64(random.next(below: 9)), achievedAt: world.clock.now))
        }
        let views = ["top", "around", "friends", "followed"]
        for _ in 0..<4 {
          let ask = BoardQuery(
            board: "points", view: .init(views[random.next(below: 4)]), viewer: people[random.next(below: 3)],
            limit: 1 + random.next(below: 3))
          for _ in 0..<2 { _ = try await expectSame(world, ask) }
        }
      }
    }
  }

  @Test func `shows thousands of scores that come at once, as soon as they are ranked`() async throws {
    try await BoardWorld.with([Self.plain], on: [.memory, .server]) { world in
      let scores = (0..<BoardShelf.batch + 1).map { number in
        ScoreChange(
          board: "points", account: AccountID("n\(number)"), score: Int64(number), achievedAt: world.clock.now)
      }
      try await world.submit(scores[0])
      let ask = BoardQuery(board: "points", viewer: AccountID("n0"), limit: 3)
      let before = try await expectSame(world, ask)
      try await world.submit(Array(scores.dropFirst()))
      #expect(try await expectSame(world, ask) != before)
    }
  }

  @Test func `refuses what plugins are refused`() async throws {
    try await world { world async throws in
      #expect(try await expectSame(world, BoardQuery(board: "points", after: "nonsense")).hasPrefix("422"))
      #expect(try await expectSame(world, BoardQuery(board: "points", view: .friends)).first == "4")
      #expect(try await expectSame(world, BoardQuery(board: "points", view: .around)).first == "4")
      #expect(try await expectSame(world, BoardQuery(board: "points"), fair: true).first == "4")
      #expect(try await expectSame(world, BoardQuery(board: "none", limit: 1)) == "404 board-unknown")
    }
  }

  @Test(arguments: [
    "limit=0", "limit=101", "limit=-1", "limit=x", "limit=", "view=all", "fair=yes", "x=1", "limit=1&limit=1",
    "season=a%00", "partition=%E2%80%AE",
  ])
  func `refuses a query that its schema does not describe`(query: String) async throws {
    try await world { world async throws in
      let refusal = try await answer(world, query, board: "points", as: "ada")
      #expect(refusal.hasPrefix("422"))
    }
  }
}
