import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Random changes of boards on a real database, with restarts, against an oracle that counts. The number of changes is
/// 3,000 or what the environment's FIELDHOUSE_BOARD_OPERATIONS says, of which those with a server behind them make a
/// twentieth, 1,000 at least.
@Suite struct `Boards on a database agree with counting` {
  static let operations = Int(ProcessInfo.processInfo.environment["FIELDHOUSE_BOARD_OPERATIONS"] ?? "") ?? 3000

  static let declarations = [
    BoardDeclaration(
      id: "best", title: "Best", tieBreaks: [.init(column: "exact"), .init(column: "misses", order: .ascending)],
      seasons: .manual),
    BoardDeclaration(id: "fewest", title: "Fewest", order: .ascending, operator: .latest, numbering: .dense),
    BoardDeclaration(
      id: "sum", title: "Sum", operator: .sum, tieBreaks: [.init(column: "wins")], numbering: .ordinal,
      seasons: .init("monthly")),
    BoardDeclaration(id: "first", title: "First", earliestWins: true, seasons: .manual),
  ]

  @Test(.tags(.pl81, .sp12), arguments: 1...2)
  func `through changes, batches, withdrawals, erasures and restarts`(seed: Int) async throws {
    try await BoardWorld.with(Self.declarations, detailRows: 20) { world in
      var trial = BoardTrial(seed: UInt64(seed))
      let operations = world.kind == .memory ? Self.operations : max(1000, Self.operations / 20)
      for step in 1...operations / 20 {
        Guarantee.progress("boards, \(world.kind), \(seed)", step, of: operations / 20)
        try await trial.change(world)
        if step % 10 == 0 { try await trial.compare(world) }
        if step % 40 == 0 { try await world.restart() }
      }
      try await world.restart()
      try await trial.compare(world)
    }
  }
}

@Suite struct `Boards on a database agree with counting in large transactions` {
  @Test(.tags(.pl81, .sp12)) func `of tens of thousands of changes`() async throws {
    try await BoardWorld.with(`Boards on a database agree with counting`.declarations, on: [.memory]) { world in
      var trial = BoardTrial(seed: 3)
      for size in [30_000, 300, 1500, 20_000] {
        try await trial.change(world, count: size)
        try await trial.compare(world)
      }
      try await world.restart()
      try await trial.compare(world)
    }
  }
}

/// A board and an oracle that undergo the same changes.
struct BoardTrial {
  private var random: SeededRandom
  private var oracle = LedgerOracle(`Boards on a database agree with counting`.declarations)
  private let people = (0..<60).map { AccountID("person-\($0)") }

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// About twenty changes in one transaction, or the erasure of a person.
  mutating func change(_ world: BoardWorld) async throws {
    if Int.random(in: 0..<30, using: &random) == 0 {
      let person = people.randomElement(using: &random)!
      try await world.erase(person)
      return oracle.erase(person)
    }
    try await change(world, count: Int.random(in: 1...40, using: &random))
  }

  /// So many changes in one transaction.
  mutating func change(_ world: BoardWorld, count: Int) async throws {
    let changes = (0..<count).map { _ in attempt() }
    try await world.submit(changes)
    for change in changes { oracle.submit(change) }
  }

  private mutating func attempt() -> ScoreChange {
    let board = `Boards on a database agree with counting`.declarations.randomElement(using: &random)!
    let hasDetails = Bool.random(using: &random)
    return ScoreChange(
      board: board.id, account: people.randomElement(using: &random)!, score: .random(in: -3...3, using: &random),
      achievedAt: Date(timeIntervalSince1970: 1_795_000_000 + Double(Int.random(in: 0...9, using: &random)) * 200_000),
      partitions: [["", "nl"], ["", "be"], ["nl"]].randomElement(using: &random)!,
      tieBreaks: board.tieBreaks.map { _ in .random(in: -1...1, using: &random) },
      details: hasDetails ? ["predictions": .integer(.random(in: 0...99, using: &random))] : nil,
      isWithdrawal: Int.random(in: 0..<8, using: &random) == 0,
      season: board.seasons == .manual ? ["2024", "2025"].randomElement(using: &random)! : nil)
  }

  /// Compares every place page by page, the rows of a viewer and the ranks inside a group.
  mutating func compare(_ world: BoardWorld) async throws {
    for (place, table) in oracle.tables {
      let ranks = oracle.ranks(at: place)
      let viewer = people.randomElement(using: &random)!
      let rows = try await world.walk(place, viewer: viewer, limit: Int.random(in: 1...30, using: &random))
      #expect(Set(rows.map(\.account.id)) == Set(table.keys))
      #expect(rows.count == table.count)
      #expect(rows.allSatisfy { ranks[$0.account.id]!.contains($0.rank) && $0.agrees(table[$0.account.id]!) })
      #expect(rows.map(\.rank) == rows.map(\.rank).sorted())
      try await compareGroup(world, place, onBoard: ranks, viewer: viewer)
    }
  }

  private mutating func compareGroup(
    _ world: BoardWorld, _ place: LedgerOracle.Place, onBoard: [AccountID: ClosedRange<Int>], viewer: AccountID
  ) async throws {
    let group = Set(people.shuffled(using: &random).prefix(12))
    let inGroup = oracle.ranks(at: place, among: group)
    let members = try await world.leaderboards.members(
      Array(group), on: place.board, season: place.season, partition: place.partition)
    #expect(Set(members.map(\.entry.account.id)) == Set(inGroup.keys))
    for member in members {
      let id = member.entry.account.id
      #expect(inGroup[id]!.contains(member.rank) && onBoard[id]!.contains(member.entry.rank))
    }
    let page = try await world.leaderboards.page(
      BoardQuery(
        board: place.board, season: place.season, partition: place.partition, view: .around, viewer: viewer, limit: 5))
    #expect(page.me?.account.id == (onBoard[viewer] == nil ? nil : viewer))
    #expect(page.me.map { onBoard[viewer]!.contains($0.rank) } ?? true)
    #expect(page.me == nil || page.items.contains { $0.account.id == viewer })
  }
}

extension BoardEntry {
  /// Whether the row shows an entry of the oracle.
  func agrees(_ entry: LedgerOracle.Entry) -> Bool {
    score == entry.score && tieBreaks == entry.tieBreaks && details == (entry.details ?? .object([:]))
  }
}

extension BoardWorld {
  /// All rows of a place, page by page.
  func walk(_ place: LedgerOracle.Place, viewer: AccountID? = nil, limit: Int) async throws -> [BoardEntry] {
    var rows: [BoardEntry] = []
    var after: String?
    repeat {
      let page = try await leaderboards.page(
        BoardQuery(
          board: place.board, season: place.season, partition: place.partition, viewer: viewer, limit: limit,
          after: after))
      rows += page.items
      after = page.next
    } while after != nil
    return rows
  }
}
