import FieldhouseLeaderboards
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

/// The SplitMix64 generator: the same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
