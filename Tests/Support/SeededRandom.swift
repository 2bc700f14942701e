/// Numbers that are the same in every run (SplitMix64: Steele, Lea, Flood, 2014).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Numbers that follow from the seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The next number from 0 to below a limit.
  public mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// A number that sums of a few thousand represent exactly.
  public mutating func real() -> Double { Double(Int(next() % 2_000) - 1_000) / 8 }

  /// A short text, sometimes with letters that tempt a careless engine.
  public mutating func text() -> String {
    let alphabet = Array("abcXYZ 0'\"\\%_äß足👩‍👧;-")
    return String((0..<next(below: 8)).map { _ in alphabet[next(below: alphabet.count)] })
  }
}
