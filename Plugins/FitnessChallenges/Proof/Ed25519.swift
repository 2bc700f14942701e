/// Signatures by Ed25519 (RFC 8032), which any tool that knows them verifies.
struct Ed25519: Sendable {
  private let scalar: [UInt8]
  private let prefix: [UInt8]
  /// The 32 bytes of the public key.
  let publicKey: [UInt8]

  /// - Parameter seed: the 32 bytes of the private key.
  init(seed: [UInt8]) {
    var digest = SHA512.digest(seed)
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    (scalar, prefix) = (Array(digest[..<32]), Array(digest[32...]))
    publicKey = Point.base.times(scalar).packed
  }

  /// The 64 bytes of the signature of a message.
  func signature(of message: [UInt8]) -> [UInt8] {
    let nonce = Order.reduced(SHA512.digest(prefix + message).map(Int64.init))
    let point = Point.base.times(nonce).packed
    let hash = Order.reduced(SHA512.digest(point + publicKey + message).map(Int64.init))
    var sum = nonce.map(Int64.init) + [Int64](repeating: 0, count: 32)
    for left in 0..<32 { for right in 0..<32 { sum[left + right] += Int64(hash[left]) * Int64(scalar[right]) } }
    return point + Order.reduced(sum)
  }
}

/// Numbers modulo the order of the base point, 2²⁵² + 27742317777372353535851937790883648493.
private enum Order {
  private static let order: [Int64] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0x10,
  ]

  /// The least number that 64 limbs of 8 bits and more are, as 32 bytes, the lowest first.
  static func reduced(_ limbs: [Int64]) -> [UInt8] {
    var rest = limbs
    var carry: Int64 = 0
    for high in stride(from: 63, through: 32, by: -1) {
      carry = 0
      for place in high - 32..<high - 12 {
        rest[place] += carry - 16 * rest[high] * order[place - (high - 32)]
        carry = (rest[place] + 128) >> 8
        rest[place] -= carry << 8
      }
      rest[high - 12] += carry
      rest[high] = 0
    }
    carry = 0
    for place in 0..<32 {
      rest[place] += carry - (rest[31] >> 4) * order[place]
      carry = rest[place] >> 8
      rest[place] &= 255
    }
    for place in 0..<32 { rest[place] -= carry * order[place] }
    for place in 0..<32 {
      rest[place + 1] += rest[place] >> 8
      rest[place] &= 255
    }
    return rest[..<32].map { UInt8(truncatingIfNeeded: $0) }
  }
}

/// A point of the curve −x² + y² = 1 + d x² y², with x = X / Z, y = Y / Z and x y = T / Z.
private struct Point {
  var x, y, z, t: Field25519

  /// 2 d.
  private static let doubled = Field25519([
    0xf159, 0x26b2, 0x9b94, 0xebd6, 0xb156, 0x8283, 0x149a, 0x00e0, 0xd130, 0xeef3, 0x80f2, 0x198e, 0xfce7, 0x56df,
    0xd9dc, 0x2406,
  ])

  static let neutral = Point(x: .zero, y: .one, z: .one, t: .zero)

  static let base: Point = {
    let x = Field25519([
      0xd51a, 0x8f25, 0x2d60, 0xc956, 0xa7b2, 0x9525, 0xc760, 0x692c, 0xdc5c, 0xfdd6, 0xe231, 0xc0a4, 0x53fe, 0xcd6e,
      0x36d3, 0x2169,
    ])
    let y = Field25519([0x6658] + [Int64](repeating: 0x6666, count: 15))
    return Point(x: x, y: y, z: .one, t: x * y)
  }()

  static func + (one: Point, other: Point) -> Point {
    let a = (one.y - one.x) * (other.y - other.x)
    let b = (one.x + one.y) * (other.x + other.y)
    let c = one.t * other.t * doubled
    let d = one.z * other.z
    let (e, f, g, h) = (b - a, d + d - c, d + d + c, b + a)
    return Point(x: e * f, y: h * g, z: g * f, t: e * h)
  }

  /// So many times the point; each bit of the 32 bytes, the lowest first, takes the same steps.
  func times(_ scalar: [UInt8]) -> Point {
    var (result, next) = (Point.neutral, self)
    for bit in stride(from: 255, through: 0, by: -1) {
      let value = Int64(scalar[bit / 8] >> UInt8(bit & 7) & 1)
      (result, next) = (.choose(result, next, value), .choose(next, result, value))
      next = next + result
      result = result + result
      (result, next) = (.choose(result, next, value), .choose(next, result, value))
    }
    return result
  }

  private static func choose(_ one: Point, _ other: Point, _ bit: Int64) -> Point {
    Point(
      x: .choose(one.x, other.x, bit), y: .choose(one.y, other.y, bit), z: .choose(one.z, other.z, bit),
      t: .choose(one.t, other.t, bit))
  }

  var packed: [UInt8] {
    let inverse = z.inverse
    var bytes = (y * inverse).bytes
    bytes[31] ^= ((x * inverse).bytes[0] & 1) << 7
    return bytes
  }
}
