/// Writes keys as bytes whose order is the board's: each column in eight bytes, the most significant first, with the sign
/// bit turned, and all other bits of a descending column. A sorted set whose members all have the score 0 is ordered by
/// the members' bytes, so that whole numbers of 64 bits rank exactly, as the doubles of its scores could not.
struct RedisKeyCodec: Sendable {
  private let masks: [UInt64]
  /// The bytes of a key.
  let width: Int
  /// How many of them must be equal for two entries to share a rank.
  let groupWidth: Int

  init(_ order: RankOrder) {
    masks = order.columns.map { $0 == .ascending ? 1 << 63 : ~(1 << 63) }
    width = masks.count * 8
    groupWidth = order.groupWidth * 8
  }

  func bytes(_ key: RankKey) -> [UInt8] {
    let last = masks.count - 1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width)
    for (column, mask) in masks.enumerated() {
      let value = column == 0 ? key.score : column == last ? key.achievedAt : key[tieBreak: column - 1]
      let word = UInt64(bitPattern: value) ^ mask
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  func key(_ bytes: some Collection<UInt8>) -> RankKey {
    let last = masks.count - 1
    var key = RankKey(score: 0, achievedAt: 0)
    var rest = bytes[...]
    for (column, mask) in masks.enumerated() {
      let word = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(8)
      let value = Int64(bitPattern: word ^ mask)
      if column == 0 {
        key.score = value
      } else if column == last {
        key.achievedAt = value
      } else {
        key[tieBreak: column - 1] = value
      }
    }
    return key
  }

  /// The sum of the scores of entries, from the sums of the upper and the lower halves of their first words.
  func sum(upper: Int, lower: Int, count: Int) -> Int128 {
    let words = Int128(upper) << 32 + Int128(lower)
    let half = Int128(1) << 63
    return masks[0] == 1 << 63 ? words - half * Int128(count) : (half - 1) * Int128(count) - words
  }
}
