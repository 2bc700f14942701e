import FieldhouseLeaderboards
import FieldhouseTestSupport
import Testing

/// A kind of board that random operations are tried on.
struct BoardShape: Sendable, CustomTestStringConvertible {
  let name: String
  let order: RankOrder
  let scores: ClosedRange<Int64>
  let slots: UInt32
  let blockCapacity: Int

  var testDescription: String { name }

  static let all = [
    BoardShape(
      name: "many ties, negative scores, small blocks", order: RankOrder(), scores: -3...3, slots: 80, blockCapacity: 8
    ),
    BoardShape(
      name: "two tie-breaks of opposite directions", order: RankOrder(tieBreaks: [.descending, .ascending]),
      scores: -5...5, slots: 100, blockCapacity: 16),
    BoardShape(
      name: "three tie-breaks, then latest, fewest points first, smallest blocks",
      order: RankOrder(
        score: .ascending, tieBreaks: [.ascending, .descending, .descending], achievedAt: .descending,
        timeBreaksTies: true), scores: -1...1, slots: 60, blockCapacity: 4),
    BoardShape(
      name: "all scores there are, earliest first, one large block", order: RankOrder(timeBreaksTies: true),
      scores: Int64.min...Int64.max, slots: 80, blockCapacity: 512),
    BoardShape(
      name: "everybody level", order: RankOrder(tieBreaks: [.descending]), scores: 0...0, slots: 60, blockCapacity: 8),
  ]

  func key(using random: inout SeededRandom) -> RankKey {
    RankKey(
      score: Int64.random(in: scores, using: &random),
      tieBreaks: order.tieBreaks.map { _ in Int64.random(in: -1...1, using: &random) },
      achievedAt: Int64.random(in: 0...4, using: &random))
  }

  func slot(using random: inout SeededRandom) -> UInt32 { UInt32.random(in: 0..<slots, using: &random) }
}
