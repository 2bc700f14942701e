import FieldhouseLeaderboards
import FieldhouseTestSupport
import Foundation
import Testing

/// Random operations on an index and on the oracle, which must agree after each of them. The number of operations over all
/// shapes is 50,000 or what the environment's FIELDHOUSE_ORACLE_OPERATIONS says.
@Suite struct `The rank index agrees with counting` {
  static let operations = Int(ProcessInfo.processInfo.environment["FIELDHOUSE_ORACLE_OPERATIONS"] ?? "") ?? 50_000

  @Test(.tags(.pl81, .sp12), arguments: BoardShape.all)
  func `through random changes, batches and rebuilds`(shape: BoardShape) {
    var trial = OracleTrial(shape: shape, seed: UInt64(shape.name.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) }))
    let operations = max(1, Self.operations / BoardShape.all.count)
    for operation in 1...operations {
      trial.change()
      Guarantee.progress("index \(shape.name)", operation, of: operations)
      guard trial.agreesOnOneSlot(), operation % 500 != 0 || trial.agreesOnTheBoard() else {
        Issue.record("disagreement after operation \(operation): \(trial.lastChange)")
        return
      }
    }
    let agreesAtTheEnd = trial.agreesOnTheBoard()
    #expect(agreesAtTheEnd)
  }
}

/// An index and an oracle that undergo the same changes.
struct OracleTrial {
  private let shape: BoardShape
  private var random: SeededRandom
  private var index: RankIndex
  private var oracle: RankOracle
  private var operations = 0
  private(set) var lastChange = ""

  init(shape: BoardShape, seed: UInt64) {
    self.shape = shape
    random = SeededRandom(seed: seed)
    index = RankIndex(order: shape.order, blockCapacity: shape.blockCapacity)
    oracle = RankOracle(order: shape.order)
  }

  /// Makes one random change: mostly a single one, now and then a batch or a rebuild, in waves of growth and shrinkage.
  mutating func change() {
    operations += 1
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<3: rebuild()
    case 3..<10: apply(count: Int.random(in: 65...300, using: &random))
    case 10..<40: apply(count: Int.random(in: 0...12, using: &random))
    case 40..<(operations / 300 % 2 == 1 ? 800 : 250): remove(shape.slot(using: &random))
    default: set(shape.slot(using: &random))
    }
  }

  private mutating func set(_ slot: UInt32) {
    let key = shape.key(using: &random)
    lastChange = "set \(slot) \(key)"
    index.set(slot: slot, key: key)
    oracle.set(slot: slot, key: key)
  }

  private mutating func remove(_ slot: UInt32) {
    lastChange = "remove \(slot)"
    index.remove(slot: slot)
    oracle.remove(slot: slot)
  }

  private mutating func apply(count: Int) {
    let changes = (0..<count).map { _ in
      let leaves = Int.random(in: 0..<4, using: &random) == 0
      return RankChange(slot: shape.slot(using: &random), key: leaves ? nil : shape.key(using: &random))
    }
    lastChange = "batch of \(count)"
    index.apply(changes)
    for change in changes {
      if let key = change.key { oracle.set(slot: change.slot, key: key) } else { oracle.remove(slot: change.slot) }
    }
  }

  private mutating func rebuild() {
    let entries = (0..<Int.random(in: 0...Int(shape.slots), using: &random)).map { _ in
      (slot: shape.slot(using: &random), key: shape.key(using: &random))
    }
    lastChange = "rebuild of \(entries.count)"
    index.build(entries)
    oracle.removeAll()
    for entry in entries { oracle.set(slot: entry.slot, key: entry.key) }
  }
}

extension OracleTrial {
  /// Whether both give the same answers about one slot, drawn at random.
  mutating func agreesOnOneSlot() -> Bool {
    let slot = shape.slot(using: &random)
    let numbering = RankNumbering.allCases.randomElement(using: &random)!
    return index.count == oracle.entries.count && index.key(of: slot) == oracle.entries[slot]?.key
      && index.rank(of: slot, numbering: numbering) == oracle.rank(of: slot, numbering: numbering)
  }

  /// Whether both give the same board, page by page, row by row, in every numbering.
  mutating func agreesOnTheBoard() -> Bool {
    let board = oracle.board()
    return RankNumbering.allCases.allSatisfy { agrees(on: board, numbering: $0) }
      && board.allSatisfy { index.position(of: $0) == oracle.position(of: $0) }
      && board.allSatisfy { index.percentile(of: $0) == oracle.percentile(of: $0) }
      && agreesOnASubset(of: board) && agreesOnAWindow(of: board)
  }

  private func agrees(on board: [UInt32], numbering: RankNumbering) -> Bool {
    let expected = board.enumerated().map { position, slot in
      Expected(slot: slot, position: position, rank: oracle.rank(of: slot, numbering: numbering)!)
    }
    let pages = stride(from: 0, to: board.count, by: 10).flatMap {
      index.top(offset: $0, count: 10, numbering: numbering)
    }
    return pages.map(Expected.init) == expected
      && board.compactMap { index.row(of: $0, numbering: numbering) }.map(Expected.init) == expected
  }

  private mutating func agreesOnASubset(of board: [UInt32]) -> Bool {
    let numbering = RankNumbering.allCases.randomElement(using: &random)!
    let subset = Set((0..<20).map { _ in shape.slot(using: &random) })
    let rows = index.rows(among: subset, numbering: numbering)
    return rows.map(\.board.slot) == board.filter(subset.contains)
      && rows.allSatisfy { $0.rank == oracle.rank(of: $0.board.slot, numbering: numbering, among: subset) }
      && rows.allSatisfy { $0.board.rank == oracle.rank(of: $0.board.slot, numbering: numbering) }
  }

  private mutating func agreesOnAWindow(of board: [UInt32]) -> Bool {
    guard let slot = board.randomElement(using: &random), let middle = board.firstIndex(of: slot) else { return true }
    let first = max(0, min(middle - 3, board.count - 7))
    return index.around(slot: slot, count: 7).map(\.slot) == Array(board[first...].prefix(7))
  }

  fileprivate struct Expected: Equatable {
    let slot: UInt32
    let position: Int
    let rank: Int
  }
}

extension OracleTrial.Expected {
  fileprivate init(_ row: RankRow) {
    self.init(slot: row.slot, position: row.position, rank: row.rank)
  }
}
