/// Draws teams: each of those with the fewest members, below the limit, is as likely as the others. Whoever knows the seed, the
/// number of the draw and who was among them can draw again.
enum TeamDraw {
  /// The teams among which is drawn.
  /// - Parameter sizes: how many take part in each team, in the order of the teams.
  /// - Returns: their places; none when all are full.
  static func candidates(sizes: [Int], limit: Int) -> [Int] {
    guard let fewest = sizes.min(), fewest < limit else { return [] }
    return sizes.indices.filter { sizes[$0] == fewest }
  }

  /// Which one of some candidates a draw takes.
  /// - Parameters:
  ///   - number: the number of the draw in the challenge, from 0.
  ///   - count: at least 1.
  static func pick(seed: Int64, number: Int, among count: Int) -> Int {
    var numbers = SplitMix64(state: UInt64(bitPattern: seed) &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    return numbers.below(count)
  }
}

/// A generator whose numbers follow from its state: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
