/// A number modulo 2²⁵⁵ − 19, as sixteen limbs of 16 bits each that may carry more for a while.
struct Field25519: Sendable {
  private(set) var limbs: [Int64]

  static let zero = Field25519([])
  static let one = Field25519([1])

  init(_ limbs: [Int64]) { self.limbs = limbs + [Int64](repeating: 0, count: 16 - limbs.count) }

  private mutating func carry() {
    for place in 0..<16 {
      let over = limbs[place] >> 16
      limbs[place] -= over << 16
      if place < 15 { limbs[place + 1] += over } else { limbs[0] += 38 * over }
    }
  }

  static func + (one: Field25519, other: Field25519) -> Field25519 {
    Field25519(zip(one.limbs, other.limbs).map { $0 + $1 })
  }

  static func - (one: Field25519, other: Field25519) -> Field25519 {
    Field25519(zip(one.limbs, other.limbs).map { $0 - $1 })
  }

  static func * (one: Field25519, other: Field25519) -> Field25519 {
    var product = [Int64](repeating: 0, count: 31)
    for left in 0..<16 { for right in 0..<16 { product[left + right] += one.limbs[left] * other.limbs[right] } }
    for place in 0..<15 { product[place] += 38 * product[place + 16] }
    var result = Field25519(Array(product[..<16]))
    result.carry()
    result.carry()
    return result
  }

  /// To the power of p − 2: the inverse.
  var inverse: Field25519 { powered { $0 != 2 && $0 != 4 } }

  /// To a power whose bit 254 is set and whose bits from 253 down are set as `isSet` says.
  private func powered(_ isSet: (Int) -> Bool) -> Field25519 {
    var result = self
    for bit in stride(from: 253, through: 0, by: -1) {
      result = result * result
      if isSet(bit) { result = result * self }
    }
    return result
  }

  /// The 32 bytes of the least number that it is, the lowest first.
  var bytes: [UInt8] {
    var rest = self
    for _ in 0..<3 { rest.carry() }
    for _ in 0..<2 {
      var less = [Int64](repeating: 0, count: 16)
      less[0] = rest.limbs[0] - 0xffed
      for place in 1..<15 {
        less[place] = rest.limbs[place] - 0xffff - (less[place - 1] >> 16 & 1)
        less[place - 1] &= 0xffff
      }
      less[15] = rest.limbs[15] - 0x7fff - (less[14] >> 16 & 1)
      let isLess = less[15] >> 16 & 1
      less[14] &= 0xffff
      if isLess == 0 { rest.limbs = less }
    }
    return rest.limbs.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// The one where a bit is not set, the other where it is, in the same steps either way.
  static func choose(_ one: Field25519, _ other: Field25519, _ bit: Int64) -> Field25519 {
    Field25519(zip(one.limbs, other.limbs).map { $0 ^ (~(bit - 1) & ($0 ^ $1)) })
  }
}
