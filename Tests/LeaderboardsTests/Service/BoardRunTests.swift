import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A transaction that settles a match` {
  private static let board = BoardDeclaration(
    id: "points", title: "Points", operator: .latest, tieBreaks: [.init(column: "exact")])

  /// A change of each of so many people; every eleventh is a withdrawal, every seventh has no details.
  private func changes(_ count: Int, _ salt: Int) -> [ScoreChange] {
    (0..<count).map { number in
      ScoreChange(
        board: "points", account: AccountID("person-\(number * 7 % count)"), score: Int64((number * 31 + salt) % 97),
        achievedAt: Date(millisecondsSince1970: Int64(salt)), partitions: ["", "club/\(number % 2)"],
        tieBreaks: [Int64(number % 3)], details: number % 7 == 0 ? nil : ["predictions": .integer(Int64(salt % 5))],
        isWithdrawal: (number + salt) % 11 == 0)
    }
  }

  private func walk(_ world: BoardWorld, _ partition: String) async throws -> [BoardEntry] {
    try await world.walk(.init(board: "points", season: "all", partition: partition), limit: 100)
  }

  /// What stands at a place, in no order: equal entries may have changed theirs after a restart.
  private func content(_ world: BoardWorld) async throws -> [String: Set<BoardEntry>] {
    var content: [String: Set<BoardEntry>] = [:]
    for partition in ["", "club/0", "club/1"] {
      let rows = try await walk(world, partition)
      #expect(rows.map(\.rank) == rows.map(\.rank).sorted())
      content[partition] = Set(rows)
      #expect(content[partition]?.count == rows.count)
    }
    return content
  }

  /// Commits changes and waits until they are seen: Redis shows large batches bit by bit, the last change last.
  private func submit(_ changes: [ScoreChange], _ world: BoardWorld) async throws {
    try await world.submit(changes)
    guard world.kind == .redis, let last = changes.last else { return }
    for partition in last.partitions {
      while try await world.leaderboards.entries(of: [last.account], on: "points", partition: partition).first?.score
        != last.score
      { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  @Test(.tags(.sp12), .timeLimit(.minutes(5))) func `leaves the ranks that a restart finds in storage`() async throws {
    try await BoardWorld.with([Self.board]) { world in
      for salt in 1...3 {
        try await submit(changes(6000, salt), world)
        let before = try await content(world)
        let total = before[""]?.count ?? 0
        #expect(total > 5000 && total < 6000)
        try await world.restart()
        #expect(try await content(world) == before)
        try await world.erase(AccountID("person-\(salt)"))
      }
    }
  }

  @Test(.tags(.sp12)) func `waits for a rebuild that has begun, and is not lost`() async throws {
    try await BoardWorld.with([Self.board]) { world in
      try await world.submit(changes(5000, 1))
      let rebuild = world.begin()
      try await world.submit(changes(5000, 2))
      try await world.fill(rebuild)
      try await rebuild.finish()
      let found = try await content(world)
      try await world.restart()
      #expect(try await content(world) == found)
    }
  }

  @Test func `that fails leaves nothing`() async throws {
    struct Deliberate: Error {}
    try await BoardWorld.with([Self.board]) { world in
      try await world.submit(changes(100, 1))
      let before = try await content(world)
      let more = changes(5000, 2)
      await #expect(throws: Deliberate.self) {
        try await world.storage.write { transaction in
          for change in more { try await transaction.submit(change) }
          throw Deliberate()
        }
      }
      #expect(try await content(world) == before)
    }
  }
}
