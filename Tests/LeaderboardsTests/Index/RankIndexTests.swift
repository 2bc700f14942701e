import FieldhouseLeaderboards
import FieldhouseTestSupport
import Testing

private func index(_ scores: [Int64], order: RankOrder = RankOrder(), blockCapacity: Int = 4) -> RankIndex {
  let entries = scores.enumerated().map { (slot: UInt32($0), key: RankKey(score: $1, achievedAt: Int64($0))) }
  return RankIndex(order: order, entries: entries, blockCapacity: blockCapacity)
}

@Suite struct `Ranks of a board` {
  @Test(arguments: [
    (RankNumbering.standard, [1, 2, 2, 4]), (.dense, [1, 2, 2, 3]), (.ordinal, [1, 2, 3, 4]),
  ])
  func `are numbered as the board says`(numbering: RankNumbering, expected: [Int]) {
    let board = index([30, 20, 20, 10])
    #expect((0..<4).map { board.rank(of: $0, numbering: numbering) } == expected)
    #expect(board.top(count: 4, numbering: numbering).map(\.rank) == expected)
  }

  @Test func `are right when a group of ties spans many blocks`() {
    let board = index([9] + Array(repeating: 5, count: 40) + [1])
    #expect(board.rank(of: 40) == 2)
    #expect(board.rank(of: 41) == 42)
    #expect(board.rank(of: 41, numbering: .dense) == 3)
  }

  @Test func `put the fewest strokes first where the board is ascending`() {
    let board = index([3, -2, 0], order: RankOrder(score: .ascending))
    #expect(board.top(count: 3).map(\.key.score) == [-2, 0, 3])
  }

  @Test func `hold for the smallest and the largest score`() {
    let board = index([.min, 0, .max, -1])
    #expect(board.top(count: 4).map(\.key.score) == [.max, 0, -1, .min])
  }

  @Test func `follow the tie-break chain in its order`() {
    var board = RankIndex(order: RankOrder(tieBreaks: [.descending, .ascending]))
    board.set(slot: 0, key: RankKey(score: 5, tieBreaks: [1, 1], achievedAt: 0))
    board.set(slot: 1, key: RankKey(score: 5, tieBreaks: [2, 9], achievedAt: 0))
    board.set(slot: 2, key: RankKey(score: 5, tieBreaks: [2, -3], achievedAt: 0))
    #expect(board.top(count: 3).map(\.slot) == [2, 1, 0])
    #expect(board.top(count: 3).map(\.rank) == [1, 2, 3])
    #expect(board.key(of: 1)?.tieBreaks(2) == [2, 9])
  }

  @Test func `are shared whatever the time unless the time breaks ties`() {
    #expect(index([7, 7]).rank(of: 1) == 1)
    #expect(index([7, 7], order: RankOrder(timeBreaksTies: true)).rank(of: 1) == 2)
    #expect(index([7, 7], order: RankOrder(achievedAt: .descending)).top(count: 2).map(\.slot) == [1, 0])
  }

  @Test func `close up when an entry leaves`() {
    var board = index([30, 20, 20, 10])
    let removals = [board.remove(slot: 1), board.remove(slot: 1)]
    #expect(removals == [true, false])
    #expect(board.rank(of: 1) == nil)
    #expect(board.rank(of: 2, numbering: .dense) == 2)
    #expect(board.rank(of: 3) == 3)
  }

  @Test func `do not exist for slots without an entry`() {
    let board = RankIndex(order: RankOrder())
    #expect(board.isEmpty)
    #expect(board.rank(of: 3) == nil)
    #expect(board.percentile(of: 3) == nil)
    #expect(board.around(slot: 3, count: 5).isEmpty)
    #expect(board.top(count: 10).isEmpty)
  }

  @Test func `have a percentile that counts ties as half`() {
    let board = index([30, 20, 20, 10, 0])
    #expect((0..<5).map { board.percentile(of: $0) } == [100, 62.5, 62.5, 25, 0])
    #expect(index([1]).percentile(of: 0) == 100)
  }
}

@Suite struct `Views of a board` {
  private let board = index((0..<25).map { 100 - $0 })

  @Test(.tags(.sp84)) func `come in pages of ten`() {
    let pages = [0, 10, 20, 30].map { board.top(offset: $0, count: 10).map(\.slot) }
    #expect(pages == [Array(0..<10), Array(10..<20), Array(20..<25), []])
  }

  @Test(
    arguments: [(UInt32(12), 10...14), (0, 0...4), (1, 0...4), (24, 20...24), (23, 20...24)]
      as [(UInt32, ClosedRange<Int>)])
  func `around a person are moved inwards at the ends`(slot: UInt32, positions: ClosedRange<Int>) {
    #expect(board.around(slot: slot, count: 5).map(\.position) == Array(positions))
  }

  @Test func `around a person are no longer than the board`() {
    #expect(board.around(slot: 3, count: 100).count == 25)
    #expect(board.around(slot: 3, count: 1).map(\.slot) == [3])
    #expect(board.around(slot: 3, count: 0).isEmpty)
  }

  @Test func `of a group give the rank inside the group and on the board`() {
    let rows = index([50, 40, 30, 30, 20]).rows(among: [4, 3, 2, 0, 3, 99])
    #expect(rows.map(\.board.slot) == [0, 2, 3, 4])
    #expect(rows.map(\.rank) == [1, 2, 2, 4])
    #expect(rows.map(\.board.rank) == [1, 3, 3, 5])
  }
}

@Suite struct `An index of a large board` {
  @Test(.tags(.pl81)) func `keeps its answers while a copy takes a batch`() {
    let before = index((0..<1_000).map { Int64($0) })
    var after = before
    after.apply((0..<1_000).map { RankChange(slot: $0, key: RankKey(score: -Int64($0), achievedAt: 0)) })
    #expect(before.rank(of: 999) == 1)
    #expect(after.rank(of: 999) == 1_000)
  }

  @Test(.tags(.pl81), arguments: BoardShape.all)
  func `is in order after thousands of entries came at once, and again after thousands changed`(shape: BoardShape) {
    var random = SeededRandom(seed: 11)
    var oracle = RankOracle(order: shape.order)
    let entries = (0..<UInt32(3_000)).reversed().map { (slot: $0, key: shape.key(using: &random)) }
    for entry in entries { oracle.set(slot: entry.slot, key: entry.key) }
    var board = RankIndex(order: shape.order, entries: entries, blockCapacity: shape.blockCapacity)
    #expect(board.top(count: 3_000).map(\.slot) == oracle.board())

    let changes = (1_000..<UInt32(4_000)).map { RankChange(slot: $0, key: shape.key(using: &random)) }
    for change in changes { oracle.set(slot: change.slot, key: change.key!) }
    board.apply(changes)
    #expect(board.top(count: 4_000).map(\.slot) == oracle.board())
  }

  @Test func `takes the last of several changes of one slot, in a small and in a large batch`() {
    for size in [1, 200] as [Int64] {
      var board = index([1, 2, 3])
      var changes = (1...size).map { RankChange(slot: 0, key: RankKey(score: $0, achievedAt: 0)) }
      changes += [RankChange(slot: 1, key: RankKey(score: 9, achievedAt: 0)), RankChange(slot: 1, key: nil)]
      board.apply(changes)
      #expect(board.key(of: 0)?.score == size)
      #expect(board.contains(slot: 1) == false)
      #expect(board.count == 2)
    }
  }

  @Test(.tags(.pl81), arguments: 0...2)
  func `needs at most 64 bytes per entry however it came about`(tieBreaks: Int) {
    let order = RankOrder(tieBreaks: Array(repeating: .descending, count: tieBreaks))
    var random = SeededRandom(seed: 3)
    var board = RankIndex(order: order)
    for slot in 0..<UInt32(20_000) {
      board.set(slot: slot, key: RankKey(score: Int64.random(in: 0...500, using: &random), achievedAt: Int64(slot)))
    }
    #expect(board.byteCount <= 64 * board.count)
    for slot in 0..<UInt32(20_000) {
      board.set(slot: slot, key: RankKey(score: 1_000 + Int64(slot % 50), achievedAt: Int64(slot)))
    }
    #expect(board.byteCount <= 64 * board.count)
  }

  @Test func `reuses the memory of entries that left`() {
    var board = index((0..<20_000).map { Int64($0) }, blockCapacity: 512)
    let full = board.byteCount
    for slot in 0..<UInt32(20_000) where slot % 100 != 0 { board.remove(slot: slot) }
    for slot in 0..<UInt32(20_000) where slot % 100 != 0 {
      board.set(slot: slot, key: RankKey(score: -Int64(slot), achievedAt: 0))
    }
    #expect(board.count == 20_000)
    #expect(board.byteCount <= full * 11 / 10)
  }
}
