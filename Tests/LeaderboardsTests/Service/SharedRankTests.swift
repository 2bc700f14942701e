import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

private let board = BoardDeclaration(id: "points", title: "Points", operator: .latest)

private func score(_ person: String, _ score: Int64, at second: Double = 0) -> ScoreChange {
  ScoreChange(
    board: "points", account: AccountID(person), score: score, achievedAt: Date(timeIntervalSince1970: second))
}

extension Boards {
  /// The people of the board in their order, once the ranks can be told.
  fileprivate func people() async throws -> [String] {
    for _ in 0..<2000 {
      do {
        return try await leaderboards(of: BoardWorld.plugin).page(BoardQuery(board: "points")).items
          .map(\.account.id.text)
      } catch let problem as Problem where problem.code == "board-pending" {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    throw Problem.boardPending
  }
}

extension Problem {
  fileprivate static let boardPending = Problem.unavailable("board-pending", "It did not end.", retryAfterSeconds: 1)
}

@Suite(.serialized) struct `Ranks in Redis` {
  @Test(.timeLimit(.minutes(1)))
  func `are rebuilt from storage when Redis has forgotten them or was started anew`() async throws {
    let redis = RedisServer()
    try await BoardWorld.with([board], on: [.redis], redis: redis) { world in
      try await world.submit(score("a", 3), score("b", 2), score("c", 1))
      try await redis.flush()
      #expect(try await world.boards.people() == ["a", "b", "c"])
      try await world.submit(score("c", 9, at: 1))
      #expect(try await world.boards.people() == ["c", "a", "b"])
      try await redis.restart()
      try await world.submit(score("b", 10, at: 2))
      #expect(try await world.boards.people() == ["b", "c", "a"])
      // Redis has the ranks a moment before the process that rebuilt them hears of it.
      try await eventually { world.boards.isComplete }
    }
    try await redis.stop()
  }

  @Test func `are those of every process that shares them`() async throws {
    let address = try await RedisServer.shared.address(prefix: "shared-\(UUID().uuidString)")
    let all = (0..<3).map { _ in Boards(accounts: People(), clock: SettableClock(), redis: address) }
    for boards in all {
      let rebuild = boards.begin(BoardWorld.plugin, [board], details: { _, _ in [:] })
      try await rebuild.finish()
    }
    let change = { (person: String, score: Int64, sequence: Int64) in
      BoardChange(
        place: BoardPlace(board: "points", season: "all", partition: ""), account: AccountID(person),
        record: BoardRecord(
          account: AccountID(person), score: score, tieBreaks: [], achievedAt: Date(timeIntervalSince1970: 0),
          details: nil), sequence: sequence)
    }
    all[0].apply(BoardWorld.plugin, [change("a", 1, 11), change("b", 5, 12)])
    all[1].apply(BoardWorld.plugin, [change("a", 9, 14)])
    _ = try await all[1].people()
    all[0].apply(BoardWorld.plugin, [change("a", 0, 13), change("c", 7, 15)])
    _ = try await all[0].people()
    for boards in all { #expect(try await boards.people() == ["a", "c", "b"]) }
  }

  @Test func `are taken over by a process that starts, up to the mark that was noted`() async throws {
    let address = try await RedisServer.shared.address(prefix: "adopted-\(UUID().uuidString)")
    let first = Boards(accounts: People(), clock: SettableClock(), redis: address)
    let second = Boards(accounts: People(), clock: SettableClock(), redis: address)
    let adopt = { (boards: Boards) in
      await boards.adopt(BoardWorld.plugin, [board], details: { _, _ in [:] }, lost: {})
    }
    #expect(await adopt(second) == nil)
    let rebuild = first.begin(BoardWorld.plugin, [board], details: { _, _ in [:] })
    #expect(await adopt(second) == nil)
    try await rebuild.finish()
    first.apply(BoardWorld.plugin, [], through: 41)
    first.apply(BoardWorld.plugin, [], through: 40)
    _ = try await first.people()
    #expect(await adopt(second) == 41)
    #expect(second.isComplete)
  }

  @Test(arguments: [
    ("redis://127.0.0.1", 6379, 0, "fieldhouse"), ("redis://:secret@cache.example:7000/3?prefix=club", 7000, 3, "club"),
  ]) func `have an address`(text: String, port: Int, database: Int, prefix: String) throws {
    let address = try #require(RedisAddress(text))
    #expect(address.port == port && address.database == database && address.prefix == prefix)
    #expect(address.password == (text.contains("secret") ? "secret" : nil))
  }

  @Test(arguments: ["", "http://127.0.0.1", "redis://", "redis://host/x", "redis://host/-1"])
  func `refuse what is no address`(text: String) { #expect(RedisAddress(text) == nil) }

  @Test func `that cannot be reached are pending, not wrong`() async throws {
    let address = try #require(RedisAddress("redis://127.0.0.1:1"))
    let boards = Boards(accounts: People(), clock: SettableClock(), redis: address)
    let rebuild = boards.begin(BoardWorld.plugin, [board], details: { _, _ in [:] })
    await #expect(throws: RankStoreError.self) { try await rebuild.finish() }
    #expect(!boards.isComplete)
    let problem = await #expect(throws: Problem.self) {
      try await boards.leaderboards(of: BoardWorld.plugin).page(BoardQuery(board: "points"))
    }
    #expect(problem?.code == "board-pending")
  }
}

@Suite struct `Ranks of two processes on one database` {
  @Test func `follow what the other one commits: changes, withdrawals and erasures`() async throws {
    try await BoardWorld.with([board], on: [.server]) { world in
      let other = try await world.other()
      var mark = try #require(try await other.storage.boardChanges(since: nil)).mark
      let follow = {
        let found = try #require(try await other.storage.boardChanges(since: mark))
        other.boards.apply(BoardWorld.plugin, found.changes.map(BoardChange.init), through: found.mark)
        mark = found.mark
      }
      try await world.submit(score("a", 3), score("b", 2), score("c", 1))
      try await follow()
      #expect(try await other.boards.people() == ["a", "b", "c"])
      var withdrawal = score("a", 0, at: 1)
      withdrawal.isWithdrawal = true
      try await world.submit(withdrawal, score("c", 8, at: 1))
      try await world.erase(AccountID("b"))
      try await follow()
      #expect(try await other.boards.people() == ["c"])
      try await other.storage.write { try await $0.submit(score("d", 9)) }
      try await follow()
      #expect(try await other.boards.people() == ["d", "c"])
      await other.engine.close()
    }
  }

  @Test func `are read anew after the other one has written a file`() async throws {
    try await BoardWorld.with([board], on: [.memory]) { world in
      let other = try await world.other()
      let told = AsyncStream.makeStream(of: Void.self)
      world.storage.onForeignWrites { told.continuation.yield() }
      try await world.submit(score("a", 1))
      try await other.storage.write { try await $0.submit(score("b", 2)) }
      try await world.storage.write { _ in }
      var calls = told.stream.makeAsyncIterator()
      await calls.next()
      let rebuild = world.begin()
      try await world.fill(rebuild)
      try await rebuild.finish()
      #expect(try await world.boards.people() == ["b", "a"])
      await other.engine.close()
    }
  }
}
