@testable import FitnessChallenges

/// DEFLATE (RFC 1951), written by hand.
struct PackedBits {
  private(set) var bytes: [UInt8] = []
  private var used = 0

  /// Puts a number, its lowest bit first.
  mutating func put(_ value: Int, _ size: Int) {
    for place in 0..<size {
      if used == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(used)
      used = (used + 1) % 8
    }
  }

  /// Puts a code, its highest bit first.
  mutating func put(code: Int, _ size: Int) {
    for place in (0..<size).reversed() { put(code >> place & 1, 1) }
  }

  /// A stored block (§ 3.2.4); an empty one is what flushing leaves.
  mutating func store(_ content: [UInt8], isLast: Bool = false) {
    put(isLast ? 1 : 0, 3)
    used = 0
    for value in [content.count, content.count ^ 0xFFFF] { bytes += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    bytes += content
  }

  /// A block (§ 3.2.7) with codes of so many bits, and no content.
  mutating func codes(_ size: Int) {
    begin { $0 == 18 || $0 == size ? 1 : 0 }
    // 138 and 118 symbols that do not occur, then the end and a distance.
    for count in [138, 118] {
      put(code: 1, 1)
      put(count - 11, 7)
    }
    put(code: 0, 2)
    put(code: 0, size)
  }

  /// A block of letters from `a` to `o`, of which each has a bit more than the one before.
  mutating func letters(_ text: String) {
    begin { $0 < 16 ? 4 : 0 }
    for symbol in 0..<257 { put(code: symbol == 256 ? 15 : 97..<112 ~= symbol ? symbol - 96 : 0, 4) }
    put(code: 1, 4)
    for letter in text.utf8 {
      let place = Int(letter) - 97
      put(code: (1 << place - 1) << 1, place + 1)
    }
    put(code: 1 << 15 - 1, 15)
  }

  /// The head of a block with codes: 257 symbols, a distance, and of each length of a code how many bits it has.
  private mutating func begin(_ length: (Int) -> Int) {
    put(0b100, 3)
    put(0, 10)
    put(15, 4)
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] { put(length(symbol), 3) }
  }

  /// The head of a block with the codes of § 3.2.6.
  mutating func fixed(isLast: Bool = false) { put(isLast ? 0b011 : 0b010, 3) }

  /// A byte, or 256 for the end of a block, by those codes.
  mutating func literal(_ symbol: Int) {
    switch symbol {
    case 0..<144: put(code: 0x30 + symbol, 8)
    case 144..<256: put(code: 0x190 + symbol - 144, 9)
    case 256..<280: put(code: symbol - 256, 7)
    default: put(code: 0xC0 + symbol - 280, 8)
    }
  }

  /// So many bytes of as far back, by those codes.
  mutating func copy(_ length: Int, back distance: Int) {
    // Codes 257 on: one length each up to 10, then groups of four with one extra bit more each; 258 has a code of its own.
    if length == 258 {
      literal(285)
    } else if length < 11 {
      literal(254 + length)
    } else {
      let bits = Int.bitWidth - (length - 3).leadingZeroBitCount - 3
      literal(265 + (bits - 1) * 4 + (length - 3) >> bits - 4)
      put((length - 3) & (1 << bits - 1), bits)
    }
    // Of distances four have a code each, then two each time with one extra bit more.
    if distance < 5 {
      put(code: distance - 1, 5)
    } else {
      let bits = Int.bitWidth - (distance - 1).leadingZeroBitCount - 2
      put(code: bits * 2 + (distance - 1) >> bits, 5)
      put((distance - 1) & (1 << bits - 1), bits)
    }
  }

  /// What comes out of a stream; nil for one that has not ended.
  static func unpacked(_ bytes: [UInt8], pieces: Int = 65_536) throws(ImportRefusal) -> [UInt8]? {
    var (inflate, output) = (Inflate(), [UInt8]())
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      inflate.add(Array(bytes[start..<min(bytes.count, start + pieces)]), from: 0)
      while true {
        let made = try inflate.step()
        if made.isEmpty { break }
        output += made
      }
    }
    return inflate.isDone ? output : nil
  }
}
